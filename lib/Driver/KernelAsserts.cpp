#include "Driver/TriagePlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti {
namespace {

constexpr llvm::StringLiteral Message = "index out of bounds: ";

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_'; }

/// A condition without blanks, in lower case, the numbers of temporaries left out if asked for.
std::string comparable(StringRef Condition, bool WithNumbers) {
  std::string Text;
  for (size_t I = 0; I < Condition.size();) {
    StringRef Rest = Condition.drop_front(I);
    if (!WithNumbers && Rest.starts_with("tmp") && (I == 0 || !isNameChar(Condition[I - 1]))) {
      Text += "tmp";
      I += 3 + Rest.drop_front(3).take_while(llvm::isDigit).size();
      continue;
    }
    if (Rest[0] != ' ')
      Text += llvm::toLower(Rest[0]);
    ++I;
  }
  return Text;
}

/// The kernel that a line begins to define; empty for other lines.
StringRef definedKernel(StringRef Line) {
  StringRef Text = Line.ltrim();
  if (Text.consume_front("def "))
    return Text.take_while(isNameChar);
  size_t Paren = Text.find('(');
  bool IsCpu =
      Text.starts_with("extern \"C\"") || Text.starts_with("static ") || Text.starts_with("void ");
  if (Paren == StringRef::npos || !IsCpu || Text.ends_with(";") || Text.contains(" = "))
    return {};
  StringRef Before = Text.take_front(Paren).rtrim();
  StringRef Name = Before.take_back(Before.size() - std::min(Before.size(), Before.rfind(' ') + 1));
  Name.consume_front("*");
  // The helper that launches a kernel stands before the kernel's own text.
  Name.consume_front("call_");
  return llvm::all_of(Name, isNameChar) ? Name : StringRef();
}

} // namespace

std::vector<KernelAssert> kernelAsserts(const SourceTextPtr &Source, StringRef Condition) {
  struct Candidate {
    KernelAssert Assert;
    bool IsExact;
  };
  std::vector<Candidate> Candidates;
  std::string Exact = comparable(Condition, true), Loose = comparable(Condition, false);
  std::string Kernel;
  StringRef Rest = Source->text();
  for (size_t Begin = 0; Begin < Rest.size();) {
    size_t End = std::min(Rest.find('\n', Begin), Rest.size());
    StringRef Line = Rest.slice(Begin, End);
    if (StringRef Name = definedKernel(Line); !Name.empty())
      Kernel = Name.str();
    for (size_t At = Line.find(Message); At != StringRef::npos; At = Line.find(Message, At + 1)) {
      StringRef Text = Line.drop_front(At + Message.size());
      Text = Text.take_front(Text.find('"'));
      if (Condition.empty() || comparable(Text, false) == Loose)
        Candidates.push_back({{Kernel,
                               Text.str(),
                               {Source, static_cast<uint32_t>(Begin + At),
                                static_cast<uint32_t>(Begin + At + Message.size() + Text.size())}},
                              Condition.empty() || comparable(Text, true) == Exact});
    }
    Begin = End + 1;
  }
  bool AnyExact = llvm::any_of(Candidates, [](const Candidate &C) { return C.IsExact; });
  std::vector<KernelAssert> Asserts;
  for (Candidate &C : Candidates)
    if (C.IsExact || !AnyExact)
      Asserts.push_back(std::move(C.Assert));
  return Asserts;
}

} // namespace aoti
