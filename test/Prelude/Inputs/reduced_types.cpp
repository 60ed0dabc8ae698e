// Mixed arithmetic of reduced floating point types.
#include <torch/csrc/inductor/cpp_prefix.h>
void f(at::Half a, at::BFloat16 b, float c, double d, int e, int64_t g) { auto x = a + a; auto y = a + c; auto z = d * b; auto w = b - 1; a += a; c += a; a += c; x = std::max(a, a); auto t = a < a; auto q = a == 0; auto s = std::exp(static_cast<float>(a)); auto ex = std::exp(a); auto n = std::isnan(b); a = c; a = 1; a = d; float h = b; }

