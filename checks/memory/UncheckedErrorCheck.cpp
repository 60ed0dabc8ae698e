#include "checks/memory/UncheckedErrorCheck.h"
#include "Facts/AstQuery.h"
#include "Support/ClangCompat.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti {

static constexpr llvm::StringLiteral CheckMacro = "AOTI_TORCH_ERROR_CODE_CHECK";

namespace {

/// Where the result of a call goes.
enum class Loss {
  Statement,  ///< the call is a statement of its own, at a place where another statement may stand
  CastToVoid, ///< the same with `(void)` before it
  Nested,     ///< an operand whose value nobody takes, or a statement that an `else` follows
  UnreadVariable ///< a variable that is never read
};

struct DroppedCall {
  const CallExpr *Call;
  Loss How;
  /// The `(void)` cast or the variable's name, by kind of loss.
  SourceRange Cast;
  const VarDecl *Variable = nullptr;
};

bool isErrorCode(QualType Type, const ASTContext &Context) {
  while (!Type.isNull()) {
    if (const auto *Typedef = dyn_cast<TypedefType>(Type.getTypePtr()))
      if (Typedef->getDecl()->getName() == "AOTITorchError")
        return true;
    QualType Next = Type.getSingleStepDesugaredType(Context);
    if (Next == Type)
      return false;
    Type = Next;
  }
  return false;
}

/// Whether the declared type of what a call returns is AOTITorchError; of a call in a template,
/// whether that of each candidate is.
bool returnsErrorCode(const CallExpr *Call, const ASTContext &Context) {
  if (const FunctionDecl *F = Call->getDirectCallee())
    return isErrorCode(F->getReturnType(), Context);
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee)) {
    for (const NamedDecl *Candidate : Lookup->decls()) {
      const FunctionDecl *F = Candidate->getUnderlyingDecl()->getAsFunction();
      if (!F || !isErrorCode(F->getReturnType(), Context))
        return false;
    }
    return Lookup->getNumDecls() != 0;
  }
  // A function behind a pointer.
  if (const auto *Pointer = Callee->getType()->getAs<PointerType>())
    if (const auto *Type = Pointer->getPointeeType()->getAs<FunctionType>())
      return isErrorCode(Type->getReturnType(), Context);
  return false;
}

/// Functions whose failure changes no result: profiling, and the deletion of objects, after which
/// nothing is used.
bool isHarmless(StringRef Name) {
  return Name.ends_with("_to_ivalue") || Name.starts_with("aoti_record_function") ||
         Name.contains("record_function") || Name.starts_with("aoti_torch_delete_");
}

class DropFinder : public AstVisitor<DropFinder> {
public:
  explicit DropFinder(const ASTContext &Context) : Context(Context) {}

  std::vector<DroppedCall> take() {
    for (auto &[Variable, Calls] : Stored)
      if (!Read.contains(Variable))
        for (const CallExpr *Call : Calls)
          Found.push_back({Call, Loss::UnreadVariable, {}, Variable});
    return std::move(Found);
  }

  bool VisitStmtExpr(StmtExpr *E) {
    ValueBodies.insert(E->getSubStmt());
    return true;
  }

  bool VisitCompoundStmt(CompoundStmt *S) {
    const Stmt *Value = ValueBodies.contains(S) && !S->body_empty() ? S->body_back() : nullptr;
    for (const Stmt *Child : S->body())
      if (Child != Value)
        dropped(Child, Loss::Statement);
    return true;
  }
  bool VisitIfStmt(IfStmt *S) {
    // The macro is an `if` itself: before an `else` it would take that.
    dropped(S->getThen(), S->getElse() ? Loss::Nested : Loss::Statement);
    dropped(S->getElse(), Loss::Statement);
    dropped(S->getInit(), Loss::Nested);
    return true;
  }
  bool VisitForStmt(ForStmt *S) {
    dropped(S->getInit(), Loss::Nested);
    dropped(S->getInc(), Loss::Nested);
    dropped(S->getBody(), Loss::Statement);
    return true;
  }
  bool VisitSwitchStmt(SwitchStmt *S) { return dropped(S->getInit(), Loss::Nested), true; }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    dropped(S->getInit(), Loss::Nested);
    dropped(S->getBody(), Loss::Statement);
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) { return dropped(S->getBody(), Loss::Statement), true; }
  bool VisitDoStmt(DoStmt *S) { return dropped(S->getBody(), Loss::Statement), true; }
  bool VisitSwitchCase(SwitchCase *S) { return dropped(S->getSubStmt(), Loss::Statement), true; }
  bool VisitLabelStmt(LabelStmt *S) { return dropped(S->getSubStmt(), Loss::Statement), true; }
  bool VisitAttributedStmt(AttributedStmt *S) {
    return dropped(S->getSubStmt(), Loss::Statement), true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->getOpcode() == BO_Comma)
      dropped(E->getLHS(), Loss::Nested);
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) {
    // Casts that are statements of their own were seen with their statement.
    if (E->getTypeAsWritten()->isVoidType() && !StatementCasts.contains(E))
      dropped(E->getSubExpr(), Loss::Nested);
    return true;
  }

  bool VisitVarDecl(VarDecl *Variable) {
    if (Variable->hasLocalStorage() && Variable->hasInit() && !isa<ParmVarDecl>(Variable))
      if (const auto *Call = codeCall(Variable->getInit()))
        Stored[Variable].push_back(Call);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (const auto *Variable = dyn_cast<VarDecl>(E->getDecl()); Variable && !Targets.contains(E))
      Read.insert(Variable);
    return true;
  }

private:
  const CallExpr *codeCall(const Expr *E) const {
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts()->IgnoreUnlessSpelledInSource());
    return Call && returnsErrorCode(Call, Context) && !isHarmless(calleeName(Call)) ? Call
                                                                                    : nullptr;
  }

  /// Takes note of a statement, or an expression, whose value nobody takes. Runs before the visitor
  /// reaches what is in it.
  void dropped(const Stmt *S, Loss How) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (!E)
      return;
    while (true) {
      if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
        E = Cleanups->getSubExpr();
      else if (const auto *Implicit = dyn_cast<ImplicitCastExpr>(E))
        E = Implicit->getSubExpr();
      else if (const auto *Paren = dyn_cast<ParenExpr>(E))
        E = Paren->getSubExpr();
      else
        break;
    }
    if (const auto *Call = codeCall(E); Call && E == Call) {
      Found.push_back({Call, How, {}, nullptr});
    } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      if (!Cast->getTypeAsWritten()->isVoidType())
        return;
      StatementCasts.insert(Cast);
      const Expr *Sub = Cast->getSubExpr()->IgnoreParens();
      if (const auto *Inner = codeCall(Sub)) {
        bool Plain =
            How == Loss::Statement && isa<CStyleCastExpr>(Cast) && Cast->getSubExpr() == Sub;
        Found.push_back(
            {Inner, Plain ? Loss::CastToVoid : Loss::Nested, Cast->getSourceRange(), nullptr});
      } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParenImpCasts())) {
        Targets.insert(Ref);
      } else {
        dropped(Sub, Loss::Nested);
      }
    } else if (const auto *Operator = dyn_cast<BinaryOperator>(E)) {
      if (Operator->getOpcode() == BO_Comma || Operator->isLogicalOp()) {
        dropped(Operator->getRHS(), Loss::Nested);
      } else if (Operator->getOpcode() == BO_Assign) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Operator->getLHS()->IgnoreParens());
        const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
        if (!Variable || !Variable->hasLocalStorage() || Variable->getType()->isReferenceType())
          return;
        Targets.insert(Ref);
        if (const auto *Call = codeCall(Operator->getRHS()); Call && !isa<ParmVarDecl>(Variable))
          Stored[Variable].push_back(Call);
      }
    } else if (const auto *Assignment = dyn_cast<CXXOperatorCallExpr>(E)) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Assignment->getArg(0)->IgnoreParenImpCasts());
      if (Assignment->getOperator() == OO_Equal && Ref && Ref->getDecl()->isInStdNamespace() &&
          Ref->getDecl()->getName() == "ignore")
        dropped(Assignment->getArg(1)->IgnoreUnlessSpelledInSource(), Loss::Nested);
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      dropped(Choice->getTrueExpr(), Loss::Nested);
      dropped(Choice->getFalseExpr(), Loss::Nested);
    } else if (const auto *Block = dyn_cast<StmtExpr>(E)) {
      if (!Block->getSubStmt()->body_empty())
        dropped(Block->getSubStmt()->body_back(), Loss::Nested);
    }
  }

  const ASTContext &Context;
  std::vector<DroppedCall> Found;
  llvm::DenseSet<const CompoundStmt *> ValueBodies;
  llvm::DenseSet<const Expr *> StatementCasts;
  llvm::DenseSet<const DeclRefExpr *> Targets;
  llvm::DenseSet<const VarDecl *> Read;
  llvm::MapVector<const VarDecl *, std::vector<const CallExpr *>> Stored;
};

/// What a call does to the tensors of the run, and how that is said.
struct Effect {
  Severity Level = Severity::Warning;
  /// What is so after a failure.
  std::string Consequence;
  /// The first release whose generator checks this call; 0 if that is not known.
  unsigned CheckedSince = 0;
};

bool isHandlePointer(QualType Type) {
  if (Type.isNull() || Type->isDependentType())
    return false;
  const auto *Outer = Type.getCanonicalType()->getAs<PointerType>();
  if (!Outer || Outer->getPointeeType().isConstQualified())
    return false;
  const auto *Inner = Outer->getPointeeType()->getAs<PointerType>();
  const RecordDecl *Record = Inner ? Inner->getPointeeType()->getAsRecordDecl() : nullptr;
  return Record && Record->getName() == "AtenTensorOpaque";
}

std::string spelling(const Expr *E, const ASTContext &Context) {
  StringRef Text = Lexer::getSourceText(charRange(E->getSourceRange(), Context),
                                        Context.getSourceManager(), Context.getLangOpts());
  return Text.size() <= 60 && !Text.contains('\n') ? Text.str() : std::string();
}

/// The name of a tensor handle that an argument writes to: of `&buf0_handle` it is `buf0_handle`.
std::string targetName(const Expr *E, const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParenImpCasts();
  else if (const VarDecl *Variable = namedVariable(E))
    return Variable->getName().str();
  return spelling(E, Context);
}

/// The name of an op without its prefix and device: "scatter_reduce_two_out" of
/// "aoti_torch_cpu_scatter_reduce_two_out".
StringRef opName(StringRef Name) {
  Name.consume_front("aoti_torch_");
  for (StringRef Device : {"cpu_", "cuda_", "xpu_", "mps_", "mtia_", "hpu_"})
    if (Name.consume_front(Device))
      break;
  return Name;
}

bool writesItsFirstTensor(StringRef Op) {
  // Version suffixes such as `_v2` only add parameters.
  size_t Version = Op.rfind("_v");
  if (Version != StringRef::npos && Version + 2 < Op.size() &&
      Op.drop_front(Version + 2).find_first_not_of("0123456789") == StringRef::npos)
    Op = Op.take_front(Version);
  return Op.ends_with("_out") || Op.contains("scatter") || Op.contains("index_put") ||
         Op.ends_with("_") || Op.find("__", 1) != StringRef::npos;
}

Effect effectOf(const CallExpr *Call, StringRef Name, const ASTContext &Context) {
  StringRef Op = opName(Name);
  Effect Result;
  const FunctionDecl *F = Call->getDirectCallee();

  if (Name == "aoti_torch_proxy_executor_call_function") {
    bool NoTensors = Call->getNumArgs() > 4 &&
                     integerLiteral(Call->getArg(4), Context) == std::optional<int64_t>(0);
    Result.Level = NoTensors ? Severity::Warning : Severity::Error;
    auto Node = Call->getNumArgs() > 1 ? integerLiteral(Call->getArg(1), Context) : std::nullopt;
    std::string Which =
        Node ? "node " + std::to_string(*Node) + " of the extern kernels" : "an extern kernel";
    Result.Consequence = NoTensors ? "when " + Which + " throws, its work is skipped"
                                   : "when " + Which +
                                         " throws, its outputs stay undefined tensors, or keep "
                                         "their old values if it works in place,";
    Result.CheckedSince = 13;
    return Result;
  }

  // The results of a call stand in its last arguments.
  std::string Unset;
  for (unsigned I = Call->getNumArgs(); I-- > 0 && Unset.empty();) {
    const Expr *Argument = Call->getArg(I);
    bool Declared = F && I < F->getNumParams() && !F->isTemplateInstantiation();
    QualType Type =
        Declared ? F->getParamDecl(I)->getType() : Argument->IgnoreParenImpCasts()->getType();
    bool Address = isa<UnaryOperator>(Argument->IgnoreParenImpCasts()) &&
                   cast<UnaryOperator>(Argument->IgnoreParenImpCasts())->getOpcode() == UO_AddrOf;
    if (isHandlePointer(Type) && (Declared || Address))
      Unset = targetName(Argument, Context);
    else if (I + 1 == Call->getNumArgs() && Address && !Type.isNull() && Type->isPointerType() &&
             !Type->getPointeeType().isConstQualified() && !writesItsFirstTensor(Op))
      Unset = targetName(Argument, Context);
  }

  if (Name.starts_with("aoti_torch_mps_") &&
      (Op.starts_with("set_arg") || Op.starts_with("dispatch") || Op.contains("command_block") ||
       Op.contains("encoding"))) {
    Result.Level = Severity::Error;
    Result.Consequence = "when it fails, the kernel does not run, or runs with another argument, "
                         "and its outputs keep what was in memory";
    Result.CheckedSince = 15;
  } else if (!Unset.empty()) {
    Result.Level = Severity::Error;
    Result.Consequence = "when it fails, '" + Unset + "' stays unset";
    if (Name == "aoti_torch_clone" || Name == "aoti_torch_clone_preserve_strides")
      Result.CheckedSince = 15;
  } else if (writesItsFirstTensor(Op)) {
    Result.Level = Severity::Error;
    std::string Target = Call->getNumArgs() ? targetName(Call->getArg(0), Context) : std::string();
    Result.Consequence = "when it fails, " + (Target.empty() ? "its output" : "'" + Target + "'") +
                         " keeps the values it had before";
    if (Op.contains("scatter") || Op.contains("index_put"))
      Result.CheckedSince = 15;
  } else {
    Result.Consequence = "when it fails, nobody is told";
  }
  return Result;
}

} // namespace

void UncheckedErrorCheck::preprocess(const SourceManager &, Preprocessor &PP) { Macros = &PP; }

void UncheckedErrorCheck::checkUnit(ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  Facts = TuFacts::of(Context);
  const bool HasMacro = Macros && Macros->isMacroDefined(CheckMacro);

  forEachGeneratedFunction(
      Context, Facts->dialect().GeneratedBegin, [&](const FunctionDecl *Function) {
        DropFinder Finder(Context);
        Finder.TraverseDecl(const_cast<FunctionDecl *>(Function));
        for (const DroppedCall &Dropped : Finder.take()) {
          const CallExpr *Call = Dropped.Call;
          StringRef Name = calleeName(Call);
          if (!isReportable(Call->getBeginLoc(), SM))
            continue;
          Effect What = effectOf(Call, Name, Context);
          // A destructor has nobody to tell; the macro would end the process there.
          const bool MayThrow = !isa<CXXDestructorDecl>(Function);
          if (!MayThrow && What.Level != Severity::Error)
            continue;

          CodeFinding F;
          F.Level = What.Level;
          F.At = charRange(Call->getSourceRange(), Context);
          F.Message =
              Name.empty() ? "error code of a call" : ("error code of '" + Name + "'").str();
          F.Message +=
              Dropped.How == Loss::UnreadVariable
                  ? (" is stored in '" + Dropped.Variable->getName() + "', which is never read: ")
                        .str()
                  : " is dropped: ";
          F.Message += What.Consequence + " and the run goes on without an error; check the code";
          if (What.CheckedSince)
            F.Message += ", or compile the package with torch 2." +
                         std::to_string(What.CheckedSince) + " or newer, which checks it";
          bool InFile = Call->getBeginLoc().isFileID() && Call->getEndLoc().isFileID();
          if (HasMacro && MayThrow && InFile &&
              (Dropped.How == Loss::Statement || Dropped.How == Loss::CastToVoid)) {
            SourceLocation End =
                Lexer::getLocForEndOfToken(Call->getEndLoc(), 0, SM, Context.getLangOpts());
            CodeFix Fix;
            Fix.Description = ("wrap the call in " + CheckMacro).str();
            std::string Open = (CheckMacro + "(").str();
            if (Dropped.How == Loss::CastToVoid && Dropped.Cast.getBegin().isFileID())
              Fix.Edits.push_back(FixItHint::CreateReplacement(
                  CharSourceRange::getCharRange(Dropped.Cast.getBegin(), Call->getBeginLoc()),
                  Open));
            else
              Fix.Edits.push_back(FixItHint::CreateInsertion(Call->getBeginLoc(), Open));
            Fix.Edits.push_back(FixItHint::CreateInsertion(End, ")"));
            if (End.isValid() &&
                (Dropped.How == Loss::Statement || Dropped.Cast.getBegin().isFileID()))
              F.Fixes.push_back(std::move(Fix));
          }
          report(F, Context);
        }
      });
}

} // namespace aoti
