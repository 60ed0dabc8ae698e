// Any bytes as JSON: what is read has its places in the text, and is what another reader makes of
// it.
#include "FindingExpectations.h"
#include "Support/JsonText.h"
#include <nlohmann/json.hpp>

using namespace aoti;
using namespace aoti::fuzz;
using llvm::StringRef;
using Json = nlohmann::ordered_json;

namespace {

/// Compares what both readers see. nlohmann keeps the last of several members of one name, as
/// `JsonValue::member` does.
void compare(JsonValue Value, const Json &Theirs, StringRef Text) {
  ByteRange Range = Value.range();
  expect(Range.Begin < Range.End && Range.End <= Text.size(), "a value lies outside of the text");
  expect(Value.source() == Text.slice(Range.Begin, Range.End),
         "a value has another source than its range");
  switch (Value.kind()) {
  case JsonKind::Null:
    expect(Theirs.is_null(), "null");
    return;
  case JsonKind::Bool:
    expect(Theirs.is_boolean() && Value.boolean() == Theirs.get<bool>(), "boolean");
    return;
  case JsonKind::Number:
    expect(Theirs.is_number(), "number");
    if (std::optional<int64_t> Integer = Value.integer())
      expect(Theirs.is_number_integer() && Theirs.get<int64_t>() == *Integer, "integer");
    else
      // What is above INT64_MAX is an unsigned integer there.
      expect(!Theirs.is_number_integer() || Theirs.is_number_unsigned(),
             "an integer that was not taken for one");
    return;
  case JsonKind::String:
    expect(Theirs.is_string() && Value.string() == Theirs.get_ref<const std::string &>(), "string");
    return;
  case JsonKind::Array: {
    std::vector<JsonValue> Elements = Value.children();
    expect(Theirs.is_array() && Theirs.size() == Elements.size() && Value.size() == Elements.size(),
           "array");
    for (size_t I = 0; I < Elements.size(); ++I)
      compare(Elements[I], Theirs[I], Text);
    return;
  }
  case JsonKind::Object: {
    expect(Theirs.is_object(), "object");
    std::vector<JsonValue> Members = Value.children();
    expect(Members.size() == Value.size(), "members");
    for (JsonValue M : Members) {
      ByteRange Key = M.keyRange();
      expect(M.hasKey() && Key.Begin < Key.End && Key.End <= M.range().Begin,
             "a key does not lie before its value");
      std::optional<JsonValue> Last = Value.member(M.key());
      expect(Last.has_value() && Theirs.contains(M.key()), "a member is not found");
      if (Last->range().Begin == M.range().Begin)
        compare(M, Theirs.at(M.key()), Text);
    }
    return;
  }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  JsonText::Limits Limits;
  llvm::Expected<JsonText> Ours = JsonText::parse(Text, Limits);
  if (!Ours) {
    llvm::handleAllErrors(Ours.takeError(), [&](const JsonError &E) {
      expect(E.offset() <= Size, "an error lies outside of the text");
      expect(!E.text().empty(), "an error says nothing");
    });
    // The other reader recurses, and takes a NUL for the end of the text.
    if (Size < 4096 && !Text.contains('\0') && Text.count('[') + Text.count('{') < 64)
      expect(!Json::accept(Text.begin(), Text.end()), "JSON was refused");
    return 0;
  }
  try {
    compare(Ours->root(), Json::parse(Text.begin(), Text.end()), Text);
  } catch (const Json::out_of_range &) {
    // A number that no double holds; the grammar allows it.
  }
  for (const JsonText::Duplicate &D : Ours->duplicates())
    expect(D.First.key() == D.Later.key() && D.First.keyRange().Begin < D.Later.keyRange().Begin,
           "duplicates");
  expect(sameJson(Ours->root(), Ours->root()), "a value differs from itself");
  return 0;
}
