#include "checks/constants/ConstantExtentCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/ConstantFacts.h"
#include "Facts/TuFacts.h"
#include "Support/Quote.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace aoti {
namespace {

/// Wide enough for any sum of products of two 64-bit numbers over the dimensions of a tensor that a
/// source can spell out.
constexpr unsigned Bits = 256;
using Exact = llvm::APInt;

Exact exact(int64_t Value) { return Exact(Bits, static_cast<uint64_t>(Value), /*isSigned=*/true); }

std::string text(const Exact &Value) {
  llvm::SmallString<32> Digits;
  Value.toStringSigned(Digits);
  return std::string(Digits);
}

std::string listText(const std::vector<int64_t> &Values) {
  std::string Text = "{";
  for (size_t I = 0; I < Values.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(Values[I]);
  return Text + "}";
}

/// The elements that shape and stride span, counted from the first one.
struct Span {
  /// Lowest and highest reachable element.
  Exact Low, High;
  /// Number of elements.
  Exact Numel;
};

Span spanOf(const std::vector<int64_t> &Shape, const std::vector<int64_t> &Stride) {
  Span S{exact(0), exact(0), exact(1)};
  for (size_t D = 0; D < Shape.size(); ++D) {
    Exact Reach = (exact(Shape[D]) - 1) * exact(Stride[D]);
    (Reach.isNegative() ? S.Low : S.High) += Reach;
    S.Numel *= exact(Shape[D]);
  }
  return S;
}

/// Whether elements of a shape lie on one another: then the shape is not the one that the strides
/// were made for.
bool overlaps(const std::vector<int64_t> &Shape, const std::vector<int64_t> &Stride) {
  std::vector<std::pair<int64_t, int64_t>> Dimensions; // stride, size
  for (size_t D = 0; D < Shape.size(); ++D)
    if (Shape[D] > 1)
      Dimensions.push_back({Stride[D], Shape[D]});
  llvm::sort(Dimensions);
  for (size_t D = 1; D < Dimensions.size(); ++D)
    if ((exact(Dimensions[D - 1].first) * exact(Dimensions[D - 1].second))
            .sgt(exact(Dimensions[D].first)))
      return true;
  return false;
}

/// Whether the other weights of the same module, such as a bias, have another first size than this
/// one; nullopt if there are none to compare with.
std::optional<bool> disagreesWithModule(const ModelTables &Model, const InfoEntry &C) {
  auto FirstSize = [](const InfoEntry &E, StringRef &Module) -> std::optional<int64_t> {
    if (!E.OriginalFqn.isSettled() || !E.Shape.isSettled() || E.Shape.Value.empty())
      return std::nullopt;
    StringRef Kind;
    std::tie(Module, Kind) = StringRef(E.OriginalFqn.Value).rsplit('.');
    if (Kind != "weight" && Kind != "bias" && Kind != "running_mean" && Kind != "running_var")
      return std::nullopt;
    return E.Shape.Value.front();
  };
  StringRef Module, Other;
  std::optional<int64_t> Own = FirstSize(C, Module);
  if (!Own)
    return std::nullopt;
  std::optional<bool> Result;
  for (const auto &[Index, Entry] : Model.entries(InfoTable::Constants)) {
    std::optional<int64_t> Theirs = FirstSize(Entry, Other);
    if (Index == C.Index || !Theirs || Other != Module)
      continue;
    if (*Theirs == *Own)
      return false;
    Result = true;
  }
  return Result;
}

/// Whether the model looks at a constant through views, and all of them stay within its data.
bool viewsFit(TuFacts &Facts, const InfoEntry &C) {
  bool Any = false;
  for (const FunctionBuffers &Buffers : Facts.buffers().functions()) {
    for (const Tensor &T : Buffers.Tensors) {
      if (T.K != Tensor::Kind::View || !T.HasGeometry || !T.In ||
          T.In->From != Storage::Origin::Constant || T.In->Index != C.Index)
        continue;
      std::optional<int64_t> Elements =
          (T.Offset + viewExtent(Facts.buffers().expressions(), T.Sizes, T.Strides))
              .constantValue();
      std::optional<unsigned> ItemBytes = itemSize(T.Dtype);
      if (!Elements || !ItemBytes || *Elements > C.DataSize.Value / *ItemBytes)
        return false;
      Any = true;
    }
  }
  return Any;
}

} // namespace

void ConstantExtentCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  for (const ModelTables &Model : Facts->constants().models()) {
    // Another statement may still change what the fields say.
    if (Model.isOpaque(InfoTable::Constants))
      continue;
    for (const auto &[Index, Constant] : Model.entries(InfoTable::Constants))
      checkConstant(Model, Constant, Context);
  }
}

void ConstantExtentCheck::checkConstant(const ModelTables &Model, const InfoEntry &C,
                                        const ASTContext &Context) {
  if (!C.Shape.isSettled() || !C.Stride.isSettled() || !C.DataSize.isSettled() ||
      !C.Dtype.isSettled())
    return;
  // A folded constant is computed when the model is loaded; opaque layouts keep their own idea of a
  // size.
  if (C.FromFolded.Repeated || C.FromFolded.State == FactState::Undecided || C.FromFolded.Value)
    return;
  if (!C.OpaqueMetadata.isAbsent() || C.Layout.Repeated || C.Layout.State == FactState::Undecided ||
      (C.Layout.isKnown() && C.Layout.Value != "strided"))
    return;
  if (C.Offset.Repeated || C.Offset.State == FactState::Undecided)
    return;
  std::optional<unsigned> ItemBytes = itemSize(C.Dtype.Value);
  const std::vector<int64_t> &Shape = C.Shape.Value;
  const std::vector<int64_t> &Stride = C.Stride.Value;
  // A rank or a size that is wrong is a finding about the table.
  if (!ItemBytes || Shape.size() != Stride.size() || Shape.size() > 64 || C.DataSize.Value < 0 ||
      llvm::any_of(Shape, [](int64_t Size) { return Size < 0; }))
    return;
  if (llvm::is_contained(Shape, 0))
    return;

  Span Strided = spanOf(Shape, Stride);
  Exact Item = exact(*ItemBytes), Size = exact(C.DataSize.Value), Offset = exact(C.Offset.Value);
  Exact Need = (Offset + Strided.High + 1) * Item;
  Exact NeedAtZero = (Strided.High + 1) * Item;
  Exact NeedContiguous = Strided.Numel * Item;
  bool Before = (Offset + Strided.Low).isNegative();
  bool Past = Need.sgt(Size);
  if (!Before && !Past)
    return;

  std::string Which = "'constants_info_[" + std::to_string(C.Index) + "]'";
  std::string Named = C.Name.isSettled() ? "constant " + quoted(C.Name.Value)
                                         : "constant " + std::to_string(C.Index);
  auto At = [&](size_t Assignment) {
    return charRange(Model.Assignments[Assignment].ValueAt, Context);
  };
  auto Place = [&](size_t Assignment) {
    return charRange(Model.Assignments[Assignment].Statement, Context);
  };

  CodeFinding F;
  F.Level = Severity::Error;
  std::string Effect = "; the package loads without an error and the model reads other weights or "
                       "memory behind them: wrong "
                       "results or a crash";
  size_t Culprit = C.DataSize.Assignment;
  std::string Dtype = "'" + C.Dtype.Value + "'";
  if (Before) {
    bool ByOffset = Strided.Low.isZero();
    Culprit = ByOffset ? C.Offset.Assignment : C.Stride.Assignment;
    F.Message = Named + " begins " + text((Offset + Strided.Low).abs() * Item) +
                " bytes before its data, because its " + (ByOffset ? "offset" : "stride") +
                " is negative" + Effect + "; compile the model again, or correct the " +
                (ByOffset ? "offset" : "stride");
  } else if (Size.isZero()) {
    F.Message = Named + " has a data_size of 0 bytes but " + text(Strided.Numel) + " elements of " +
                Dtype + ", which need " + text(Need) +
                " bytes; it is loaded as uninitialised memory, without an error; compile the model "
                "again, or "
                "correct the data_size";
  } else if (NeedAtZero.sle(Size)) {
    Culprit = C.Offset.Assignment;
    F.Message = Named + " reaches to byte " + text(Need) + " of " + text(Size) + ": the offset " +
                text(Offset) + " counts elements, here " + text(Offset * Item) + " bytes of " +
                Dtype + ", and takes its " + text(NeedAtZero) + " bytes " + text(Need - Size) +
                " past the end" + Effect + "; compile the model again, or correct the offset";
  } else if (NeedContiguous.sle(Size)) {
    Culprit = C.Stride.Assignment;
    F.Message = Named + " reaches to byte " + text(Need) + " of " + text(Size) + ": the stride " +
                listText(Stride) + " spreads its " + text(Strided.Numel) + " elements of " + Dtype +
                " over " + text(NeedAtZero) + " bytes" + Effect +
                "; compile the model again, or correct the stride";
  } else {
    // Which of the two is wrong shows in the strides, in the weights beside it, or in what the
    // model makes of it.
    bool ShapeWrong = overlaps(Shape, Stride) || disagreesWithModule(Model, C).value_or(false) ||
                      (Facts->constants().models().size() == 1 && viewsFit(*Facts, C));
    if (ShapeWrong)
      Culprit = C.Shape.Assignment;
    F.Message = Named + " needs " + text(Need) + " bytes for the shape " + listText(Shape) +
                " of " + Dtype + " but has a data_size of " + text(Size) + " bytes" + Effect +
                "; compile the model again, or correct the " + (ShapeWrong ? "shape" : "data_size");
  }
  F.At = At(Culprit);
  auto Note = [&](size_t Assignment, std::string Message) {
    if (Assignment != Culprit)
      F.Notes.push_back({Place(Assignment), std::move(Message)});
  };
  if (C.Offset.isKnown() && C.Offset.Value != 0)
    Note(C.Offset.Assignment, Which + " starts " + text(Offset * Item) + " bytes into its data");
  Note(C.DataSize.Assignment, Which + " has " + text(Size) + " bytes of data");
  Note(C.Shape.Assignment, Which + " has " + text(Strided.Numel) +
                               (Strided.Numel.isOne() ? " element of " : " elements of ") +
                               std::to_string(*ItemBytes) + (*ItemBytes == 1 ? " byte" : " bytes"));
  if (!Shape.empty())
    Note(C.Stride.Assignment,
         "its last element stands " + text(Strided.High) + " elements behind the first");
  report(F, Context);
}

} // namespace aoti
