//===- FactsDump.h - the facts of a source as plain data ----------*- C++ -*-===//
//
// What `--dump-facts` shows of a source: nothing of clang in it, in the order of the
// source, the same for every run. A text that is empty, or a value that is not there,
// is not known; `Doubts` says whether it is absent or undecided, and why.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;

/// A fact that is not known.
struct FactDoubt {
  /// "device", "dtype", "shape", "extent", "stream", "operand"…
  std::string Fact;
  /// A short phrase: "result of 'aoti_torch_cpu_sort', and no assertion states its shape".
  std::string Why;
  /// Whether the source says nothing of it, as opposed to saying it in a form that is not followed.
  bool IsAbsent = false;
};

/// A range of integers; a missing end is open.
struct FactRange {
  std::optional<int64_t> Lo, Hi;
};

/// How many things of a kind there are, and of how many everything is known.
struct FactCount {
  unsigned Known = 0, Total = 0;
  void add(bool IsKnown) {
    Known += IsKnown;
    ++Total;
  }
  FactCount &operator+=(FactCount Other) {
    Known += Other.Known;
    Total += Other.Total;
    return *this;
  }
};

/// An input, an output or a constant of the model.
struct ModelTensorDump {
  int64_t Index = 0;
  std::string Name;
  std::string Dtype, Device;
  /// Whether the number of sizes is known; single ones may be "?".
  bool HasShape = false;
  std::vector<std::string> Sizes, Strides;
  /// For inputs: what the checks admit for each size.
  std::vector<FactRange> Ranges;
  /// For constants: "Parameter", "Buffer"…, and the name in the model.
  std::string Type, OriginalName;
  /// For constants: bytes of the storage, the offset in it in elements, and whether it is computed
  /// when the model is loaded.
  std::optional<int64_t> Bytes, Offset;
  bool IsFolded = false;
  unsigned Line = 0;
  std::vector<FactDoubt> Doubts;
};

/// A size that is not fixed.
struct SymbolDump {
  std::string Name;
  /// "size 0 of input 1", "stride 0 of input 1", "size of a tensor", "value read from a tensor",
  /// "parameter", "solved from a size of an input", "other".
  std::string Origin;
  FactRange Declared;
  unsigned Line = 0;
};

/// What became of a buffer.
struct BufferEventDump {
  /// "owned by", "moved to", "reset", "released", "output", "deleted with".
  std::string What;
  /// The variable, or the number of the output.
  std::string Name;
  unsigned Line = 0;
};

/// A piece of memory of a function.
struct BufferDump {
  std::string Name;
  /// "input", "constant", "allocation", "stack", "result", "unknown".
  std::string Origin;
  unsigned Line = 0;
  std::string Dtype, Device;
  /// "" where the device has none, "device_idx_" for that of the model, or a number.
  std::string DeviceIndex;
  bool HasShape = false;
  std::vector<std::string> Sizes, Strides;
  /// Elements from the first to behind the last, and bytes: as an expression, and as a number where
  /// it is one.
  std::string Extent, Bytes;
  std::optional<int64_t> StaticBytes;
  /// Lines of the first and of the last use; 0 if there is none.
  unsigned FirstUse = 0, LastUse = 0;
  std::vector<BufferEventDump> Life;
  std::vector<FactDoubt> Doubts;
};

/// Another tensor in a buffer.
struct ViewDump {
  std::string Name;
  /// "view", "as_strided", "pool block", "dtype view", "alias", "merged".
  std::string Kind;
  unsigned Line = 0;
  /// Numbers of the buffers that it lies, or may lie, in.
  std::vector<unsigned> Buffers;
  std::string Dtype;
  bool HasShape = false;
  std::vector<std::string> Sizes, Strides;
  /// The first element, from that of the tensor that came with the buffer, in elements of its own
  /// dtype; for pool blocks also in bytes as it was asked for.
  std::string Offset, OffsetBytes;
  std::vector<FactDoubt> Doubts;
};

struct OperandDump {
  /// As the code names it.
  std::string Name;
  std::string Parameter;
  /// "read", "written", "both", "made", "unknown".
  std::string Role;
  /// Numbers of the buffers that it lies, or may lie, in.
  std::vector<unsigned> Buffers;
  /// The number of the view that it is; -1 for whole buffers.
  int View = -1;
  /// For views: its shape.
  bool HasShape = false;
  std::vector<std::string> Sizes;
};

struct ScalarDump {
  std::string Parameter;
  /// An expression over symbols, or what the code says where it is no integer.
  std::string Value;
  bool IsKnown = false;
};

/// An access of a kernel that is not shown to stay within its tensor.
struct UnprovedAccessDump {
  /// In the source of the kernel.
  unsigned Line = 0;
  /// How weighty a suspicion that is: "declared", "unknown", "open", "unasserted", in this order.
  std::string Kind;
  std::string Why;
};

/// What is shown of the accesses of a kernel at one call.
struct LaunchProofDump {
  unsigned Accesses = 0;
  /// The weightiest first.
  std::vector<UnprovedAccessDump> Unproved;
};

struct OperationDump {
  unsigned Line = 0;
  /// "allocation", "view", "launch", "cpu kernel", "shim", "copy", "proxy", "item", "check",
  /// "other".
  std::string Kind;
  std::string Callee;
  /// For launches and kernels of the CPU that, for custom operators theirs.
  std::string Kernel;
  std::string Device;
  /// The stream that it works on: "run" for that of the call, "aux 1", "default", "current"…; what
  /// the code says where that is not told.
  std::string Stream;
  /// The guard that is in force, "none", or the possible ones; empty where none is needed.
  std::string Guard;
  /// The number of the region that it stands in.
  unsigned Region = 0;
  std::vector<OperandDump> Operands;
  std::vector<ScalarDump> Scalars;
  /// For launches of kernels whose source in Triton the wrapper holds, where that was asked for.
  std::optional<LaunchProofDump> Proof;
  /// What the comment before it says: names of the graph's nodes, and of the operators of ATen.
  std::vector<std::string> SourceNodes, SourceOperators;
  std::vector<FactDoubt> Doubts;
};

/// An object that makes a stream the current one as long as it lives.
struct GuardDump {
  unsigned Line = 0;
  std::string Name, Class, Stream, DeviceIndex;
};

/// A record of an event, or a wait for one.
struct EventDump {
  unsigned Line = 0;
  /// "record" or "wait".
  std::string What;
  /// The number in the cache of events, or the variable that holds the event.
  std::string Event;
  std::string Stream;
};

/// The body of the function, a branch, or the body of a loop.
struct RegionDump {
  /// "function", "if", "else", "loop".
  std::string Kind;
  /// -1 for the function.
  int Outer = -1;
  std::string Condition;
  unsigned Line = 0;
};

/// What an output gets in one place.
struct OutputDump {
  int Slot = -1;
  std::string Name;
  std::vector<unsigned> Buffers;
  std::string Dtype;
  bool HasShape = false;
  std::vector<std::string> Sizes, Strides;
  unsigned Line = 0;
};

struct FunctionDump {
  std::string Name;
  unsigned Line = 0;
  /// "run", "constant folding", "kernel helper", "other".
  std::string Role;
  /// Whether the lives of handles are followed; not in functions that jump.
  bool FollowsHandles = true;
  std::vector<SymbolDump> Symbols;
  std::vector<BufferDump> Buffers;
  std::vector<ViewDump> Views;
  std::vector<RegionDump> Regions;
  std::vector<OperationDump> Operations;
  std::vector<GuardDump> Guards;
  std::vector<EventDump> Events;
  std::vector<OutputDump> Outputs;
};

/// What a kernel of the device is given at one place of its array of arguments.
struct KernelArgumentDump {
  /// "pointer", "scalar", "item", "scratch", "absent", "unknown".
  std::string Kind;
  /// The variable that holds it, and its bytes.
  std::string Name;
  std::optional<uint64_t> Bytes;
  /// The parameter of the helper that it comes from.
  std::string From;
  /// The parameter of the kernel at that place, and its type in the signature: "*fp32".
  std::string Parameter, Type;
};

/// A load or a store of a kernel of the device.
struct KernelAccessDump {
  unsigned Line = 0;
  /// "tl.load".
  std::string Function;
  std::string Parameter;
  /// Elements from the pointer; an expression over parameters, programs and lanes. Values from
  /// memory are "loaded".
  std::string Index;
  /// "true" where all lanes take part.
  std::string Mask;
  /// The branches around it; "true" where there are none.
  std::string Path;
  bool IsKnown = false;
};

/// A call of the model that launches a kernel of the device.
struct KernelLaunchDump {
  unsigned Line = 0;
  /// Programs along each axis, in the sizes of the function that calls; empty where that is not
  /// known.
  std::vector<std::string> Grid;
  /// What each parameter of the kernel that is no pointer gets, in the same way.
  std::vector<std::pair<std::string, std::string>> Values;
};

/// A kernel: of the CPU, or of the model's own device.
struct KernelDump {
  std::string Name;
  std::string Device;
  /// Where the wrapper declares it, the helper that launches it or the load; 0 for none.
  unsigned Line = 0;
  /// For kernels of the CPU: "const float* in_ptr0"; for those whose source in Triton the wrapper
  /// holds: "*fp32 in_ptr0".
  std::vector<std::string> Parameters;
  /// For the latter: the line of the function, how torch tunes it ("pointwise"), the kind of grid,
  /// the arguments of the launch, and what it does with memory.
  unsigned SourceLine = 0;
  std::string Heuristics, Grid;
  std::vector<KernelArgumentDump> Arguments;
  std::vector<KernelAccessDump> Accesses;
  std::vector<KernelLaunchDump> Launches;
  /// The file that defines it, or that it is loaded from; empty where that is not told.
  std::string File;
  /// The symbol at the beginning of its image in the library; empty where it is loaded from a file.
  std::string Symbol;
  /// The line of the definition in that file; 0 for images.
  unsigned FileLine = 0;
  /// Lines of the calls or launches.
  std::vector<unsigned> Calls;
  std::vector<FactDoubt> Doubts;
};

/// An operator of torch that a source defines, or a kernel that it registers for one.
struct OperatorDump {
  /// "ns::name.overload".
  std::string Name;
  /// Of definitions, as it is written.
  std::string Schema;
  /// "Meta", "CPU"…; empty for definitions, and for kernels that are registered without one.
  std::string Key;
  /// The function that is registered, "lambda", or empty if none is.
  std::string Kernel;
  bool IsStable = false;
  unsigned Line = 0;
};

/// Of how much everything is known.
struct FactFigures {
  /// What the functions of the model make: allocations, arrays on the stack, blocks of pools,
  /// results of calls.
  FactCount Buffers;
  /// Of kernels of the device and of the CPU.
  FactCount Launches;
  /// Those that compute or copy, custom operators too.
  FactCount ShimCalls;
  /// Of loads and stores in the sources of kernels. Numbers from memory count as known.
  FactCount Indices;
  FactCount Inputs, Constants;

  FactFigures &operator+=(const FactFigures &Other);
};

/// An input of the contract of a model.
struct ContractInputDump {
  std::string Name;
  /// How Python gets at it: "args[0]['scale']"; empty where that is not known.
  std::string Path;
  unsigned Line = 0;
};

/// A size or a stride of an input that the contract measures others by.
struct ContractSymbolDump {
  /// A name in Python, different from those of the others.
  std::string Name;
  unsigned Input = 0, Dimension = 0;
  bool IsStride = false;
  /// For one that is solved for: what is divided, in Python, with `size` for the size of the
  /// dimension, and by what; 0 for others.
  std::string Numerator;
  int64_t Divisor = 0;
};

/// Something that a model needs of an input.
struct RequirementDump {
  /// "dtype", "device", "rank", "min_rank", "size", "min", "max", "equal", "multiple", "stride",
  /// "elements", "aligned", "content".
  std::string Kind;
  unsigned Input = 0;
  /// -1 for what is not about one dimension.
  int Dimension = -1;
  /// For a person: "size 0 is at least 2".
  std::string Text;
  /// The name of the dtype or of the device; in Python what a size or a stride has to be, or what
  /// has to be a multiple, with `size` for the size of the dimension. Empty where Python cannot say
  /// it.
  std::string Value;
  std::optional<int64_t> Number, Limit;
  /// "always", "asked" where AOTI_RUNTIME_CHECK_INPUTS is set, "sometimes", "never".
  std::string Tested;
  bool IsInferred = false;
  /// Of the test, or of what needs it.
  unsigned Line = 0;
};

/// What a model needs of its inputs.
struct ContractDump {
  /// Whether the arguments of a call are told: how many are given by position, and the names of the
  /// others as Python texts.
  bool HasArguments = false;
  unsigned Positional = 0;
  std::vector<std::string> Keywords;
  std::vector<ContractInputDump> Inputs;
  /// By input.
  std::vector<ContractSymbolDump> Symbols;
  std::vector<RequirementDump> Requirements;
};

/// Everything that is known of a source.
struct SourceDump {
  /// "wrapper", "kernel", "python", "other".
  std::string Kind;
  /// "torch 2.13 to 2.14, cuda"; empty for sources that are not generated.
  std::string Dialect;
  std::string Device;
  /// Minor releases of torch 2; open ends are not set.
  std::optional<unsigned> OldestTorch, NewestTorch;
  std::vector<ModelTensorDump> Inputs, Outputs, Constants;
  /// In the order of their names.
  std::vector<KernelDump> Kernels;
  std::vector<FunctionDump> Functions;
  std::vector<OperatorDump> Operators;
  /// Of wrappers whose inputs are handles.
  std::optional<ContractDump> Contract;
  FactFigures Known;
};

/// Gathers what is known of a translation unit.
/// \param WithProofs also what is shown of the accesses of each launch, which takes longer.
SourceDump dumpFacts(TuFacts &Facts, bool WithProofs = false);

} // namespace aoti
