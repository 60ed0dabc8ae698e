#include "Triton/TritonKernel.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti {

TritonType TritonType::read(StringRef Spelling) {
  TritonType T;
  T.Spelling = Spelling.str();
  StringRef Element = Spelling;
  // `*` for pointers, with qualifiers as in `*kfp32` for memory that is only read.
  if (Element.consume_front("*")) {
    T.IsPointer = true;
    Element.consume_front("k");
  }
  T.IsDescriptor = Element.starts_with("tensordesc") || Element == "nvTmaDesc";
  std::tie(T.Dtype, T.ElementBits) = llvm::StringSwitch<std::pair<std::string, unsigned>>(Element)
                                         .Case("i1", {"bool", 8})
                                         .Case("B", {"bool", 8})
                                         .Case("i8", {"int8", 8})
                                         .Case("i16", {"int16", 16})
                                         .Case("i32", {"int32", 32})
                                         .Case("i64", {"int64", 64})
                                         .Case("u1", {"bool", 8})
                                         .Case("u8", {"uint8", 8})
                                         .Case("u16", {"uint16", 16})
                                         .Case("u32", {"uint32", 32})
                                         .Case("u64", {"uint64", 64})
                                         .Case("fp16", {"float16", 16})
                                         .Case("bf16", {"bfloat16", 16})
                                         .Case("fp32", {"float32", 32})
                                         .Case("f32", {"float32", 32})
                                         .Case("fp64", {"float64", 64})
                                         .Case("f64", {"float64", 64})
                                         .Case("fp8e4nv", {"float8_e4m3fn", 8})
                                         .Case("fp8e4b8", {"float8_e4m3fnuz", 8})
                                         .Case("fp8e5", {"float8_e5m2", 8})
                                         .Case("fp8e5b16", {"float8_e5m2fnuz", 8})
                                         .Default({"", 0});
  return T;
}

TritonKernel::TritonKernel(TritonSource S)
    : Source(std::move(S)), Tree(parsePython(Source.text())) {
  findFunction();
  readParameters();
  readMetadata();
  readComments();
}

StringRef TritonKernel::name() const {
  return !Source.Name.empty() ? StringRef(Source.Name) : Function ? Function->Text : StringRef();
}

const TritonParameter *TritonKernel::parameter(StringRef Name) const {
  for (const TritonParameter &P : Parameters)
    if (P.Name == Name)
      return &P;
  return nullptr;
}

void TritonKernel::findFunction() {
  unsigned Best = 0;
  for (const PythonStmt *S : Tree.Body) {
    if (S->Kind != PythonStmtKind::Function)
      continue;
    // Functions that the kernel calls stand beside it, compiled by Triton but not launched by
    // torch.
    unsigned Rank = 1 + (S->Text == Source.Name);
    const PythonExpr *Launcher = nullptr;
    for (const PythonExpr *D : S->decorators()) {
      if (!D->is(PythonExprKind::Call))
        continue;
      std::string Path = pythonDottedName(D->Children[0]);
      if (StringRef(Path).contains("triton_heuristics.")) {
        Launcher = D;
        Rank += 4;
      }
    }
    if (Rank > Best) {
      Best = Rank;
      Function = S;
      Decorator = Launcher;
    }
  }
  if (!Decorator) {
    readAssignedMetadata();
    return;
  }
  Heuristics = Decorator->Children[0]->Text;
  Kind = llvm::StringSwitch<TritonKind>(Heuristics)
             .Case("pointwise", TritonKind::Pointwise)
             .Case("reduction", TritonKind::Reduction)
             .Case("persistent_reduction", TritonKind::PersistentReduction)
             .Case("cooperative_reduction", TritonKind::CooperativeReduction)
             .Case("split_scan", TritonKind::SplitScan)
             .Case("template", TritonKind::Template)
             .Case("fixed_config", TritonKind::FixedConfig)
             .Case("user_autotune", TritonKind::UserAutotune)
             .Case("foreach", TritonKind::Foreach)
             .Default(TritonKind::Unknown);
  TritonMeta = pythonArgument(Decorator, "triton_meta");
  InductorMeta = pythonArgument(Decorator, "inductor_meta");
  readSignature();
}

/// Sources that were taken apart have the metadata in variables.
void TritonKernel::readAssignedMetadata() {
  for (const PythonStmt *S : Tree.Body) {
    if (S->Kind != PythonStmtKind::Assign || S->Exprs.size() != 2 || !S->Exprs[0])
      continue;
    std::string Name = pythonDottedName(S->Exprs[0]);
    if (Name == "triton_meta")
      TritonMeta = S->Exprs[1];
    else if (Name == "inductor_meta")
      InductorMeta = S->Exprs[1];
  }
  readSignature();
}

void TritonKernel::readSignature() {
  Signature = pythonEntry(TritonMeta, "signature");
  if (Signature && !Signature->is(PythonExprKind::Dict))
    Signature = nullptr;
}

/// The parameter that a key of the metadata means: its name, its number, or a path to it, `(3,)`.
TritonParameter *TritonKernel::find(const PythonExpr *Key) {
  if (Key && Key->is(PythonExprKind::Tuple) && Key->Children.size() == 1)
    Key = Key->Children[0];
  if (std::optional<std::string> Name = pythonString(Key))
    return const_cast<TritonParameter *>(parameter(*Name));
  std::optional<int64_t> Index = pythonInteger(Key);
  return Index && *Index >= 0 && static_cast<size_t>(*Index) < Parameters.size()
             ? &Parameters[*Index]
             : nullptr;
}

void TritonKernel::readParameters() {
  if (!Function)
    return;
  for (const PythonParameter &P : Function->parameters()) {
    TritonParameter T;
    T.Name = P.Name;
    T.Begin = fileOffset(P.Begin);
    T.End = fileOffset(P.End);
    T.IsConstexpr = StringRef(pythonDottedName(P.Annotation)).ends_with("constexpr");
    if (T.IsConstexpr)
      T.Constant = P.Default;
    Parameters.push_back(T);
  }
  for (size_t I = 0; Signature && I + 1 < Signature->Children.size(); I += 2) {
    std::optional<std::string> Type = pythonString(Signature->Children[I + 1]);
    if (TritonParameter *P = find(Signature->Children[I])) {
      if (!Type)
        continue;
      P->Type = TritonType::read(*Type);
      P->IsConstexpr |= P->Type->isConstexpr();
    } else if (std::optional<std::string> Name = pythonString(Signature->Children[I])) {
      Unmatched.push_back(*Name);
    }
  }
  const PythonExpr *Constants = tritonMeta("constants");
  for (size_t I = 0;
       Constants && Constants->is(PythonExprKind::Dict) && I + 1 < Constants->Children.size();
       I += 2)
    if (TritonParameter *P = find(Constants->Children[I]))
      P->Constant = Constants->Children[I + 1];
  readDivisibility();
}

void TritonKernel::readDivisibility() {
  auto Mark = [&](const PythonExpr *List) {
    if (!List || (!List->is(PythonExprKind::Tuple) && !List->is(PythonExprKind::List)))
      return;
    for (const PythonExpr *Item : List->Children)
      if (TritonParameter *P = find(Item))
        P->IsDivisibleBy16 = true;
  };
  const PythonExpr *Configs = tritonMeta("configs");
  if (!Configs || !Configs->is(PythonExprKind::List))
    return;
  for (const PythonExpr *Config : Configs->Children) {
    if (Config->is(PythonExprKind::Dict)) {
      // {(0,): [['tt.divisibility', 16]], …}
      for (size_t I = 0; I + 1 < Config->Children.size(); I += 2) {
        const PythonExpr *Properties = Config->Children[I + 1];
        TritonParameter *P = find(Config->Children[I]);
        if (!P || !Properties->is(PythonExprKind::List))
          continue;
        for (const PythonExpr *Property : Properties->Children)
          if (Property->Children.size() == 2 &&
              pythonString(Property->Children[0]) == "tt.divisibility")
            P->IsDivisibleBy16 |= pythonInteger(Property->Children[1]).value_or(0) % 16 == 0;
      }
    } else if (Config->is(PythonExprKind::Call)) {
      // AttrsDescriptor(divisible_by_16=(0, 1), …), instance_descriptor(…), and
      // AttrsDescriptor.from_dict({'arg_properties': {'tt.divisibility': (0, 1), …}, …}).
      Mark(pythonArgument(Config, "divisible_by_16"));
      for (const PythonExpr *Argument : pythonPositional(Config))
        Mark(pythonEntry(pythonEntry(Argument, "arg_properties"), "tt.divisibility"));
    }
  }
}

/// The strings in a list, a tuple or a set.
static std::vector<std::string> stringsIn(const PythonExpr *List) {
  std::vector<std::string> Result;
  if (List && (List->is(PythonExprKind::List) || List->is(PythonExprKind::Tuple) ||
               List->is(PythonExprKind::Set)))
    for (const PythonExpr *Item : List->Children)
      if (std::optional<std::string> Text = pythonString(Item))
        Result.push_back(std::move(*Text));
  return Result;
}

void TritonKernel::readWarps() {
  WarpsArgument = pythonArgument(Decorator, "num_warps");
  if (std::optional<int64_t> Number = pythonInteger(WarpsArgument))
    Warps.push_back(*Number);
  if (Kind != TritonKind::UserAutotune || WarpsArgument)
    return;
  // `configs=[{'BLOCK': 64, 'num_warps': 2}, …]`; a configuration that says nothing, and the one
  // that torch makes up where there is none (user_autotune of torch/_inductor/runtime), has what
  // `triton.Config` has by default.
  constexpr int64_t Default = 4;
  const PythonExpr *Configs = pythonArgument(Decorator, "configs");
  if (!Configs || !Configs->is(PythonExprKind::List))
    return;
  WarpsArgument = Configs->Children.empty() ? nullptr : Configs;
  for (const PythonExpr *Config : Configs->Children) {
    const PythonExpr *Stated = pythonEntry(Config, "num_warps");
    std::optional<int64_t> Number = Stated ? pythonInteger(Stated) : Default;
    if (!Config->is(PythonExprKind::Dict) || !Number) {
      Warps.clear();
      return;
    }
    if (!llvm::is_contained(Warps, *Number))
      Warps.push_back(*Number);
  }
  if (Configs->Children.empty())
    Warps.push_back(Default);
}

void TritonKernel::readMetadata() {
  GridType = pythonString(inductorMeta("grid_type")).value_or("");
  AssertsIndices = pythonBool(inductorMeta("assert_indirect_indexing"));
  ExtraLauncherArguments = stringsIn(inductorMeta("extra_launcher_args"));
  for (const std::string &Name : stringsIn(inductorMeta("mutated_arg_names")))
    for (TritonParameter &P : Parameters)
      P.IsMutated |= P.Name == Name;
  readWarps();
  if (const PythonExpr *Hints = pythonArgument(Decorator, "size_hints")) {
    if (Hints->is(PythonExprKind::Dict)) {
      for (size_t I = 0; I + 1 < Hints->Children.size(); I += 2)
        if (auto Name = pythonString(Hints->Children[I]))
          if (auto Size = pythonInteger(Hints->Children[I + 1]))
            SizeHints.push_back({*Name, *Size});
    } else {
      // Before torch 2.7 a list: x, y, z, the last one of a reduction being r.
      static constexpr StringRef Names[] = {"x", "y", "z"};
      for (size_t I = 0; I < Hints->Children.size() && I < 3; ++I)
        if (auto Size = pythonInteger(Hints->Children[I]))
          SizeHints.push_back({Names[I].str(), *Size});
    }
  }
  const PythonExpr *Properties = tritonMeta("device");
  if (!Properties || !Properties->is(PythonExprKind::Call))
    return;
  Device.emplace();
  Device->Type = pythonString(pythonArgument(Properties, "type")).value_or("");
  Device->Index = pythonInteger(pythonArgument(Properties, "index"));
  Device->MultiProcessors = pythonInteger(pythonArgument(Properties, "multi_processor_count"));
  Device->WarpSize = pythonInteger(pythonArgument(Properties, "warp_size"));
  const PythonExpr *Capability = pythonArgument(Properties, "cc");
  Device->Capability =
      pythonString(Capability)
          .value_or(Capability && Capability->is(PythonExprKind::Number) ? Capability->Text.str()
                                                                         : "");
}

void TritonKernel::readComments() {
  auto Names = [](StringRef List) {
    std::vector<std::string> Result;
    llvm::SmallVector<StringRef, 4> Parts;
    List.split(Parts, ',', -1, false);
    for (StringRef Part : Parts)
      Result.push_back(Part.trim().str());
    return Result;
  };
  bool InFragment = false;
  for (const PythonToken &Comment : Tree.Comments) {
    StringRef Text = Comment.Text.drop_front().trim();
    auto [Before, Nodes] = Text.split("Source Nodes: [");
    if (!Nodes.empty()) {
      SourceNodes = Names(Nodes.split(']').first);
      SourceOperators = Names(Nodes.split("Original ATen: [").second.split(']').first);
    }
    if (InFragment && !Text.empty())
      GraphFragment.push_back(Text.str());
    InFragment |= Text.starts_with("Graph fragment:");
  }
}

std::vector<std::unique_ptr<TritonKernel>> readTritonKernels(StringRef File) {
  std::vector<std::unique_ptr<TritonKernel>> Kernels;
  for (TritonSource &Source : findTritonSources(File))
    Kernels.push_back(std::make_unique<TritonKernel>(std::move(Source)));
  return Kernels;
}

} // namespace aoti
