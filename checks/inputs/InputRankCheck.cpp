#include "checks/inputs/InputRankCheck.h"
#include "Facts/AstQuery.h"
#include "Support/Quote.h"
#include "checks/inputs/InputText.h"

using namespace clang;

namespace aoti {

void InputRankCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  const InputContract &Contract = Facts->contract();
  const auto &Inputs = Facts->buffers().inputs();
  std::set<unsigned> Told;
  for (const ContractSymbol &S : Contract.symbols()) {
    auto D = Inputs.find(S.Input);
    if (S.Divisor || D == Inputs.end() || !D->second.Rank || S.Dimension < *D->second.Rank ||
        Facts->buffers().mayTestRank(S.Input))
      continue;
    const InputCheck *Check = nullptr;
    for (const InputCheck &Other : Contract.checks().checks())
      if (Other.Inputs.count(S.Input) && !Check)
        Check = &Other;
    if (!Check || !Told.insert(S.Input).second)
      continue;
    unsigned Rank = *D->second.Rank;
    std::string Name = quoted(identifierOf(Check->Function));
    CodeFinding F;
    F.At = charRange(S.At, Context);
    F.Message =
        std::string(S.IsStride ? "stride " : "size ") + std::to_string(S.Dimension) + " of " +
        Contract.nameOf(S.Input) + " is read, and " + Name + " knows of " + std::to_string(Rank) +
        (Rank == 1 ? " dimension" : " dimensions") +
        " only: an input with so few passes the check, and what lies behind its " +
        (S.IsStride ? "strides" : "sizes") +
        " in memory is taken for one; compile the model again, or test the rank before the call";
    F.Notes.push_back(
        {charRange(nameRange(Check->Function), Context), "the check of the input is here"});
    report(F, Context);
  }
}

} // namespace aoti
