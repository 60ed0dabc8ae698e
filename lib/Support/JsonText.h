//===- JsonText.h - JSON with the places of its parts -------------*- C++ -*-===//
//
// Reads the JSON files of a package, which are untrusted, into a tree whose keys
// and values know the bytes they come from, so that findings can point at them.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

enum class JsonKind { Null, Bool, Number, String, Array, Object };

/// "null", "a boolean", "a number", "a string", "an array" or "an object".
llvm::StringRef jsonKindName(JsonKind K);

/// Bytes of a text; the end is one behind the last.
struct ByteRange {
  uint32_t Begin = 0;
  uint32_t End = 0;
};

/// Why a text is not JSON. `message()` is lower case and without a full stop.
class JsonError : public llvm::ErrorInfo<JsonError> {
public:
  static char ID;
  JsonError(uint32_t Offset, std::string Message) : Offset(Offset), Message(std::move(Message)) {}
  /// The byte at which reading stopped; at most the size of the text.
  uint32_t offset() const { return Offset; }
  const std::string &text() const { return Message; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  uint32_t Offset;
  std::string Message;
};

class JsonText;

/// A value of a JsonText, valid as long as that; cheap to copy.
class JsonValue {
public:
  JsonKind kind() const;
  bool isObject() const { return kind() == JsonKind::Object; }
  bool isArray() const { return kind() == JsonKind::Array; }
  bool isString() const { return kind() == JsonKind::String; }
  bool isNull() const { return kind() == JsonKind::Null; }

  /// All of the value: with the quotes of a string, the brackets of an array.
  ByteRange range() const;
  /// The bytes of `range()`.
  llvm::StringRef source() const;
  /// The characters of a string in UTF-8, escapes resolved; the source of anything else.
  std::string string() const;
  /// The value of an integer that fits; nullopt for all else, fractions and exponents too.
  std::optional<int64_t> integer() const;
  /// The value of a boolean; nullopt for all else.
  std::optional<bool> boolean() const;

  /// Number of elements or members; 0 for scalars.
  uint32_t size() const;
  /// Elements of an array or members of an object, in order of the text.
  std::vector<JsonValue> children() const;
  /// The member of this name, the last one if there are several, as other readers have it; nullopt
  /// if there is none or this is no object. Looks at all members.
  std::optional<JsonValue> member(llvm::StringRef Name) const;

  /// Whether the value is a member of an object.
  bool hasKey() const;
  /// The key of a member, with its quotes; empty at 0 for other values.
  ByteRange keyRange() const;
  /// The name of a member, escapes resolved.
  std::string key() const;

private:
  friend class JsonText;
  friend bool sameJson(JsonValue A, JsonValue B);
  JsonValue(const JsonText *Text, uint32_t Index) : Text(Text), Index(Index) {}
  const JsonText *Text;
  uint32_t Index;
};

/// Whether two values mean the same: members in any order, numbers by their value.
bool sameJson(JsonValue A, JsonValue B);

/// A JSON document.
class JsonText {
public:
  struct Limits {
    /// Arrays and objects inside of each other.
    unsigned MaxDepth = 512;
    /// Values of all kinds.
    uint32_t MaxValues = 4'000'000;
  };

  /// A member whose name occurred before in its object.
  struct Duplicate {
    JsonValue First, Later;
  };

  /// Reads a text, which has to outlive the result. Needs no stack that grows with the nesting.
  /// Fails with JsonError on anything that RFC 8259 does not allow, on strings that are not valid
  /// Unicode, and beyond the limits; a byte order mark in front is passed over.
  static llvm::Expected<JsonText> parse(llvm::StringRef Text, Limits L);
  static llvm::Expected<JsonText> parse(llvm::StringRef Text) { return parse(Text, Limits()); }

  JsonText(JsonText &&) = default;
  JsonText &operator=(JsonText &&) = default;
  JsonText(const JsonText &) = delete;
  JsonText &operator=(const JsonText &) = delete;

  llvm::StringRef text() const { return Text; }
  JsonValue root() const { return {this, 0}; }
  /// In order of the later ones.
  std::vector<Duplicate> duplicates() const;

private:
  friend class JsonValue;
  friend class JsonReader;
  static constexpr uint32_t None = ~uint32_t(0);

  struct Node {
    JsonKind Kind;
    ByteRange Range;
    ByteRange Key; ///< empty for values that are no members
    uint32_t FirstChild = None;
    uint32_t Next = None;
    uint32_t Size = 0;
  };

  JsonText() = default;

  llvm::StringRef Text;
  std::vector<Node> Nodes;
  std::vector<std::pair<uint32_t, uint32_t>> Repeated;
};

} // namespace aoti
