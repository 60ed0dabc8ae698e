#include "Prelude/Prelude.h"
#include "EmbeddedPrelude.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti {

llvm::ArrayRef<EmbeddedFile> preludeFiles() { return embeddedPrelude(); }

std::string preludeFlags(StringRef Folder) {
  // The language is told, since tools take .cu for CUDA and .h for C.
  return ("-xc++\n-std=c++20\n--target=x86_64-unknown-linux-gnu\n-nostdinc\n-nostdinc++\n-"
          "isystem\n" +
          Folder + "\n-ferror-limit=0\n-Wno-everything\n")
      .str();
}

std::vector<PreludeHeader> deviceHeaders() {
  static constexpr StringRef RealStandardLibrary =
      "#pragma once\n#include <cmath>\n#include <cstddef>\n#include <cstdint>\n#include "
      "<functional>\n#include <memory>\n"
      "#include <optional>\n#include <string>\n#include <utility>\n#include <vector>\n";
  std::vector<PreludeHeader> Headers;
  for (const EmbeddedFile &File : preludeFiles()) {
    StringRef Path = File.Path;
    if (Path.starts_with("aoti_std/"))
      Headers.push_back({Path, RealStandardLibrary});
    else if (Path.starts_with("cuda") || Path.starts_with("hip/") || Path.starts_with("sycl/") ||
             Path.starts_with("CL/") || Path.starts_with("level_zero/") || Path == "omp.h" ||
             Path == "driver_types.h" || Path == "vector_types.h" ||
             Path == "device_launch_parameters.h")
      Headers.push_back({Path, File.Text});
  }
  return Headers;
}

namespace {

struct ShimNames {
  llvm::StringSet<> Whole;
  /// What follows the device in names such as `aoti_torch_cuda_randperm`, with its leading '_'.
  llvm::StringSet<> PerDevice;

  ShimNames() {
    auto IsNameChar = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    constexpr StringRef Prefix = "aoti_torch_";
    for (const EmbeddedFile &File : preludeFiles()) {
      StringRef Text = File.Text;
      for (size_t At = Text.find(Prefix); At != StringRef::npos; At = Text.find(Prefix, At + 1)) {
        StringRef Rest = Text.substr(At);
        StringRef Name = Rest.take_while(IsNameChar);
        Rest = Rest.substr(Name.size()).ltrim(' ');
        if (Rest.consume_front("##")) {
          Rest = Rest.ltrim(' ').drop_while(IsNameChar).ltrim(' ');
          if (Rest.consume_front("##"))
            PerDevice.insert(Rest.ltrim(' ').take_while(IsNameChar));
        } else {
          Whole.insert(Name);
        }
      }
    }
  }
};

} // namespace

bool preludeDeclaresShim(StringRef Name) {
  static const ShimNames Names;
  if (Names.Whole.contains(Name))
    return true;
  StringRef Rest = Name;
  if (!Rest.consume_front("aoti_torch_"))
    return false;
  for (StringRef Device : {"cpu", "cuda", "xpu", "mps", "hip"}) {
    StringRef Suffix = Rest;
    if (Suffix.consume_front(Device) && Names.PerDevice.contains(Suffix))
      return true;
  }
  return false;
}

} // namespace aoti
