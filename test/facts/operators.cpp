// RUN: %aoti-lint --dump-facts %s | FileCheck %s
// RUN: %aoti-lint --dump-facts=json %s | FileCheck %s --check-prefix=JSON
//
// Operators that a source defines, and the kernels that it registers.

#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/tensor.h>
#include <torch/library.h>

at::Tensor add(const at::Tensor &x, const at::Tensor &y) { return x + y; }
// CHECK: operators (5)
// CHECK-NEXT: line name key kernel schema
TORCH_LIBRARY(demo, m) {
  // CHECK-NEXT: [[#@LINE+1]] demo::add add(Tensor x, Tensor y) -> Tensor
  m.def("add(Tensor x, "
        "Tensor y) -> Tensor");
  // CHECK-NEXT: [[#@LINE+1]] demo::add.out add.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)
  m.def("add.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)");
  // CHECK-NEXT: [[#@LINE+1]] demo::add CUDA add
  m.impl("add", torch::dispatch(c10::DispatchKey::CUDA, TORCH_FN(add)));
}
TORCH_LIBRARY_IMPL(other, Meta, m) {
  // CHECK-NEXT: [[#@LINE+1]] demo::add Meta lambda
  m.impl("demo::add", [](const at::Tensor &x, const at::Tensor &y) { return at::empty_like(x); });
}
torch::stable::Tensor stable_add(const torch::stable::Tensor &x, const torch::stable::Tensor &y) { return x; }
STABLE_TORCH_LIBRARY_IMPL(demo, CPU, m) {
  // CHECK-NEXT: [[#@LINE+1]] demo::add CPU stable_add
  m.impl("add", TORCH_BOX(&stable_add));
}
// JSON: "operators": [
// JSON: "name": "demo::add.out"
// JSON-NEXT: "schema": "add.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)"
// JSON-NEXT: "key": null
// JSON-NEXT: "kernel": null
// JSON-NEXT: "stable": false
// JSON-NEXT: "line": [[#@LINE-19]]
// JSON: "key": "CUDA"
// JSON-NEXT: "kernel": "add"
// JSON-NEXT: "stable": false
// JSON: "key": "CPU"
// JSON-NEXT: "kernel": "stable_add"
// JSON-NEXT: "stable": true
// JSON-NEXT: "line": [[#@LINE-15]]
