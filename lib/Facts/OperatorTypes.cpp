#include "Facts/OperatorTypes.h"
#include "Facts/AstQuery.h"
#include "Facts/TorchTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

static std::vector<QualType> typeArguments(const ClassTemplateSpecializationDecl *Record) {
  std::vector<QualType> Types;
  for (const TemplateArgument &A : Record->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Type)
      Types.push_back(A.getAsType());
    else if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Part : A.pack_elements())
        if (Part.getKind() == TemplateArgument::Type)
          Types.push_back(Part.getAsType());
  }
  return Types;
}

std::string inferredType(QualType T, const ASTContext &Context) {
  if (T->isDependentType())
    return {};
  StringRef Torch = torchTypeName(T);
  if (Torch == "SymIntArrayRef")
    return "SymInt[]";
  if (Torch == "IntArrayRef")
    return "int[]";
  if (Torch == "Scalar")
    return "Scalar";
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (T->isBooleanType())
    return "bool";
  if (const auto *Builtin = T->getAs<BuiltinType>()) {
    if (Builtin->getKind() == BuiltinType::Double)
      return "float";
    if (T->isSignedIntegerType() && Context.getTypeSize(T) == 64)
      return "int";
    return {};
  }
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record)
    return {};
  StringRef Name = identifierOf(Record);
  if (isTensorType(T) && Name == "Tensor")
    return "Tensor";
  if (isSymIntType(T))
    return "SymInt";
  const auto *Specialization = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  if (!Specialization)
    return Name == "string_view" ? "str" : std::string();
  if (Name == "basic_string" || Name == "basic_string_view")
    return "str";
  StringRef Suffix = llvm::StringSwitch<StringRef>(Name)
                         .Case("vector", "[]")
                         .Case("ArrayRef", "[]")
                         .Case("List", "[]")
                         .Case("array", "[]")
                         .Case("optional", "?")
                         .Case("OptionalArrayRef", "[]?")
                         .Default({});
  std::vector<QualType> Arguments = typeArguments(Specialization);
  if (Suffix.empty() || Arguments.empty())
    return {};
  std::string Element = inferredType(Arguments[0], Context);
  return Element.empty() ? Element : Element + Suffix.str();
}

bool marksSymbolicKernel(QualType T) {
  if (T->isReferenceType())
    return false;
  StringRef Torch = torchTypeName(T);
  if (isSymIntType(T) || Torch == "SymIntArrayRef" || Torch == "OptionalSymIntArrayRef")
    return true;
  const CXXRecordDecl *Record = recordOf(T);
  StringRef Name = identifierOf(Record);
  return (Name == "ArrayRef" || Name == "OptionalArrayRef" || Name == "optional") &&
         isSymIntType(firstTypeArgument(Record));
}

std::optional<std::vector<const ParmVarDecl *>> schemaParameters(const FunctionDecl *Kernel) {
  std::vector<const ParmVarDecl *> Parameters(Kernel->param_begin(), Kernel->param_end());
  if (!Parameters.empty()) {
    StringRef First = identifierOf(recordOf(Parameters[0]->getType()));
    if (First == "OperatorHandle")
      return std::nullopt;
    if (First == "DispatchKeySet")
      Parameters.erase(Parameters.begin());
  }
  return Parameters;
}

std::string asPlain(StringRef Type) {
  if (Type.consume_front("SymInt"))
    return "int" + Type.str();
  return Type.str();
}

bool isPlainInteger(const SchemaType &Type) { return Type.Base == "int"; }
bool isSymbolicInteger(const SchemaType &Type) { return Type.Base == "SymInt"; }

/// Whether a type of a schema is one that `inferredType` gives names of.
static bool isComparable(const SchemaType &Type) {
  return llvm::StringSwitch<bool>(Type.Base)
      .Case("Tensor", true)
      .Case("int", true)
      .Case("SymInt", true)
      .Case("float", true)
      .Case("bool", true)
      .Case("str", true)
      .Case("Scalar", true)
      .Default(false);
}

std::vector<SchemaMismatch> compareWithSchema(const OperatorSchema &Schema,
                                              const FunctionDecl *Kernel) {
  std::vector<SchemaMismatch> Found;
  auto Parameters = schemaParameters(Kernel);
  if (!Schema.HasSignature || !Parameters || Kernel->isTemplated() || Kernel->isVariadic())
    return Found;
  const ASTContext &Context = Kernel->getASTContext();
  if (Parameters->size() != Schema.Arguments.size()) {
    Found.push_back({SchemaMismatch::Kind::Arguments, 0,
                     "The number of arguments is different. " +
                         std::to_string(Schema.Arguments.size()) + " vs " +
                         std::to_string(Parameters->size()) + "."});
    return Found;
  }
  bool Symbolic = llvm::any_of(
      *Parameters, [](const ParmVarDecl *P) { return marksSymbolicKernel(P->getType()); });
  for (unsigned I = 0; I < Parameters->size(); ++I) {
    const SchemaType &Type = Schema.Arguments[I].Type;
    std::string Kept = inferredType((*Parameters)[I]->getType(), Context);
    if (Kept.empty() || !isComparable(Type))
      continue;
    // For a kernel without symbolic integers torch reads those of the schema as plain ones.
    std::string Expected = Symbolic ? Type.text() : asPlain(Type.text());
    if (Kept != Expected)
      Found.push_back({SchemaMismatch::Kind::ArgumentType, I,
                       "Type mismatch in argument " + std::to_string(I + 1) + ": " + Expected +
                           " vs " + Kept + "."});
  }
  QualType Result = Kernel->getReturnType();
  if (Result->isDependentType() || Result->isUndeducedType())
    return Found;
  std::vector<QualType> Results;
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(Result));
  if (Record && identifierOf(Record) == "tuple")
    Results = typeArguments(Record);
  else if (!Result->isVoidType())
    Results.push_back(Result);
  if (Results.size() != Schema.Results.size()) {
    Found.push_back({SchemaMismatch::Kind::Results, 0,
                     "The number of returns is different. " +
                         std::to_string(Schema.Results.size()) + " vs " +
                         std::to_string(Results.size()) + "."});
    return Found;
  }
  for (unsigned I = 0; I < Results.size(); ++I) {
    const SchemaType &Type = Schema.Results[I].Type;
    std::string Kept = inferredType(Results[I], Context);
    if (!Kept.empty() && isComparable(Type) && Kept != Type.text())
      Found.push_back({SchemaMismatch::Kind::ResultType, I,
                       "Type mismatch in return " + std::to_string(I + 1) + ": " + Type.text() +
                           " vs " + Kept + "."});
  }
  return Found;
}

} // namespace aoti
