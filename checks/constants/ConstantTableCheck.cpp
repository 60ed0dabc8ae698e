#include "checks/constants/ConstantTableCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/ConstantFacts.h"
#include "Facts/TuFacts.h"
#include "Support/Quote.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace clang;

namespace aoti {
namespace {

using Role = FunctionUses::FunctionRole;

/// The C identifier that is generated for a constant of this fully qualified name.
std::string identifierOf(StringRef Fqn) {
  std::string Name = Fqn.str();
  for (char &C : Name)
    if (!llvm::isAlnum(C))
      C = '_';
  if (!Name.empty() && llvm::isDigit(Name[0]))
    Name = "constant_" + Name;
  return Name;
}

/// Whether a name is the identifier of a fully qualified name, perhaps with the number that keeps
/// it unique.
bool isIdentifierOf(StringRef Name, StringRef Fqn) {
  if (Fqn.empty() || !Name.consume_front(identifierOf(Fqn)))
    return false;
  return Name.empty() ||
         (Name.consume_front("_") && !Name.empty() && llvm::all_of(Name, llvm::isDigit));
}

std::string plural(int64_t Count, StringRef What) {
  return std::to_string(Count) + " " + What.str() + (Count == 1 ? "" : "s");
}

/// The fields without which a constant cannot be loaded as it was saved.
bool isNeeded(InfoField F) {
  switch (F) {
  case InfoField::Name:
  case InfoField::Dtype:
  case InfoField::DeviceType:
  case InfoField::DataSize:
  case InfoField::Shape:
  case InfoField::Stride:
  case InfoField::OriginalFqn:
    return true;
  default:
    return false;
  }
}

/// What a missing field leads to.
StringRef lackOf(InfoField F) {
  switch (F) {
  case InfoField::Name:
  case InfoField::OriginalFqn:
    return "a null name is read and the process ends";
  case InfoField::Dtype:
    return "its data is taken for uint8";
  case InfoField::DeviceType:
    return "it is kept on the host, and kernels of the model's device read it there";
  case InfoField::DataSize:
    return "it is loaded as uninitialised memory";
  default:
    return "it is loaded with the wrong shape";
  }
}

/// Works on one model.
class TableReader {
public:
  TableReader(const ModelTables &Model, const ASTContext &Context, DeviceType Device,
              llvm::function_ref<void(CodeFinding)> Report)
      : Model(Model), Context(Context), OnAccelerator(isGpu(Device) || Device == DeviceType::Mps),
        Report(Report) {}

  void run() {
    for (InfoTable T : {InfoTable::Inputs, InfoTable::Outputs, InfoTable::Constants}) {
      findMisplaced(T);
      checkCount(T);
      checkGapsAndRange(T);
    }
    checkFields();
    checkRanks();
    checkLayouts();
    checkUniqueNames();
    checkNamesOf(InfoTable::Inputs);
    checkNamesOf(InfoTable::Outputs);
    for (const FunctionUses &F : Model.Functions) {
      checkInputs(F);
      checkOutputs(F);
      checkConstantIndices(F);
    }
    checkLocals();
  }

private:
  //===--- places and texts ---===//

  CharSourceRange chars(SourceRange Tokens) const { return charRange(Tokens, Context); }
  const FieldAssignment &statement(size_t Position) const { return Model.Assignments[Position]; }
  CodeNote note(SourceRange At, std::string Message) const {
    return {chars(At), std::move(Message)};
  }

  void report(SourceRange At, std::string Message, std::vector<CodeNote> Notes = {}) {
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = chars(At);
    F.Message = std::move(Message);
    F.Notes = std::move(Notes);
    Report(std::move(F));
  }

  static std::string element(InfoTable T, int64_t Index) {
    return infoTableName(T).str() + "[" + std::to_string(Index) + "]";
  }
  static StringRef thing(InfoTable T) {
    return T == InfoTable::Inputs ? "input" : T == InfoTable::Outputs ? "output" : "constant";
  }
  static StringRef functionName(const FunctionUses &F) {
    return F.Function->getDeclName().isIdentifier() ? F.Function->getName()
                                                    : StringRef("the model");
  }

  //===--- statements under a wrong index ---===//

  using Fields = std::map<InfoField, unsigned>;

  /// Consecutive statements of one entry, either all with fields that are assigned elsewhere, too,
  /// or all with fields that are not.
  struct Run {
    int64_t Index;
    std::vector<size_t> Statements;
  };

  std::vector<Run> runsOf(InfoTable T, std::map<int64_t, Fields> &Assigned) const {
    for (const FieldAssignment &A : Model.Assignments)
      if (A.Table == T)
        ++Assigned[A.Index][A.Field];
    std::vector<Run> Runs;
    std::set<InfoField> Seen;
    bool LastTaken = false;
    for (auto [Position, A] : llvm::enumerate(Model.Assignments)) {
      if (A.Table != T)
        continue;
      bool Taken = Assigned[A.Index][A.Field] > 1;
      if (Runs.empty() || Runs.back().Index != A.Index || Taken != LastTaken ||
          Seen.count(A.Field)) {
        Runs.push_back({A.Index, {}});
        Seen.clear();
      }
      Runs.back().Statements.push_back(Position);
      Seen.insert(A.Field);
      LastTaken = Taken;
    }
    return Runs;
  }

  /// Finds the statements whose index is wrong: out of range or taken already, while an entry
  /// beside them lacks just these fields.
  void findMisplaced(InfoTable T) {
    std::map<int64_t, Fields> Assigned;
    std::vector<Run> Runs = runsOf(T, Assigned);
    const WrittenInteger &Count = Model.count(T);

    // The strongest evidence first: of two statements for one place, that which its neighbours
    // disown is the wrong one.
    std::set<size_t> Moved;
    for (unsigned Strength : {3u, 2u, 1u}) {
      for (size_t I = 0; I < Runs.size(); ++I) {
        const Run &R = Runs[I];
        if (Moved.count(I))
          continue;
        bool OutOfRange = R.Index < 0 || (Count.isKnown() && R.Index >= Count.Value);
        bool Taken = llvm::all_of(
            R.Statements, [&](size_t S) { return Assigned[R.Index][statement(S).Field] > 1; });
        if (!OutOfRange && !Taken)
          continue;
        std::optional<int64_t> Before = I ? std::optional(Runs[I - 1].Index) : std::nullopt;
        std::optional<int64_t> After =
            I + 1 < Runs.size() ? std::optional(Runs[I + 1].Index) : std::nullopt;
        std::set<int64_t> Targets;
        if (Before) {
          Targets.insert(*Before);
          Targets.insert(*Before + 1);
        } else {
          Targets.insert(0);
        }
        if (After) {
          Targets.insert(*After);
          Targets.insert(*After - 1);
        }
        for (int64_t Target : Targets) {
          if (Target == R.Index || Target < 0 || (Count.isKnown() && Target >= Count.Value))
            continue;
          auto Found = Assigned.find(Target);
          bool Empty = Found == Assigned.end() || Found->second.empty();
          // A whole entry fits only between its neighbours, part of one only beside the rest of it.
          bool Lacks = llvm::all_of(R.Statements, [&](size_t S) {
            return Found == Assigned.end() || !Found->second.count(statement(S).Field);
          });
          if (!Lacks)
            continue;
          auto Fits = [&](std::optional<int64_t> Neighbour, int64_t Step) {
            return !Neighbour || *Neighbour == Target || *Neighbour + Step == Target;
          };
          bool Beside = Before == Target || After == Target;
          if (!Empty && !Beside)
            continue;
          unsigned Evidence = Fits(Before, 1) + Fits(After, -1);
          if (Before != R.Index && After != R.Index)
            ++Evidence;
          if (Evidence < Strength)
            continue;
          for (size_t S : R.Statements) {
            InfoField F = statement(S).Field;
            if (--Assigned[R.Index][F] == 0)
              Assigned[R.Index].erase(F);
            ++Assigned[Target][F];
          }
          if (Assigned[R.Index].empty())
            Assigned.erase(R.Index);
          Moved.insert(I);
          reportMisplaced(T, R, Target, OutOfRange);
          break;
        }
      }
    }

    // What is still assigned twice has no better place.
    std::map<int64_t, std::map<InfoField, size_t>> First;
    for (size_t I = 0; I < Runs.size(); ++I) {
      if (Moved.count(I))
        continue;
      bool Reported = false;
      for (size_t S : Runs[I].Statements) {
        const FieldAssignment &A = statement(S);
        if (A.Field == InfoField::Other)
          continue;
        auto [Earlier, New] = First[A.Index].try_emplace(A.Field, S);
        if (New || Reported)
          continue;
        Reported = true;
        Disputed.insert({T, A.Index});
        report(
            A.Statement,
            "'" + element(T, A.Index) + "." + infoFieldName(A.Field).str() +
                "' is set twice and the second value holds: one of the two was meant for another " +
                thing(T).str() + "; compile the model again, or give each its own index",
            {note(statement(Earlier->second).Statement, "set here first")});
      }
    }
    Corrected[static_cast<unsigned>(T)] = std::move(Assigned);
  }

  void reportMisplaced(InfoTable T, const Run &R, int64_t Target, bool OutOfRange) {
    const FieldAssignment &A = statement(R.Statements.front());
    Disputed.insert({T, R.Index});
    Disputed.insert({T, Target});
    std::string What = R.Statements.size() == 1
                           ? "'" + element(T, R.Index) + "." + infoFieldName(A.Field).str() + "'"
                           : "'" + element(T, R.Index) + "'";
    std::vector<CodeNote> Notes;
    const WrittenInteger &Count = Model.count(T);
    if (OutOfRange && Count.isKnown())
      Notes.push_back(note(Count.At, plural(Count.Value, thing(T)) + " declared here"));
    for (const FieldAssignment &Other : Model.Assignments) {
      if (Other.Table == T && Other.Index == R.Index && Other.Field == A.Field && &Other != &A) {
        Notes.push_back(note(Other.Statement, "'" + element(T, R.Index) + "' is set here, too"));
        break;
      }
    }
    report(A.IndexAt,
           What +
               (OutOfRange ? " lies outside of the table and memory behind it is overwritten when "
                             "the model is loaded"
                           : " is set twice, so the other value is lost") +
               ", while '" + element(T, Target) + "' " +
               (R.Statements.size() == 1 ? "gets no " + infoFieldName(A.Field).str()
                                         : std::string("is never filled")) +
               "; the index should be " + std::to_string(Target),
           std::move(Notes));
  }

  //===--- counts ---===//

  /// Number of entries from 0 on without a gap, if there is nothing else.
  std::optional<int64_t> filled(InfoTable T) const {
    const auto &Table = Corrected[static_cast<unsigned>(T)];
    int64_t Next = 0;
    for (const auto &[Index, Given] : Table)
      if (Index != Next++)
        return std::nullopt;
    return Next;
  }

  /// How many things of a kind the functions of the model take, where that can be told.
  std::optional<int64_t> taken(InfoTable T, SourceRange *At = nullptr) const {
    std::set<int64_t> Indices;
    for (const FunctionUses &F : Model.Functions) {
      if (F.Role != Role::Run)
        continue;
      if (T == InfoTable::Inputs) {
        if (!F.StealCount.isKnown())
          continue;
        if (At)
          *At = F.StealCount.At;
        return F.StealCount.Value;
      }
      auto Take = [&](const WrittenInteger &Index) {
        if (!Index.isKnown())
          return;
        if (At && (Indices.empty() || Index.Value > *Indices.rbegin()))
          *At = Index.At;
        Indices.insert(Index.Value);
      };
      if (T == InfoTable::Constants) {
        for (const ConstantUse &Use : F.Constants)
          Take(Use.Index);
      } else {
        for (const OutputUse &Use : F.Outputs)
          if (Use.Kind == OutputUse::UseKind::Store)
            Take(Use.Index);
      }
    }
    // Without a gap only: slots may stay empty, and constants that nothing names are left out.
    if (Indices.empty() || *Indices.begin() != 0 ||
        *Indices.rbegin() + 1 != static_cast<int64_t>(Indices.size()))
      return std::nullopt;
    return *Indices.rbegin() + 1;
  }

  /// The statement of the constructor before which the entries of an empty table belong: inputs
  /// come first, then constants, then outputs with nothing but the kernels behind them.
  std::optional<SourceRange> placeOfTable(InfoTable T) const {
    const auto *Body =
        Model.Constructor ? dyn_cast_or_null<CompoundStmt>(Model.Constructor->getBody()) : nullptr;
    if (!Body || Body->body_empty())
      return std::nullopt;
    if (T == InfoTable::Outputs)
      return Body->body_back()->getSourceRange();
    const Stmt *Place = Body->body_front();
    if (T == InfoTable::Constants) {
      SourceLocation Last;
      for (const FieldAssignment &A : Model.Assignments)
        if (A.Table == InfoTable::Inputs)
          Last = A.Statement.getBegin();
      const SourceManager &SM = Context.getSourceManager();
      if (Last.isValid())
        for (const Stmt *S : Body->body())
          if (SM.isBeforeInTranslationUnit(Last, S->getBeginLoc())) {
            Place = S;
            break;
          }
    }
    return Place->getSourceRange();
  }

  void checkCount(InfoTable T) {
    const WrittenInteger &Count = Model.count(T);
    std::optional<int64_t> &True = Truth[static_cast<unsigned>(T)];
    if (!Count.isKnown())
      return;
    True = Count.Value;
    if (Model.isOpaque(T))
      return;
    std::optional<int64_t> Filled = filled(T);
    if (!Filled || *Filled == Count.Value)
      return;
    SourceRange TakenAt;
    std::optional<int64_t> Taken = taken(T, &TakenAt);
    std::string Table = infoTableName(T).str();
    std::vector<CodeNote> Notes;
    const FieldAssignment *Last = nullptr;
    for (const FieldAssignment &A : Model.Assignments)
      if (A.Table == T)
        Last = &A;
    CountReported.insert(T);

    if (Taken == Count.Value && Last) {
      // Two say the same: it is the table that is short or long.
      Notes.push_back(note(Count.At, plural(Count.Value, thing(T)) + " declared here"));
      Notes.push_back(note(TakenAt, "and as many taken here"));
      if (*Filled < Count.Value) {
        report(Last->Statement,
               "'" + Table + "' ends with '" + element(T, *Filled - 1) +
                   "', but the model declares " + plural(Count.Value, thing(T)) + ": '" +
                   element(T, *Filled) +
                   "' is never filled and a null name is read when the model is loaded or asked "
                   "for its names; compile the "
                   "model again, or add the entry",
               std::move(Notes));
      } else {
        const InfoEntry *Beyond = Model.entry(T, Count.Value);
        report(Beyond ? statement(Beyond->Statements.front()).IndexAt : Last->IndexAt,
               "'" + element(T, Count.Value) + "' lies outside of the table of " +
                   plural(Count.Value, thing(T)) +
                   ": memory behind it is overwritten when the model is loaded; compile the model "
                   "again, or remove the entry",
               std::move(Notes));
      }
      return;
    }
    if (Taken == Count.Value && *Filled == 0)
      if (std::optional<SourceRange> Place = placeOfTable(T)) {
        Notes.push_back(note(Count.At, plural(Count.Value, thing(T)) + " declared here"));
        Notes.push_back(note(TakenAt, "and as many taken here"));
        report(*Place,
               "'" + Table + "' is never filled, but the model declares " +
                   plural(Count.Value, thing(T)) +
                   ": a null name is read when the model is loaded or asked for its names; compile "
                   "the model again, or add the entries here",
               std::move(Notes));
        return;
      }
    True = *Filled;
    if (Last)
      Notes.push_back(note(Last->Statement, "the last entry of '" + Table + "' is '" +
                                                element(T, *Filled - 1) + "'"));
    if (Taken && *Taken == *Filled)
      Notes.push_back(note(TakenAt, plural(*Taken, thing(T)) + " taken here"));
    std::string Effect = *Filled > Count.Value
                             ? "memory behind the table is overwritten when the model is loaded"
                             : "entries without a name are left, which end the process when the "
                               "model is loaded or asked for its names";
    if (T == InfoTable::Inputs && *Filled < Count.Value)
      Effect = "callers are made to pass more inputs than the model takes";
    report(Count.At,
           "the model declares " + plural(Count.Value, thing(T)) + ", but '" + Table + "' has " +
               (*Filled == 1 ? std::string("1 entry") : std::to_string(*Filled) + " entries") +
               ": " + Effect + "; compile the model again, or declare " + std::to_string(*Filled),
           std::move(Notes));
  }

  void checkGapsAndRange(InfoTable T) {
    const WrittenInteger &Count = Model.count(T);
    if (!Count.isKnown() || CountReported.count(T))
      return;
    const auto &Table = Corrected[static_cast<unsigned>(T)];
    std::vector<CodeNote> Declared = {
        note(Count.At, plural(Count.Value, thing(T)) + " declared here")};
    int64_t Next = 0;
    std::vector<std::pair<int64_t, const InfoEntry *>>
        Gaps; // first missing index, entry that follows
    size_t Beyond = 0;
    for (const auto &[Index, Given] : Table) {
      const InfoEntry *Entry = Model.entry(T, Index);
      if (Index < 0 || Index >= Count.Value) {
        ++Beyond;
        Disputed.insert({T, Index});
        if (Entry)
          report(statement(Entry->Statements.front()).IndexAt,
                 "'" + element(T, Index) + "' lies outside of the table of " +
                     plural(Count.Value, thing(T)) + ": memory " +
                     (Index < 0 ? "before" : "behind") +
                     " it is overwritten when the model is loaded; compile the model again, or "
                     "correct the index",
                 Declared);
        continue;
      }
      if (Index != Next)
        Gaps.push_back({Next, Entry});
      Next = Index + 1;
    }
    // An entry out of range stands for one that is missing.
    if (Model.isOpaque(T) || Beyond)
      return;
    for (auto [Missing, Entry] : Gaps)
      if (Entry && !Disputed.count({T, Missing}))
        report(statement(Entry->Statements.front()).IndexAt,
               "'" + element(T, Missing) + "' is never filled, while '" + element(T, Entry->Index) +
                   "' is: a null name is read when the model is loaded or asked for its names; "
                   "compile the model again, or "
                   "add the entry",
               Declared);
    if (Gaps.empty() && Next < Count.Value && !Table.empty() && !Disputed.count({T, Next})) {
      // Reached only when an entry was moved: its old place is free.
      const InfoEntry *Entry = Model.entry(T, Next - 1);
      if (Entry)
        report(
            statement(Entry->Statements.back()).Statement,
            "'" + element(T, Next) +
                "' is never filled: a null name is read when the model is loaded or asked for its "
                "names; compile the model again, or add the entry",
            Declared);
    }
  }

  //===--- entries ---===//

  bool isDisputed(InfoTable T, int64_t Index) const { return Disputed.count({T, Index}) != 0; }

  /// A field that one entry lacks and all others have.
  void checkFields() {
    const auto &Table = Model.entries(InfoTable::Constants);
    if (Model.isOpaque(InfoTable::Constants) || Table.empty())
      return;
    std::map<InfoField, size_t> Having;
    for (const auto &[Index, Given] : Corrected[static_cast<unsigned>(InfoTable::Constants)])
      for (const auto &[Field, Times] : Given)
        ++Having[Field];
    // With one constant there is nothing to compare with: it lacks one of those that every release
    // writes. A stride that is missing is told with the rank.
    if (Table.size() == 1) {
      constexpr InfoField Written[] = {InfoField::Name, InfoField::Dtype, InfoField::DataSize,
                                       InfoField::Shape, InfoField::OriginalFqn};
      if (llvm::count_if(Written, [&](InfoField F) { return Having.count(F) != 0; }) + 1 ==
              static_cast<long>(std::size(Written)) &&
          Having.count(InfoField::Stride))
        for (InfoField F : Written)
          Having.try_emplace(F, 0);
    }
    for (const auto &[Index, Given] : Corrected[static_cast<unsigned>(InfoTable::Constants)]) {
      const InfoEntry *Entry = Model.constant(Index);
      if (!Entry || isDisputed(InfoTable::Constants, Index))
        continue;
      for (const auto &[Field, Times] : Having) {
        if (!isNeeded(Field) || Given.count(Field) || Times + 1 != Table.size())
          continue;
        // Without it a constant lies on the host.
        if (Field == InfoField::DeviceType && !OnAccelerator)
          continue;
        const FieldAssignment *Before = &statement(Entry->Statements.front());
        for (size_t S : Entry->Statements)
          if (statement(S).Field < Field)
            Before = &statement(S);
        report(Before->Statement,
               "'" + element(InfoTable::Constants, Index) + "' gets no " +
                   infoFieldName(Field).str() +
                   (Times ? ", which every other constant has: " : ": ") + lackOf(Field).str() +
                   " when the model is loaded; compile the model again, or add the line");
      }
    }
  }

  void checkRanks() {
    for (const auto &[Index, Entry] : Model.entries(InfoTable::Constants)) {
      if (isDisputed(InfoTable::Constants, Index))
        continue;
      std::string Which = element(InfoTable::Constants, Index);
      if (Entry.Shape.isSettled()) {
        for (int64_t Size : Entry.Shape.Value) {
          if (Size >= 0)
            continue;
          report(statement(Entry.Shape.Assignment).ValueAt,
                 "the shape of '" + Which + "' has the size " + std::to_string(Size) +
                     ": the model cannot be loaded; compile the model again, or correct the shape");
          break;
        }
      }
      bool Complete = !Model.isOpaque(InfoTable::Constants);
      if (Entry.Shape.isSettled() && Entry.Stride.isSettled()) {
        size_t Sizes = Entry.Shape.Value.size(), Strides = Entry.Stride.Value.size();
        if (Sizes != Strides)
          reportRank(Entry, Sizes, Strides);
      } else if (Complete && Entry.Shape.isSettled() && Entry.Stride.isAbsent() &&
                 !Entry.Shape.Value.empty() && Model.entries(InfoTable::Constants).size() == 1) {
        report(statement(Entry.Shape.Assignment).ValueAt,
               "'" + Which + "' has " + plural(Entry.Shape.Value.size(), "dimension") +
                   " and no stride: strides are read past the end of an empty list when the model "
                   "is loaded; compile the model "
                   "again, or add the stride");
      }
    }
  }

  /// Whether the sizes do not account for the data that the constant has, up to the padding of 64
  /// bytes.
  static bool isShapeDoubtful(const InfoEntry &Entry) {
    std::optional<unsigned> ItemBytes = itemSize(Entry.Dtype.Value);
    // Scalars become part of the code.
    if (Entry.Shape.Value.empty())
      return true;
    if (!Entry.Dtype.isSettled() || !ItemBytes || !Entry.DataSize.isSettled() ||
        !Entry.OpaqueMetadata.isAbsent())
      return false;
    int64_t Bytes = *ItemBytes;
    for (int64_t Size : Entry.Shape.Value)
      if (llvm::MulOverflow(Bytes, Size, Bytes))
        return true;
    return Bytes > Entry.DataSize.Value || Entry.DataSize.Value - Bytes >= 64;
  }

  void reportRank(const InfoEntry &Entry, size_t Sizes, size_t Strides) {
    bool ShapeWrong = isShapeDoubtful(Entry);
    size_t At = ShapeWrong ? Entry.Shape.Assignment : Entry.Stride.Assignment;
    size_t Other = ShapeWrong ? Entry.Stride.Assignment : Entry.Shape.Assignment;
    std::string Effect =
        "the last ones are left out when the model is loaded, and its elements may "
        "be read in the wrong order";
    if (Sizes > Strides)
      Effect = "strides are read past the end of their list when the model is loaded";
    else if (ShapeWrong)
      Effect = "a dimension is lost when the model is loaded, so the weights have the wrong shape";
    report(statement(At).ValueAt,
           "'" + element(InfoTable::Constants, Entry.Index) + "' has " + plural(Sizes, "size") +
               " and " + plural(Strides, "stride") + ": " + Effect +
               "; compile the model again, or give it one stride for each size",
           {note(statement(Other).ValueAt, ShapeWrong ? "its stride" : "its shape")});
  }

  /// What the loader makes of the bytes of a constant: a tensor in strides, or one that mkldnn
  /// packed, by the layout that it is given (`aoti_torch_create_tensor_from_blob_v2`).
  void checkLayouts() {
    for (const auto &[Index, Entry] : Model.entries(InfoTable::Constants)) {
      if (isDisputed(InfoTable::Constants, Index) || !Entry.Layout.isSettled() ||
          Entry.OpaqueMetadata.State == FactState::Undecided || Entry.OpaqueMetadata.Repeated)
        continue;
      std::string Which = "'" + element(InfoTable::Constants, Index) + "'";
      bool IsPacked = Entry.Layout.Value == "_mkldnn";
      bool HasMetadata = Entry.OpaqueMetadata.isKnown() && Entry.OpaqueMetadata.Value > 0;
      SourceRange At = statement(Entry.Layout.Assignment).ValueAt;
      if (IsPacked && !HasMetadata && !Model.isOpaque(InfoTable::Constants))
        report(At,
               Which +
                   " has the layout '_mkldnn' and no opaque_metadata, without which its bytes "
                   "cannot be unpacked: the model cannot be loaded; compile the model again, or "
                   "correct the layout");
      else if (!IsPacked && HasMetadata)
        report(At,
               Which + " has the layout " + quoted(Entry.Layout.Value) +
                   " and the opaque_metadata of a tensor that mkldnn packed: its packed bytes are "
                   "taken for plain numbers (wrong results without an error); compile the model "
                   "again, "
                   "or correct the layout",
               {note(statement(Entry.OpaqueMetadata.Assignment).Statement, "its packing")});
      else if (!IsPacked && Entry.Layout.Value != "strided")
        report(At, Which + " has the layout " + quoted(Entry.Layout.Value) +
                       ", which no constant can have: its bytes are taken for a tensor in strides; "
                       "compile the model again, or correct the layout");
    }
  }

  static bool areRelated(const InfoEntry &A, const InfoEntry &B) {
    auto Kind = [](const InfoEntry &E) -> StringRef {
      return E.Type.isSettled() ? StringRef(E.Type.Value) : "";
    };
    auto IsWeight = [](StringRef K) { return K == "Parameter" || K == "Buffer"; };
    auto IsFolded = [](const InfoEntry &E) { return E.FromFolded.isKnown() && E.FromFolded.Value; };
    if (IsFolded(A) || IsFolded(B))
      return false;
    return IsWeight(Kind(A)) && IsWeight(Kind(B));
  }

  void checkUniqueNames() {
    llvm::StringMap<const InfoEntry *> Names;
    llvm::StringMap<std::vector<const InfoEntry *>> Fqns;
    for (const auto &[Index, Entry] : Model.entries(InfoTable::Constants)) {
      if (Entry.Name.isSettled() && !Entry.Name.Value.empty()) {
        auto [Earlier, New] = Names.try_emplace(Entry.Name.Value, &Entry);
        if (!New) {
          const InfoEntry *Wrong = &Entry, *Right = Earlier->second;
          if (isIdentifierOf(Wrong->Name.Value, Wrong->OriginalFqn.Value) &&
              !isIdentifierOf(Right->Name.Value, Right->OriginalFqn.Value))
            std::swap(Wrong, Right);
          NameReported.insert(Wrong->Index);
          report(
              statement(Wrong->Name.Assignment).ValueAt,
              "'" + element(InfoTable::Constants, Wrong->Index) + "' has the name " +
                  quoted(Entry.Name.Value) + " of '" + element(InfoTable::Constants, Right->Index) +
                  "': constants are looked up by name, so one of the two is never loaded and its "
                  "memory stays unset; "
                  "compile the model again, or give each its own name",
              {note(statement(Right->Name.Assignment).ValueAt, "the other constant of this name")});
        }
      }
      if (Entry.OriginalFqn.isSettled() && !Entry.OriginalFqn.Value.empty()) {
        auto &Same = Fqns[Entry.OriginalFqn.Value];
        for (const InfoEntry *Earlier : Same) {
          if (!areRelated(*Earlier, Entry))
            continue;
          const InfoEntry *Wrong = &Entry, *Right = Earlier;
          if (isIdentifierOf(Wrong->Name.Value, Entry.OriginalFqn.Value) &&
              !isIdentifierOf(Right->Name.Value, Entry.OriginalFqn.Value))
            std::swap(Wrong, Right);
          report(statement(Wrong->OriginalFqn.Assignment).ValueAt,
                 "'" + element(InfoTable::Constants, Wrong->Index) + "' has the original name " +
                     quoted(Entry.OriginalFqn.Value) + " of '" +
                     element(InfoTable::Constants, Right->Index) +
                     "': weights that are updated by this name reach only one of the two, and the "
                     "other keeps its old values; "
                     "compile the model again, or correct the name",
                 {note(statement(Right->OriginalFqn.Assignment).ValueAt,
                       "the other constant of this name")});
          break;
        }
        // One of a kind is enough to compare with: a table of equal names stays linear.
        if (Same.size() < 4)
          Same.push_back(&Entry);
      }
    }
  }

  /// Names of inputs and of outputs: torch takes them from a dictionary.
  void checkNamesOf(InfoTable T) {
    llvm::StringMap<const InfoEntry *> Names;
    for (const auto &[Index, Entry] : Model.entries(T)) {
      if (!Entry.Name.isSettled() || Entry.Name.Value.empty() || isDisputed(T, Index))
        continue;
      auto [Earlier, New] = Names.try_emplace(Entry.Name.Value, &Entry);
      if (New)
        continue;
      // Of the two, that is wrong which the model takes under another name.
      const InfoEntry *Wrong = &Entry, *Right = Earlier->second;
      if (T == InfoTable::Inputs && isTakenAs(Index, Entry.Name.Value) &&
          !isTakenAs(Right->Index, Entry.Name.Value))
        std::swap(Wrong, Right);
      report(
          statement(Wrong->Name.Assignment).ValueAt,
          "'" + element(T, Wrong->Index) + "' has the name " + quoted(Entry.Name.Value) + " of '" +
              element(T, Right->Index) + "': who looks " + thing(T).str() +
              "s up by name finds only one of the two; compile the model again, or give each its "
              "own name",
          {note(statement(Right->Name.Assignment).ValueAt,
                "the other " + thing(T).str() + " of this name")});
    }
  }

  /// Whether a function of the model takes an input into a variable of this name.
  bool isTakenAs(int64_t Index, StringRef Name) const {
    for (const FunctionUses &F : Model.Functions)
      for (const InputUse &Use : F.Inputs)
        if (Use.Local && Use.Index.isKnown() && Use.Index.Value == Index &&
            Use.Local->getName() == Name)
          return true;
    return false;
  }

  //===--- functions ---===//

  void checkInputs(const FunctionUses &F) {
    std::optional<int64_t> True = Truth[static_cast<unsigned>(InfoTable::Inputs)];
    const WrittenInteger &Steal = F.StealCount;
    if (Steal.isKnown() && True && Steal.Value != *True)
      report(Steal.At,
             "'" + functionName(F).str() + "' takes over " + plural(Steal.Value, "input handle") +
                 ", but the model has " + plural(*True, "input") + ": " +
                 (Steal.Value > *True ? "handles behind the caller's array are read and freed"
                                      : "the last ones are neither read nor freed, and reading "
                                        "them leaves the vector") +
                 "; compile the model again, or take over " + std::to_string(*True),
             countNotes(InfoTable::Inputs));
    // The vector has as many elements as were taken over; where that is the wrong number it was
    // just said.
    std::optional<int64_t> Size = True;
    if (!Size && Steal.isKnown())
      Size = Steal.Value;
    for (const InputUse &Use : F.Inputs) {
      if (!Use.Index.isKnown())
        continue;
      if (Use.Index.Value < 0 || (Size && Use.Index.Value >= *Size)) {
        std::vector<CodeNote> Notes = countNotes(InfoTable::Inputs);
        if (!True && Use.Stolen)
          Notes.push_back(note(Steal.At, plural(Steal.Value, "handle") + " taken over here"));
        report(Use.Index.At,
               "input " + std::to_string(Use.Index.Value) + " is read, but the model has " +
                   plural(*Size, "input") + ": the handle is whatever stands " +
                   (Use.Index.Value < 0 ? "before" : "behind") +
                   " the others, and each run crashes or computes with another tensor; compile the "
                   "model again, or correct the "
                   "index",
               std::move(Notes));
        continue;
      }
      if (!Use.Moved)
        continue;
      // By its name the variable is another input.
      const InfoEntry *Entry = Model.entry(InfoTable::Inputs, Use.Index.Value);
      if (Use.Local && Entry && Entry->Name.isSettled() &&
          !isDisputed(InfoTable::Inputs, Use.Index.Value) &&
          Entry->Name.Value != Use.Local->getName()) {
        if (const InfoEntry *Named = findNamed(InfoTable::Inputs, Use.Local->getName())) {
          report(Use.Index.At,
                 quoted(Use.Local->getName().str()) + " is taken from input " +
                     std::to_string(Use.Index.Value) + ", which is " + quoted(Entry->Name.Value) +
                     "; " + quoted(Use.Local->getName().str()) + " is input " +
                     std::to_string(Named->Index) +
                     ": inputs are exchanged and each run gives wrong results or crashes; compile "
                     "the model again, or correct "
                     "the index",
                 {note(statement(Named->Name.Assignment).Statement,
                       "input " + std::to_string(Named->Index) + " is named here"),
                  note(statement(Entry->Name.Assignment).Statement,
                       "input " + std::to_string(Use.Index.Value) + " is named here")});
          continue;
        }
      }
    }
  }

  std::vector<CodeNote> countNotes(InfoTable T) const {
    const WrittenInteger &Count = Model.count(T);
    if (!Count.isKnown() || CountReported.count(T))
      return {};
    return {note(Count.At, plural(Count.Value, thing(T)) + " declared here")};
  }

  const InfoEntry *findNamed(InfoTable T, StringRef Name) {
    auto &Index = ByName[static_cast<unsigned>(T)];
    if (Index.empty())
      for (const auto &[Position, Entry] : Model.entries(T))
        if (Entry.Name.isSettled())
          Index.try_emplace(Entry.Name.Value, &Entry);
    auto Found = Index.find(Name);
    return Found == Index.end() ? nullptr : Found->second;
  }

  void checkOutputs(const FunctionUses &F) {
    // What is computed at load is the subject of a rule of its own.
    if (F.Role == Role::FoldingDriver || F.Role == Role::FoldingGraph)
      return;
    std::optional<int64_t> Size = Truth[static_cast<unsigned>(InfoTable::Outputs)];
    std::vector<CodeNote> Notes = countNotes(InfoTable::Outputs);
    for (const OutputUse &Use : F.Outputs) {
      if (!Use.Index.isKnown())
        continue;
      if (Use.Index.Value < 0 || (Size && Use.Index.Value >= *Size)) {
        report(Use.Index.At,
               "output " + std::to_string(Use.Index.Value) + " is " +
                   (Use.Kind == OutputUse::UseKind::Store ? "written" : "used") +
                   ", but the model has " + (Size ? plural(*Size, "output") : "no such one") +
                   ": memory " + (Use.Index.Value < 0 ? "before" : "behind") +
                   " the array of handles is touched at each run; compile the model again, or "
                   "correct the index",
               Notes);
      }
    }
  }

  void checkConstantIndices(const FunctionUses &F) {
    std::optional<int64_t> Size = Truth[static_cast<unsigned>(InfoTable::Constants)];
    for (const ConstantUse &Use : F.Constants) {
      if (!Use.Index.isKnown() || (Use.Index.Value >= 0 && (!Size || Use.Index.Value < *Size)))
        continue;
      report(Use.Index.At,
             "constant " + std::to_string(Use.Index.Value) + " is taken, but the model has " +
                 (Size ? plural(*Size, "constant") : "no constant of this index") +
                 ": each run ends with std::out_of_range; compile the model again, or correct the "
                 "index",
             countNotes(InfoTable::Constants));
    }
  }

  //===--- names of the locals ---===//

  void checkLocals() {
    struct Mismatch {
      const FunctionUses *Function;
      const ConstantUse *Use;
    };
    std::map<int64_t, std::vector<Mismatch>> Mismatches;
    std::map<int64_t, std::vector<StringRef>> Locals;
    for (const FunctionUses &F : Model.Functions) {
      for (const ConstantUse &Use : F.Constants) {
        if (!Use.Local || !Use.Index.isKnown())
          continue;
        const InfoEntry *Entry = Model.constant(Use.Index.Value);
        if (!Entry || !Entry->Name.isSettled() || isDisputed(InfoTable::Constants, Use.Index.Value))
          continue;
        Locals[Entry->Index].push_back(Use.Local->getName());
        if (Entry->Name.Value != Use.Local->getName())
          Mismatches[Entry->Index].push_back({&F, &Use});
      }
    }
    for (const auto &[Index, Here] : Mismatches) {
      if (NameReported.count(Index))
        continue;
      const InfoEntry &Entry = *Model.constant(Index);
      StringRef Fqn =
          Entry.OriginalFqn.isSettled() ? StringRef(Entry.OriginalFqn.Value) : StringRef();
      StringRef Local = Here.front().Use->Local->getName();
      bool Agree =
          llvm::all_of(Here, [&](const Mismatch &M) { return M.Use->Local->getName() == Local; }) &&
          Here.size() == Locals[Index].size();
      // The model's own name for the constant, or all functions against the table, tell that the
      // table is wrong.
      bool ByFqn = isIdentifierOf(Local, Fqn) && !isIdentifierOf(Entry.Name.Value, Fqn);
      bool ByNumber = Here.size() > 1 && !isIdentifierOf(Entry.Name.Value, Fqn);
      const InfoEntry *Named = findNamed(InfoTable::Constants, Local);
      if (Agree && (ByFqn || (ByNumber && !Named))) {
        report(statement(Entry.Name.Assignment).ValueAt,
               "'" + element(InfoTable::Constants, Index) + "' is named " +
                   quoted(Entry.Name.Value) + ", but the model takes it as " + quoted(Local.str()) +
                   ": weights that are loaded or updated by name reach another constant than the "
                   "code uses, and results are wrong without an error; compile the model again, or "
                   "correct the name",
               {note(Here.front().Use->At, "taken here as " + quoted(Local.str()))});
        continue;
      }
      for (const Mismatch &M : Here) {
        StringRef Name = M.Use->Local->getName();
        std::vector<CodeNote> Notes;
        const InfoEntry *Other = findNamed(InfoTable::Constants, Name);
        if (Other)
          Notes.push_back(
              note(statement(Other->Name.Assignment).Statement,
                   quoted(Name.str()) + " is constant " + std::to_string(Other->Index)));
        Notes.push_back(
            note(statement(Entry.Name.Assignment).Statement,
                 "constant " + std::to_string(Index) + " is " + quoted(Entry.Name.Value)));
        report(Other ? M.Use->Index.At : SourceRange(M.Use->Local->getLocation()),
               quoted(Name.str()) + " is bound to constant " + std::to_string(Index) +
                   ", which is " + quoted(Entry.Name.Value) +
                   (Other
                        ? "; " + quoted(Name.str()) + " is constant " + std::to_string(Other->Index)
                        : "") +
                   ": the model computes with another weight and gives wrong results or crashes; "
                   "compile the model again, or "
                   "correct the " +
                   (Other ? "index" : "name or the index"),
               std::move(Notes));
      }
    }
  }

  const ModelTables &Model;
  const ASTContext &Context;
  /// Whether the model runs on another device than the host.
  const bool OnAccelerator;
  llvm::function_ref<void(CodeFinding)> Report;
  /// Which fields each entry has once misplaced statements are put where they belong.
  std::array<std::map<int64_t, Fields>, NumInfoTables> Corrected;
  /// How many entries a table has to have, as far as that can be told.
  std::array<std::optional<int64_t>, NumInfoTables> Truth;
  std::array<llvm::StringMap<const InfoEntry *>, NumInfoTables> ByName;
  /// Entries that a finding has named already; what else is wrong with them follows from it.
  std::set<std::pair<InfoTable, int64_t>> Disputed;
  std::set<InfoTable> CountReported;
  std::set<int64_t> NameReported;
};

} // namespace

void ConstantTableCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  for (const ModelTables &Model : Facts->constants().models())
    TableReader(Model, Context, Facts->dialect().Device, [&](CodeFinding F) {
      report(F, Context);
    }).run();
}

} // namespace aoti
