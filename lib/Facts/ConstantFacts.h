//===- ConstantFacts.h - the tables of a model's constructor ------*- C++ -*-===//
//
// What the constructor of a model says of its inputs, outputs and constants, and
// where the functions of the model index these tables. At run time nothing
// compares the two: `inputs_info_[i]` and its like are unchecked subscripts, and
// the constants are cut out of one blob by what the table says.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;

/// Whether something is said, and could be read.
enum class FactState {
  Absent,   ///< nothing says it
  Known,    ///< the value is the one that runs
  Undecided ///< something says it in a form that is not followed
};

/// The three tables that a constructor fills.
enum class InfoTable { Inputs, Outputs, Constants };
inline constexpr unsigned NumInfoTables = 3;
/// "inputs_info_", "outputs_info_", "constants_info_".
llvm::StringRef infoTableName(InfoTable T);

/// The fields of an entry, in the order in which they are generated.
enum class InfoField {
  Name,
  Dtype,
  DeviceType,
  Offset,
  DataSize,
  FromFolded,
  Type,
  Shape,
  Stride,
  Layout,
  OpaqueMetadata,
  OriginalFqn,
  Other ///< a field that is not known here
};
/// "name", "dtype", "device_type", "offset", "data_size"…; empty for Other.
llvm::StringRef infoFieldName(InfoField F);

/// One statement `<table>[<index>].<field> = <value>;` of a constructor.
struct FieldAssignment {
  InfoTable Table;
  int64_t Index;
  InfoField Field;
  /// Tokens from the table's name to the end of the value.
  clang::SourceRange Statement;
  /// Tokens of the index.
  clang::SourceRange IndexAt;
  /// Tokens of the value.
  clang::SourceRange ValueAt;
};

/// A field of an entry. With several assignments it is the last one that holds.
template <typename T> struct FieldFact {
  FactState State = FactState::Absent;
  T Value{};
  /// Position in `ModelTables::Assignments`; meaningful unless absent.
  size_t Assignment = 0;
  /// Whether the field is assigned more than once.
  bool Repeated = false;

  bool isKnown() const { return State == FactState::Known; }
  bool isAbsent() const { return State == FactState::Absent; }
  /// Known, by exactly one statement.
  bool isSettled() const { return isKnown() && !Repeated; }
};

/// An entry of `constants_info_`; of the other tables only the name is used.
struct InfoEntry {
  int64_t Index = 0;
  FieldFact<std::string> Name;
  /// As in `cached_torch_dtype_<name>`: "float32".
  FieldFact<std::string> Dtype;
  /// As in `cached_torch_device_type_<name>`: "cuda". Torch 2.13 and newer.
  FieldFact<std::string> DeviceType;
  /// Offset into the storage, in elements.
  FieldFact<int64_t> Offset;
  /// Bytes of the whole storage.
  FieldFact<int64_t> DataSize;
  FieldFact<bool> FromFolded;
  /// Enumerator of `ConstantType`: "Parameter".
  FieldFact<std::string> Type;
  FieldFact<std::vector<int64_t>> Shape;
  /// In elements.
  FieldFact<std::vector<int64_t>> Stride;
  /// As in `cached_torch_layout_<name>`: "strided", "_mkldnn".
  FieldFact<std::string> Layout;
  /// Number of bytes of the serialised layout; only opaque tensors have it.
  FieldFact<size_t> OpaqueMetadata;
  FieldFact<std::string> OriginalFqn;
  /// Positions of its statements in `ModelTables::Assignments`, in order of the text.
  std::vector<size_t> Statements;
};

/// An integer that is written in the source.
struct WrittenInteger {
  FactState State = FactState::Absent;
  int64_t Value = 0;
  clang::SourceRange At;

  bool isKnown() const { return State == FactState::Known; }
};

/// `constants_->at(i)`.
struct ConstantUse {
  WrittenInteger Index;
  clang::SourceRange At;
  /// The variable that is initialised or bound by it; null if it is used otherwise.
  const clang::VarDecl *Local = nullptr;
};

/// `inputs[i]` of the stolen handles, or `input_handles[i]`, `c_inputs[i]`.
struct InputUse {
  WrittenInteger Index;
  clang::SourceRange At;
  /// Whether the array is the vector of stolen handles, of which each can be taken once.
  bool Stolen = false;
  /// Whether it is taken with `std::move` into `Local`.
  bool Moved = false;
  const clang::VarDecl *Local = nullptr;
};

/// `output_handles[j]` or `c_outputs[j]`.
struct OutputUse {
  enum class UseKind {
    Store, ///< assigned, or its address handed to a function
    Read   ///< anything else
  };
  WrittenInteger Index;
  clang::SourceRange At;
  UseKind Kind = UseKind::Read;
  /// Whether the statement runs each time that the function runs to its end.
  bool Unconditional = false;
  /// For `output_handles[j] = constants_->at(k)` of the folding driver: k.
  WrittenInteger Constant;
};

/// `folded_constants_map["<name>"] = output_handles[i]`.
struct FoldedName {
  std::string Name;
  clang::SourceRange At;
  WrittenInteger Slot;
};

/// What one function of a model indexes.
struct FunctionUses {
  enum class FunctionRole {
    Run,           ///< `run_impl`, or one of the array-reference interfaces
    FoldingDriver, ///< `const_run_impl`
    FoldingGraph,  ///< `_const_run_impl`
    Other          ///< an input check or a helper
  };
  const clang::FunctionDecl *Function = nullptr;
  FunctionRole Role = FunctionRole::Other;
  std::vector<ConstantUse> Constants;
  std::vector<InputUse> Inputs;
  std::vector<OutputUse> Outputs;
  std::vector<FoldedName> FoldedNames;
  /// Whether the folding driver also returns constants in a form that is not followed.
  bool OpaqueFolding = false;
  /// Whether the folding driver returns no constants, whatever the path.
  bool FoldsNothing = false;
  /// The call of `_const_run_impl` in the folding driver; invalid if there is none.
  clang::SourceRange FoldingCall;
  /// Second argument of `steal_from_raw_handles_to_raii_handles`.
  WrittenInteger StealCount;
  /// The size with which the folding driver makes its vector `output_handles`.
  WrittenInteger OutputVectorSize;
};

/// What is said of one model class.
struct ModelTables {
  const clang::CXXRecordDecl *Class = nullptr;
  const clang::CXXConstructorDecl *Constructor = nullptr;
  /// Arguments of the base constructor; absent when the constructor calls none.
  WrittenInteger NumInputs, NumOutputs, NumConstants;
  /// Last argument of the base constructor: whether the weights are in the library.
  FieldFact<bool> IncludeWeights;
  /// All assignments to the tables, in order of the text.
  std::vector<FieldAssignment> Assignments;
  /// By table and index.
  std::array<std::map<int64_t, InfoEntry>, NumInfoTables> Entries;
  /// Whether a table is also touched in a form that is not followed: a loop, a reference, a helper.
  /// What is absent is then undecided.
  std::array<bool, NumInfoTables> Opaque{};
  /// Functions that index anything, and the folding driver, in order of the text.
  std::vector<FunctionUses> Functions;

  const std::map<int64_t, InfoEntry> &entries(InfoTable T) const {
    return Entries[static_cast<unsigned>(T)];
  }
  bool isOpaque(InfoTable T) const { return Opaque[static_cast<unsigned>(T)]; }
  const WrittenInteger &count(InfoTable T) const {
    return T == InfoTable::Inputs ? NumInputs : T == InfoTable::Outputs ? NumOutputs : NumConstants;
  }
  /// Null if there is none.
  const InfoEntry *entry(InfoTable T, int64_t Index) const;
  const InfoEntry *constant(int64_t Index) const { return entry(InfoTable::Constants, Index); }
};

class ConstantFacts {
public:
  /// Reads the constructors and functions of the translation unit, in one walk; time is linear in
  /// its size.
  explicit ConstantFacts(TuFacts &Facts);

  /// The models of the unit, in order of the text; a generated wrapper has one.
  llvm::ArrayRef<ModelTables> models() const { return Models; }

  /// The use that initialises a variable with a constant; null if the variable is none.
  const ConstantUse *useOf(const clang::VarDecl *Local) const;
  /// The entry of the constant that a variable is bound to; null if it is bound to none or the
  /// table does not hold it.
  const InfoEntry *constantOf(const clang::VarDecl *Local) const;

private:
  std::vector<ModelTables> Models;
  struct Binding {
    size_t Model, Function, Use;
  };
  llvm::DenseMap<const clang::VarDecl *, Binding> Bindings;
};

} // namespace aoti
