// RUN: %check_aoti %s aoti-schema-returns-int
//
// Integers that depend on tensors.

#include <torch/library.h>

TORCH_LIBRARY(demo, m) {
  m.def("count(Tensor mask) -> int");
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'demo::count' returns an 'int' that it computes from tensors; {{.*}} [aoti-schema-returns-int]
  m.def("both(Tensor[] list) -> (Tensor, int n)");
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'demo::both' returns an 'int' {{.*}} [aoti-schema-returns-int]
  m.def("sizes(Tensor x) -> SymInt");
  m.def("excused(Tensor mask) -> int"); // NOLINT(aoti-schema-returns-int)
}
