#include "Facts/TorchTypes.h"
#include "Facts/AstQuery.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

bool isOfTorch(const Decl *D) {
  StringRef Space = outerNamespace(D);
  return Space == "at" || Space == "torch" || Space == "c10";
}

StringRef torchTypeName(QualType T) {
  if (T.isNull())
    return {};
  T = T.getNonReferenceType();
  while (const auto *Alias = T->getAs<TypedefType>()) {
    const TypedefNameDecl *D = Alias->getDecl();
    if (isOfTorch(D))
      return identifierOf(D);
    T = D->getUnderlyingType();
  }
  const CXXRecordDecl *Record = recordOf(T);
  return Record && isOfTorch(Record) ? identifierOf(Record) : StringRef();
}

const CXXRecordDecl *objectRecord(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T.getNonReferenceType();
  if (const auto *Pointer = T->getAs<PointerType>())
    T = Pointer->getPointeeType();
  return recordOf(T);
}

bool isTensorRecord(const CXXRecordDecl *Record) {
  StringRef Name = identifierOf(Record);
  return (Name == "Tensor" || Name == "TensorBase") && isOfTorch(Record);
}

bool isTensorType(QualType T) { return isTensorRecord(objectRecord(T)); }

bool isStableTensorType(QualType T) {
  const CXXRecordDecl *Record = objectRecord(T);
  return isTensorRecord(Record) && outerNamespace(Record) == "torch";
}

bool holdsTensor(QualType T, unsigned Depth) {
  if (isTensorType(T))
    return true;
  const auto *Specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(T));
  if (!Specialization || Depth > 3)
    return false;
  auto Holds = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type && holdsTensor(A.getAsType(), Depth + 1);
  };
  for (const TemplateArgument &A : Specialization->getTemplateArgs().asArray())
    if (Holds(A) ||
        (A.getKind() == TemplateArgument::Pack && llvm::any_of(A.pack_elements(), Holds)))
      return true;
  return false;
}

bool isSymIntType(QualType T) { return recordName(T) == "SymInt"; }

bool isSymbolicType(QualType T) {
  if (isSymIntType(T) || isSymIntType(firstTypeArgument(recordOf(T))))
    return true;
  StringRef Name = torchTypeName(T);
  return Name == "SymIntArrayRef" || Name == "OptionalSymIntArrayRef" || Name == "SymDimVector";
}

static bool isPlainSize(QualType T, const ASTContext &Context) {
  return !T.isNull() && T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType() &&
         Context.getTypeSize(T) == 64;
}

SizeCarrier sizeCarrierOf(QualType T, const ASTContext &Context) {
  if (T.isNull())
    return SizeCarrier::None;
  if (isPlainSize(T.getNonReferenceType(), Context))
    return SizeCarrier::Number;
  const CXXRecordDecl *Record = recordOf(T);
  if (!isPlainSize(firstTypeArgument(Record), Context))
    return SizeCarrier::None;
  StringRef Name = identifierOf(Record);
  if (Name == "optional")
    return SizeCarrier::Optional;
  bool IsList = llvm::StringSwitch<bool>(Name)
                    .Case("ArrayRef", true)
                    .Case("vector", true)
                    .Case("SmallVector", true)
                    .Case("SmallVectorImpl", true)
                    .Case("array", true)
                    .Case("initializer_list", true)
                    .Case("OptionalArrayRef", true)
                    .Default(false);
  return IsList ? SizeCarrier::List : SizeCarrier::None;
}

bool isTensorFactory(StringRef Name) {
  Name.consume_back("_symint");
  return llvm::StringSwitch<bool>(Name)
      .Case("empty", true)
      .Case("zeros", true)
      .Case("ones", true)
      .Case("full", true)
      .Case("rand", true)
      .Case("randn", true)
      .Case("randint", true)
      .Case("eye", true)
      .Case("empty_strided", true)
      .Case("empty_permuted", true)
      .Default(false);
}

bool isNumberFactory(StringRef Name) { return Name == "scalar_tensor" || Name == "tensor"; }

bool isValueFactory(StringRef Name) {
  Name.consume_back("_symint");
  return isNumberFactory(Name) || llvm::StringSwitch<bool>(Name)
                                      .Case("arange", true)
                                      .Case("linspace", true)
                                      .Case("logspace", true)
                                      .Case("randperm", true)
                                      .Case("from_blob", true)
                                      .Default(false);
}

bool isCheckName(StringRef Name) {
  std::string Upper = Name.upper();
  return StringRef(Upper).contains("CHECK") || StringRef(Upper).contains("ASSERT") ||
         StringRef(Upper).contains("ENFORCE");
}

bool isIteratorName(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Case("begin", true)
      .Case("end", true)
      .Case("cbegin", true)
      .Case("cend", true)
      .Case("rbegin", true)
      .Case("rend", true)
      .Case("data", true)
      .Default(false);
}

} // namespace aoti
