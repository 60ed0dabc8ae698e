#include "checks/customop/SchemaText.h"
#include "Finding/AotiCheck.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace aoti {

static SourceLocation placeOf(const OperatorRegistration &R, uint32_t Offset,
                              const ASTContext &Context) {
  return R.SchemaText->getLocationOfByte(Offset, Context.getSourceManager(), Context.getLangOpts(),
                                         Context.getTargetInfo());
}

bool isSchemaTypeWritten(const OperatorRegistration &R, const SchemaType &Type,
                         const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation Begin = placeOf(R, Type.Begin, Context), Last = placeOf(R, Type.End - 1, Context);
  if (Begin.isInvalid() || Begin.isMacroID() || Last.isMacroID() || !SM.isInMainFile(Begin))
    return false;
  // Not torn between two literals.
  return SM.getFileOffset(Last) - SM.getFileOffset(Begin) == Type.End - 1 - Type.Begin;
}

CharSourceRange schemaTypeRange(const OperatorRegistration &R, const SchemaType &Type,
                                const ASTContext &Context) {
  if (!isSchemaTypeWritten(R, Type, Context))
    return charRange(R.Call->getSourceRange(), Context);
  SourceLocation Begin = placeOf(R, Type.Begin, Context);
  return CharSourceRange::getCharRange(
      Begin, Begin.getLocWithOffset(static_cast<int>(Type.End - Type.Begin)));
}

} // namespace aoti
