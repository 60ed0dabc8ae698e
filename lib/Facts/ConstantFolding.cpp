#include "Facts/ConstantFolding.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/TuFacts.h"
#include "Support/ClangCompat.h"
#include "Support/Quote.h"

using namespace clang;

namespace aoti {

/// How often the body of a function names a variable.
static size_t mentionsOf(llvm::StringRef Name, const FunctionDecl &F) {
  struct Counter : AstVisitor<Counter> {
    llvm::StringRef Name;
    size_t Count = 0;
    bool VisitDeclRefExpr(DeclRefExpr *E) {
      Count += identifierOf(E->getDecl()) == Name;
      return true;
    }
  } Mentions;
  Mentions.Name = Name;
  Mentions.TraverseStmt(F.getBody());
  return Mentions.Count;
}

static OutputUses outputUses(const FunctionBuffers &Function) {
  OutputUses Uses;
  for (const TensorUse &Use : Function.Uses)
    if (Use.K == TensorUse::Kind::Output)
      Uses[Use.Slot].push_back(&Use);
  return Uses;
}

ConstantFolding foldingOf(const ModelTables &Model, TuFacts &Facts) {
  using Role = FunctionUses::FunctionRole;
  ConstantFolding Result;
  bool Single = true;
  for (const FunctionUses &F : Model.Functions) {
    const FunctionUses *&Found = F.Role == Role::FoldingDriver ? Result.Driver : Result.Graph;
    if (F.Role != Role::FoldingDriver && F.Role != Role::FoldingGraph)
      continue;
    Single &= !Found;
    Found = &F;
  }
  if (!Single) {
    Result.Driver = Result.Graph = nullptr;
    return Result;
  }
  Result.Followed = Result.Driver && !Result.Driver->OpaqueFolding &&
                    Result.Driver->FoldsNothing == Result.Driver->FoldedNames.empty();

  for (const auto &[Index, Entry] : Model.entries(InfoTable::Constants))
    if (Entry.Name.isSettled())
      Result.ConstantByName.try_emplace(Entry.Name.Value, &Entry);

  if (Result.Driver) {
    for (const OutputUse &Use : Result.Driver->Outputs) {
      // What is read is read for a name.
      if (Use.Kind != OutputUse::UseKind::Store)
        continue;
      if (!Use.Index.isKnown() || !Use.Constant.isKnown()) {
        Result.Followed = false;
        continue;
      }
      FoldingSlot &Slot = Result.Slots[Use.Index.Value];
      if (Slot.Memo)
        Result.Followed = false;
      Slot.Memo = &Use;
      Slot.Memoised = Model.constant(Use.Constant.Value);
    }
    for (const FoldedName &Name : Result.Driver->FoldedNames) {
      if (!Name.Slot.isKnown()) {
        Result.Followed = false;
        continue;
      }
      FoldingSlot &Slot = Result.Slots[Name.Slot.Value];
      Slot.Names.push_back(&Name);
      Slot.Named = Slot.Names.size() == 1 ? Result.ConstantByName.lookup(Name.Name) : nullptr;
    }
  }
  if (Result.Graph) {
    // The array can be filled as a whole, by an iterator, or under another name.
    if (mentionsOf("output_handles", *Result.Graph->Function) != Result.Graph->Outputs.size())
      Result.Followed = false;
    for (const OutputUse &Use : Result.Graph->Outputs) {
      if (!Use.Index.isKnown() || Use.Kind != OutputUse::UseKind::Store) {
        Result.Followed = false;
        continue;
      }
      FoldingSlot &Slot = Result.Slots[Use.Index.Value];
      if (Use.Unconditional)
        Slot.Fills.push_back(&Use);
      else
        Slot.MaybeFilled = true;
    }
  }
  if (Result.Graph)
    if (const FunctionBuffers *Graph = Facts.buffers().function(Result.Graph->Function))
      Result.Contents = outputUses(*Graph);
  for (const auto &[Number, Slot] : Result.Slots)
    if (const InfoEntry *Constant = Slot.constant())
      Result.SlotByConstant.try_emplace(Constant, Number);
  return Result;
}

std::string named(const InfoEntry &Constant) {
  return Constant.Name.isSettled() ? quoted(Constant.Name.Value)
                                   : "constant " + std::to_string(Constant.Index);
}

std::optional<int64_t> ConstantFolding::slotOf(const InfoEntry &Constant) const {
  auto Found = SlotByConstant.find(&Constant);
  return Found == SlotByConstant.end() ? std::nullopt : std::optional(Found->second);
}

} // namespace aoti
