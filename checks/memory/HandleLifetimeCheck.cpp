#include "checks/memory/HandleLifetimeCheck.h"
#include "Facts/HandleFacts.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace aoti {

namespace {

using Fault = HandleFault::Kind;
using Step = HandleStep::Kind;

std::string quoted(llvm::StringRef Name) { return "'" + Name.str() + "'"; }

/// The variable of a handle or the tensor of a handle without a name.
std::string handle(const HandleFault &F) {
  return F.Name.empty() ? std::string("a handle") : quoted(F.Name);
}

bool isLoop(const Stmt *S) { return isa<WhileStmt, ForStmt, DoStmt, CXXForRangeStmt>(S); }

/// What a step does, for a note.
std::string stepText(const HandleStep &S) {
  std::string Name = S.Name.empty() ? std::string("the handle") : quoted(S.Name);
  switch (S.K) {
  case Step::Declared:
    return Name + " is declared here without a tensor";
  case Step::Filled:
  case Step::Made:
    return "the tensor is made here";
  case Step::Received:
    return "the input is taken over here";
  case Step::Bound:
    return S.Name.empty() ? "the pointer is read here" : Name + " is read here";
  case Step::Wrapped:
    return "an owner takes the handle here";
  case Step::Moved:
    return Name + " is moved from here";
  case Step::Released:
    return Name + " is released here";
  case Step::Reset:
    return Name + " is reset here";
  case Step::Cleared:
    return "all inputs that are left are deleted here";
  case Step::Deleted:
    return "the tensor is deleted here";
  case Step::Overwritten:
    return Name + " gets another tensor here, and the first is deleted";
  case Step::EndOfStatement:
    return "the temporary owner deletes the tensor at the end of this statement";
  case Step::EndOfScope:
    return (S.Name.empty() ? std::string("the owner") : Name) +
           " deletes the tensor at the end of its block";
  case Step::Carried:
    return Name + " gets its first value here";
  case Step::Output:
    return "the tensor is given to the caller here";
  }
  return {};
}

/// "after 'buf0.reset()'": what ended the life, for a message.
std::string ended(const HandleStep &S) {
  std::string Name = S.Name.empty() ? std::string("the handle") : quoted(S.Name);
  switch (S.K) {
  case Step::Moved:
    return "after it was moved from";
  case Step::Released:
    return "after it was released";
  case Step::Reset:
    return "after " + Name + " was reset";
  case Step::Cleared:
    return "after the inputs were cleared";
  case Step::Deleted:
    return "after its tensor was deleted";
  case Step::Overwritten:
    return "after " + Name + " got another tensor";
  case Step::EndOfStatement:
    return "after the statement that made its owner, a temporary";
  case Step::EndOfScope:
    return "after the block of its owner";
  default:
    return "after its end";
  }
}

class Reporter {
public:
  Reporter(ASTContext &Context, llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), Report(Report) {}

  void report(const HandleFault &F) {
    CodeFinding Finding;
    Finding.Level = Severity::Error;
    Finding.At = charRange(F.At, Context);
    Finding.Message = message(F);
    for (const HandleStep &S : F.Steps)
      Finding.Flow.push_back({charRange(S.At, Context), stepText(S)});
    for (const HandleBranch &B : F.Path)
      Finding.Notes.push_back({charRange(branchRange(B.At), Context), branchNote(B)});
    if (!F.Steps.empty())
      Finding.Notes.insert(Finding.Notes.begin(),
                           {charRange(F.Steps.back().At, Context), stepText(F.Steps.back())});
    for (const HandleFault::Other &O : F.Others)
      Finding.Notes.push_back(
          {charRange(O.At, Context),
           (O.Name.empty() ? std::string("it") : quoted(O.Name)) + " is used here, too"});
    if (!Finding.Flow.empty())
      Finding.Flow.push_back({Finding.At, last(F)});
    Report(Finding);
  }

private:
  /// The head of a statement that branches.
  SourceRange branchRange(const Stmt *S) const {
    if (const auto *If = dyn_cast<IfStmt>(S))
      return If->getCond()->getSourceRange();
    if (const auto *While = dyn_cast<WhileStmt>(S))
      return While->getCond()->getSourceRange();
    if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      return Switch->getCond()->getSourceRange();
    if (isa<Expr>(S))
      return S->getSourceRange();
    return S->getBeginLoc();
  }

  std::string branchNote(const HandleBranch &B) const {
    if (isLoop(B.At))
      return B.Taken ? "it happens in a later round of this loop"
                     : "it happens in the first round of this loop";
    return B.Taken ? "it happens when this condition holds"
                   : "it happens when this condition does not hold";
  }

  /// "when 'arg0_1_scalar' does not hold, ", or nothing. Lines stand in the notes: a message stays
  /// the same when they move.
  std::string when(const HandleFault &F) const {
    std::string Text;
    for (const HandleBranch &B : F.Path) {
      llvm::StringRef Condition = Lexer::getSourceText(
          charRange(branchRange(B.At), Context), Context.getSourceManager(), Context.getLangOpts());
      bool Short = !isLoop(B.At) && !Condition.empty() && Condition.size() <= 60 &&
                   Condition.find('\n') == llvm::StringRef::npos;
      std::string Part;
      if (isLoop(B.At))
        Part = B.Taken ? "in a later round of the loop" : "in the first round of the loop";
      else if (isa<SwitchStmt>(B.At))
        Part = "in some cases";
      else
        Part = "when " + (Short ? quoted(Condition) : std::string("the condition of a branch")) +
               (B.Taken ? " holds" : " does not hold");
      Text += (Text.empty() ? "" : " and ") + Part;
    }
    return Text.empty() ? Text : Text + ", ";
  }

  std::string where(const HandleFault &F) const {
    return F.Callee.empty() ? std::string("used") : "passed to " + quoted(F.Callee);
  }

  std::string message(const HandleFault &F) const {
    const HandleStep *Last = F.Steps.empty() ? nullptr : &F.Steps.back();
    std::string Output = "output " + std::to_string(F.Output);
    switch (F.K) {
    case Fault::UseAfterEnd: {
      bool Freed = Last && Last->K != Step::Moved && Last->K != Step::Released;
      bool OwnEnd = Last && Last->Name == F.Name && Freed;
      return when(F) + handle(F) + " is " + where(F) + " " +
             (OwnEnd && Last->K == Step::Reset ? std::string("after it was reset")
              : Last                           ? ended(*Last)
                                               : std::string("after its end")) +
             (Freed ? ": its tensor is gone by then, so that the run crashes or computes with "
                      "foreign memory; use it before that, or keep its owner"
                    : ": it holds no tensor any more, so that the run crashes; use it before "
                      "that, or the handle that has the tensor now");
    }
    case Fault::UseUnfilled:
      return when(F) + handle(F) + " is " + where(F) +
             " before anything has filled it: it holds whatever stands in memory, and the run "
             "crashes; call what makes its tensor first";
    case Fault::UseEmpty:
      return when(F) + handle(F) + " is " + where(F) +
             " without a tensor: nothing was assigned to it on this way, and the run crashes; "
             "assign it in each branch";
    case Fault::PointerAfterEnd:
      return when(F) + (F.Name.empty() ? std::string("a pointer") : handle(F)) + " is " + where(F) +
             " " + (Last ? ended(*Last) : std::string("after its end")) +
             ": the memory that it points to is free by then and may hold another tensor; read the "
             "pointer of a tensor that still lives";
    case Fault::SecondOwner:
      return when(F) + handle(F) +
             (Last && Last->K == Step::Output ? " gets an owner though it was given to the caller"
                                              : " gets a second owner") +
             ": the tensor is deleted twice, which ends in 'double free' or corrupts memory; let "
             "one owner have the handle and move it";
    case Fault::OutputOwned:
      return when(F) + Output + " gets the tensor of " + handle(F) +
             " while an owner deletes it at the end of the run: the caller gets a handle to freed "
             "memory; give it with 'release()'";
    case Fault::ConstantOwned:
      return when(F) + "the handle of constant " +
             (Last && !Last->Name.empty() ? quoted(Last->Name) : handle(F)) + " is " +
             (F.Output >= 0 ? "given to the caller as " + Output : "given an owner") +
             ": the weight is deleted with it, and the next run reads freed memory; clone it with "
             "'aoti_torch_clone'";
    case Fault::NeverOwned:
      return when(F) + "the tensor that is made here" +
             (F.Name.empty() ? std::string() : " for " + handle(F)) +
             " has no owner: it is leaked at each run, until memory ends; wrap it in a "
             "'RAIIAtenTensorHandle'";
    case Fault::OutputUnset:
      return when(F) + Output +
             " is not set: the caller gets no tensor for it, while other branches set it; set it "
             "in each of them";
    case Fault::OutputTwice:
      return when(F) + Output +
             " is set though it was set already: the first tensor is leaked at each run, and "
             "another output may stay empty; correct the number of one of them";
    case Fault::OutputMissing:
      return Output + " is never set, while the tensor of " + handle(F) +
             " is computed and then neither used nor freed nor returned: the caller gets no "
             "tensor; "
             "give it to the output that it belongs to";
    case Fault::NotCarried:
      return handle(F) +
             " is carried through this loop and never assigned in it, while the tensor of " +
             quoted(F.Lost) +
             " is computed in each round and lost: each round computes with the first value, so "
             "that results are wrong or the loop never ends; assign it at the end of each round";
    }
    return {};
  }

  std::string last(const HandleFault &F) const {
    switch (F.K) {
    case Fault::SecondOwner:
      return "it gets an owner here";
    case Fault::OutputOwned:
    case Fault::OutputTwice:
      return "the output is set here";
    case Fault::OutputUnset:
      return "the output is set here, on other ways only";
    case Fault::OutputMissing:
      return "the output should be set near here";
    case Fault::NotCarried:
      return "the loop begins here";
    case Fault::ConstantOwned:
      return F.Output >= 0 ? "it is given to the caller here" : "it gets an owner here";
    default:
      return handle(F) + " is " + where(F) + " here";
    }
  }

  ASTContext &Context;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void HandleLifetimeCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind == SourceKind::JitWrapper ||
      Facts->dialect().Kind == SourceKind::UnsupportedWrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  Reporter R(Context, Report);
  for (const FunctionHandles &F : Facts->handles().functions())
    for (const HandleFault &Fault : F.Faults)
      R.report(Fault);
}

} // namespace aoti
