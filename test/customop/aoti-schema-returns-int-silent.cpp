// RUN: %check_aoti %s aoti-schema-returns-int
//
// Integers that depend on no tensor, and results that stay symbolic.

#include <torch/library.h>

TORCH_LIBRARY(demo, m) {
  m.def("version() -> int");
  m.def("buffer_size(int world_size, str name) -> int");
  m.def("sizes(Tensor x) -> SymInt");
  m.def("pair(Tensor x) -> (Tensor, SymInt)");
  m.def("lists(Tensor x) -> int[]");
  m.def("scaled(Tensor x, int n) -> Tensor");
}
