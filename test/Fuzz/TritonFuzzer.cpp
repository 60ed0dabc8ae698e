// Any bytes as a C++ file with kernels in its comments (behind a `c`), or as Python. Places lie
// within the text and within each other, and what is said of a body is about its kernel.
#include "FindingExpectations.h"
#include "Triton/TritonBody.h"

using namespace aoti;
using namespace aoti::fuzz;
using llvm::StringRef;

namespace {

void look(const PythonExpr *E, uint32_t Begin, uint32_t End) {
  if (!E)
    return;
  expect(E->Begin >= Begin && E->End <= End && E->Begin <= E->End,
         "an expression lies outside of what it is a part of");
  expect(E->Depth <= PythonTree::MaxDepth, "an expression is too deep");
  for (const PythonExpr *Part : E->Children)
    look(Part, E->Begin, E->End);
  pythonString(E);
  pythonInteger(E);
}

void look(PythonBlock Block, uint32_t Begin, uint32_t End) {
  for (const PythonStmt *S : Block) {
    expect(S->Begin >= Begin && S->End <= End && S->Begin < S->End,
           "a statement lies outside of what it is a part of");
    Begin = S->End;
    for (const PythonExpr *E : S->Exprs)
      look(E, S->Begin, S->End);
    look(S->Body, S->Begin, S->End);
    look(S->OrElse, S->Begin, S->End);
    for (const PythonBranch &B : S->branches())
      look(B.Body, S->Begin, S->End);
  }
}

void look(const TritonKernel &Kernel) {
  const TritonSource &Source = Kernel.source();
  expect(Source.CommentBegin <= Source.Begin && Source.Begin <= Source.End &&
             Source.End <= Source.CommentEnd,
         "a source lies outside of its comment");
  uint32_t Length = static_cast<uint32_t>(Source.text().size());
  look(Kernel.tree().Body, 0, Length);
  uint32_t Last = 0;
  for (uint32_t I = 0; I <= Length; I += 1 + Length / 100) {
    uint32_t Place = Source.fileOffset(I);
    expect(Place >= Last && Place >= Source.Begin && Place <= Source.End,
           "a place lies outside of the source");
    Last = Place;
  }
  ExpressionContext Context;
  TritonBody Body(Kernel, Context);
  for (const TritonAccess &A : Body.accesses()) {
    expect(A.Mask && A.Path && A.Call, "an access without its place");
    expect(A.Parameter < static_cast<int>(Kernel.parameters().size()), "an access of no parameter");
    expect(A.Loop < static_cast<int>(Body.loops().size()), "an access in no loop");
    for (unsigned L : A.Loads)
      expect(L < static_cast<size_t>(&A - Body.accesses().data()), "a load that comes later");
  }
  unsigned Count = 0;
  for (const TritonAccess &A : Body.accesses()) {
    if (++Count > 3)
      break;
    Assumptions Known;
    Body.assume(A, Known);
    llvm::SmallVector<const TritonAssert *, 2> Asserts;
    Body.assertsAt(A, Asserts);
    A.Mask->str();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  bool IsPython = !Bytes.consume_front("c");
  // Not the input itself, whose end is not marked.
  std::string Text = IsPython ? ("/*@triton" + Bytes + "*/").str() : Bytes.str();
  if (IsPython) {
    PythonTree Tree = parsePython(Bytes);
    look(Tree.Body, 0, static_cast<uint32_t>(Bytes.size()));
  }
  for (const auto &Kernel : readTritonKernels(Text))
    look(*Kernel);
  return 0;
}
