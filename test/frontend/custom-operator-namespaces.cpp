// RUN: %expect --silent 0 %t %aoti-lint --quiet %s
//
// A declaration in a namespace of torch, and classes of the project that are named like torch's, make no stand-in for torch: all of its interface is there,
// whatever is included.

#include <ATen/ops/add_native.h>

#define OPEN namespace at {
namespace c10 { class Other; }
namespace { struct Library { int handle; }; }
namespace at { namespace project { struct SymInt { int value; }; } }

at::Tensor plus_one(const at::Tensor &x) { return x + 1; }
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("plus_one", &plus_one); }
