#include "Facts/ContractDump.h"
#include "Facts/InputContract.h"
#include "Facts/TuFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

StringRef kindName(Requirement::Kind K) {
  using Kind = Requirement::Kind;
  switch (K) {
  case Kind::Dtype:
    return "dtype";
  case Kind::Device:
    return "device";
  case Kind::Rank:
    return "rank";
  case Kind::MinRank:
    return "min_rank";
  case Kind::Size:
    return "size";
  case Kind::AtLeast:
    return "min";
  case Kind::AtMost:
    return "max";
  case Kind::EqualTo:
    return "equal";
  case Kind::Multiple:
    return "multiple";
  case Kind::Stride:
    return "stride";
  case Kind::Elements:
    return "elements";
  case Kind::Aligned:
    return "aligned";
  case Kind::Content:
    return "content";
  }
  llvm_unreachable("all kinds are covered");
}

StringRef testedName(std::optional<RunsWhen> Tested) {
  if (!Tested)
    return "never";
  switch (*Tested) {
  case RunsWhen::Always:
    return "always";
  case RunsWhen::ChecksAsked:
    return "asked";
  case RunsWhen::Sometimes:
    return "sometimes";
  }
  llvm_unreachable("all values are covered");
}

/// Torch's own names of symbols, "s77", are names in Python, too, and no words of it.
bool isSymbolName(StringRef Name) {
  if (Name.size() < 2 || !StringRef("szup").contains(Name[0]))
    return false;
  Name = Name.drop_while(llvm::isAlpha);
  return !Name.empty() && llvm::all_of(Name, llvm::isDigit);
}

} // namespace

std::optional<ContractDump> dumpContract(TuFacts &Facts) {
  if (Facts.dialect().Kind != SourceKind::Wrapper)
    return std::nullopt;
  const InputContract &Contract = Facts.contract();
  if (!Contract.run())
    return std::nullopt;
  const SourceManager &SM = Facts.context().getSourceManager();
  auto Line = [&](SourceRange At) -> unsigned {
    if (At.isInvalid())
      return 0;
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At.getBegin()));
    return File == SM.getMainFileID() ? SM.getLineNumber(File, Offset) : 0;
  };

  ContractDump Dump;
  if (Contract.tree()) {
    Dump.HasArguments = true;
    Dump.Positional = Contract.tree()->Positional;
    Dump.Keywords = Contract.tree()->Keywords;
  }
  for (const ContractInput &Input : Contract.inputs())
    Dump.Inputs.push_back({Input.Name, Input.Path, Line(Input.At)});

  llvm::DenseMap<unsigned, std::string> Names;
  llvm::StringSet<> Taken;
  for (const ContractSymbol &S : Contract.symbols()) {
    std::string Name = S.Symbol.name().str();
    if (!isSymbolName(Name) || !Taken.insert(Name).second)
      Name = (S.IsStride  ? "stride_"
              : S.Divisor ? "part_"
                          : "size_") +
             std::to_string(S.Dimension) + "_of_" + std::to_string(S.Input);
    Names[S.Symbol.symbolId()] = Name;
  }
  std::function<std::string(Expression)> NameOf = [&](Expression Symbol) {
    return Names.lookup(Symbol.symbolId());
  };
  for (const ContractSymbol &S : Contract.symbols()) {
    ContractSymbolDump Symbol;
    Symbol.Name = NameOf(S.Symbol);
    Symbol.Input = S.Input;
    Symbol.Dimension = S.Dimension;
    Symbol.IsStride = S.IsStride;
    if (S.Divisor) {
      Symbol.Numerator =
          S.Numerator.python([](Expression) { return std::string("size"); }).value_or("");
      Symbol.Divisor = S.Divisor;
    }
    Dump.Symbols.push_back(std::move(Symbol));
  }
  auto HasNames = [&](Expression E) {
    return llvm::all_of(E.symbols(),
                        [&](Expression Symbol) { return Names.count(Symbol.symbolId()); });
  };
  for (const Requirement &R : Contract.requirements()) {
    RequirementDump Out;
    Out.Kind = kindName(R.K).str();
    Out.Input = R.Input;
    Out.Dimension = R.Dimension;
    Out.Text = Contract.describe(R);
    Out.Value = R.Text;
    if (R.K == Requirement::Kind::Multiple)
      Out.Value = R.Value.python([](Expression) { return std::string("size"); }).value_or("");
    else if (R.Value && HasNames(R.Value))
      Out.Value = R.Value.python(NameOf).value_or("");
    Out.Number = R.Number;
    Out.Limit = R.Limit;
    Out.Tested = testedName(R.Tested).str();
    Out.IsInferred = R.IsInferred;
    Out.Line = Line(R.At);
    Dump.Requirements.push_back(std::move(Out));
  }
  return Dump;
}

} // namespace aoti
