// Kernels of Triton: where their sources are found, what the metadata says, and which memory they
// get at.
#include "Triton/TritonBody.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>
#include <gtest/gtest.h>

using namespace aoti;
using llvm::StringRef;

namespace {

/// A kernel with its body.
struct Read {
  explicit Read(StringRef Source) : File(("/*\n" + Source + "*/\n").str()) {
    auto Kernels = readTritonKernels(File);
    if (Kernels.size() != 1)
      return;
    Kernel = std::move(Kernels[0]);
    Body = std::make_unique<TritonBody>(*Kernel, Context);
  }

  /// "load in_ptr0[xindex] if -xnumel + xindex < 0", one for each access.
  std::vector<std::string> accesses() const {
    std::vector<std::string> Result;
    for (const TritonAccess &A : Body->accesses()) {
      StringRef Parameter =
          A.Parameter < 0 ? StringRef("?") : Kernel->parameters()[A.Parameter].Name;
      std::string Text = (StringRef(A.Function).rsplit('.').second + " " + Parameter + "[" +
                          (A.Index ? A.Index.str() : "?") + "]")
                             .str();
      if (!A.Mask->isTrue())
        Text += " where " + A.Mask->str();
      if (!A.Path->isTrue())
        Text += " if " + A.Path->str();
      if (!A.isUnderstood())
        Text += " ?";
      Result.push_back(std::move(Text));
    }
    return Result;
  }

  /// Whether the index of an access is proved to lie below an end.
  bool provesBelow(unsigned Access, Expression End) const {
    Assumptions Known;
    const TritonAccess &A = Body->accesses()[Access];
    Body->assume(A, Known);
    llvm::SmallVector<const TritonAssert *, 2> Asserts;
    Body->assertsAt(A, Asserts);
    for (const TritonAssert *Assert : Asserts) {
      llvm::SmallVector<Condition, 2> Bounds;
      TritonBody::bound(*Assert, Bounds);
      for (const Condition &C : Bounds)
        Known.add(C);
    }
    Prover P(Known);
    return P.provesNonNegative(A.Index) && P.provesLess(A.Index, End);
  }
  Expression parameter(StringRef Name) const {
    return Body->parameter(Kernel->parameter(Name) - Kernel->parameters().data());
  }

  std::string File;
  ExpressionContext Context;
  std::unique_ptr<TritonKernel> Kernel;
  std::unique_ptr<TritonBody> Body;
};

std::string head(StringRef Signature, StringRef More = "") {
  return ("@triton_heuristics.pointwise(size_hints={'x': 64, 'r0_': 8}, filename=__file__, "
          "triton_meta={'signature': {" +
          Signature +
          "}, 'device': DeviceProperties(type='cuda', index=1, multi_processor_count=108, cc=80, "
          "warp_size=32), 'constants': {}" +
          More +
          "}, inductor_meta={'grid_type': 'Grid1D', 'mutated_arg_names': ['p'], "
          "'assert_indirect_indexing': True})\n@triton.jit\n")
      .str();
}

using Lines = std::vector<std::string>;

TEST(TritonSource, Places) {
  StringRef File = "int x; /* no kernel */ const char *s = \"/* async_compile.triton(\";\n"
                   "/* async_compile.triton('a', '''\n@triton.jit\ndef a(p):\n  pass\n''', "
                   "device_str='xpu') */\n"
                   "// /* async_compile.triton('b', '''''')\n"
                   "/* async_compile.triton('c', '''x = \\'\\'\\'y\\'\\'\\'\nz''') */ /* "
                   "@triton.jit\ndef d(): pass */";
  auto Sources = findTritonSources(File);
  ASSERT_EQ(Sources.size(), 3u);
  EXPECT_EQ(Sources[0].Name, "a");
  EXPECT_EQ(Sources[0].Device, "xpu");
  EXPECT_EQ(Sources[0].text(), "\n@triton.jit\ndef a(p):\n  pass\n");
  EXPECT_EQ(File.substr(Sources[0].fileOffset(13), 6), "def a(");
  EXPECT_EQ(Sources[1].Name, "c");
  EXPECT_EQ(Sources[1].text(), "x = '''y'''\nz");
  EXPECT_EQ(File.substr(Sources[1].fileOffset(7), 2), "y\\");
  EXPECT_EQ(File.substr(Sources[1].fileOffset(12), 2), "z'");
  EXPECT_EQ(Sources[2].Name, "");
  EXPECT_TRUE(File.substr(Sources[2].CommentBegin).starts_with("/* @triton"));
  EXPECT_TRUE(findTritonSources("").empty());
  EXPECT_TRUE(findTritonSources("/* async_compile.triton('a', ''' ").empty());
  EXPECT_TRUE(findTritonSources("R\"(").empty());
}

TEST(TritonKernel, Metadata) {
  Read R(head("'p': '*fp32', 'q': '*kbf16', 'n': 'i32', 's': 'fp64', 'XBLOCK': 'constexpr', "
              "'gone': 'i64'",
              ", 'configs': [{(0,): [['tt.divisibility', 16]], (2,): [['tt.divisibility', 16], "
              "['tt.other', 1]], (3,): [['tt.divisibility', 8]]}]") +
         "def k(p, q, n, s, XBLOCK : tl.constexpr, W: tl.constexpr = 4):\n    # Topologically "
         "Sorted Source Nodes: [add, relu], Original ATen: "
         "[aten.add, aten.relu]\n    # Graph fragment:\n    #   %add = f(%x)\n    pass\n");
  const TritonKernel &K = *R.Kernel;
  EXPECT_EQ(K.name(), "k");
  EXPECT_EQ(K.kind(), TritonKind::Pointwise);
  EXPECT_EQ(K.gridType(), "Grid1D");
  EXPECT_EQ(K.assertsIndices(), true);
  ASSERT_EQ(K.parameters().size(), 6u);
  EXPECT_TRUE(K.parameters()[0].isPointer() && K.parameters()[0].IsDivisibleBy16 &&
              K.parameters()[0].IsMutated);
  EXPECT_EQ(K.parameters()[1].Type->Dtype, "bfloat16");
  EXPECT_EQ(K.parameters()[1].Type->ElementBits, 16u);
  EXPECT_EQ(K.parameters()[2].Type->argumentBytes(), 4u);
  EXPECT_TRUE(K.parameters()[2].IsDivisibleBy16);
  EXPECT_FALSE(K.parameters()[3].IsDivisibleBy16);
  EXPECT_EQ(K.parameters()[3].Type->argumentBytes(), 8u);
  EXPECT_TRUE(K.parameters()[4].IsConstexpr && !K.parameters()[4].isPassed());
  EXPECT_EQ(pythonInteger(K.parameters()[5].Constant), 4);
  EXPECT_TRUE(
      StringRef(R.File).substr(K.parameters()[4].Begin).starts_with("XBLOCK : tl.constexpr, W"));
  ASSERT_EQ(K.unmatched().size(), 1u);
  EXPECT_EQ(K.device()->Index, 1);
  EXPECT_EQ(K.device()->Capability, "80");
  EXPECT_EQ(K.sizeHints().size(), 2u);
  EXPECT_EQ(llvm::join(K.sourceNodes(), ","), "add,relu");
  EXPECT_EQ(llvm::join(K.sourceOperators(), ","), "aten.add,aten.relu");
  EXPECT_EQ(llvm::join(K.graphFragment(), ","), "%add = f(%x)");
}

TEST(TritonKernel, OlderMetadata) {
  Read R("@triton_heuristics.pointwise(size_hints=[1024, 8], triton_meta={'signature': {0: "
         "'*fp32', 1: 'i32', 2: 'i1'}, 'constants': {1: 1, (2,): True}, "
         "'configs': [AttrsDescriptor.from_dict({'arg_properties': {'tt.divisibility': (0,), "
         "'tt.equal_to': (1,)}, 'cls': 'AttrsDescriptor'})]})\n"
         "@triton.jit\ndef k(p, n, flag, XBLOCK: tl.constexpr):\n    tl.store(p + n, 0)\n");
  EXPECT_TRUE(R.Kernel->parameters()[0].IsDivisibleBy16);
  EXPECT_EQ(R.Kernel->parameters()[1].Type->Dtype, "int32");
  EXPECT_FALSE(R.Kernel->parameters()[1].isPassed());
  EXPECT_EQ(R.Kernel->sizeHints()[1].first, "y");
  EXPECT_EQ(R.accesses(), Lines{"store p[1]"});
}

TEST(TritonBody, Pointwise) {
  Read R(head("'p': '*fp32', 'q': '*i64', 'o': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', 'XBLOCK': "
              "'constexpr'") +
         "def k(p, q, o, ks0, xnumel, XBLOCK : tl.constexpr):\n"
         "    xoffset = tl.program_id(0) * XBLOCK\n"
         "    xindex = xoffset + tl.arange(0, XBLOCK)[:]\n"
         "    xmask = xindex < xnumel\n"
         "    x0 = xindex % 4\n"
         "    tmp0 = tl.load(q + (xindex // 4), xmask)\n"
         "    tmp1 = tl.where(tmp0 < 0, tmp0 + ks0, tmp0)\n"
         "    tl.device_assert(((0 <= tmp1) & (tmp1 < ks0)) | ~(xmask), \"index out of bounds: 0 "
         "<= tmp1 < ks0\")\n"
         "    tmp2 = tl.load(p + (x0 + 4*tmp1), xmask)\n"
         "    tl.store(o + (xindex), tmp2, xmask)\n");
  StringRef Mask = " where -xnumel + xindex < 0";
  EXPECT_EQ(
      R.accesses(),
      (Lines{
          ("load q[quotient(xindex, 4)]" + Mask).str(),
          ("load p[4*(loaded >= 0 ? loaded : ks0 + loaded) + remainder(xindex, 4)]" + Mask).str(),
          ("store o[xindex]" + Mask).str()}));
  const auto &A = R.Body->accesses();
  EXPECT_EQ(A[0].IndexBits, 32u);
  EXPECT_EQ(A[1].IndexBits, 64u);
  EXPECT_EQ(A[1].Origins, unsigned(triton_origin::Memory));
  ASSERT_EQ(A[1].Loads.size(), 1u);
  EXPECT_EQ(A[1].Loads[0], 0u);
  EXPECT_EQ(R.Body->asserts()[0].Message, "index out of bounds: 0 <= tmp1 < ks0");
  // The mask keeps the lanes in range, the assertion what was loaded.
  EXPECT_TRUE(R.provesBelow(2, R.parameter("xnumel")));
  EXPECT_FALSE(R.provesBelow(2, R.parameter("xnumel") - 1));
  EXPECT_TRUE(R.provesBelow(1, 4 * R.parameter("ks0")));
  EXPECT_FALSE(R.provesBelow(1, 4 * R.parameter("ks0") - 1));
  // The store is counted in 32 bits, from the number of the program on.
  unsigned Feeding = 0;
  for (const TritonArithmetic &O : R.Body->arithmetic())
    Feeding += O.FeedsAddress;
  EXPECT_EQ(Feeding, 2u);
}

TEST(TritonBody, ReductionLoop) {
  Read R(head("'p': '*fp32', 'o': '*fp32', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': "
              "'constexpr', 'R0_BLOCK': 'constexpr'") +
         "def k(p, o, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):\n"
         "    r0_numel = 5000\n"
         "    xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:, None]\n"
         "    xmask = xindex < xnumel\n"
         "    r0_base = tl.arange(0, R0_BLOCK)[None, :]\n"
         "    _tmp = tl.full([XBLOCK, R0_BLOCK], 0, tl.float32)\n"
         "    for r0_offset in tl.range(0, r0_numel, R0_BLOCK):\n"
         "        r0_index = r0_offset + r0_base\n"
         "        r0_mask = r0_index < r0_numel\n"
         "        _tmp = _tmp + tl.load(p + (r0_index + 5000*xindex), r0_mask & xmask, other=0.0)\n"
         "    tl.store(o + (xindex), tl.sum(_tmp, 1)[:, None], xmask)\n");
  EXPECT_EQ(R.accesses()[0],
            "load p[5000*xindex + r0_index] where (r0_index - 5000 < 0 and -xnumel + xindex < 0)");
  ASSERT_EQ(R.Body->loops().size(), 1u);
  EXPECT_EQ(R.Body->loops()[0].End.str(), "5000");
  EXPECT_EQ(R.Body->accesses()[0].Loop, 0);
  EXPECT_EQ(R.Body->accesses()[1].Loop, -1);
  EXPECT_TRUE(R.provesBelow(0, 5000 * R.parameter("xnumel")));
  EXPECT_FALSE(R.provesBelow(0, 5000 * R.parameter("xnumel") - 1));
}

TEST(TritonBody, WithoutMask) {
  Read R(head("'p': '*fp32', 'n': 'i32', 'XBLOCK': 'constexpr'") +
         "def k(p, n, XBLOCK : tl.constexpr):\n"
         "    xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:]\n"
         "    xmask = tl.full([XBLOCK], True, tl.int1)\n"
         "    tl.store(p + xindex, 0, xmask)\n"
         "    tl.store(p + tl.num_programs(0), 0)\n");
  EXPECT_EQ(R.accesses()[0], "store p[xindex]");
  Expression Count;
  for (const TritonSymbol &S : R.Body->symbols())
    if (S.K == TritonSymbol::Kind::ProgramCount)
      Count = S.Symbol;
  // All that bounds the index is the grid.
  EXPECT_TRUE(R.provesBelow(0, Count * R.parameter("XBLOCK")));
}

TEST(TritonBody, MatrixTemplate) {
  Read R(head("'A': '*fp16', 'B': '*fp16', 'o': '*fp16', 'K': 'i32'") +
         "def k(A, B, o, K):\n"
         "    BLOCK_M: tl.constexpr = 64\n"
         "    BLOCK_N: tl.constexpr = 32\n"
         "    BLOCK_K: tl.constexpr = 16\n"
         "    M = 200\n    N = 300\n    stride_am = 1000\n    stride_ak = 1\n"
         "    if M * N == 0:\n        return\n"
         "    pid = tl.program_id(0)\n"
         "    grid_n = (N + BLOCK_N - 1) // BLOCK_N\n"
         "    pid_m = pid // grid_n\n"
         "    rm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)\n"
         "    if (stride_am == 1 and stride_ak == M) or (stride_am == 1000 and stride_ak == 1):\n"
         "        ram = tl.max_contiguous(tl.multiple_of(rm % M, BLOCK_M), BLOCK_M)\n"
         "    else:\n"
         "        ram = rm % M\n"
         "    rk = tl.arange(0, BLOCK_K)\n"
         "    A = A + (ram[:, None] * stride_am + rk[None, :] * stride_ak)\n"
         "    B += rk[:, None] * 7\n"
         "    for k in range(0, K, BLOCK_K):\n"
         "        a = tl.load(A, mask=rk[None, :] < K - k, other=0.)\n"
         "        tl.load(B)\n"
         "        A += BLOCK_K * stride_ak\n"
         "        B += k\n"
         "    rm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)\n"
         "    idx = tl.trans(rm[None, :])\n"
         "    tl.store(o + tl.broadcast_to(idx, [BLOCK_M, BLOCK_N]) * N, a, idx < M)\n");
  EXPECT_EQ(R.accesses(),
            (Lines{"load A[lane0 + k + 1000*remainder(rm, 200)] where -K + lane0 + k < 0",
                   "load B[?] ?", "store o[300*rm] where rm - 200 < 0"}));
  EXPECT_EQ(R.Body->figure().Accesses, 3u);
  EXPECT_EQ(R.Body->figure().Understood, 2u);
  Assumptions Known;
  Known.addRange(R.parameter("K"), Range::between(1, 1000));
  EXPECT_TRUE(R.provesBelow(2, R.Context.constant(300 * 199 + 1)));
}

TEST(TritonBody, BranchesBetweenPointers) {
  Read R(head("'p': '*fp32', 'q': '*fp32'") + "def k(p, q):\n"
                                              "    pid = tl.program_id(0)\n"
                                              "    if pid < 3:\n        n = 10\n        a = p\n"
                                              "    elif pid < 5:\n        n = 20\n        a = q\n"
                                              "    else:\n        return\n"
                                              "    tl.store(a + pid, n)\n"
                                              "    if pid == n:\n        tl.store(a, 0)\n");
  EXPECT_EQ(R.accesses(),
            (Lines{"store p[program_id(0)] if program_id(0) - 3 < 0",
                   "store p[0] if (program_id(0) - 3 < 0 and program_id(0) - 10 == 0)",
                   "store q[program_id(0)] if (program_id(0) - 3 >= 0 and program_id(0) - 5 < 0)",
                   "store q[0] if ((program_id(0) - 3 >= 0 and program_id(0) - 5 < 0) and "
                   "program_id(0) - 20 == 0)"}));
}

TEST(TritonBody, FunctionsAndBlocks) {
  Read R("@triton.jit\ndef other(x, y, z=2):\n    return x + y * z\n\n" +
         head("'p': '*i8', 'n': 'i32'") +
         "def k(p, n):\n"
         "    b = tl.make_block_ptr(base=p, shape=[n, 8], strides=[8, 1], "
         "offsets=[tl.program_id(0) * 4, 0], block_shape=[4, 8], order=[1, 0])\n"
         "    tl.load(b, boundary_check=(0,))\n"
         "    b = tl.advance(b, [4, 0])\n"
         "    tl.store(b, 1)\n"
         "    tl.store(p + other(n, 3), 1)\n"
         "    d = tl.make_tensor_descriptor(p, shape=[n], strides=[1], block_shape=[16])\n"
         "    d.load([n - 16])\n"
         "    somewhere(p)\n"
         "    for i in tl.static_range(2):\n        tl.store(p + i, 1)\n");
  EXPECT_EQ(R.accesses(),
            (Lines{"load p[32*program_id(0) + 8*lane1 + lane0] where (4*program_id(0) + lane1 >= 0 "
                   "and -n + 4*program_id(0) + lane1 < 0)",
                   "store p[32*program_id(0) + 8*lane1 + lane0 + 32]", "store p[n + 6]",
                   "load p[n + lane0 - 16] where (n + lane0 - 16 >= 0 and lane0 - 16 < 0)",
                   " p[?] ?", "store p[0]", "store p[1]"}));
  EXPECT_EQ(R.Body->figure().OpaqueCalls, 1u);
}

TEST(TritonBody, WhatIsNotUnderstood) {
  Read R(head("'p': '*fp32', 'f': '*fp32', 'n': 'i32'") +
         "def k(p, f, n):\n"
         "    x = tl.arange(0, 8)\n"
         "    tl.store(p + (x.to(tl.float32) * 0.5).to(tl.int32), 1)\n"
         "    tl.store(p + (tl.load(f) * 2).to(tl.int32), 1)\n"
         "    m = 0\n"
         "    while m < n:\n        tl.store(p + m, 1)\n        m = m * 2 + 1\n"
         "    match n:\n        case 1: pass\n"
         "    tl.store(p + 1, 0)\n");
  EXPECT_EQ(R.Body->figure().OpaqueStatements, 1u);
  const auto &A = R.Body->accesses();
  ASSERT_EQ(A.size(), 5u);
  EXPECT_FALSE(A[0].isUnderstood());
  EXPECT_TRUE(A[2].isUnderstood());
  EXPECT_EQ(A[2].Loads.size(), 1u);
  EXPECT_FALSE(A[3].isUnderstood());
  // What a statement that is not read did to `p` is not known.
  EXPECT_EQ(A[4].Parameter, -1);
}

TEST(TritonBody, LanesAndTheirRange) {
  // The mask is over the plain range, the index over a variable with something before it.
  Read R(head("'p': '*fp32', 'n': 'i32', 's': 'i32'") +
         "def k(p, n, s):\n"
         "    cols = tl.arange(0, 128)\n"
         "    offs = tl.program_id(0) * s + cols\n"
         "    tl.store(p + offs, 1, cols < n)\n"
         "    square = offs[:, None] - offs[None, :]\n"
         "    tl.store(p + square, 1)\n");
  Expression Pid;
  for (const TritonSymbol &S : R.Body->symbols())
    if (S.K == TritonSymbol::Kind::ProgramId)
      Pid = S.Symbol;
  const TritonAccess &A = R.Body->accesses()[0];
  Assumptions Known;
  EXPECT_TRUE(R.Body->assume(A, Known));
  Prover P(Known);
  EXPECT_TRUE(P.provesLess(A.Index, Pid * R.parameter("s") + R.parameter("n")));
  EXPECT_FALSE(R.Body->accesses()[1].Index.isConstant());
  // However many symbols there are, a lane in another dimension is one of its own, and the same
  // again.
  std::string Many = head("'p': '*fp32', 'n': 'i32'") + "def k(p, n):\n";
  for (unsigned I = 0; I < 40; ++I) {
    std::string X = "x" + std::to_string(I);
    Many += "    " + X + " = n + tl.arange(0, " + std::to_string(1 + I) + ")\n    tl.store(p + " +
            X + "[:, None] + " + X + "[None, :] - " + X + "[:, None], 1)\n";
  }
  Read Lanes(Many);
  for (const TritonAccess &A : Lanes.Body->accesses())
    EXPECT_TRUE(A.Index.isSymbol()) << A.Index.str();
}

TEST(TritonBody, TakesLinearTime) {
  auto Seconds = [](unsigned Times) {
    std::string Text = head("'p': '*fp32', 'q': '*i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'") +
                       "def k(p, q, xnumel, XBLOCK : tl.constexpr):\n"
                       "    xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:]\n    "
                       "xmask = xindex < xnumel\n    tmp = xindex\n";
    for (unsigned I = 0; I < Times; ++I)
      Text += "    t = tl.load(q + (xindex // 4), xmask)\n    tmp = tl.where(t < 0, t + 4, t)\n"
              "    if t == 3:\n        tmp = 4\n    tl.store(p + tmp, 1, xmask & (tmp < 4))\n"
              "    for i in range(t):\n        tmp = tmp + i\n";
    auto Start = std::chrono::steady_clock::now();
    Read R(Text);
    EXPECT_EQ(R.Body->accesses().size(), 2 * Times);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
  };
  double Small = Seconds(300), Large = Seconds(3000);
  EXPECT_LT(Large, 0.1 + 40 * Small);
}

TEST(TritonBody, HostileSources) {
  // Chains of branches, of choices and of masks: what is too much is unknown, and soon so.
  std::string Branches = head("'p': '*fp32', 'q': '*fp32'") + "def k(p, q):\n    a = p\n";
  for (unsigned I = 0; I < 60; ++I)
    Branches += "    if tl.load(p):\n        a = q\n";
  EXPECT_GT(Read(Branches + "    tl.store(a, 0)\n").Body->accesses().size(), 60u);
  std::string Doubling =
      head("'p': '*fp32', 'n': 'i32'") + "def k(p, n):\n    m = n > 0\n    x = n\n";
  for (unsigned I = 0; I < 200; ++I)
    Doubling +=
        "    m = (m & (x > 1)) | (m & ~m)\n    x = tl.where(m, x * x, x + x)\n    m = m[:, None]\n";
  EXPECT_EQ(Read(Doubling + "    tl.store(p + x, 0, m)\n").Body->accesses().size(), 1u);
  std::string Calls = "def f0(p):\n    tl.store(p, 0)\n";
  for (unsigned I = 1; I < 30; ++I)
    Calls += "def f" + std::to_string(I) + "(p):\n    f" + std::to_string(I - 1) + "(p)\n    f" +
             std::to_string(I - 1) + "(p)\n";
  EXPECT_EQ(Read(Calls + head("'p': '*fp32'") + "def k(p):\n    f29(p)\n").Body->accesses().size(),
            64u);
  std::string Endless = head("'p': '*fp32'") + "def k(p):\n";
  for (unsigned I = 0; I < 6; ++I)
    Endless +=
        std::string(4 * I + 4, ' ') + "for i" + std::to_string(I) + " in tl.static_range(16):\n";
  EXPECT_TRUE(Read(Endless + std::string(28, ' ') + "tl.store(p, 0)\n").Body->figure().IsCut);
}

} // namespace
