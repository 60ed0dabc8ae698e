#include "checks/customop/SchemaSymintCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/MetaKernels.h"
#include "Facts/OperatorTypes.h"
#include "Facts/SizeParameters.h"
#include "Facts/SymIntRewrite.h"
#include "checks/customop/MetaKernelText.h"
#include "checks/customop/SchemaText.h"
#include <map>
#include <optional>
#include <set>

using namespace clang;
using llvm::StringRef;

namespace aoti {
namespace {

/// The schema of an operator, of this source or of another file of the run.
struct KnownSchema {
  std::optional<OperatorSchema> Schema;
  /// Null if it stands in another file.
  const OperatorRegistration *Here = nullptr;
  /// "file:line", for another file.
  std::string Elsewhere;
};

KnownSchema schemaOf(StringRef Operator, const OperatorRegistrations &Operators) {
  KnownSchema Known;
  for (const OperatorRegistration &R : Operators.all())
    if (R.IsDefinition && R.Operator == Operator && R.Schema->HasSignature && !R.IsStable) {
      // Two schemas of one name stand in branches of the preprocessor or the program; which one
      // counts is not known.
      if (Known.Here)
        return {};
      Known.Here = &R;
      Known.Schema = R.Schema;
    }
  if (Known.Here)
    return Known;
  const OperatorIndex *Index = OperatorIndex::current();
  if (!Index || Index->schemas(Operator).empty())
    return Known;
  // The same schema may be read in more than one file.
  const std::vector<SchemaRecord> &Records = Index->schemas(Operator);
  for (const SchemaRecord &Record : Records)
    if (Record.Text != Records[0].Text)
      return Known;
  Known.Schema = parseOperatorSchema(Records[0].Text);
  if (Known.Schema && !Known.Schema->HasSignature)
    Known.Schema.reset();
  Known.Elsewhere = Records[0].At.File + ":" + std::to_string(Records[0].At.Line);
  return Known;
}

} // namespace

/// Looks at one source.
class SchemaComparison {
public:
  SchemaComparison(ASTContext &Context, llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), SM(Context.getSourceManager()), Facts(MetaFacts::of(Context)),
        Report(Report) {}

  void run() {
    for (const OperatorRegistration &R : Facts->operators().all())
      if (R.Kernel && !R.IsStable)
        compareRegistration(R);
    for (const MetaKernel &K : Facts->kernels())
      if (K.From != MetaKernel::Origin::ByName && !K.isStable())
        compareKernel(K);
  }

private:
  bool isInMainFile(SourceLocation At) const { return SM.isInMainFile(SM.getFileLoc(At)); }

  CodeNote schemaNote(const KnownSchema &Known, SourceLocation Otherwise,
                      const SchemaType *Type = nullptr) {
    if (Known.Here)
      return {Type ? schemaTypeRange(*Known.Here, *Type, Context)
                   : charRange(Known.Here->Call->getSourceRange(), Context),
              "the schema stands here"};
    return {charRange(SourceRange(Otherwise), Context), "the schema stands in " + Known.Elsewhere};
  }

  //===--- what torch refuses --------------------------------------------===//

  void compareRegistration(const OperatorRegistration &R) {
    if (!isInMainFile(R.Call->getBeginLoc()))
      return;
    KnownSchema Known =
        R.IsDefinition ? KnownSchema{R.Schema, &R, ""} : schemaOf(R.Operator, Facts->operators());
    if (!Known.Schema)
      return;
    std::vector<SchemaMismatch> Mismatches = compareWithSchema(*Known.Schema, R.Kernel);
    if (Mismatches.empty())
      return;
    Refused.insert(canonicalFunction(R.Kernel));
    const SchemaMismatch &First = Mismatches.front();
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(R.Call->getSourceRange(), Context);
    F.Message = "torch refuses the kernel of '" + R.Operator +
                "' when the library is loaded: 'Inferred operator schema for a C++ kernel function "
                "doesn't match the expected function schema', '" +
                First.Reason + "'; " + remedy(First, *Known.Schema, R.Kernel);
    F.Notes.push_back(schemaNote(Known, R.Call->getBeginLoc()));
    F.Notes.push_back(
        {charRange(SourceRange(R.Kernel->getLocation()), Context), "the kernel stands here"});
    fixRefused(F, Mismatches, Known, R);
    Report(F);
  }

  static std::string remedy(const SchemaMismatch &M, const OperatorSchema &Schema,
                            const FunctionDecl *Kernel) {
    if (M.What == SchemaMismatch::Kind::Arguments || M.What == SchemaMismatch::Kind::Results)
      return "give the schema and the kernel the same ones";
    if (M.What == SchemaMismatch::Kind::ResultType)
      return "let the schema and the kernel return the same type";
    StringRef Reason = M.Reason;
    if (!Reason.contains("SymInt"))
      return "let the schema and the kernel have the same type";
    const SchemaType &Type = Schema.Arguments[M.Index].Type;
    if (isPlainInteger(Type))
      return "write '" + std::string("SymInt") + Type.Suffix + "' in the schema";
    bool Marked = llvm::any_of(Kernel->parameters(), [](const ParmVarDecl *P) {
      return marksSymbolicKernel(P->getType());
    });
    if (Marked)
      return "take all 'SymInt' of the schema as c10::SymInt, or all as int64_t";
    return "take 'SymInt' as a c10::SymInt by value, 'SymInt[]' as a c10::SymIntArrayRef, and "
           "'SymInt[]?' as an at::OptionalSymIntArrayRef";
  }

  /// `int` of the schema that the kernel takes as symbolic becomes `SymInt`, if that is all that is
  /// wrong.
  void fixRefused(CodeFinding &F, const std::vector<SchemaMismatch> &Mismatches,
                  const KnownSchema &Known, const OperatorRegistration &R) {
    CodeFix Fix;
    Fix.Description = "take the integers of the schema as SymInt";
    std::string Why;
    for (const SchemaMismatch &M : Mismatches) {
      if (M.What != SchemaMismatch::Kind::ArgumentType) {
        Why = "which of the two is meant cannot be told";
        break;
      }
      const SchemaType &Type = Known.Schema->Arguments[M.Index].Type;
      std::string Kept = inferredType((*schemaParameters(R.Kernel))[M.Index]->getType(), Context);
      if (!isPlainInteger(Type) || asPlain(Kept) != Type.text()) {
        Why = "which of the two is meant cannot be told";
        break;
      }
      if (!Known.Here || !isSchemaTypeWritten(*Known.Here, Type, Context)) {
        Why = Known.Here ? "the schema comes out of a macro" : "the schema stands in another file";
        break;
      }
      Fix.Edits.push_back(
          FixItHint::CreateReplacement(schemaTypeRange(*Known.Here, Type, Context), "SymInt"));
    }
    if (!Why.empty())
      F.Notes.push_back({F.At, "not fixed automatically: " + Why});
    else
      F.Fixes.push_back(std::move(Fix));
  }

  //===--- what loses a symbolic size ------------------------------------===//

  void compareKernel(const MetaKernel &K) {
    if (!isInMainFile(K.Function->getLocation()) || Refused.count(canonicalFunction(K.Function)))
      return;
    KnownSchema Known = schemaOf(K.Operator, Facts->operators());
    auto Parameters = schemaParameters(K.Function);
    if (!Known.Schema || !Parameters || Parameters->size() != Known.Schema->Arguments.size())
      return;
    comparePlain(K, Known, *Parameters);
    if (K.From == MetaKernel::Origin::Registered)
      compareSizes(K, Known, *Parameters);
  }

  /// A kernel of plain integers for `SymInt`: torch lets it pass, and fixes the sizes when it is
  /// traced.
  void comparePlain(const MetaKernel &K, const KnownSchema &Known,
                    const std::vector<const ParmVarDecl *> &Parameters) {
    std::vector<unsigned> Plain;
    for (unsigned I = 0; I < Parameters.size(); ++I) {
      const SchemaType &Type = Known.Schema->Arguments[I].Type;
      if (isSymbolicInteger(Type) &&
          inferredType(Parameters[I]->getType(), Context) == asPlain(Type.text()))
        Plain.push_back(I);
    }
    if (Plain.empty())
      return;
    // Torch takes a kernel only if all of them are symbolic, or none.
    CodeFix Fix;
    Fix.Description = "take the sizes as symbolic integers";
    std::string Withheld;
    std::set<std::tuple<unsigned, unsigned>> Seen;
    for (unsigned I : Plain) {
      SymIntRewrite Rewrite = rewriter().ofParameter(Parameters[I]);
      if (!Rewrite.Withheld.empty()) {
        Withheld = Rewrite.Withheld;
        break;
      }
      for (const SymIntEdit &Edit : Rewrite.Edits)
        if (Seen.insert({SM.getFileOffset(Edit.At.getBegin()), SM.getFileOffset(Edit.At.getEnd())})
                .second)
          Fix.Edits.push_back(FixItHint::CreateReplacement(Edit.At, Edit.Replacement));
    }
    for (unsigned I : Plain) {
      const SchemaArgument &Argument = Known.Schema->Arguments[I];
      bool IsList = StringRef(Argument.Type.Suffix).starts_with("[]");
      CodeFinding F;
      F.Level = IsList ? Severity::Error : Severity::Warning;
      F.At = charRange(Parameters[I]->getSourceRange(), Context);
      F.Message = "the Meta kernel of '" + K.Operator + "' takes the '" + Argument.Type.text() +
                  " " + Argument.Name + "' of its schema as plain " +
                  (IsList ? "integers" : "integer") + ", ";
      F.Message +=
          IsList
              ? "which fails with 'isIntList() INTERNAL ASSERT FAILED', 'Expected IntList but got "
                "GenericList', when a symbolic size is given; take it as a c10::SymIntArrayRef"
              : "so torch.export fixes a symbolic size that is given there to that of the example, "
                "without a word for Dim.AUTO; take it as a c10::SymInt";
      F.Notes.push_back(schemaNote(Known, Parameters[I]->getLocation(), &Argument.Type));
      if (!Withheld.empty())
        F.Notes.push_back({F.At, "not fixed automatically: " + Withheld});
      else if (I == Plain.front())
        F.Fixes.push_back(Fix);
      else
        F.Notes.push_back({charRange(Parameters[Plain.front()]->getSourceRange(), Context),
                           "fixed together with this parameter"});
      Report(F);
    }
  }

  /// An `int` of the schema that the Meta kernel makes a size of.
  void compareSizes(const MetaKernel &K, const KnownSchema &Known,
                    const std::vector<const ParmVarDecl *> &Parameters) {
    for (unsigned I = 0; I < Parameters.size(); ++I) {
      const SchemaArgument &Argument = Known.Schema->Arguments[I];
      if (!isPlainInteger(Argument.Type) ||
          inferredType(Parameters[I]->getType(), Context) != Argument.Type.text())
        continue;
      const CallExpr *Shape = shapeOfParameter(Parameters[I]);
      if (!Shape)
        continue;
      CodeFinding F;
      F.At = Known.Here && isInMainFile(Known.Here->Call->getBeginLoc())
                 ? schemaTypeRange(*Known.Here, Argument.Type, Context)
                 : charRange(Parameters[I]->getSourceRange(), Context);
      F.Message = "'" + Argument.Type.text() + " " + Argument.Name + "' of '" + K.Operator +
                  "' becomes a size in its Meta kernel; torch.export fixes a symbolic size that is "
                  "given there to that of the example, without a word for Dim.AUTO; write 'SymInt" +
                  Argument.Type.Suffix + "' in the schema and take it as " +
                  (StringRef(Argument.Type.Suffix).starts_with("[]") ? "a c10::SymIntArrayRef"
                                                                     : "a c10::SymInt") +
                  " in the Meta kernel";
      if (!Known.Here)
        F.Notes.push_back(schemaNote(Known, Parameters[I]->getLocation()));
      else
        F.Notes.push_back(
            {charRange(Parameters[I]->getSourceRange(), Context), "the Meta kernel takes it here"});
      F.Notes.push_back({charRange(Shape->getSourceRange(), Context), "it becomes a size here"});
      F.Flow.push_back({charRange(Parameters[I]->getSourceRange(), Context),
                        "the kernel is given '" + Argument.Name + "' as a plain integer"});
      F.Flow.push_back({charRange(Shape->getSourceRange(), Context), "it becomes a size"});
      fixSize(F, K, Known, Argument.Type, Parameters[I]);
      Report(F);
    }
  }

  void fixSize(CodeFinding &F, const MetaKernel &K, const KnownSchema &Known,
               const SchemaType &Type, const ParmVarDecl *Parameter) {
    std::string Why;
    SymIntRewrite Rewrite;
    if (!Known.Here)
      Why = "the schema stands in another file";
    else if (!isSchemaTypeWritten(*Known.Here, Type, Context))
      Why = "the schema comes out of a macro";
    else if (Facts->operators().of(K.Function).size() > 1)
      Why = "the function is registered more than once";
    else {
      Rewrite = rewriter().ofParameter(Parameter);
      Why = Rewrite.Withheld;
    }
    if (!Why.empty()) {
      F.Notes.push_back({F.At, "not fixed automatically: " + Why});
      return;
    }
    CodeFix Fix;
    Fix.Description = "take it as a symbolic integer, in the schema and in the Meta kernel";
    Fix.Edits.push_back(
        FixItHint::CreateReplacement(schemaTypeRange(*Known.Here, Type, Context), "SymInt"));
    for (const SymIntEdit &Edit : Rewrite.Edits)
      Fix.Edits.push_back(FixItHint::CreateReplacement(Edit.At, Edit.Replacement));
    F.Fixes.push_back(std::move(Fix));
  }

  const SymIntRewriter &rewriter() {
    if (!Rewriter)
      Rewriter.emplace(*Facts);
    return *Rewriter;
  }

  ASTContext &Context;
  const SourceManager &SM;
  std::shared_ptr<MetaFacts> Facts;
  llvm::function_ref<void(const CodeFinding &)> Report;
  std::optional<SymIntRewriter> Rewriter;
  /// Kernels that torch refuses, of which nothing else is said.
  std::set<const FunctionDecl *> Refused;
};

void SchemaSymintCheck::checkUnit(ASTContext &Context) {
  SchemaComparison(Context, [&](const CodeFinding &F) { report(F, Context); }).run();
}

} // namespace aoti
