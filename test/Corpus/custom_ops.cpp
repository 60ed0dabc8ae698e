// The C++ operators of the corpus: one that takes what the proxy executor has to pass in special ways (a type, a
// device), one whose sizes are SymInt, and one over lists.
#include <ATen/ATen.h>
#include <torch/library.h>

#include <optional>
#include <vector>

namespace {

at::Tensor shifted(const at::Tensor &X, int64_t By, double Factor,
                   at::ScalarType Type, at::Device Device) {
  return X.to(Device).to(Type) * Factor + By;
}

at::Tensor shiftedMeta(const at::Tensor &X, int64_t, double,
                       at::ScalarType Type, at::Device) {
  return at::empty_symint(X.sym_sizes(), X.options().dtype(Type));
}

at::Tensor padded(const at::Tensor &X, c10::SymInt Rows,
                  c10::SymIntArrayRef Sizes) {
  return X.sum() * at::ones_symint(Sizes, X.options()) +
         Rows.guard_int(__FILE__, __LINE__);
}

at::Tensor paddedMeta(const at::Tensor &X, c10::SymInt,
                      c10::SymIntArrayRef Sizes) {
  return at::empty_symint(Sizes, X.options());
}

std::vector<at::Tensor> each(const std::vector<at::Tensor> &Xs,
                             const std::optional<at::Tensor> &Other,
                             c10::string_view Note) {
  std::vector<at::Tensor> Results;
  for (const at::Tensor &X : Xs)
    Results.push_back(Other ? X + *Other
                            : X * static_cast<int64_t>(Note.size()));
  return Results;
}

std::vector<at::Tensor> eachMeta(const std::vector<at::Tensor> &Xs,
                                 const std::optional<at::Tensor> &,
                                 c10::string_view) {
  std::vector<at::Tensor> Results;
  for (const at::Tensor &X : Xs)
    Results.push_back(at::empty_like(X));
  return Results;
}

} // namespace

TORCH_LIBRARY(aoticorpuscpp, M) {
  M.def("shifted(Tensor x, int by, float factor, ScalarType type, Device "
        "device) -> Tensor");
  M.def("padded(Tensor x, SymInt rows, SymInt[] sizes) -> Tensor");
  M.def("each(Tensor[] xs, Tensor? other, str note) -> Tensor[]");
}

TORCH_LIBRARY_IMPL(aoticorpuscpp, CPU, M) {
  M.impl("shifted", shifted);
  M.impl("padded", padded);
  M.impl("each", each);
}

TORCH_LIBRARY_IMPL(aoticorpuscpp, CUDA, M) {
  M.impl("shifted", shifted);
  M.impl("padded", padded);
  M.impl("each", each);
}

TORCH_LIBRARY_IMPL(aoticorpuscpp, Meta, M) {
  M.impl("shifted", shiftedMeta);
  M.impl("padded", paddedMeta);
  M.impl("each", eachMeta);
}
