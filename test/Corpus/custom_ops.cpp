// The C++ operators of the corpus: one that takes what the proxy executor has to pass in special ways (a type, a
// device), one whose sizes are SymInt, those over lists, and those whose arguments may be absent or are named.
#include <ATen/ATen.h>
#include <torch/library.h>

#include <optional>
#include <tuple>
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

at::Tensor picked(const at::Tensor &X,
                  const c10::List<std::optional<at::Tensor>> &Others,
                  const std::optional<at::Tensor> &Bias, at::IntArrayRef Dims,
                  std::optional<int64_t> By, const at::Scalar &Factor,
                  const c10::List<bool> &Flags) {
  at::Tensor Result = X * Factor + By.value_or(1) * Dims.size();
  for (std::optional<at::Tensor> Other : Others)
    if (Other)
      Result = Result + *Other;
  return Bias && Flags.empty() ? Result + *Bias : Result;
}

at::Tensor pickedMeta(const at::Tensor &X,
                      const c10::List<std::optional<at::Tensor>> &,
                      const std::optional<at::Tensor> &, at::IntArrayRef,
                      std::optional<int64_t>, const at::Scalar &,
                      const c10::List<bool> &) {
  return at::empty_like(X);
}

std::tuple<at::Tensor, int64_t> named(const at::Tensor &X, double Least,
                                      int64_t Times,
                                      const std::optional<at::Tensor> &Bias) {
  at::Tensor Result = X.clamp_min(Least) * Times;
  return {Bias ? Result + *Bias : Result, 7};
}

std::tuple<at::Tensor, int64_t>
namedMeta(const at::Tensor &X, double, int64_t,
          const std::optional<at::Tensor> &) {
  return {at::empty_like(X), 7};
}

void raise(at::Tensor &X, int64_t By) { X.add_(By); }

void raiseMeta(at::Tensor &, int64_t) {}

} // namespace

TORCH_LIBRARY(aoticorpuscpp, M) {
  M.def("shifted(Tensor x, int by, float factor, ScalarType type, Device "
        "device) -> Tensor");
  M.def("padded(Tensor x, SymInt rows, SymInt[] sizes) -> Tensor");
  M.def("each(Tensor[] xs, Tensor? other, str note) -> Tensor[]");
  M.def("picked(Tensor x, Tensor?[] others, Tensor? bias, int[] dims, int? by, "
        "Scalar factor, bool[] flags) -> Tensor");
  M.def("named(Tensor x, float least, *, int times=2, Tensor? bias=None) -> "
        "(Tensor, int)");
  M.def("raise_(Tensor(a!) x, int by) -> ()");
}

TORCH_LIBRARY_IMPL(aoticorpuscpp, CPU, M) {
  M.impl("shifted", shifted);
  M.impl("padded", padded);
  M.impl("each", each);
  M.impl("picked", picked);
  M.impl("named", named);
  M.impl("raise_", raise);
}

TORCH_LIBRARY_IMPL(aoticorpuscpp, CUDA, M) {
  M.impl("shifted", shifted);
  M.impl("padded", padded);
  M.impl("each", each);
  M.impl("picked", picked);
  M.impl("named", named);
  M.impl("raise_", raise);
}

TORCH_LIBRARY_IMPL(aoticorpuscpp, Meta, M) {
  M.impl("shifted", shiftedMeta);
  M.impl("padded", paddedMeta);
  M.impl("each", eachMeta);
  M.impl("picked", pickedMeta);
  M.impl("named", namedMeta);
  M.impl("raise_", raiseMeta);
}
