// RUN: %check_aoti %s aoti-schema-returns-int
//
// Integers that depend on tensors.

#include <torch/library.h>

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
  m.def("sizes(Tensor x) -> SymInt");
  m.def("excused(Tensor mask) -> int"); // NOLINT(aoti-schema-returns-int)
}
