// RUN: %check_aoti %s aoti-schema-returns-int
//
// Integers that depend on tensors.

#include <ATen/ATen.h>
#include <torch/library.h>

int64_t inferred(const at::Tensor &x) { return x.item<int64_t>(); }
std::tuple<at::Tensor, int64_t> inferred_pair(at::Tensor x) { return {x, x.item<int64_t>()}; }

TORCH_LIBRARY(demo, m) {
  m.def("count(Tensor mask) -> int");
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'demo::count' returns an 'int' that it computes from tensors; {{.*}} [aoti-schema-returns-int]
  m.def("both(Tensor[] list) -> (Tensor, int n)");
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'demo::both' returns an 'int' {{.*}} [aoti-schema-returns-int]
  m.def(torch::schema("parsed(Tensor mask) -> int"));
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: 'demo::parsed' returns an 'int' {{.*}} [aoti-schema-returns-int]
  m.def(torch::schema("pure(Tensor mask) "
                      "-> int",
                      c10::AliasAnalysisKind::PURE_FUNCTION),
        {at::Tag::pt2_compliant_tag});
  // CHECK-MESSAGES: :[[@LINE-3]]:27: warning: 'demo::pure' returns an 'int' {{.*}} [aoti-schema-returns-int]
  m.def(torch::schema("with_kernel(Tensor mask) -> int"), [](const at::Tensor &mask) -> int64_t { return mask.numel(); });
  // CHECK-MESSAGES: :[[@LINE-1]]:52: warning: 'demo::with_kernel' returns an 'int' {{.*}} [aoti-schema-returns-int]
  m.def("inferred", &inferred);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'demo::inferred' returns an 'int' {{.*}} [aoti-schema-returns-int]
  // CHECK-MESSAGES: :8:9: note: its schema is made of this kernel
  m.def("inferred_pair", &inferred_pair);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'demo::inferred_pair' returns an 'int' {{.*}} [aoti-schema-returns-int]
  m.def("inferred_symbolic", [](const at::Tensor &x) { return x.sym_size(0); });
  m.def("inferred_tensor", [](const at::Tensor &x) { return x; });
  m.def("inferred_constant", [](int64_t x) { return x; });
  m.def("sizes(Tensor x) -> SymInt");
  m.def("excused(Tensor mask) -> int"); // NOLINT(aoti-schema-returns-int)
}
