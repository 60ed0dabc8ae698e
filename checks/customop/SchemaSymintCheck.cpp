#include "checks/customop/SchemaSymintCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/MetaKernels.h"
#include "Facts/OperatorTypes.h"
#include "Facts/SizeParameters.h"
#include "Facts/SymIntRewrite.h"
#include "Facts/TuFacts.h"
#include "checks/customop/SchemaText.h"
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
      : Context(Context), SM(Context.getSourceManager()), Unit(TuFacts::of(Context)),
        Facts(Unit->meta()), Report(Report) {}

  void run() {
    for (const OperatorRegistration &R : Facts.operators().all())
      if (R.Kernel && !R.IsStable)
        compareRegistration(R);
    for (const MetaKernel &K : Facts.kernels())
      if (K.From != MetaKernel::Origin::ByName && !K.isStable())
        compareKernel(K);
  }

private:
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
    if (!isInMainFile(R.Call->getBeginLoc(), SM))
      return;
    KnownSchema Known =
        R.IsDefinition ? KnownSchema{R.Schema, &R, ""} : schemaOf(R.Operator, Facts.operators());
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
      if (isSymbolicInteger(Type)) {
        Why = "the parameter has to change wherever the kernel is declared";
        break;
      }
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
    if (!isInMainFile(K.Function->getLocation(), SM) ||
        Refused.count(canonicalFunction(K.Function)))
      return;
    KnownSchema Known = schemaOf(K.Operator, Facts.operators());
    auto Parameters = schemaParameters(K.Function);
    if (!Known.Schema || !Parameters || Parameters->size() != Known.Schema->Arguments.size())
      return;
    std::vector<unsigned> Plain = plainOnes(*Known.Schema, *Parameters);
    comparePlain(K, Known, *Parameters, Plain);
    if (K.From == MetaKernel::Origin::Registered)
      compareSizes(K, Known, *Parameters, Plain);
  }

  /// The arguments that are `SymInt` in the schema and plain integers in the kernel.
  std::vector<unsigned> plainOnes(const OperatorSchema &Schema,
                                  const std::vector<const ParmVarDecl *> &Parameters) const {
    std::vector<unsigned> Plain;
    for (unsigned I = 0; I < Parameters.size(); ++I) {
      const SchemaType &Type = Schema.Arguments[I].Type;
      if (isSymbolicInteger(Type) &&
          inferredType(Parameters[I]->getType(), Context) == asPlain(Type.text()))
        Plain.push_back(I);
    }
    return Plain;
  }

  static std::vector<const ParmVarDecl *>
  selected(const std::vector<const ParmVarDecl *> &Parameters, llvm::ArrayRef<unsigned> Indices) {
    std::vector<const ParmVarDecl *> Chosen;
    for (unsigned I : Indices)
      Chosen.push_back(Parameters[I]);
    return Chosen;
  }

  /// A kernel of plain integers for `SymInt`: torch lets it pass, and fixes the sizes when it is
  /// traced.
  void comparePlain(const MetaKernel &K, const KnownSchema &Known,
                    const std::vector<const ParmVarDecl *> &Parameters,
                    const std::vector<unsigned> &Plain) {
    if (Plain.empty())
      return;
    // Torch takes a kernel only if all of them are symbolic, or none.
    SymIntRewrite Rewrite = Facts.rewriter().ofParameters(selected(Parameters, Plain));
    CodeFix Fix;
    Fix.Description = "take the sizes as symbolic integers";
    for (const SymIntEdit &Edit : Rewrite.Edits)
      Fix.Edits.push_back(FixItHint::CreateReplacement(Edit.At, Edit.Replacement));
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
      if (!Rewrite.Withheld.empty())
        F.Notes.push_back({F.At, "not fixed automatically: " + Rewrite.Withheld});
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
                    const std::vector<const ParmVarDecl *> &Parameters,
                    const std::vector<unsigned> &Plain) {
    std::vector<std::pair<unsigned, const CallExpr *>> Sizes;
    for (unsigned I = 0; I < Parameters.size(); ++I) {
      const SchemaType &Type = Known.Schema->Arguments[I].Type;
      if (isPlainInteger(Type) && inferredType(Parameters[I]->getType(), Context) == Type.text())
        if (const CallExpr *Shape = shapeOfParameter(Parameters[I], Facts.code()))
          Sizes.push_back({I, Shape});
    }
    for (auto [I, Shape] : Sizes) {
      const SchemaArgument &Argument = Known.Schema->Arguments[I];
      CodeFinding F;
      F.At = Known.Here && isInMainFile(Known.Here->Call->getBeginLoc(), SM)
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
      fixSize(F, K, Known, Parameters, Plain, I, llvm::to_vector(llvm::make_first_range(Sizes)));
      Report(F);
    }
  }

  /// Argument \p Index becomes symbolic in the schema and in the kernel, alone if that is enough,
  /// and else with the other \p Sizes.
  void fixSize(CodeFinding &F, const MetaKernel &K, const KnownSchema &Known,
               const std::vector<const ParmVarDecl *> &Parameters,
               const std::vector<unsigned> &Plain, unsigned Index, llvm::ArrayRef<unsigned> Sizes) {
    std::string Why;
    SymIntRewrite Rewrite;
    std::vector<unsigned> Changed = {Index};
    auto IsWritten = [&](unsigned I) {
      return isSchemaTypeWritten(*Known.Here, Known.Schema->Arguments[I].Type, Context);
    };
    if (!Known.Here)
      Why = "the schema stands in another file";
    else if (!IsWritten(Index))
      Why = "the schema comes out of a macro";
    else if (Facts.operators().of(K.Function).size() > 1)
      Why = "the function is registered more than once";
    else {
      // Torch takes a kernel only if all `SymInt` of the schema are symbolic there, or none.
      auto Rewritten = [&] {
        std::vector<unsigned> All = Plain;
        All.insert(All.end(), Changed.begin(), Changed.end());
        return Facts.rewriter().ofParameters(selected(Parameters, All));
      };
      Rewrite = Rewritten();
      if (!Rewrite.Withheld.empty() && Sizes.size() > 1 && llvm::all_of(Sizes, IsWritten)) {
        Changed.assign(Sizes.begin(), Sizes.end());
        if (SymIntRewrite Together = Rewritten(); Together.Withheld.empty())
          Rewrite = std::move(Together);
      }
      Why = Rewrite.Withheld;
    }
    if (!Why.empty()) {
      F.Notes.push_back({F.At, "not fixed automatically: " + Why});
      return;
    }
    CodeFix Fix;
    Fix.Description = "take it as a symbolic integer, in the schema and in the Meta kernel";
    for (unsigned I : Changed)
      Fix.Edits.push_back(FixItHint::CreateReplacement(
          schemaTypeRange(*Known.Here, Known.Schema->Arguments[I].Type, Context), "SymInt"));
    for (const SymIntEdit &Edit : Rewrite.Edits)
      Fix.Edits.push_back(FixItHint::CreateReplacement(Edit.At, Edit.Replacement));
    F.Fixes.push_back(std::move(Fix));
  }

  ASTContext &Context;
  const SourceManager &SM;
  std::shared_ptr<TuFacts> Unit;
  const MetaFacts &Facts;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// Kernels that torch refuses, of which nothing else is said.
  std::set<const FunctionDecl *> Refused;
};

void SchemaSymintCheck::checkUnit(ASTContext &Context) {
  SchemaComparison(Context, [&](const CodeFinding &F) { report(F, Context); }).run();
}

} // namespace aoti
