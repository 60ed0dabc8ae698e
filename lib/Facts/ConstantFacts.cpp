#include "Facts/ConstantFacts.h"
#include "Facts/AstQuery.h"
#include "Facts/TuFacts.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace aoti {

StringRef infoTableName(InfoTable T) {
  switch (T) {
  case InfoTable::Inputs:
    return "inputs_info_";
  case InfoTable::Outputs:
    return "outputs_info_";
  case InfoTable::Constants:
    return "constants_info_";
  }
  llvm_unreachable("table");
}

StringRef infoFieldName(InfoField F) {
  switch (F) {
  case InfoField::Name:
    return "name";
  case InfoField::Dtype:
    return "dtype";
  case InfoField::DeviceType:
    return "device_type";
  case InfoField::Offset:
    return "offset";
  case InfoField::DataSize:
    return "data_size";
  case InfoField::FromFolded:
    return "from_folded";
  case InfoField::Type:
    return "type";
  case InfoField::Shape:
    return "shape";
  case InfoField::Stride:
    return "stride";
  case InfoField::Layout:
    return "layout";
  case InfoField::OpaqueMetadata:
    return "opaque_metadata";
  case InfoField::OriginalFqn:
    return "original_fqn";
  case InfoField::Other:
    return "";
  }
  llvm_unreachable("field");
}

const InfoEntry *ModelTables::entry(InfoTable T, int64_t Index) const {
  const auto &Table = entries(T);
  auto Found = Table.find(Index);
  return Found == Table.end() ? nullptr : &Found->second;
}

namespace {

std::optional<InfoTable> tableOf(StringRef Name) {
  return llvm::StringSwitch<std::optional<InfoTable>>(Name)
      .Case("inputs_info_", InfoTable::Inputs)
      .Case("outputs_info_", InfoTable::Outputs)
      .Case("constants_info_", InfoTable::Constants)
      .Default(std::nullopt);
}

InfoField fieldOf(StringRef Name) {
  for (unsigned F = 0; F < static_cast<unsigned>(InfoField::Other); ++F)
    if (infoFieldName(static_cast<InfoField>(F)) == Name)
      return static_cast<InfoField>(F);
  return InfoField::Other;
}

/// Strips what `stripWrappers` does, copies and conversions of class types, too.
const Expr *peel(const Expr *E) {
  while ((E = stripWrappers(E))) {
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() < 1 ||
          (Construct->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(Construct->getArg(1))))
        return E;
      E = Construct->getArg(0);
    } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
               Call && isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl())) {
      E = Call->getImplicitObjectArgument();
    } else {
      return E;
    }
  }
  return E;
}

/// The member or variable that an expression names; empty if it names none.
StringRef namedThing(const Expr *E) {
  E = stripWrappers(E);
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(E))
    return Member->getMemberDecl()->getDeclName().isIdentifier()
               ? Member->getMemberDecl()->getName()
               : StringRef();
  if (const auto *Member = dyn_cast_or_null<CXXDependentScopeMemberExpr>(E))
    return Member->getMember().isIdentifier() ? Member->getMember().getAsIdentifierInfo()->getName()
                                              : StringRef();
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E))
    return Ref->getDecl()->getDeclName().isIdentifier() ? Ref->getDecl()->getName() : StringRef();
  return {};
}

/// Base and index of `base[index]`, built in or overloaded.
struct Subscript {
  const Expr *Base = nullptr;
  const Expr *Index = nullptr;
  explicit operator bool() const { return Base; }
};

Subscript subscript(const Expr *E) {
  if (const auto *Array = dyn_cast_or_null<ArraySubscriptExpr>(E))
    return {Array->getLHS(), Array->getRHS()};
  if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
    return {Call->getArg(0), Call->getArg(1)};
  return {};
}

/// Both sides of an assignment, built in or overloaded.
struct Assignment {
  const Expr *Target = nullptr;
  const Expr *Value = nullptr;
  explicit operator bool() const { return Target; }
};

Assignment assignment(const Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->getOpcode() == BO_Assign)
    return {Binary->getLHS(), Binary->getRHS()};
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
      Call && Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
    return {Call->getArg(0), Call->getArg(1)};
  return {};
}

const StringLiteral *stringLiteral(const Expr *E) {
  const auto *Literal = dyn_cast_or_null<StringLiteral>(peel(E));
  return Literal && Literal->getCharByteWidth() == 1 ? Literal : nullptr;
}

/// Whether an expression is the pointer or the vector of the constants of a model.
bool isConstantsArray(const Expr *E) {
  E = stripWrappers(E);
  if (const auto *Arrow = dyn_cast_or_null<CXXOperatorCallExpr>(E);
      Arrow && (Arrow->getOperator() == OO_Arrow || Arrow->getOperator() == OO_Star) &&
      Arrow->getNumArgs() == 1)
    E = stripWrappers(Arrow->getArg(0));
  else if (const auto *Deref = dyn_cast_or_null<UnaryOperator>(E);
           Deref && Deref->getOpcode() == UO_Deref)
    E = stripWrappers(Deref->getSubExpr());
  return namedThing(E) == "constants_";
}

/// Reads one function. The walk keeps its own stack: nesting is bounded by memory alone.
class FunctionReader {
public:
  FunctionReader(ASTContext &Context, ModelTables *Tables, FunctionUses &Uses)
      : Context(Context), Tables(Tables), Uses(Uses) {}

  /// Whether the function fills a table.
  bool fillsTables() const { return FillsTables; }
  /// Tables that are touched in a form that is not followed.
  std::array<bool, NumInfoTables> Touched{};

  void read(const Stmt *Body) {
    push(Body, false);
    while (!Stack.empty()) {
      Item Next = Stack.pop_back_val();
      visit(Next);
    }
  }

private:
  struct Item {
    const Stmt *S;
    bool Conditional;
  };

  void push(const Stmt *S, bool Conditional) {
    if (S)
      Stack.push_back({S, Conditional});
  }

  void pushChildren(const Stmt *S, bool Conditional) {
    size_t First = Stack.size();
    for (const Stmt *Child : S->children())
      push(Child, Conditional);
    std::reverse(Stack.begin() + First, Stack.end());
  }

  WrittenInteger readInteger(const Expr *E) const {
    WrittenInteger Result;
    Result.At = E->getSourceRange();
    std::optional<int64_t> Value = integerLiteral(E->IgnoreParenImpCasts(), Context);
    Result.State = Value ? FactState::Known : FactState::Undecided;
    Result.Value = Value.value_or(0);
    return Result;
  }

  std::optional<ConstantUse> constantUse(const Expr *E) const {
    const Expr *Index = nullptr;
    if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(E)) {
      if (Call->getNumArgs() == 1 && calleeName(Call) == "at" &&
          isConstantsArray(Call->getImplicitObjectArgument()))
        Index = Call->getArg(0);
    } else if (Subscript S = subscript(E); S && isConstantsArray(S.Base)) {
      Index = S.Index;
    }
    if (!Index)
      return std::nullopt;
    ConstantUse Use;
    Use.Index = readInteger(Index);
    Use.At = E->getSourceRange();
    return Use;
  }

  std::optional<InputUse> inputUse(const Expr *E) const {
    bool Moved = false;
    if (const auto *Call = dyn_cast_or_null<CallExpr>(E); Call && !isa<CXXOperatorCallExpr>(Call) &&
                                                          Call->getNumArgs() == 1 &&
                                                          calleeName(Call) == "move") {
      Moved = true;
      E = stripWrappers(Call->getArg(0));
    }
    Subscript S = subscript(E);
    if (!S)
      return std::nullopt;
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(stripWrappers(S.Base));
    if (!Ref)
      return std::nullopt;
    InputUse Use;
    Use.Stolen = StolenVectors.contains(Ref->getDecl());
    StringRef Name = namedThing(Ref);
    if (!Use.Stolen &&
        !(isa<ParmVarDecl>(Ref->getDecl()) && (Name == "input_handles" || Name == "c_inputs")))
      return std::nullopt;
    Use.Index = readInteger(S.Index);
    Use.At = E->getSourceRange();
    Use.Moved = Moved;
    return Use;
  }

  std::optional<OutputUse> outputUse(const Expr *E) const {
    Subscript S = subscript(stripWrappers(E));
    if (!S)
      return std::nullopt;
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(stripWrappers(S.Base));
    if (!Ref)
      return std::nullopt;
    StringRef Name = namedThing(Ref);
    if (Name != "output_handles" && !(Name == "c_outputs" && isa<ParmVarDecl>(Ref->getDecl())))
      return std::nullopt;
    OutputUse Use;
    Use.Index = readInteger(S.Index);
    Use.At = stripWrappers(E)->getSourceRange();
    return Use;
  }

  bool readStealCount(const Expr *E) {
    const auto *Call = dyn_cast_or_null<CallExpr>(E);
    if (!Call || calleeName(Call) != "steal_from_raw_handles_to_raii_handles" ||
        Call->getNumArgs() != 2)
      return false;
    Uses.StealCount = Uses.StealCount.State == FactState::Absent
                          ? readInteger(Call->getArg(1))
                          : WrittenInteger{FactState::Undecided, 0, {}};
    return true;
  }

  void visitVariable(const VarDecl *Var, bool Conditional) {
    const Expr *Init = Var->getInit();
    if (!Init)
      return;
    const Expr *Peeled = peel(Init);
    if (auto Use = constantUse(Peeled)) {
      Use->Local = Var;
      Uses.Constants.push_back(*Use);
      return;
    }
    if (auto Use = inputUse(Peeled)) {
      Use->Local = Var;
      Uses.Inputs.push_back(*Use);
      return;
    }
    if (readStealCount(Peeled)) {
      StolenVectors.insert(Var);
      return;
    }
    if (Var->getName() == "output_handles") {
      // `std::vector<AtenTensorHandle> output_handles(3);`
      const auto *Construct = dyn_cast<CXXConstructExpr>(stripWrappers(Init));
      if (Construct && Construct->getNumArgs() >= 1 && !Construct->isListInitialization() &&
          Construct->getArg(0)->getType()->isIntegerType())
        Uses.OutputVectorSize = readInteger(Construct->getArg(0));
    }
    push(Init, Conditional);
  }

  bool visitAssignment(const Stmt *S, bool Conditional) {
    Assignment A = assignment(S);
    if (!A)
      return false;
    const Expr *Target = stripWrappers(A.Target);
    if (const auto *Field = dyn_cast<MemberExpr>(Target)) {
      if (visitTable(Field, A.Value, S, Conditional))
        return true;
    }
    if (auto Use = outputUse(Target)) {
      Use->Kind = OutputUse::UseKind::Store;
      Use->Unconditional = !Conditional;
      if (auto Constant = constantUse(peel(A.Value)))
        Use->Constant = Constant->Index;
      Uses.Outputs.push_back(*Use);
      push(A.Value, Conditional);
      return true;
    }
    if (Subscript Map = subscript(Target); Map && namedThing(Map.Base) == "folded_constants_map") {
      const StringLiteral *Name = stringLiteral(Map.Index);
      auto Slot = outputUse(peel(A.Value));
      if (Name && Slot)
        Uses.FoldedNames.push_back(
            {Name->getString().str(), Map.Index->getSourceRange(), Slot->Index});
      else
        Uses.OpaqueFolding = true;
      push(A.Value, Conditional);
      return true;
    }
    return false;
  }

  /// \returns true if the statement assigns a field of a table and was followed.
  bool visitTable(const MemberExpr *Field, const Expr *Value, const Stmt *Whole, bool Conditional) {
    if (!Tables || Conditional)
      return false;
    Subscript Element = subscript(stripWrappers(Field->getBase()));
    if (!Element)
      return false;
    std::optional<InfoTable> Table = tableOf(namedThing(Element.Base));
    if (!Table)
      return false;
    std::optional<int64_t> Index = integerLiteral(Element.Index->IgnoreParenImpCasts(), Context);
    if (!Index)
      return false;
    FillsTables = true;
    FieldAssignment A;
    A.Table = *Table;
    A.Index = *Index;
    A.Field = fieldOf(namedThing(Field));
    A.Statement = Whole->getSourceRange();
    A.IndexAt = Element.Index->getSourceRange();
    A.ValueAt = Value->getSourceRange();
    Tables->Assignments.push_back(A);
    InfoEntry &Entry = Tables->Entries[static_cast<unsigned>(*Table)][*Index];
    Entry.Index = *Index;
    Entry.Statements.push_back(Tables->Assignments.size() - 1);
    readField(Entry, A.Field, Value);
    return true;
  }

  /// A size or stride list that is changed after it was assigned is not followed.
  void loseList(const MemberExpr &Field) {
    Subscript Element = subscript(stripWrappers(Field.getBase()));
    std::optional<InfoTable> Table = Element ? tableOf(namedThing(Element.Base)) : std::nullopt;
    std::optional<int64_t> Index =
        Tables && Table ? integerLiteral(Element.Index->IgnoreParenImpCasts(), Context)
                        : std::nullopt;
    if (!Index)
      return;
    InfoEntry &Entry = Tables->Entries[static_cast<unsigned>(*Table)][*Index];
    Entry.Index = *Index;
    if (namedThing(&Field) == "shape")
      Entry.Shape.State = FactState::Undecided;
    else if (namedThing(&Field) == "stride")
      Entry.Stride.State = FactState::Undecided;
  }

  template <typename T> void set(FieldFact<T> &Field, std::optional<T> Value) {
    Field.Repeated |= !Field.isAbsent();
    Field.State = Value ? FactState::Known : FactState::Undecided;
    Field.Value = Value ? std::move(*Value) : T();
    Field.Assignment = Tables->Assignments.size() - 1;
  }

  std::optional<int64_t> integer(const Expr *E) const {
    return integerLiteral(stripWrappers(E)->IgnoreParenImpCasts(), Context);
  }

  std::optional<std::string> string(const Expr *E) const {
    const StringLiteral *Literal = stringLiteral(E);
    return Literal ? std::optional(Literal->getString().str()) : std::nullopt;
  }

  std::optional<std::string> torchName(const Expr *E, StringRef What) const {
    StringRef Name = torchConstantName(E, What);
    return Name.empty() ? std::nullopt : std::optional(Name.str());
  }

  /// The list with which a vector is initialised or assigned; nullptr and \p Empty for an empty
  /// one.
  const InitListExpr *list(const Expr *E, bool &Empty) const {
    Empty = false;
    while ((E = stripWrappers(E))) {
      if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E)) {
        E = List->getSubExpr();
      } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
        unsigned Written = 0;
        while (Written < Construct->getNumArgs() &&
               !isa<CXXDefaultArgExpr>(Construct->getArg(Written)))
          ++Written;
        if (Written == 0) {
          Empty = true;
          return nullptr;
        }
        if (Written > 1)
          return nullptr;
        E = Construct->getArg(0);
        // A single integer is a length, not an element.
        if (E->getType()->isIntegerType())
          return nullptr;
      } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
        if (List->getNumInits() == 1 &&
            isa<InitListExpr, CXXStdInitializerListExpr>(stripWrappers(List->getInit(0)))) {
          E = List->getInit(0);
          continue;
        }
        Empty = List->getNumInits() == 0;
        return Empty ? nullptr : List;
      } else {
        return nullptr;
      }
    }
    return nullptr;
  }

  std::optional<std::vector<int64_t>> integers(const Expr *E) const {
    bool Empty;
    const InitListExpr *List = list(E, Empty);
    if (!List)
      return Empty ? std::optional(std::vector<int64_t>()) : std::nullopt;
    std::vector<int64_t> Values;
    Values.reserve(List->getNumInits());
    for (const Expr *Init : List->inits()) {
      std::optional<int64_t> Value = integer(Init);
      if (!Value)
        return std::nullopt;
      Values.push_back(*Value);
    }
    return Values;
  }

  void readField(InfoEntry &Entry, InfoField Field, const Expr *Value) {
    switch (Field) {
    case InfoField::Name:
      return set(Entry.Name, string(Value));
    case InfoField::Dtype:
      return set(Entry.Dtype, torchName(Value, "dtype"));
    case InfoField::DeviceType:
      return set(Entry.DeviceType, torchName(Value, "device_type"));
    case InfoField::Offset:
      return set(Entry.Offset, integer(Value));
    case InfoField::DataSize:
      return set(Entry.DataSize, integer(Value));
    case InfoField::FromFolded: {
      const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(stripWrappers(Value));
      return set(Entry.FromFolded, Literal ? std::optional(Literal->getValue()) : std::nullopt);
    }
    case InfoField::Type: {
      const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(Value));
      const auto *Enumerator = Ref ? dyn_cast<EnumConstantDecl>(Ref->getDecl()) : nullptr;
      return set(Entry.Type,
                 Enumerator ? std::optional(Enumerator->getName().str()) : std::nullopt);
    }
    case InfoField::Shape:
      return set(Entry.Shape, integers(Value));
    case InfoField::Stride:
      return set(Entry.Stride, integers(Value));
    case InfoField::Layout:
      return set(Entry.Layout, torchName(Value, "layout"));
    case InfoField::OpaqueMetadata: {
      bool Empty;
      const InitListExpr *List = list(Value, Empty);
      return set(Entry.OpaqueMetadata, List    ? std::optional<size_t>(List->getNumInits())
                                       : Empty ? std::optional<size_t>(0)
                                               : std::nullopt);
    }
    case InfoField::OriginalFqn:
      return set(Entry.OriginalFqn, string(Value));
    case InfoField::Other:
      return;
    }
  }

  void visitExpression(const Expr *E, bool Conditional) {
    if (auto Use = constantUse(E)) {
      Uses.Constants.push_back(*Use);
      return;
    }
    if (auto Use = inputUse(E)) {
      Uses.Inputs.push_back(*Use);
      return;
    }
    if (const auto *Address = dyn_cast<UnaryOperator>(E);
        Address && Address->getOpcode() == UO_AddrOf) {
      if (auto Use = outputUse(Address->getSubExpr())) {
        Use->Kind = OutputUse::UseKind::Store;
        Use->Unconditional = !Conditional;
        Uses.Outputs.push_back(*Use);
        return;
      }
    }
    if (auto Use = outputUse(E)) {
      Uses.Outputs.push_back(*Use);
      return;
    }
    if (readStealCount(E))
      return;
    // `constants_info_[0].shape.push_back(16)` changes what was assigned.
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
        Call && Call->getMethodDecl() && !Call->getMethodDecl()->isConst())
      if (const auto *Field =
              dyn_cast<MemberExpr>(Call->getImplicitObjectArgument()->IgnoreParenImpCasts()))
        loseList(*Field);
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      if (calleeName(Call) == "_const_run_impl")
        Uses.FoldingCall = Call->getSourceRange();
      // Room for the folded constants.
      if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
          Member && calleeName(Call) == "reserve" &&
          namedThing(Member->getImplicitObjectArgument()) == "folded_constants_map")
        return;
    }
    if (isa<DeclRefExpr>(E) && namedThing(E) == "folded_constants_map")
      Uses.OpaqueFolding = true;
    if (std::optional<InfoTable> Table = isa<MemberExpr>(E) ? tableOf(namedThing(E)) : std::nullopt)
      Touched[static_cast<unsigned>(*Table)] = true;
    if (isa<ConditionalOperator>(E)) {
      pushChildren(E, true);
      return;
    }
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
      push(Lambda->getBody(), true);
      return;
    }
    pushChildren(E, Conditional);
  }

  void visit(const Item &Next) {
    const Stmt *S = Next.S;
    if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          visitVariable(Var, Next.Conditional);
      return;
    }
    if (visitAssignment(S, Next.Conditional))
      return;
    if (const auto *Return = dyn_cast<ReturnStmt>(S); Return && Return->getRetValue()) {
      const Expr *Value = peel(Return->getRetValue());
      if (namedThing(Value) == "folded_constants_map")
        return;
      const auto *Made = dyn_cast<CXXConstructExpr>(Value);
      const auto *List = dyn_cast<InitListExpr>(Value);
      if (Uses.Role == FunctionUses::FunctionRole::FoldingDriver && !Next.Conditional &&
          ((Made && Made->getNumArgs() == 0) || (List && List->getNumInits() == 0)))
        Uses.FoldsNothing = true;
    }
    if (const auto *E = dyn_cast<Expr>(S)) {
      visitExpression(E, Next.Conditional);
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      push(If->getElse(), true);
      push(If->getThen(), true);
      push(If->getCond(), Next.Conditional);
      push(If->getConditionVariableDeclStmt(), Next.Conditional);
      push(If->getInit(), Next.Conditional);
      return;
    }
    // The body of `do … while` runs at least once.
    bool Branches =
        isa<WhileStmt, ForStmt, CXXForRangeStmt, SwitchStmt, CXXTryStmt, CXXCatchStmt>(S);
    pushChildren(S, Next.Conditional || Branches);
  }

  ASTContext &Context;
  ModelTables *Tables;
  FunctionUses &Uses;
  bool FillsTables = false;
  llvm::DenseSet<const Decl *> StolenVectors;
  llvm::SmallVector<Item, 64> Stack;
};

bool isModelBase(const CXXCtorInitializer *Init) {
  if (!Init->isBaseInitializer())
    return false;
  const auto *Record = Init->getBaseClass()->getAsCXXRecordDecl();
  return Record && Record->getDeclName().isIdentifier() &&
         Record->getName() == "AOTInductorModelBase";
}

void readBaseArguments(const CXXConstructorDecl *Constructor, ASTContext &Context,
                       ModelTables &Tables) {
  for (const CXXCtorInitializer *Init : Constructor->inits()) {
    if (!Init->isWritten() || !isModelBase(Init))
      continue;
    llvm::SmallVector<const Expr *, 8> Arguments;
    const Expr *E = stripWrappers(Init->getInit());
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      for (const Expr *Argument : Construct->arguments())
        if (!isa<CXXDefaultArgExpr>(Argument))
          Arguments.push_back(Argument);
    } else if (const auto *List = dyn_cast<ParenListExpr>(E)) {
      for (unsigned I = 0; I < List->getNumExprs(); ++I)
        Arguments.push_back(List->getExpr(I));
    } else if (const auto *Recovery = dyn_cast<RecoveryExpr>(E)) {
      for (const Expr *Argument : const_cast<RecoveryExpr *>(Recovery)->subExpressions())
        Arguments.push_back(Argument);
    }
    WrittenInteger *Counts[] = {&Tables.NumInputs, &Tables.NumOutputs, &Tables.NumConstants};
    for (auto [Position, Count] : llvm::enumerate(Counts)) {
      Count->State = FactState::Undecided;
      if (Position >= Arguments.size())
        continue;
      Count->At = Arguments[Position]->getSourceRange();
      if (auto Value =
              integerLiteral(stripWrappers(Arguments[Position])->IgnoreParenImpCasts(), Context)) {
        Count->State = FactState::Known;
        Count->Value = *Value;
      }
    }
    if (Arguments.size() >= 6) {
      const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(stripWrappers(Arguments.back()));
      Tables.IncludeWeights.State = Literal ? FactState::Known : FactState::Undecided;
      Tables.IncludeWeights.Value = Literal && Literal->getValue();
    }
    return;
  }
}

FunctionUses::FunctionRole roleOf(const FunctionDecl *F) {
  using Role = FunctionUses::FunctionRole;
  if (!F->getDeclName().isIdentifier())
    return Role::Other;
  StringRef Name = F->getName();
  if (Name == "const_run_impl")
    return Role::FoldingDriver;
  if (Name == "_const_run_impl")
    return Role::FoldingGraph;
  return Name == "run_impl" || Name.starts_with("run_impl_minimal_arrayref_interface")
             ? Role::Run
             : Role::Other;
}

/// Whether a function can index something of a model: its methods, and functions that are handed
/// the handles.
bool isOfInterest(const FunctionDecl *F) {
  if (isa<CXXMethodDecl>(F))
    return true;
  return llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
    StringRef Name = P->getName();
    return Name == "input_handles" || Name == "output_handles" || Name == "c_inputs" ||
           Name == "c_outputs";
  });
}

} // namespace

ConstantFacts::ConstantFacts(TuFacts &Facts) {
  ASTContext &Context = Facts.context();
  struct Read {
    const CXXRecordDecl *Owner;
    FunctionUses Uses;
  };
  std::vector<Read> Functions;
  llvm::DenseMap<const CXXRecordDecl *, size_t> Positions;
  auto ModelOf = [&](const CXXRecordDecl *Class) -> size_t {
    auto [Found, New] = Positions.try_emplace(Class, Models.size());
    if (New)
      Models.emplace_back().Class = Class;
    return Found->second;
  };

  forEachGeneratedFunction(Context, Facts.dialect().GeneratedBegin, [&](const FunctionDecl *F) {
    if (!isOfInterest(F))
      return;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    const CXXRecordDecl *Owner = Method ? Method->getParent()->getCanonicalDecl() : nullptr;
    FunctionUses Uses;
    Uses.Function = F;
    Uses.Role = roleOf(F);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F)) {
      ModelTables Tables;
      FunctionReader Reader(Context, &Tables, Uses);
      Reader.read(F->getBody());
      readBaseArguments(Constructor, Context, Tables);
      if (!Reader.fillsTables() && Tables.NumInputs.State == FactState::Absent)
        return;
      ModelTables &Model = Models[ModelOf(Owner)];
      // A second constructor leaves open which of the two runs.
      bool Second = Model.Constructor != nullptr;
      std::array<bool, NumInfoTables> Opaque = Model.Opaque;
      if (!Second) {
        Tables.Class = Owner;
        Tables.Constructor = Constructor;
        Model = std::move(Tables);
      }
      for (unsigned T = 0; T < NumInfoTables; ++T)
        Model.Opaque[T] = Opaque[T] || Reader.Touched[T] || Second;
    } else {
      FunctionReader Reader(Context, nullptr, Uses);
      Reader.read(F->getBody());
      for (unsigned T = 0; T < NumInfoTables; ++T)
        if (Owner && Reader.Touched[T])
          Models[ModelOf(Owner)].Opaque[T] = true;
    }
    if (Uses.Constants.empty() && Uses.Inputs.empty() && Uses.Outputs.empty() &&
        Uses.StealCount.State == FactState::Absent &&
        Uses.OutputVectorSize.State == FactState::Absent && !Uses.FoldsNothing)
      return;
    if (Owner)
      ModelOf(Owner);
    Functions.push_back({Owner, std::move(Uses)});
  });

  for (Read &F : Functions) {
    // Functions of no class belong to the model if there is only one.
    if (!F.Owner && Models.size() != 1)
      continue;
    size_t Model = F.Owner ? Positions[F.Owner] : 0;
    size_t Function = Models[Model].Functions.size();
    for (auto [Position, Use] : llvm::enumerate(F.Uses.Constants))
      if (Use.Local)
        Bindings[Use.Local] = {Model, Function, Position};
    Models[Model].Functions.push_back(std::move(F.Uses));
  }
}

const ConstantUse *ConstantFacts::useOf(const VarDecl *Local) const {
  auto Found = Bindings.find(Local);
  if (Found == Bindings.end())
    return nullptr;
  return &Models[Found->second.Model]
              .Functions[Found->second.Function]
              .Constants[Found->second.Use];
}

const InfoEntry *ConstantFacts::constantOf(const VarDecl *Local) const {
  auto Found = Bindings.find(Local);
  if (Found == Bindings.end())
    return nullptr;
  const ConstantUse *Use = useOf(Local);
  return Use->Index.isKnown() ? Models[Found->second.Model].constant(Use->Index.Value) : nullptr;
}

} // namespace aoti
