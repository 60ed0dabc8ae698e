# Configuration of the lit tests. Substitutions:
#   %aoti-lint      the command line tool
#   %aoti-clangd    clangd with the checks                                (feature aoti-clangd)
#   %check_aoti     check_aoti.py with the tool and a temporary folder given
#   %expect         expect.py: the exit code of a command, its output in two files
#   %vary           vary.py: a folder with places of a file changed
#   %multitool      the folder of the SARIF validator                    (feature sarif-multitool)
#   %python         the Python that CMake found
#   %clang_tidy     clang-tidy of the LLVM that the tool is built with   (feature clang-tidy)
#   %run_clang_tidy, %clang_tidy_diff   its scripts
#   %llvm_version   the major version of that LLVM
#   %tidy_module    the plugin for it                                    (feature tidy-module)
#   %clang          the C++ compiler of the build                        (feature clang)
#   %torch_headers  the include folder of a real torch                   (feature torch-headers)
#   %root, %utils, %inputs, %docs   folders of the source tree
# FileCheck, not and split-file are written as they are called.

import importlib.util
import os
import shutil

import lit.formats

config.name = "aoti-lint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".cu", ".test"]
config.excludes = ["Inputs", "Unit", "Corpus", "registry", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))

# A test sees the same world on every machine.
for name in ("HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH",
             "npm_config_registry", "npm_config_cache", "http_proxy", "https_proxy", "no_proxy"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["PYTHONUTF8"] = "1"


def quoted(path):
    return '"' + path + '"' if " " in path else path


def tool(name, path):
    config.substitutions.append((r"(?<![\w/.%-])" + name + r"(?![\w.-])", quoted(path)))


source = config.aoti_source_root
config.substitutions += [
    (r"%aoti-lint", quoted(config.aoti_lint)),
    (r"%aoti-clangd", quoted(config.aoti_clangd)),
    (r"%check_aoti", " ".join([quoted(config.python), quoted(os.path.join(config.test_source_root, "check_aoti.py")),
                               "--aoti-lint=" + quoted(config.aoti_lint), "--filecheck=" + quoted(config.filecheck),
                               "--temp=%t.check"])),
    (r"%expect", " ".join([quoted(config.python), quoted(os.path.join(config.test_source_root, "expect.py"))])),
    (r"%vary", " ".join([quoted(config.python), quoted(os.path.join(config.test_source_root, "vary.py"))])),
    (r"%python", quoted(config.python)),
    (r"%clang_tidy_diff", quoted(config.clang_tidy_diff)),
    (r"%clang_tidy\b", quoted(config.clang_tidy)),
    (r"%run_clang_tidy", quoted(config.run_clang_tidy)),
    (r"%llvm_version", config.llvm_version),
    (r"%clang\b", quoted(config.clang)),
    (r"%tidy_module", quoted(config.tidy_module)),
    (r"%utils", quoted(os.path.join(source, "utils"))),
    (r"%inputs", quoted(os.path.join(config.test_source_root, "Inputs"))),
    (r"%docs", quoted(os.path.join(source, "docs"))),
    (r"%root", quoted(source)),
]
tool("FileCheck", config.filecheck)
tool("not", config.not_tool)
tool("split-file", config.split_file)

if config.clang_tidy and "NOTFOUND" not in config.clang_tidy:
    config.available_features.add("clang-tidy")
if "NOTFOUND" not in config.run_clang_tidy + config.clang_tidy_diff:
    config.available_features.add("clang-tidy-scripts")
if config.aoti_lint:
    config.available_features.add("aoti-lint")
# A clang-tidy that the plugin is not made for.
for version in ("19", "22"):
    other = shutil.which("clang-tidy-" + version)
    if other and version != config.llvm_version:
        config.available_features.add("other-clang-tidy")
        config.substitutions.append((r"%other_clang_tidy", other))
if config.aoti_clangd:
    config.available_features.add("aoti-clangd")
if config.tidy_module:
    config.available_features.add("tidy-module")
if "clang" in os.path.basename(config.clang):
    config.available_features.add("clang")
if config.sanitize in ("ON", "1", "TRUE"):
    config.available_features.add("sanitize")
if shutil.which("npm"):
    config.available_features.add("npm")
for module in ("z3", "jsonschema"):
    if importlib.util.find_spec(module):
        config.available_features.add("python-" + module)

if os.access(os.path.join(config.multitool, "node_modules", "@microsoft", "sarif-multitool-linux", "Sarif.Multitool"), os.X_OK):
    config.available_features.add("sarif-multitool")
    config.substitutions.append((r"%multitool", quoted(config.multitool)))

torch_headers = os.environ.get("AOTI_TORCH_HEADERS") or config.torch_headers
if torch_headers and os.path.isdir(os.path.join(torch_headers, "torch", "csrc", "inductor", "aoti_runtime")):
    config.available_features.add("torch-headers")
    config.substitutions.append((r"%torch_headers", quoted(torch_headers)))
