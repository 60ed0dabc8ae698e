#include "Triage/Advice.h"

namespace aoti {
namespace {

// Read by the generated code itself at each start: cpp_wrapper_cpu.py,
// `_check_aoti_runtime_check_inputs_env`, in torch 2.7 and newer.
constexpr Flag CheckInputs{"AOTI_RUNTIME_CHECK_INPUTS", "1", true, false,
                           "checks dtype, sizes, strides and device type of every input (packages "
                           "of torch 2.7 and newer)"};
constexpr Flag DebugCompile{
    "AOT_INDUCTOR_DEBUG_COMPILE", "1", false, false,
    "a debug build of the package; up to torch 2.6 also its only input checks"};
constexpr Flag LaunchBlocking{
    "CUDA_LAUNCH_BLOCKING", "1", true, false,
    "waits for each kernel, so that the error appears at the one that made it"};
constexpr Flag NoCaching{
    "PYTORCH_NO_CUDA_MEMORY_CACHING", "1", true, false,
    "allocates each buffer by itself, so that an access outside of it faults every time"};
constexpr Flag Printer{
    "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER", "3", false, false,
    "prints the name of each kernel before its launch; 2 prints what it is given"};
constexpr Flag PrinterFilter{"AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT", "KERNEL,...", false, false,
                             "the kernels that level 2 of the printer looks at"};
constexpr Flag NanAsserts{"TORCHINDUCTOR_NAN_ASSERTS", "1", false, false,
                          "looks for NaN and infinity in the inputs and around kernels"};
constexpr Flag CppStacks{"TORCH_SHOW_CPP_STACKTRACES", "1", true, false,
                         "adds the C++ frames to torch's errors"};
constexpr Flag OutputCode{"TORCH_LOGS", "output_code", false, false, "prints the generated code"};
constexpr Flag DynamicLogs{"TORCH_LOGS", "+dynamic", false, false,
                           "prints which line of the model fixes or bounds a size"};
constexpr Flag DebugSymbols{"AOT_INDUCTOR_DEBUG_SYMBOLS", "1", false, false,
                            "lines of the generated code in stack traces (newer torch)"};
constexpr Flag IndirectAsserts{"assert_indirect_indexing", "True", false, true,
                               "bounds checks of indices that are data, in kernels"};
constexpr Flag ScalarAsserts{"TORCHINDUCTOR_SCALAR_ASSERTS", "1", false, true,
                             "checks of sizes that are data; without them bad sizes go on unseen"};
constexpr Flag SizeAsserts{"TORCHINDUCTOR_SIZE_ASSERTS", "1", false, true,
                           "compares what operators return with what was compiled for"};
constexpr Flag ConstantsInSo{"aot_inductor.package_constants_in_so", "True", false, true,
                             "keeps the weights in the package's library"};
constexpr Flag MmapWeights{"aot_inductor.force_mmap_weights", "True", false, true,
                           "puts the weights behind the library instead of into its sections"};
constexpr Flag EmbedKernels{"aot_inductor.embed_kernel_binary", "True", false, true,
                            "puts the kernels into the library, so that no file can be missing"};
constexpr Flag MultiArch{"aot_inductor.emit_multi_arch_kernel", "True", false, true,
                         "kernels that later cards can take, too"};
constexpr Flag SimdLength{"cpp.simdlen", "256", false, true,
                          "vector instructions that all machines of a fleet have"};
constexpr Flag LoaderLog{"LD_DEBUG", "libs", true, false,
                         "shows which libraries the dynamic linker takes, and from where"};

#define COMPARE_DEVICES                                                                            \
  "Compare the device that the model was compiled on with the one that it is loaded on: "          \
  "'AOTI_DEVICE_KEY' in the package's "                                                            \
  "*_metadata.json, or 'aoti-lint --load-device=DEVICE model.pt2'."
#define CHECK_INPUTS_FIRST                                                                         \
  "Run once with AOTI_RUNTIME_CHECK_INPUTS=1: the package then names the input that it was not "   \
  "compiled for, and what it expects."
#define LINT_PACKAGE                                                                               \
  "Run 'aoti-lint model.pt2', or 'aoti-lint triage --package model.pt2 LOG', for what can be "     \
  "told from the generated code."

} // namespace

const Advice UnknownAdvice{
    "None of the messages is one that this tool knows.",
    {"Compare the device, and its type, that the package was compiled for with the one that it is "
     "loaded and fed on.",
     CHECK_INPUTS_FIRST,
     "Take the whole standard error of the process, from the first message on: torch prints the "
     "reason above the error that Python or the server shows.",
     LINT_PACKAGE},
    {&CheckInputs, &CppStacks}};

namespace advice {

// AOTI01 ------------------------------------------------------------------------------------------

const Advice DeviceOfPackage{
    "The package was compiled for another device than the one it is loaded or run on. It works on "
    "the device type that it was compiled for and on no "
    "other; of the same type, another index may be chosen when it is loaded.",
    {COMPARE_DEVICES,
     "Load it with torch._inductor.aoti_load_package(path, device_index=N), which takes the device "
     "type from the package; aot_load(so, device) trusts the "
     "device that it is given.",
     "For another device type, move the model and its example inputs there, export and compile "
     "again.",
     "For another index of the same type, look for what is bound to the index of compilation "
     "('aoti-lint model.pt2': aoti-device-index-literal, "
     "aoti-static-kernel-handle)."},
    {&CheckInputs, &CppStacks}};
const Advice NoDevice{
    "The package was compiled for a GPU, and the process that loads it sees none that it can use.",
    {"Check what the process sees: 'nvidia-smi' in the same container, CUDA_VISIBLE_DEVICES, and "
     "torch.cuda.is_available().",
     "If the torch that is installed here was built without CUDA, install one that was.",
     COMPARE_DEVICES, "To run on this machine as it is, compile the model for CPU."},
    {}};
const Advice DeviceIndex{
    "A device index does not exist here, or something (a kernel handle, a stream, a buffer) "
    "belongs to another GPU than the one that is in use. A package "
    "is compiled on one index and can be loaded on another only where its code asks for no index "
    "of its own.",
    {"Check that the index exists in the process that loads the package: CUDA_VISIBLE_DEVICES "
     "renumbers cards from 0.",
     "Load with device_index=N (Python) or the loader's device index (C++), and give inputs and "
     "stream of that device.",
     "Look for literal indices and handles that outlive a model: 'aoti-lint model.pt2' "
     "(aoti-device-index-literal, aoti-device-copy-lost, "
     "aoti-static-kernel-handle).",
     "If it names some, compile again on device 0, or with torch 2.13 or newer."},
    {&LaunchBlocking}};
const Advice LoadCrash{
    "The process crashed while the package was loaded, in the constructor of the model or while "
    "its constants were put on the device. Nearly always the "
    "package was compiled for another device type than the one that it is loaded on.",
    {COMPARE_DEVICES,
     "Load with torch._inductor.aoti_load_package, which reads the device type from the package.",
     "If the devices agree, compare the constants with the package's library: 'aoti-lint "
     "model.pt2' (aoti-constant-image, aoti-constant-extent).",
     "Check that the torch that loads is not older than the one that compiled: 'aoti-lint "
     "--load-torch=X.Y model.pt2'."},
    {&CppStacks, &DebugSymbols}};

// AOTI02 ------------------------------------------------------------------------------------------

const Advice InputDevice{
    "A tensor that the model is given lies on another device than the rest of the model. The "
    "package does not move its inputs.",
    {CHECK_INPUTS_FIRST,
     "Move the input to the device that the package was compiled for, with the same index as the "
     "one that it is loaded on, before the call.",
     "If every input is right, a tensor is made on another device inside of the model (a buffer "
     "that is not registered, torch.arange without device=…): "
     "mend it there, export and compile again."},
    {&CheckInputs}};

// AOTI03 ------------------------------------------------------------------------------------------

const Advice InputContract{
    "An input is not what the package was compiled for: number of inputs, dtype, rank, a size, a "
    "stride, or the range of a dynamic size.",
    {"Compare the input that the message names with the example inputs and dynamic shapes of the "
     "export; 'aoti-lint --dump-facts model.pt2' lists dtype, "
     "sizes, strides and ranges of each.",
     CHECK_INPUTS_FIRST,
     "Make the caller fit: .to(dtype), .contiguous(), padding, or the missing input; the order is "
     "that of the flattened arguments.",
     "If the caller is right, export again with that dimension in dynamic_shapes (torch.export.Dim "
     "with the range that is needed), and compile."},
    {&CheckInputs, &DebugCompile}};
const Advice InputOperator{
    "An operator of the model got tensors whose sizes or dtypes do not fit together. Packages do "
    "not check their inputs by themselves, so an input of "
    "another shape or dtype than the compiled one gets as far as the first operator that notices.",
    {CHECK_INPUTS_FIRST,
     "Compare the input with what the package expects: 'aoti-lint --dump-facts model.pt2'.",
     "Give it the shape and dtype of the export, or export again with that dimension dynamic.",
     "If all inputs are as compiled, run the exported program on the same inputs: if that works, "
     "the package is at fault (see 'aoti-lint model.pt2')."},
    {&CheckInputs}};
const Advice InputAlignment{
    "An input does not begin at an address that the kernels were compiled for (a multiple of 16 "
    "bytes), as a slice of a larger tensor does. torch 2.6 stops "
    "there; newer packages copy the input each time, and lose what the model writes into it.",
    {"Give a tensor with storage of its own: x.clone(), or x.contiguous() of a slice that is not "
     "contiguous.",
     "Or compile with an example input that is misaligned in the same way.",
     "If the model updates that input in place, do not pass a misaligned one: the update goes to "
     "the copy."},
    {&CheckInputs}};

// AOTI04 ------------------------------------------------------------------------------------------

const Advice ConstantNames{
    "The set of weights that was given does not match the constants of the package, by name.",
    {"Print what the package wants: loaded.get_constant_fqns(), or the constants of 'aoti-lint "
     "--dump-facts model.pt2'.",
     "Take the state_dict of the very module that was exported: wrappers (DataParallel, compile, a "
     "prefix) change names, and tied weights have one name.",
     "Give all of them, or pass check_full_update=False to leave the others as they are."},
    {}};
const Advice ConstantDevice{
    "A constant is on another device than the code that uses it, or than the slot that it is to be "
    "loaded into.",
    {"Give the weights on the device of the package: tensor.to(device) for each of the state_dict.",
     "For packages with constants on two devices, check which is where: 'aoti-lint model.pt2' "
     "(aoti-constant-device).",
     "If the model keeps constants on CPU on purpose, compile with torch 2.13 or newer; older "
     "packages put all of them on one device."},
    {&CheckInputs}};
const Advice ConstantImage{
    "The weights that are stored with the package are not as its code expects them: cut off, "
    "shifted, or changed after it was compiled.",
    {"Check the file: size and checksum against the one that was compiled (a cut download, a "
     "library that was stripped or signed).",
     "Compare the constants with the library: 'aoti-lint model.pt2' (aoti-constant-image, "
     "aoti-constant-extent, aoti-constant-table).",
     "On Windows with more than 2 GB of weights, and on machines with pages of 64 KB, take a newer "
     "torch, or keep the weights in a file of their own "
     "(aot_inductor.package_constants_on_disk_format).",
     "Compile the package again."},
    {&MmapWeights}};
const Advice ConstantsOutside{
    "The package was compiled without its weights, and they were not given to it before it ran.",
    {"Call loaded.load_constants(state_dict, check_full_update=True) after loading and before the "
     "first run.",
     "If the weights should travel with the package, compile with "
     "aot_inductor.package_constants_in_so=True, which is the default.",
     "If they lie in a file beside the library, check that it is there and readable."},
    {&ConstantsInSo}};
const Advice ConstantUpdate{
    "The process crashed while constants were updated. The runtime copies as many bytes as the "
    "given tensor has, whatever the slot holds.",
    {"Compare shape, dtype and device of each given tensor with the constants of 'aoti-lint "
     "--dump-facts model.pt2'.",
     "Give all constants, or pass check_full_update=False.",
     "Make sure that no run and no other update is under way on the same container.",
     "Check the table of constants: 'aoti-lint model.pt2' (aoti-constant-extent, "
     "aoti-constant-image)."},
    {&CppStacks}};

// AOTI05 ------------------------------------------------------------------------------------------

const Advice IllegalAccess{
    "A kernel on the card read or wrote outside of its buffers. The message appears at a later "
    "call than the one at fault, since launches do not wait, and "
    "the process cannot use the card any more.",
    {"Check the inputs first: another shape, dtype, stride or device than the compiled one is the "
     "usual reason. Run with AOTI_RUNTIME_CHECK_INPUTS=1.",
     "Make it happen every time, and at its place: PYTORCH_NO_CUDA_MEMORY_CACHING=1 "
     "CUDA_LAUNCH_BLOCKING=1.",
     "Find the kernel: compile with AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=3; the last name "
     "that is printed is the one. "
     "'compute-sanitizer --tool memcheck PROGRAM' names it without compiling again.",
     "Look at what it is given: AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2 with "
     "AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT=KERNEL. If the inputs of the "
     "kernel are wrong already, look at the one that made them.",
     "If it happens with several threads only: one runner for each thread, one stream for each, "
     "and inputs that stay alive until the run is done.",
     "Look at dynamic sizes (lower bounds, zero, more than 2^31 elements) and at custom operators "
     "whose Meta kernel is not symbolic. " LINT_PACKAGE},
    {&CheckInputs, &LaunchBlocking, &NoCaching, &Printer, &PrinterFilter, &NanAsserts}};
const Advice Misaligned{
    "A kernel accessed memory at an address that its vector instructions cannot take. The kernel "
    "was compiled for pointers that are multiples of 16 bytes.",
    {"Give inputs with storage of their own (x.clone()): a slice of a larger tensor begins "
     "anywhere.",
     "Look for views whose offset is not a multiple of 16 bytes: 'aoti-lint model.pt2' "
     "(aoti-input-alignment, aoti-view-out-of-bounds).",
     "Find the kernel: CUDA_LAUNCH_BLOCKING=1 and "
     "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=3."},
    {&CheckInputs, &LaunchBlocking, &Printer}};
const Advice HostMemory{"Memory of the host was overwritten, freed twice or used after its end. "
                        "What is reported is where it was noticed, not where it was done.",
                        {CHECK_INPUTS_FIRST,
                         "Look for kernels that reach past their buffers: 'aoti-lint model.pt2' "
                         "(aoti-kernel-access-out-of-bounds, aoti-view-out-of-bounds, "
                         "aoti-kernel-signature, aoti-handle-lifetime).",
                         "Run under AddressSanitizer (LD_PRELOAD of its library) or 'valgrind', "
                         "which stop at the first bad access.",
                         "Look at custom operators that take data_ptr() without checks of "
                         "contiguity, dtype and storage offset."},
                        {&CheckInputs, &DebugSymbols}};
const Advice Crash{
    "The process crashed, and the log holds no reason. With packages that is most often a device "
    "type or an input that the package was not compiled for; "
    "then missing weights, a pointer of the card in code of the host, or a custom operator.",
    {"Compare the device that the package was compiled for with the one that it is loaded and fed "
     "on.",
     CHECK_INPUTS_FIRST,
     "If it was compiled without its weights, call load_constants before the first run.",
     "Get the place: 'gdb --args PROGRAM', run, bt; 'python -X faulthandler'; or a core file. A "
     "frame in load_constants means the device or the weights, one in "
     "cpp_fused_… or at::native:: an input, one in your own library a custom operator.",
     LINT_PACKAGE},
    {&CheckInputs, &CppStacks, &DebugSymbols}};
const Advice Streams{"Work was put on a stream or a context that it does not belong to.",
                     {"Give run() a stream of the device that the package was loaded on, and set "
                      "that device in the thread (torch::cuda, c10::cuda::CUDAGuard) before the "
                      "first call of a new thread.",
                      "While a CUDA graph is captured, nothing may allocate, synchronise or load: "
                      "run the package once before, so that its kernels are loaded.",
                      "Look for work without a guard or on the default stream: 'aoti-lint "
                      "model.pt2' (aoti-stream-guard-missing, aoti-stream-mismatch, "
                      "aoti-default-stream), and in sources of custom operators."},
                     {&LaunchBlocking}};
const Advice FollowUp{"A library on the card gave up. By itself that says little: most often an "
                      "earlier kernel had reached outside of its buffers, or memory ran out.",
                      {"Look for an earlier message of CUDA in the log.",
                       "Run with CUDA_LAUNCH_BLOCKING=1 PYTORCH_NO_CUDA_MEMORY_CACHING=1, so that "
                       "the first fault is the one reported.",
                       CHECK_INPUTS_FIRST},
                      {&CheckInputs, &LaunchBlocking, &NoCaching}};

// AOTI06 ------------------------------------------------------------------------------------------

const Advice IndexAssert{
    "A kernel checked an index and it was out of bounds. Either the index is data and wrong, or "
    "the bound is: a size (`ks0`) that is smaller than the "
    "model was compiled for, also 0.",
    {"Run with AOTI_RUNTIME_CHECK_INPUTS=1: a size below or above the declared range shows there, "
     "if the package checks that bound.",
     "Find the kernel, its launch and the size behind `ksN`: 'aoti-lint triage --package model.pt2 "
     "LOG'.",
     "Look at the tensor that the index comes from (token ids, positions, offsets): negative "
     "values, padding ids, ids beyond the table.",
     "Look at both bounds of the dimension: 'aoti-lint model.pt2' "
     "(aoti-triton-index-out-of-bounds, aoti-input-lower-bound). Export again with "
     "torch.export.Dim(min=…, max=…), or with torch._check in the model.",
     "Restart the process: after an assertion on the card nothing else works in it."},
    {&CheckInputs, &LaunchBlocking, &IndirectAsserts}};
const Advice IndexData{
    "An operator of torch checked an index and it was out of bounds: the index is data, and it "
    "does not fit the tensor.",
    {"Look at the tensor that the index comes from (token ids, positions, offsets): negative "
     "values, padding ids, ids beyond the table.",
     "Run with CUDA_LAUNCH_BLOCKING=1: the frame that fails is then the operator.",
     CHECK_INPUTS_FIRST},
    {&CheckInputs, &LaunchBlocking}};

// AOTI07 ------------------------------------------------------------------------------------------

const Advice RuntimeAssert{
    "The package checked a size that depends on data (`u0`) or on an input (`s0`), and it is not "
    "what the export assumed. Bounds such as `>= 2` often come "
    "from the export alone, which takes a size of 0 or 1 for a constant.",
    {"Decide which is wrong, the data or the bound: what was the size in this call?",
     "If the data is right, export again without the assumption: torch._check(u0 >= 0) in the "
     "model, mark the dimensions that it is combined with as "
     "unbacked (torch._dynamo.decorators.mark_unbacked), or Dim(min=0).",
     "See where the bound comes from: TORCH_LOGS=+dynamic at export.",
     "Do not leave the checks out (TORCHINDUCTOR_SCALAR_ASSERTS=0) unless the code is right for "
     "that size: it goes on with wrong addresses then."},
    {&DynamicLogs, &ScalarAsserts}};
const Advice SymbolLost{
    "The generated code uses a symbolic size that it never defines: the compiler of torch lost it "
    "on the way, as for inputs whose dimension is an "
    "expression (2*s0) in torch 2.6.",
    {"Compile with a newer torch: derived dimensions work from 2.7 on.",
     "Or export with a plain torch.export.Dim for that dimension, and check in the model that it "
     "is even, "
     "or whatever the expression says.",
     "See the code: TORCH_LOGS=output_code, and look for the first use of the name.",
     "If it happens with the newest torch, it is a fault of torch: report it with the exported "
     "program."},
    {&OutputCode, &DynamicLogs}};
const Advice ExportShapes{
    "The export could not keep a size symbolic: some code needs its value, so the size was fixed "
    "or a decision about it could not be made.",
    {"Find the line of the model that asks: the trace below the message, or TORCH_LOGS=+dynamic.",
     "Where Python or C++ branches on the size, say what holds (torch._check(u0 <= x.size(0))), or "
     "write it without a branch.",
     "Where a custom operator asks for it, make its fake or Meta kernel symbolic: 'aoti-lint "
     "op.cpp' (aoti-meta-concrete-shape, aoti-schema-symint).",
     "If the size is meant to be fixed, take it out of dynamic_shapes; Dim.AUTO fixes sizes "
     "without a word."},
    {&DynamicLogs}};
const Advice GuardFailed{
    "A size was fixed when the model was exported, and the call has another one. Dim.AUTO and "
    "kernels that read a plain size fix it without an error.",
    {"See which dimension and value the guard names.",
     "Export again with Dim.DYNAMIC for it: what fixes it is an error then, with its place.",
     "Look at custom operators: a Meta kernel with size() instead of sym_size() fixes what it "
     "reads ('aoti-lint op.cpp': aoti-meta-concrete-shape)."},
    {&DynamicLogs}};
const Advice SizeOverflow{
    "A size or an index is larger than the integers that hold it, or is negative, because of a "
    "dynamic dimension that nothing bounds.",
    {"Which dimension of the call is that large, or 0?",
     "Declare its range: torch.export.Dim(min=…, max=…). Above 2^31-1 elements torch then indexes "
     "with 64 bits, below it can check.",
     "Look for arithmetic with 32 bits: 'aoti-lint model.pt2' (aoti-triton-int32-overflow, "
     "aoti-size-truncation), and in custom operators "
     "(aoti-op-int32-index)."},
    {&CheckInputs}};
const Advice LaunchSize{
    "The card refused a launch: a grid of size 0 or above 65535 in y or z, as a dynamic size can "
    "make it, or more shared memory or threads than it has.",
    {"Check the sizes of the call against the declared ranges: AOTI_RUNTIME_CHECK_INPUTS=1.",
     "Find the launch: CUDA_LAUNCH_BLOCKING=1 and AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=3; "
     "'aoti-lint model.pt2' (aoti-triton-grid, "
     "aoti-triton-launch-abi).",
     "If the package was compiled on a larger card, compile it on this one ('aoti-lint "
     "--load-arch=ARCH model.pt2')."},
    {&CheckInputs, &LaunchBlocking, &Printer}};

// AOTI08 ------------------------------------------------------------------------------------------

const Advice OperatorMissing{
    "The package calls a custom operator that is not registered in this process. A package holds "
    "the call, not the operator.",
    {"Load the library that registers it before the package: torch.ops.load_library(path) or its "
     "import in Python; in C++ link it with "
     "-Wl,--no-as-needed, or dlopen it.",
     "An operator from torch.library.custom_op lives in Python: a C++ process cannot run it. "
     "Register it with TORCH_LIBRARY in C++.",
     "Check the spelling, namespace and overload against the package: '*.wrapper.json' names every "
     "operator that it calls."},
    {}};
const Advice FakeMissing{
    "An operator cannot be traced: it has no fake (Meta) kernel, or the one it has reads data "
    "(item() looks the same).",
    {"Register one: torch.library.register_fake(\"ns::op\") in Python, or TORCH_LIBRARY_IMPL(ns, "
     "Meta, m) in C++. It returns empty tensors of the right "
     "shape and reads no data.",
     "Check that the library or module that registers it is imported before the export.",
     "Test it: torch.library.opcheck(op, args).",
     "Look at C++ kernels: 'aoti-lint op.cpp' (aoti-meta-data-access)."},
    {}};
const Advice MetaConcrete{
    "A Meta kernel (or the operator itself, where it has none) asked for a plain integer while the "
    "size is symbolic.",
    {"Use the symbolic calls: sym_size, sym_sizes, sym_numel, sym_storage_offset, and the _symint "
     "functions (at::empty_symint, view_symint).",
     "Let the tool do it: 'aoti-lint --fix op.cpp' (aoti-meta-concrete-shape, aoti-schema-symint).",
     "Make the schema SymInt where an argument becomes a size; then the Meta kernel takes "
     "c10::SymInt, while CPU and CUDA kernels can keep int64_t.",
     "Allocate with the options of an input, or with device kMeta: an allocation without a device "
     "is made on the CPU."},
    {}};
const Advice MetaData{"A kernel that is traced asked for the data of a tensor that has none.",
                      {"Move what needs data (data_ptr, item, accessor, launches) into the CPU or "
                       "CUDA kernel, and keep shapes in the Meta kernel.",
                       "If a kernel is called directly from Python, make it a custom operator "
                       "(torch.library.custom_op), so that tracing does not enter it.",
                       "'aoti-lint op.cpp' names the places (aoti-meta-data-access)."},
                      {}};
const Advice OperatorSchema{
    "The schema of an operator and the C++ types of its kernel do not fit; the library fails while "
    "it is loaded, or at the first trace.",
    {"Where the schema says SymInt, every kernel takes either c10::SymInt or int64_t for all such "
     "arguments; where it says int, never SymInt.",
     "For lists use c10::SymIntArrayRef, for optional ones at::OptionalSymIntArrayRef.",
     "'aoti-lint op.cpp' finds and mends these (aoti-schema-symint)."},
    {}};
const Advice FakeWrong{
    "An operator returned another shape, stride or dtype than its fake (Meta) kernel promised. The "
    "generated code was made for the promise, so what comes "
    "behind reads wrong addresses.",
    {"The message names the operator behind 'Error in op'; without that, newer torch prints it.",
     "Test it: torch.library.opcheck(op, args), with strides that are not contiguous.",
     "Make the fake kernel return what the real one does, strides too, or the real one contiguous "
     "outputs.",
     "If it is no custom operator, compare the inputs with those of the export: "
     "AOTI_RUNTIME_CHECK_INPUTS=1."},
    {&CheckInputs, &SizeAsserts}};
const Advice ProxyContract{
    "The call of a custom operator and the file that describes it ('*.wrapper.json') do not agree, "
    "or the file or an object that it names is not there.",
    {"Load the whole package (.pt2 or its complete folder) instead of the library alone.",
     "Check the two against each other: 'aoti-lint model.pt2' (aoti-proxy-contract, "
     "aoti-package-layout).",
     "Load with the torch that compiled it; the operator's schema must be that of the compilation, "
     "too."},
    {}};

// AOTI09 ------------------------------------------------------------------------------------------

const Advice OldApi{
    "torch._export.aot_compile and aot_load are the old interface: they are not kept working, take "
    "the device from the caller, and crash where the new one "
    "explains.",
    {"Compile with torch._inductor.aoti_compile_and_package(torch.export.export(model, args)).",
     "Load with torch._inductor.aoti_load_package(path), in C++ with "
     "torch::inductor::AOTIModelPackageLoader.",
     "Find all calls: 'aoti-lint --fix FOLDER' (aoti-deprecated-api)."},
    {}};
const Advice OldPackage{"The package was made by an older torch than the one that loads it: its "
                        "layout or its interface lacks what is asked for.",
                        {"Compile it again with the torch that will load it.",
                         "Until then load it with the torch that made it: 'aoti-lint --dump-facts "
                         "model.pt2' says which that was."},
                        {}};

// AOTI10 ------------------------------------------------------------------------------------------

const Advice Printers{
    "The package prints or saves the values of its tensors: it was compiled with the debug "
    "printer. That waits for the card at every kernel and shows data "
    "of users.",
    {"Compile again without AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER and "
     "AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT; they act at compile time, so "
     "unsetting them where it runs does nothing.",
     "Look for what else was left in: 'aoti-lint model.pt2' (aoti-debug-leftover)."},
    {&Printer, &PrinterFilter}};
const Advice NanCheck{"A check for NaN and infinity that was compiled into the package fired (or "
                      "cannot take the dtype).",
                      {"Look at the tensor that is named: for an input, its maker; for a buffer, "
                       "the kernel before it (AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2).",
                       "Compare with eager on the same inputs, in the same dtype.",
                       "For production compile without TORCHINDUCTOR_NAN_ASSERTS."},
                      {&NanAsserts, &Printer, &PrinterFilter}};
const Advice DebugFlags{
    "Switches for debugging are on in this environment.",
    {"Unset those that act at run time where it is deployed; compile again without those that act "
     "at compile time.",
     "Look for what the package holds of them: 'aoti-lint model.pt2' (aoti-debug-leftover)."},
    {&Printer, &PrinterFilter, &NanAsserts, &DebugCompile, &LaunchBlocking, &NoCaching}};

// AOTI11 ------------------------------------------------------------------------------------------

const Advice MissingFunction{
    "The package needs a function of torch that the torch which loads it does not have: that one "
    "is older, or was built without the device.",
    {"Compare the two: 'aoti-lint --load-torch=X.Y model.pt2' names the functions, 'aoti-lint "
     "--dump-facts model.pt2' the oldest torch that has them.",
     "Load with that torch or a newer one, or compile with the one that will load it.",
     "For 'aoti_torch_cuda_…', check that libtorch_cuda is linked and loaded: a linker drops it "
     "without -Wl,--no-as-needed."},
    {&LoaderLog}};
const Advice AbiMismatch{
    "A library was compiled against another torch, another C++ ABI or another C++ library than the "
    "one that it is loaded with.",
    {"Read the symbol (c++filt): 'Ss' or 'std::string' without '__cxx11' is the old ABI.",
     "Take torch for compiling and libtorch for running from the same release and the same build "
     "(cxx11-abi, CUDA version).",
     "Compile the package, and custom operators, again with that torch."},
    {&LoaderLog}};
const Advice MissingKernel{"The binary of a kernel (.cubin) is not where the package looks for it. "
                           "The driver does not say which file.",
                           {"Load the package as a whole (.pt2, or its extracted folder with all "
                            "files); the library alone looks where it was compiled.",
                            "See which files it wants and which are there: 'aoti-lint model.pt2' "
                            "(aoti-package-layout, aoti-path-not-relocatable).",
                            "In C++ give the folder of the kernels (cubin_dir), or compile with "
                            "aot_inductor.embed_kernel_binary=True."},
                           {&EmbedKernels}};
const Advice KernelArch{
    "The kernels of the package were compiled for another card than this one, or by a newer "
    "compiler than the driver knows.",
    {"Compare: 'nvidia-smi --query-gpu=compute_cap --format=csv', and 'aoti-lint --load-arch=ARCH "
     "model.pt2'.",
     "Compile on the card that it will run on, or with aot_inductor.emit_multi_arch_kernel=True.",
     "If the driver is older than the CUDA of the compilation, update the driver."},
    {&MultiArch}};
const Advice Driver{"The driver of the card does not fit the CUDA that this torch was built with.",
                    {"Compare 'nvidia-smi' (driver, highest CUDA) with torch.version.cuda.",
                     "Update the driver, or install a torch built for an older CUDA.",
                     "In a container, check that the host's driver is mounted and that the "
                     "compatibility libraries are not in the way."},
                    {}};
const Advice MissingLibrary{"A library that the package, torch or a custom operator needs is not "
                            "found by the dynamic linker.",
                            {"See who needs what: 'ldd LIBRARY', 'LD_DEBUG=libs PROGRAM'.",
                             "Make it visible: LD_LIBRARY_PATH, an rpath, or 'import torch' before "
                             "(which loads its own CUDA libraries).",
                             "If the version differs (libstdc++, CUDA), install the one of the "
                             "compilation, or compile on this system."},
                            {&LoaderLog}};
const Advice TwoTorches{
    "Two copies of torch were loaded into one process, and each registers the same things.",
    {"See which: 'LD_DEBUG=libs PROGRAM', or /proc/PID/maps, and look for two paths with libtorch.",
     "Link everything (the program, bindings, custom operators) against one libtorch, as a shared "
     "library.",
     "Check that no library with torch linked into it statically is loaded, and that none is "
     "loaded twice under two names."},
    {&LoaderLog}};
const Advice BrokenLibrary{
    "The library of the package cannot be loaded on this machine: it is damaged, cut off, or made "
    "for another system or processor.",
    {"Check the file: 'file LIBRARY', its size and checksum.",
     "Compare system and processor: 'aoti-lint --load-platform=SYSTEM-MACHINE model.pt2'.",
     "Compile again on the system that it will run on."},
    {&LoaderLog}};
const Advice Archive{
    "The package cannot be opened as one: it is damaged, holds no compiled model, or none of the "
    "name that was asked for.",
    {"See what is in it: 'aoti-lint --dump-facts model.pt2', 'unzip -l model.pt2'.",
     "If it holds models/ and no data/aotinductor, it is an exported program (torch.export.save): "
     "compile it with aoti_compile_and_package.",
     "If it holds several models, give model_name.",
     "Check size and checksum: a cut download or a Git LFS pointer looks like this, too."},
    {}};
const Advice MachineDiffers{
    "The package was compiled on a machine with another processor, instruction set, system or "
    "card. torch only warns, also where it is safe: fewer "
    "instructions than the machine has are fine, more end in 'illegal instruction'.",
    {"See in which direction they differ: 'aoti-lint --load-isa=host --load-arch=ARCH model.pt2' "
     "says whether it is safe or fatal.",
     "If fatal, compile on the oldest machine of the fleet, or with cpp.simdlen for its "
     "instructions.",
     "If safe, the warning can be left alone."},
    {&SimdLength, &MultiArch}};
const Advice Instruction{
    "The processor met an instruction that it does not have: the package was compiled for a newer "
    "one (-march=native).",
    {"Compare: 'lscpu', and 'aoti-lint --load-isa=host model.pt2'.",
     "Compile on the oldest machine of the fleet, or with cpp.simdlen for its instructions."},
    {&SimdLength}};
const Advice Memory{"Memory ran out, on the card or on the host.",
                    {"Count what is loaded: weights are held once for each model that is loaded, "
                     "twice while they are updated, and once more for each process.",
                     "Lower the batch, or the number of runners.",
                     "If it grows with each call, look for outputs that are kept, and for handles "
                     "that are never freed "
                     "('aoti-lint model.pt2': aoti-handle-lifetime)."},
                    {}};
const Advice Backend{"An operator of torch has no kernel for this device in this process: libtorch "
                     "was built without it, or a part of it was not loaded.",
                     {"Check torch.cuda.is_available(), and that libtorch_cuda is among the loaded "
                      "libraries (link with -Wl,--no-as-needed).",
                      "Compare the device of the package with the torch that is installed."},
                     {&LoaderLog}};

// AOTI12 ------------------------------------------------------------------------------------------

const Advice WrongNumbers{
    "The package runs and its numbers differ from those of the model.",
    {"Check the inputs first, with AOTI_RUNTIME_CHECK_INPUTS=1: packages do not notice wrong "
     "shapes, strides or dtypes by themselves.",
     "Compare on the same device, dtype and inputs: eager, the exported program, the package. The "
     "first that differs is at fault. Differences of the size of "
     "the dtype's precision are no fault.",
     "Look for dropped error codes and lost sizes: 'aoti-lint model.pt2' (aoti-unchecked-error, "
     "aoti-size-truncation, aoti-view-out-of-bounds).",
     "Check that the weights are those of the model (load_constants), and look at standard error: "
     "messages of torch there mean a call that failed.",
     "Narrow it down: AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2 with a filter, or NaN "
     "checks."},
    {&CheckInputs, &NanAsserts, &Printer, &PrinterFilter}};
const Advice DroppedError{
    "A check of the model, or an error of an operator, does not reach the caller: the package goes "
    "on with what it has.",
    {"Look for calls whose error code is dropped: 'aoti-lint model.pt2' (aoti-unchecked-error). "
     "Packages of torch up to 2.9 drop those of every custom "
     "operator.",
     "Compile with a newer torch, which checks them and keeps the asserts of the export.",
     "Until then check in the caller what the model relies on, and look at standard error, where "
     "torch prints the message."},
    {&CheckInputs, &ScalarAsserts}};

// AOTI13 ------------------------------------------------------------------------------------------

const Advice CodeError{
    "The C++ that torch generated for the model does not compile. The first error of the compiler "
    "is the one to read; those behind it follow.",
    {"Read the first 'error:' line, and the line of the generated file that it names.",
     "Check that the compiler is one that torch supports (C++17, from 2.13 on C++20) and that the "
     "headers are those of the torch that generates.",
     "Compile with a newer torch: most of these are faults of the generator that were mended.",
     "Leave out options one by one (debug_sync, printers, cpp_wrapper, unusual dtypes); report "
     "what remains with the exported program."},
    {&OutputCode}};
const Advice LinkError{
    "The generated code compiled, and its libraries do not fit together: a function that torch has "
    "no C shim for, or a library that the linker does not find.",
    {"For 'aoti_torch_…': the operator has no shim in this torch; take a newer one.",
     "For a library (-lcuda, -lgomp, -ltorch): install its development package, or set "
     "LIBRARY_PATH; check CUDA_HOME.",
     "On Windows and macOS check that the compiler is the one that torch was built with."},
    {&OutputCode}};
const Advice LargeConstants{"The weights are too large for the sections of a library: above 2 GB, "
                            "code cannot reach across them.",
                            {"Compile with aot_inductor.force_mmap_weights=True, which puts them "
                             "behind the library, or keep them outside "
                             "(aot_inductor.package_constants_in_so=False and load_constants).",
                             "Take a newer torch, which does so by itself for large weights, and "
                             "the system's default linker (ld instead of lld)."},
                            {&MmapWeights, &ConstantsInSo}};
const Advice Toolchain{
    "The tools that build the package are missing, too old for the card, or ran out of memory.",
    {"Check what is there: 'g++ --version', 'nvcc --version', CUDA_HOME, 'python -c \"import "
     "triton\"'.",
     "For ptxas and new cards, take the CUDA that knows the card, and the Triton that came with "
     "torch.",
     "If the compiler was killed, lower its parallel jobs (TORCHINDUCTOR_COMPILE_THREADS=1) or "
     "give it more memory."},
    {}};
const Advice Shader{
    "A Metal shader of the package does not compile on this machine. The generated code of many "
    "releases of torch ignores the error and crashes, so "
    "that the message of the Metal compiler is lost.",
    {"Compile the shader by itself to see the message: torch.mps.compile_shader(source), with the "
     "source from TORCH_LOGS=output_code.",
     "Compile on the version of macOS that will run it: headers and language version differ.",
     "Take a newer torch, which checks the call."},
    {&OutputCode}};
const Advice Lowering{"torch could not turn an operator of the model into code.",
                      {"Read the innermost exception and the operator that 'target:' names.",
                       "Take a newer torch, or replace the operator in the model.",
                       "Reduce it: TORCH_LOGS=+inductor, and DUMP_AOTI_MINIFIER=1."},
                      {&OutputCode}};

// No category of its own --------------------------------------------------------------------------

const Advice RunFailed{"The call into the package failed, and this line does not say why: the "
                       "reason was printed to standard error before it.",
                       {"Look at standard error of the process, above this line; a server or a "
                        "notebook may keep it elsewhere.",
                        "Compare the device that the package was compiled for with the one that it "
                        "is loaded and fed on.",
                        CHECK_INPUTS_FIRST,
                        "Take a newer torch: from 2.13 on the reason is part of the error."},
                       {&CheckInputs, &CppStacks}};

} // namespace advice
} // namespace aoti
