//===- TritonTrees.cpp - what the parser of Python made of sources --------===//
//
// TritonTrees FILE...: one line of JSON for each kernel in a C++ file, or for a Python
// file as a whole, with its tree. test/Triton/ast_oracle.py compares them with what
// Python's own `ast` says.
//
//===----------------------------------------------------------------------===//
#include "Triton/TritonSource.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace aoti;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

json::Value show(const PythonExpr *E);
json::Value show(const PythonParameter &P);
json::Value show(const PythonClause &C);

template <typename T> json::Array showAll(llvm::ArrayRef<T> Items) {
  json::Array Result;
  for (const T &Item : Items)
    Result.push_back(show(Item));
  return Result;
}

json::Value show(const PythonParameter &P) {
  static const char *Kinds[] = {"PositionalOnly", "Plain", "VarPositional", "KeywordOnly",
                                "VarKeyword"};
  return json::Array{Kinds[static_cast<int>(P.K)], P.Begin,        P.End, P.Name,
                     show(P.Annotation),           show(P.Default)};
}

json::Value show(const PythonClause &C) {
  return json::Array{show(C.Target), show(C.Iterable), showAll(C.Conditions), C.IsAsync};
}

json::Value show(const PythonExpr *E) {
  static const char *Kinds[] = {"Name",      "Number",        "String", "FString", "Constant",
                                "Attribute", "Subscript",     "Call",   "Keyword", "Starred",
                                "Unary",     "Binary",        "BoolOp", "Compare", "Conditional",
                                "Tuple",     "List",          "Set",    "Dict",    "Slice",
                                "Lambda",    "Comprehension", "Named",  "Await",   "Yield"};
  if (!E)
    return nullptr;
  json::Value Text = E->Text;
  if (E->is(PythonExprKind::String)) {
    std::optional<std::string> Value = pythonString(E);
    Text = Value && json::isUTF8(*Value) ? json::Value(*Value) : json::Value(nullptr);
  } else if (E->is(PythonExprKind::FString)) {
    Text = nullptr;
  }
  json::Array Result{Kinds[static_cast<int>(E->Kind)], E->Begin, E->End, std::move(Text),
                     showAll(E->Children)};
  if (E->is(PythonExprKind::Compare)) {
    json::Array Operators;
    for (StringRef Op : E->operators())
      Operators.push_back(Op);
    Result.push_back(std::move(Operators));
  } else if (E->is(PythonExprKind::Lambda)) {
    Result.push_back(showAll(E->parameters()));
  } else if (E->is(PythonExprKind::Comprehension)) {
    Result.push_back(showAll(E->clauses()));
  }
  return Result;
}

json::Array showBlock(PythonBlock Block);

json::Value show(const PythonStmt *S) {
  static const char *Kinds[] = {"Expression",
                                "Assign",
                                "AugmentedAssign",
                                "AnnotatedAssign",
                                "Return",
                                "Raise",
                                "Assert",
                                "Delete",
                                "Pass",
                                "Break",
                                "Continue",
                                "Global",
                                "Nonlocal",
                                "Import",
                                "ImportFrom",
                                "If",
                                "For",
                                "While",
                                "With",
                                "Try",
                                "Function",
                                "Class",
                                "Opaque"};
  if (S->Kind == PythonStmtKind::Opaque)
    return json::Array{"Opaque", S->Begin, S->End};
  json::Object More;
  json::Array Branches, Handlers, Names;
  for (const PythonBranch &B : S->branches())
    Branches.push_back(json::Array{B.Begin, show(B.Condition), showBlock(B.Body)});
  for (const PythonHandler &H : S->handlers())
    Handlers.push_back(json::Array{H.Begin, H.End, show(H.Type), H.Name, showBlock(H.Body)});
  for (const PythonImportedName &N : S->names())
    Names.push_back(json::Array{N.Path, N.Name});
  return json::Array{Kinds[static_cast<int>(S->Kind)],
                     S->Begin,
                     S->End,
                     S->Text,
                     showAll(S->Exprs),
                     showBlock(S->Body),
                     showBlock(S->OrElse),
                     std::move(Branches),
                     std::move(Handlers),
                     std::move(Names),
                     showAll(S->decorators()),
                     showAll(S->parameters()),
                     showBlock(S->finally())};
}

json::Array showBlock(PythonBlock Block) {
  json::Array Result;
  for (const PythonStmt *S : Block)
    Result.push_back(show(S));
  return Result;
}

void print(json::Object Head, StringRef Text) {
  PythonTree Tree = parsePython(Text);
  Head["text"] = json::fixUTF8(Text);
  Head["tree"] = showBlock(Tree.Body);
  Head["opaque"] = Tree.OpaqueCount;
  Head["error"] = Tree.Error ? json::Value(json::Array{Tree.Error->Offset, Tree.Error->Message})
                             : json::Value(nullptr);
  llvm::outs() << json::Value(std::move(Head)) << '\n';
}

} // namespace

int main(int argc, char **argv) {
  for (int I = 1; I < argc; ++I) {
    auto Buffer = llvm::MemoryBuffer::getFile(argv[I]);
    if (!Buffer) {
      llvm::errs() << argv[I] << ": " << Buffer.getError().message() << '\n';
      return 2;
    }
    StringRef Text = (*Buffer)->getBuffer();
    if (StringRef(argv[I]).ends_with(".py")) {
      print(json::Object{{"file", argv[I]}}, Text);
      continue;
    }
    for (const TritonSource &S : findTritonSources(Text)) {
      json::Array Places;
      // Where the lines of the text stand in the file.
      for (size_t At = 0; At != StringRef::npos && At < S.text().size();
           At = S.text().find('\n', At + 1))
        Places.push_back(S.fileOffset(static_cast<uint32_t>(At)));
      print(json::Object{{"file", argv[I]},
                         {"name", S.Name},
                         {"device", S.Device},
                         {"begin", S.Begin},
                         {"end", S.End},
                         {"lines", std::move(Places)}},
            S.text());
    }
  }
}
