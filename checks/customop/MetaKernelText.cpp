#include "checks/customop/MetaKernelText.h"
#include "Facts/AstQuery.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

std::string describe(const MetaKernel &K) {
  switch (K.From) {
  case MetaKernel::Origin::Registered:
    return "the Meta kernel of '" + K.Operator + "'";
  case MetaKernel::Origin::Composite:
    return "the kernel of '" + K.Operator +
           "' (it also runs when the operator is traced: no Meta kernel is in view)";
  case MetaKernel::Origin::ByName:
    break;
  }
  return shownName(K.Function) + " (a Meta kernel by its name)";
}

std::string shownName(const FunctionDecl *F) {
  StringRef Name = identifierOf(F);
  return Name.empty() ? "this lambda" : "'" + Name.str() + "'";
}

const Expr *reportedExpression(const MetaEvent &E, const SourceManager &SM) {
  if (isInMainFile(E.At->getBeginLoc(), SM))
    return E.At;
  for (auto It = E.Calls.rbegin(); It != E.Calls.rend(); ++It)
    if (isInMainFile((*It)->getBeginLoc(), SM))
      return *It;
  return nullptr;
}

std::string shownPlace(const MetaEvent &E, const SourceManager &SM) {
  PresumedLoc At = SM.getPresumedLoc(SM.getFileLoc(E.At->getBeginLoc()));
  if (isInMainFile(E.At->getBeginLoc(), SM) || At.isInvalid())
    return {};
  return " in " + shownName(E.In) + " (" + llvm::sys::path::filename(At.getFilename()).str() + ":" +
         std::to_string(At.getLine()) + ")";
}

std::string shownCode(const MetaEvent &E, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return "'" + writtenCode(E.At, Context) + "'" + shownPlace(E, SM);
}

std::vector<CodeNote> originNotes(const MetaEvent &E, const MetaKernel &K,
                                  const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  std::vector<CodeNote> Notes;
  if (!isInMainFile(E.At->getBeginLoc(), SM))
    Notes.push_back(
        {charRange(E.At->getSourceRange(), Context), "it stands here, in code that the call runs"});
  if (!E.Calls.empty())
    Notes.push_back({charRange(E.Calls.front()->getSourceRange(), Context),
                     "called here from " + shownName(K.Function)});
  if (K.Registration)
    Notes.push_back({charRange(K.Registration->Call->getSourceRange(), Context),
                     "registered here as " +
                         (K.From == MetaKernel::Origin::Registered
                              ? std::string("the Meta kernel")
                              : std::string("the kernel for all devices")) +
                         " of '" + K.Operator + "'"});
  else if (K.Record)
    Notes.push_back({charRange(SourceRange(K.Function->getLocation()), Context),
                     shownName(K.Function) + " is registered for '" + K.Operator + "' in " +
                         K.Record->At.File + ":" + std::to_string(K.Record->At.Line)});
  else
    Notes.push_back({charRange(SourceRange(K.Function->getLocation()), Context),
                     "no registration of " + shownName(K.Function) +
                         " is in view; give the file that registers it as well to be sure"});
  return Notes;
}

std::string writtenCode(const Expr *E, const ASTContext &Context) {
  StringRef Text = Lexer::getSourceText(charRange(E->getSourceRange(), Context),
                                        Context.getSourceManager(), Context.getLangOpts());
  std::string Line;
  for (char C : Text)
    if (!llvm::isSpace(C))
      Line += C;
    else if (!Line.empty() && Line.back() != ' ')
      Line += ' ';
  return Line.size() > 60 ? Line.substr(0, 57) + "..." : Line;
}

CharSourceRange callRange(const Expr *E, const ASTContext &Context) {
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    if (const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens()))
      if (Member->getMemberLoc().isValid() && !Member->getMemberLoc().isMacroID())
        return charRange(SourceRange(Member->getMemberLoc(), Call->getEndLoc()), Context);
  return charRange(E->getSourceRange(), Context);
}

} // namespace aoti
