// Sources of kernels in every place that they are found in, and what only looks like one.
#include <string>

// async_compile.triton('not this', '''
static const char *Text = "/* async_compile.triton(";
static const char *Raw = R"(/* @triton.jit
"quoted"
)";
static const int Big = 1'000'000;
static const char Quote = '\'', Slash = '"';

void call_first() {
    /*
    async_compile.triton('first', '''
    import triton
    import triton.language as tl

    @triton_heuristics.pointwise(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}}, inductor_meta={})
    @triton.jit
    def first(in_ptr0, xnumel, XBLOCK : tl.constexpr):
        xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)[:]
        tl.store(in_ptr0 + (xindex), 1.0, xindex < xnumel)
    ''', device_str='cuda')
    */
}

void call_escaped() {
    /*
    async_compile.triton('escaped', '''

    @triton_heuristics.user_autotune(configs=[])
    @triton.jit
    def escaped(a, n, BLOCK: tl.constexpr):
        \'\'\'Text in a kernel of the user, with a line end \\n and \"\"\"quotes\"\"\".\'\'\'
        tl.static_print("a\\tb")
        tl.store(a + tl.arange(0, BLOCK), 0)
    ''', device_str='cuda')
    */
}

void call_two() {
    /* async_compile.triton('two_a', '''
@triton.jit
def two_a(a):
    tl.store(a, 0)
''')
    async_compile.triton('two_b', '''
@triton.jit
def two_b(a):
    pass
''', device_str='xpu') */
}

static const char *lazy_source = R"TRITON(
async_compile.triton('lazy', '''
@triton.jit
def lazy(a):
    tl.store(a + 1, "(" + ')')
''', device_str='cuda')
)TRITON";

void call_cut() {
    /*
    @triton.jit
    def plain(a):
        tl.store(a, 1)
    */
    /*
    async_compile.triton('cut', ''' no end
    */
}
