#include "checks/constants/FoldedConstantCheck.h"
#include "Facts/BufferFacts.h"
#include "Facts/ConstantFolding.h"
#include "Facts/TuFacts.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace aoti {
namespace {

constexpr StringRef Driver = "const_run_impl";
constexpr StringRef Graph = "_const_run_impl";

/// Works on one model.
class FoldingReader {
public:
  FoldingReader(const ModelTables &Model, TuFacts &Facts,
                llvm::function_ref<void(CodeFinding)> Report)
      : Model(Model), Context(Facts.context()), Report(Report), Folding(Facts.folding(Model)) {}

  void run() {
    if (Folding.Driver && Folding.Followed)
      checkFolding();
    else if (!Folding.Driver)
      checkTableAlone();
    checkTypes();
  }

private:
  void checkFolding() {
    checkRoom();
    checkNames();
    checkFlags();
    checkFills();
    checkCall();
    checkProduced();
    checkUses();
    checkTensors();
  }

  //===--- places and texts ---===//

  CharSourceRange chars(SourceRange Tokens) const { return charRange(Tokens, Context); }
  CodeNote note(SourceRange At, std::string Message) const {
    return {chars(At), std::move(Message)};
  }
  SourceRange statementOf(size_t Assignment) const {
    return Model.Assignments[Assignment].Statement;
  }
  SourceRange valueOf(size_t Assignment) const { return Model.Assignments[Assignment].ValueAt; }

  void report(SourceRange At, std::string Message, std::vector<CodeNote> Notes = {}) {
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = chars(At);
    F.Message = std::move(Message);
    F.Notes = std::move(Notes);
    Report(std::move(F));
  }

  static std::string slotText(int64_t Slot) {
    return "'output_handles[" + std::to_string(Slot) + "]'";
  }

  /// Notes where a constant is declared and where the model uses it.
  std::vector<CodeNote> about(const InfoEntry &C) const {
    std::vector<CodeNote> Notes = {note(statementOf(C.Statements.front()),
                                        named(C) + " is constant " + std::to_string(C.Index))};
    for (const FunctionUses &F : Model.Functions) {
      if (F.Role != FunctionUses::FunctionRole::Run)
        continue;
      for (const ConstantUse &Use : F.Constants)
        if (Use.Index.isKnown() && Use.Index.Value == C.Index) {
          Notes.push_back(note(Use.At, "the model takes it here"));
          return Notes;
        }
    }
    return Notes;
  }

  /// Whether a constant is of the kind that is computed, by its type and its name; nullopt where
  /// the two disagree or are not known.
  static std::optional<bool> isFoldedKind(const InfoEntry &C) {
    if (!C.Type.isSettled() || !C.Name.isSettled())
      return std::nullopt;
    bool ByType = C.Type.Value == "FoldedConstant";
    bool ByName = StringRef(C.Name.Value).starts_with("_FOLDED_CONST_");
    return ByType == ByName ? std::optional(ByType) : std::nullopt;
  }

  //===--- the table ---===//

  void reportFlag(const InfoEntry &C, bool Folded, std::string Because,
                  std::vector<CodeNote> Notes = {}) {
    if (!Told.insert(&C).second)
      return;
    std::string Effect =
        Folded
            ? "its bytes are not read from the weights, so every constant behind it is read from a "
              "shifted place, and the model crashes when it uses this one"
            : "the loader reads " +
                  (C.DataSize.isSettled() ? std::to_string(C.DataSize.Value) + " bytes"
                                          : std::string("bytes")) +
                  " for it from the weights, which hold none, so every constant behind it is read "
                  "from a shifted place (wrong results without an error)";
    report(valueOf(C.FromFolded.Assignment),
           named(C) +
               (Folded ? " is marked as computed at load, but "
                       : " is not marked as computed "
                         "at load, but ") +
               Because + ": " + Effect + "; compile the model again, or set 'from_folded' to " +
               (Folded ? "false" : "true"),
           std::move(Notes));
  }

  /// Without the functions, the fields of an entry can still contradict each other.
  void checkTableAlone() {
    for (const auto &[Index, C] : Model.entries(InfoTable::Constants)) {
      std::optional<bool> Kind = isFoldedKind(C);
      if (!C.FromFolded.isSettled() || !Kind || *Kind == C.FromFolded.Value)
        continue;
      reportFlag(C, C.FromFolded.Value,
                 *Kind ? "is of the type 'FoldedConstant'"
                       : "is of the type " + quoted(C.Type.Value),
                 {note(statementOf(C.Type.Assignment), "its type is told here")});
    }
  }

  void checkFlags() {
    for (const auto &[Index, C] : Model.entries(InfoTable::Constants)) {
      if (!C.FromFolded.isSettled() || Told.count(&C))
        continue;
      std::optional<int64_t> Slot = Folding.slotOf(C);
      std::optional<bool> Kind = isFoldedKind(C);
      if (C.FromFolded.Value && !Slot && Kind == false)
        reportFlag(C, true, "nothing computes it and its type is " + quoted(C.Type.Value),
                   {note(statementOf(C.Type.Assignment), "its type is told here")});
      if (!C.FromFolded.Value && Slot && Kind != false)
        if (const FoldingSlot &S = Folding.Slots.at(*Slot); !S.Names.empty())
          reportFlag(C, false, quoted(Driver) + " computes it",
                     {note(S.Names.front()->At, "it is returned here")});
    }
  }

  /// Torch writes the type and the flag of an entry from one list.
  void checkTypes() {
    for (const auto &[Index, C] : Model.entries(InfoTable::Constants)) {
      if (!C.Type.isSettled() || !C.FromFolded.isSettled() || Told.count(&C) ||
          (C.Type.Value == "FoldedConstant") == C.FromFolded.Value)
        continue;
      CodeFinding F;
      F.Level = Severity::Warning;
      F.At = chars(valueOf(C.Type.Assignment));
      F.Message = named(C) + " is of the type " + quoted(C.Type.Value) + " and is " +
                  (C.FromFolded.Value ? "" : "not ") +
                  "marked as computed at load: the runtime loads it by the mark and updates it by "
                  "the type, so that it is taken for two kinds of constants; compile the model "
                  "again, or correct the one that is wrong";
      F.Notes.push_back(note(statementOf(C.FromFolded.Assignment), "the mark"));
      Report(F);
    }
  }

  //===--- slots ---===//

  /// A slot that lies outside of the array, unless the array is too small as a whole.
  void checkRoom() {
    const WrittenInteger &Room = Folding.Driver->OutputVectorSize;
    if (!Room.isKnown() || Room.Value < 0)
      return;
    bool Whole = true;
    int64_t Needed = 0;
    for (const auto &[Number, S] : Folding.Slots) {
      Whole &= Number == Needed++ && !S.Names.empty() && (!Folding.Graph || !S.Fills.empty());
    }
    std::string Size = std::to_string(Room.Value) + (Room.Value == 1 ? " slot" : " slots");
    if (Whole && Needed > Room.Value) {
      report(
          Room.At,
          "there is room for " + std::to_string(Room.Value) + " folded " +
              (Room.Value == 1 ? "constant" : "constants") + ", but " + std::to_string(Needed) +
              " are computed: memory behind the array of handles is overwritten when the model is "
              "loaded; compile the model again, or make room for " +
              std::to_string(Needed),
          {note(Folding.Slots.at(Room.Value).Names.front()->At,
                "the first constant without a slot")});
      for (const auto &[Number, S] : Folding.Slots)
        if (Number >= Room.Value)
          Outside.insert(Number);
      return;
    }
    for (const auto &[Number, S] : Folding.Slots) {
      if (Number >= 0 && Number < Room.Value)
        continue;
      Outside.insert(Number);
      auto Complain = [&](SourceRange At, StringRef Verb) {
        report(At,
               slotText(Number) + " is " + Verb.str() + ", but there is room for " + Size +
                   ": memory " + (Number < 0 ? "before" : "behind") +
                   " the array of handles is touched when the model is loaded; compile the model "
                   "again, or correct the index",
               {note(Room.At, Size + " made here")});
      };
      if (S.Memo)
        Complain(S.Memo->Index.At, "written");
      for (const FoldedName *Name : S.Names)
        Complain(Name->Slot.At, "read");
      for (const OutputUse *Fill : S.Fills)
        Complain(Fill->Index.At, "written");
      Misplaced += S.Fills.size();
      if (const InfoEntry *C = S.constant())
        Told.insert(C);
    }
  }

  void checkNames() {
    for (const auto &[Number, S] : Folding.Slots)
      if (S.Named)
        SlotsNamed[S.Named].push_back(Number);
    for (const auto &[Number, S] : Folding.Slots) {
      if (Outside.count(Number))
        continue;
      if (S.Names.size() > 1)
        checkTwoNames(Number, S);
      else if (S.Names.size() == 1)
        checkName(Number, S);
    }
  }

  /// One tensor for two constants: each frees it.
  void checkTwoNames(int64_t Number, const FoldingSlot &S) {
    const FoldedName *Wrong = S.Names.back(), *Right = S.Names.front();
    if (S.Memoised && S.Memoised->Name.isSettled() && S.Memoised->Name.Value == Wrong->Name)
      std::swap(Wrong, Right);
    report(Wrong->At,
           slotText(Number) + " is returned as " + quoted(Wrong->Name) + " and as " +
               quoted(Right->Name) +
               ": two constants own one tensor, which is freed twice; compile the model again, or "
               "correct the index",
           {note(Right->At, "returned as " + quoted(Right->Name) + " here")});
    for (const FoldedName *Name : S.Names)
      if (const InfoEntry *C = Folding.ConstantByName.lookup(Name->Name))
        Told.insert(C);
  }

  void checkName(int64_t Number, const FoldingSlot &S) {
    const FoldedName &Name = *S.Names.front();
    if (!S.Named) {
      // The name may be that of an entry that is not read.
      if (llvm::any_of(Model.entries(InfoTable::Constants),
                       [](const auto &E) { return !E.second.Name.isSettled(); }))
        return;
      std::vector<CodeNote> Notes;
      if (S.Memoised && S.Memoised->Name.isSettled()) {
        Told.insert(S.Memoised);
        Notes.push_back(note(statementOf(S.Memoised->Name.Assignment),
                             "the slot is meant for " + quoted(S.Memoised->Name.Value)));
      }
      report(
          Name.At,
          "no constant has the name " + quoted(Name.Name) +
              " that a folded constant is returned under: it is dropped, and the model crashes "
              "when it uses the constant that was meant; compile the model again, or correct the "
              "name",
          std::move(Notes));
      return;
    }
    if (!S.Memoised || S.Memoised == S.Named) {
      if (SlotsNamed[S.Named].size() > 1 && !S.Memoised)
        reportNamedTwice(Number, S);
      return;
    }
    if (SlotsNamed[S.Named].size() > 1) {
      reportNamedTwice(Number, S);
      Told.insert(S.Memoised);
      return;
    }
    Told.insert(S.Named);
    Told.insert(S.Memoised);
    std::vector<CodeNote> Notes = {
        note(statementOf(S.Memoised->Name.Assignment),
             "constant " + std::to_string(S.Memoised->Index) + " is named here"),
        note(statementOf(S.Named->Name.Assignment),
             quoted(Name.Name) + " is constant " + std::to_string(S.Named->Index))};
    bool NameWrong = disagrees(Number, *S.Named) && !disagrees(Number, *S.Memoised);
    std::string Place = slotText(Number) + " is meant for constant " +
                        std::to_string(S.Memoised->Index) + ", which is " +
                        quoted(S.Memoised->Name.Value) + ", and returned as " + quoted(Name.Name);
    if (NameWrong) {
      Notes.insert(Notes.begin(), note(S.Memo->At, "meant for another constant here"));
      report(Name.At,
             Place + ": the model computes with another constant and gives wrong results or "
                     "crashes; compile the model again, or correct the name",
             std::move(Notes));
      return;
    }
    Notes.insert(Notes.begin(), note(Name.At, "returned under this name"));
    report(S.Memo->Constant.At,
           Place +
               ": one of the two lines is wrong, and the model may compute with another constant "
               "than was meant; compile the model again, or correct the index",
           std::move(Notes));
  }

  void reportNamedTwice(int64_t Number, const FoldingSlot &S) {
    const FoldedName &Name = *S.Names.front();
    std::vector<CodeNote> Notes;
    for (int64_t Other : SlotsNamed[S.Named]) {
      if (Other == Number)
        continue;
      Notes.push_back(note(Folding.Slots.at(Other).Names.front()->At, "returned here, too"));
      break;
    }
    std::string Meant;
    if (S.Memoised && S.Memoised->Name.isSettled()) {
      Meant = ", while " + quoted(S.Memoised->Name.Value) + " is never computed";
      Notes.push_back(note(statementOf(S.Memoised->Name.Assignment),
                           "the slot is meant for " + quoted(S.Memoised->Name.Value)));
    }
    Told.insert(S.Named);
    if (!TwiceNamed.insert(S.Named).second && Meant.empty())
      return;
    report(Name.At,
           quoted(Name.Name) + " is computed twice" + Meant +
               ": only one of the two tensors is kept, and the model gives wrong results or "
               "crashes; compile the model again, or correct the name",
           std::move(Notes));
  }

  void checkFills() {
    if (!Folding.Graph)
      return;
    // In order of the text: torch fills the slots in their order, so of two stores into one slot
    // the wrong one stands where that into an empty slot is missing.
    llvm::DenseMap<const OutputUse *, int64_t> NextOfBefore;
    int64_t Next = 0;
    for (const OutputUse &Use : Folding.Graph->Outputs)
      // The last index of all has none behind it.
      if (Use.Kind == OutputUse::UseKind::Store && Use.Unconditional && Use.Index.isKnown() &&
          Use.Index.Value != INT64_MAX) {
        NextOfBefore[&Use] = Next;
        Next = Use.Index.Value + 1;
      }
    std::set<int64_t> Empty;
    for (const auto &[Number, S] : Folding.Slots)
      if (!Outside.count(Number) && S.Fills.empty() && !S.MaybeFilled && !S.Names.empty())
        Empty.insert(Number);
    auto StandsForEmpty = [&](const OutputUse *Fill) -> std::optional<int64_t> {
      int64_t Next = NextOfBefore.lookup(Fill);
      return Empty.count(Next) ? std::optional(Next) : std::nullopt;
    };
    for (const auto &[Number, S] : Folding.Slots) {
      if (Outside.count(Number) || S.Fills.size() < 2)
        continue;
      const OutputUse *Wrong = S.Fills.back(), *Right = S.Fills.front();
      if (!StandsForEmpty(Wrong) && StandsForEmpty(Right))
        std::swap(Wrong, Right);
      std::optional<int64_t> Instead = StandsForEmpty(Wrong);
      if (!Instead && Empty.size() == 1)
        Instead = *Empty.begin();
      std::string Lost;
      std::vector<CodeNote> Notes = {note(Right->At, "filled here, too")};
      if (Instead) {
        Empty.erase(*Instead);
        const FoldingSlot &Other = Folding.Slots.at(*Instead);
        Lost = ", while " + slotText(*Instead) + " for " + quoted(Other.Names.front()->Name) +
               " stays empty";
        if (const InfoEntry *C = Other.constant())
          Told.insert(C);
        Notes.push_back(note(Other.Names.front()->At, slotText(*Instead) + " is returned here"));
      }
      if (const InfoEntry *C = S.constant())
        Told.insert(C);
      report(Wrong->Index.At,
             slotText(Number) + " is filled twice" + Lost +
                 ": the tensor that was stored first is leaked" +
                 (Instead ? ", and the model crashes or computes with another constant" : "") +
                 "; compile the model again, or correct the index",
             std::move(Notes));
    }
    // What was stored outside of the array was meant for these.
    if (Misplaced >= Empty.size() && Misplaced)
      return;
    for (int64_t Number : Empty) {
      const FoldingSlot &S = Folding.Slots.at(Number);
      const FoldedName &Name = *S.Names.front();
      std::vector<CodeNote> Notes = {note(SourceRange(Folding.Graph->Function->getLocation()),
                                          quoted(Graph) + " stands here")};
      if (const InfoEntry *C = S.constant()) {
        if (!Told.insert(C).second)
          continue;
        llvm::append_range(Notes, about(*C));
      }
      report(Name.At,
             quoted(Name.Name) + " is returned from " + slotText(Number) + ", which " +
                 quoted(Graph) +
                 " never fills: the constant is never computed and the model crashes when it uses "
                 "it; compile the model again",
             std::move(Notes));
    }
  }

  void checkCall() {
    if (!Folding.Graph || Folding.Driver->FoldedNames.empty())
      return;
    const SourceRange Call = Folding.Driver->FoldingCall;
    const FoldedName &First = Folding.Driver->FoldedNames.front();
    if (Call.isInvalid()) {
      report(First.At,
             quoted(Driver) + " returns folded constants without a call of " + quoted(Graph) +
                 ", which computes them: the model crashes when it uses one; compile the model "
                 "again",
             {note(SourceRange(Folding.Graph->Function->getLocation()),
                   quoted(Graph) + " stands here")});
      tellAll();
      return;
    }
    const SourceManager &SM = Context.getSourceManager();
    for (const FoldedName &Name : Folding.Driver->FoldedNames)
      if (SM.isBeforeInTranslationUnit(Name.At.getBegin(), Call.getBegin()))
        report(Name.At,
               quoted(Name.Name) + " is returned before it is computed: the model crashes when it "
                                   "uses it; compile the model again",
               {note(Call, "computed here")});
  }

  void tellAll() {
    for (const auto &[Index, C] : Model.entries(InfoTable::Constants))
      Told.insert(&C);
  }

  void checkProduced() {
    for (const auto &[Index, C] : Model.entries(InfoTable::Constants)) {
      if (!isFolded(C) || Told.count(&C))
        continue;
      std::optional<int64_t> Number = Folding.slotOf(C);
      const FoldingSlot *S = Number ? &Folding.Slots.at(*Number) : nullptr;
      if (S && !S->Names.empty())
        continue;
      if (S && S->Memo) {
        report(S->Memo->At,
               named(C) + " is computed in " + slotText(*Number) + " and never returned by " +
                   quoted(Driver) + ": the model crashes when it uses it; compile the model again",
               about(C));
        continue;
      }
      std::vector<CodeNote> Notes = about(C);
      Notes.push_back(note(SourceRange(Folding.Driver->Function->getLocation()),
                           Folding.isEmpty() ? quoted(Driver) + " computes nothing"
                                             : quoted(Driver) + " computes others"));
      report(valueOf(C.FromFolded.Assignment),
             named(C) +
                 " is marked as computed at load, but nothing computes it: the model crashes "
                 "when it uses it; compile the model again",
             std::move(Notes));
    }
  }

  /// The graph that folds runs before there are folded constants.
  void checkUses() {
    if (!Folding.Graph)
      return;
    for (const ConstantUse &Use : Folding.Graph->Constants) {
      const InfoEntry *C = Use.Index.isKnown() ? Model.constant(Use.Index.Value) : nullptr;
      if (!C || !isFolded(*C) || Told.count(C) || isFoldedKind(*C) == false)
        continue;
      // A name of its own is that of another constant.
      if (Use.Local && (!Use.Local->isReferenced() ||
                        (C->Name.isSettled() && Use.Local->getName() != C->Name.Value)))
        continue;
      report(
          Use.Index.At,
          named(*C) + " is taken in " + quoted(Graph) +
              ", which runs before it is computed: the first run crashes; compile the model again",
          about(*C));
    }
  }

  //===--- tensors ---===//

  /// The tensor that is put into a slot; null if it is not told.
  const Tensor *tensorIn(int64_t Number) const {
    auto Found = Folding.Contents.find(Number);
    return Found == Folding.Contents.end() || Found->second.size() != 1 ? nullptr
                                                                        : Found->second.front()->T;
  }

  static std::optional<std::vector<int64_t>> numbers(const ExpressionList &Sizes) {
    std::vector<int64_t> Values;
    for (const Expression &Size : Sizes) {
      std::optional<int64_t> Value = Size.constantValue();
      if (!Value)
        return std::nullopt;
      Values.push_back(*Value);
    }
    return Values;
  }

  static std::string text(const std::vector<int64_t> &Values) {
    std::string Text = "{";
    for (size_t I = 0; I < Values.size(); ++I)
      Text += (I ? ", " : "") + std::to_string(Values[I]);
    return Text + "}";
  }

  /// What a tensor is instead of what the table says of a constant: "of float16"; empty if nothing
  /// is known to differ.
  std::string difference(int64_t Number, const InfoEntry &C, size_t *Field) {
    const Tensor *T = tensorIn(Number);
    if (!T)
      return {};
    std::string Dtype = BufferFacts::dtypeOf(*T);
    if (C.Dtype.isSettled() && !Dtype.empty() && Dtype != C.Dtype.Value) {
      *Field = C.Dtype.Assignment;
      return "of " + quoted(Dtype) + ", and not of " + quoted(C.Dtype.Value);
    }
    if (!T->HasGeometry || !C.Shape.isSettled())
      return {};
    std::optional<std::vector<int64_t>> Sizes = numbers(T->Sizes);
    if (Sizes && *Sizes != C.Shape.Value) {
      *Field = C.Shape.Assignment;
      return "of the shape " + text(*Sizes) + ", and not " + text(C.Shape.Value);
    }
    std::optional<std::vector<int64_t>> Strides = numbers(T->Strides);
    if (!Sizes || !Strides || !C.Stride.isSettled() || C.Stride.Value.size() != Sizes->size() ||
        Strides->size() != Sizes->size() || llvm::is_contained(*Sizes, 0))
      return {};
    for (size_t D = 0; D < Sizes->size(); ++D)
      if ((*Sizes)[D] > 1 && (*Strides)[D] != C.Stride.Value[D]) {
        *Field = C.Stride.Assignment;
        return "of the stride " + text(*Strides) + ", and not " + text(C.Stride.Value);
      }
    return {};
  }

  bool disagrees(int64_t Number, const InfoEntry &C) {
    size_t Field;
    return !difference(Number, C, &Field).empty();
  }

  void checkTensors() {
    for (const auto &[Number, S] : Folding.Slots) {
      const InfoEntry *C = S.constant();
      if (!C || S.Fills.size() != 1 || S.MaybeFilled || Outside.count(Number) || Told.count(C))
        continue;
      size_t Field;
      std::string Difference = difference(Number, *C, &Field);
      if (Difference.empty())
        continue;
      report(S.Fills.front()->Index.At,
             named(*C) + " is computed as a tensor " + Difference +
                 ", which the model takes it for: it reads other memory than was computed (wrong "
                 "results or a crash); compile the model again, or correct the index",
             {note(statementOf(Field), "what the table says")});
    }
  }

  const ModelTables &Model;
  const ASTContext &Context;
  llvm::function_ref<void(CodeFinding)> Report;
  const ConstantFolding &Folding;
  /// Slots that lie outside of the array.
  std::set<int64_t> Outside;
  /// The slots that are returned under the name of a constant.
  llvm::DenseMap<const InfoEntry *, llvm::SmallVector<int64_t, 1>> SlotsNamed;
  /// How many tensors are stored outside of it.
  size_t Misplaced = 0;
  /// Constants of which a finding was told; what else is wrong with them follows from it.
  std::set<const InfoEntry *> Told, TwiceNamed;
};

} // namespace

void FoldedConstantCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  for (const ModelTables &Model : Facts->constants().models()) {
    // Another statement may still change what the fields say.
    if (Model.isOpaque(InfoTable::Constants))
      continue;
    FoldingReader(Model, *Facts, [&](CodeFinding F) { report(F, Context); }).run();
  }
}

} // namespace aoti
