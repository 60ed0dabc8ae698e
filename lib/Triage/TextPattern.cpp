#include "Triage/TextPattern.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

using llvm::StringRef;

namespace aoti {
namespace {

/// Places that one match may try, all elements together.
constexpr unsigned MaxSteps = 20'000;

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_'; }
bool isWordChar(char C) { return isNameChar(C) || C == '.' || C == ':' || C == '$' || C == '-'; }

size_t wordLength(StringRef Text) {
  size_t Length = std::min(Text.take_while(isWordChar).size(), TextPattern::MaxGap);
  // The end of a sentence is no part of a name.
  while (Length && (Text[Length - 1] == '.' || Text[Length - 1] == ':' || Text[Length - 1] == '-'))
    --Length;
  return Length;
}

size_t numberLength(StringRef Text) {
  size_t Sign = Text.starts_with("-");
  size_t Digits = Text.drop_front(Sign).take_while(llvm::isDigit).size();
  return Digits && Digits <= 20 ? Sign + Digits : 0;
}

size_t symbolLength(StringRef Text) {
  for (StringRef Prefix : {"zuf", "zf", "ks", "ps", "s", "u"})
    if (Text.starts_with(Prefix)) {
      size_t Digits = Text.drop_front(Prefix.size()).take_while(llvm::isDigit).size();
      size_t End = Prefix.size() + Digits;
      return Digits && Digits <= 6 && (End == Text.size() || !isNameChar(Text[End])) ? End : 0;
    }
  return 0;
}

size_t operatorLength(StringRef Text) {
  for (StringRef Operator : {"==", "!=", ">=", "<=", ">", "<"})
    if (Text.starts_with(Operator))
      return Operator.size();
  return 0;
}

} // namespace

TextPattern::TextPattern(StringRef Spec) {
  while (!Spec.empty()) {
    if (Spec.consume_front("|")) {
      Elements.push_back({Kind::Boundary, {}});
    } else if (Spec.consume_front("*")) {
      Elements.push_back({Kind::Any, {}});
    } else if (Spec.consume_front("{")) {
      auto [Inside, After] = Spec.split('}');
      auto [Name, Type] = Inside.split(':');
      Kind K = Type == "w"   ? Kind::Word
               : Type == "n" ? Kind::Number
               : Type == "s" ? Kind::Symbol
               : Type == "o" ? Kind::Operator
                             : Kind::Capture;
      Elements.push_back({K, Name});
      Spec = After;
    } else {
      StringRef Text = Spec.take_front(Spec.find_first_of("|*{"));
      Elements.push_back({Kind::Text, Text});
      Spec = Spec.drop_front(Text.size());
    }
  }
  for (size_t I = 0; I < Elements.size(); ++I)
    if (Elements[I].K == Kind::Text && (Elements[Anchor].K != Kind::Text ||
                                        Elements[I].Text.size() > Elements[Anchor].Text.size()))
      Anchor = I;
  assert(!Elements.empty() && Elements[Anchor].K == Kind::Text && "a pattern needs a plain text");
}

/// One try of a pattern at one place.
struct TextPattern::Attempt {
  const TextPattern &Pattern;
  StringRef Text;
  size_t AnchorAt;
  unsigned &Steps;
  PatternMatch Found;

  bool matchFrom(size_t I, size_t At) {
    if (++Steps > MaxSteps)
      return false;
    if (I == Pattern.Elements.size()) {
      Found.End = At;
      return true;
    }
    const Element &E = Pattern.Elements[I];
    StringRef Here = Text.drop_front(At);
    auto Take = [&](size_t Length) {
      if (!Length)
        return false;
      Found.Captures.push_back({E.Text, At, At + Length});
      if (matchFrom(I + 1, At + Length))
        return true;
      Found.Captures.pop_back();
      return false;
    };
    switch (E.K) {
    case Kind::Text:
      return (I != Pattern.Anchor || At == AnchorAt) && Here.starts_with(E.Text) &&
             matchFrom(I + 1, At + E.Text.size());
    case Kind::Boundary:
      return (At == 0 || At == Text.size() || !isNameChar(Text[At - 1]) || !isNameChar(Text[At])) &&
             matchFrom(I + 1, At);
    case Kind::Word:
      return Take(wordLength(Here));
    case Kind::Number:
      return Take(numberLength(Here));
    case Kind::Symbol:
      return (At == 0 || !isNameChar(Text[At - 1])) && Take(symbolLength(Here));
    case Kind::Operator:
      return Take(operatorLength(Here));
    case Kind::Any:
      for (size_t Gap = 0; Gap <= MaxGap && At + Gap <= Text.size(); ++Gap)
        if (matchFrom(I + 1, At + Gap))
          return true;
      return false;
    case Kind::Capture:
      if (I + 1 == Pattern.Elements.size())
        return Take(Here.take_front(MaxGap).rtrim().size());
      for (size_t Gap = 1; Gap <= MaxGap && At + Gap <= Text.size(); ++Gap)
        if (Take(Gap))
          return true;
      return false;
    }
    return false;
  }
};

std::optional<PatternMatch> TextPattern::match(StringRef Lower, size_t At) const {
  unsigned Steps = 0;
  size_t Reach = 0;
  for (size_t I = 0; I < Anchor; ++I)
    Reach += Elements[I].K == Kind::Text       ? Elements[I].Text.size()
             : Elements[I].K == Kind::Boundary ? 0
                                               : MaxGap;
  for (size_t Begin = At > Reach ? At - Reach : 0; Begin <= At && Steps <= MaxSteps; ++Begin) {
    Attempt Try{*this, Lower, At, Steps, {}};
    if (!Try.matchFrom(0, Begin))
      continue;
    Try.Found.Begin = Begin;
    return std::move(Try.Found);
  }
  return std::nullopt;
}

} // namespace aoti
