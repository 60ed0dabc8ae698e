#include "checks/usage/DeprecatedPythonApi.h"
#include "Python/PythonNames.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti {
namespace {

constexpr llvm::StringLiteral Compile = "torch._export.aot_compile";
constexpr llvm::StringLiteral Load = "torch._export.aot_load";

/// One of the old functions where it is used.
struct OldUse {
  StringRef Function;
  /// Positions of the tokens of its name.
  size_t First = 0, Last = 0;
  /// Whether its whole name is written, from what `import torch` bound on.
  bool IsWhole = false;
};

/// An argument of a call, as positions of its tokens.
struct Argument {
  StringRef Keyword;
  /// Where its value begins, behind the keyword, and its end.
  size_t Value = 0, End = 0;
};

/// Tokens of a call beyond which it is not looked at.
constexpr size_t MaxCallTokens = 10'000;

/// A call with arguments that are all plain.
struct Call {
  std::vector<Argument> Arguments;
  /// The closing parenthesis.
  size_t Close = 0;

  const Argument *find(StringRef Keyword) const {
    for (const Argument &A : Arguments)
      if (A.Keyword == Keyword)
        return &A;
    return nullptr;
  }
  size_t numPositional() const {
    return llvm::count_if(Arguments, [](const Argument &A) { return A.Keyword.empty(); });
  }
};

class OldApiFinder {
public:
  OldApiFinder(const SourceTextPtr &Source, llvm::ArrayRef<PythonToken> Tokens)
      : Source(Source), Tokens(Tokens), Names(resolvePythonNames(Tokens)) {
    for (const PythonToken &T : Tokens)
      if (T.isName())
        ++Mentions[T.Text];
  }

  void run(PythonCheck::Reporter Report) {
    std::vector<OldUse> Uses = findUses();
    // By the variable that has the library.
    llvm::StringMap<std::vector<std::vector<Edit>>> Loads;
    for (const OldUse &Use : Uses)
      if (Use.Function == Load && Use.IsWhole) {
        std::vector<Edit> Edits;
        if (StringRef Library = rewriteLoad(Use, Edits); !Library.empty())
          Loads[Library].push_back(std::move(Edits));
      }
    for (const OldUse &Use : Uses) {
      Finding F;
      F.Level = Severity::Warning;
      F.At = at(Use.First, Use.Last);
      F.Message = message(Use.Function);
      if (std::optional<Fix> Rewrite = rewrite(Use, Loads))
        F.Fixes.push_back(std::move(*Rewrite));
      Report(std::move(F));
    }
  }

private:
  Location at(size_t First, size_t Last) const {
    return {Source, Tokens[First].Begin, Tokens[Last].end()};
  }

  static std::string message(StringRef Function) {
    if (Function == Compile)
      return quoted(Function) + " is deprecated (torch warns of it at run time): it leaves a "
                                "library and its files loose in a folder, with nothing that "
                                "says what they were built for, and other machines and releases of "
                                "torch may not load them; write a package with "
                                "'torch._inductor.aoti_compile_and_package(torch.export.export(...)"
                                ", package_path=\"model.pt2\")'";
    return quoted(Function) + " is deprecated (torch warns of it at run time): it opens a bare "
                              "library of 'torch._export.aot_compile', does not read "
                              "packages, and does not compare the machine with the one that the "
                              "library was built for; compile to a package and load that with "
                              "'torch._inductor.aoti_load_package(\"model.pt2\")'";
  }

  std::vector<OldUse> findUses() const {
    std::vector<OldUse> Uses;
    llvm::StringSet<> Used;
    for (const PythonReference &R : Names.References)
      for (StringRef Function : {StringRef(Compile), StringRef(Load)}) {
        StringRef Path = R.Path;
        if (Path != Function && !Path.starts_with((Function + ".").str()))
          continue;
        // Names behind the function, as in `aot_compile.__doc__`, are not a part of it.
        size_t Behind = Path.drop_front(Function.size()).count('.');
        // An assignment from the function was reported itself.
        if (Behind >= R.Names.size())
          continue;
        if (R.IsAssigned && R.Names.size() - Behind == 1)
          continue;
        Used.insert(Function);
        size_t Count = R.Names.size() - Behind;
        Uses.push_back(
            {Function, R.Names.front(), R.Names[Count - 1], Count == 3 && !R.IsAssigned});
      }
    for (const PythonImport &I : Names.Imports)
      for (StringRef Function : {StringRef(Compile), StringRef(Load)})
        if (I.Path == Function && !Used.contains(Function) && !isReadSomewhere(I))
          Uses.push_back({Function, I.Name, I.Name});
    llvm::sort(Uses, [](const OldUse &A, const OldUse &B) { return A.First < B.First; });
    return Uses;
  }

  /// Whether the name that an import binds stands somewhere else in the file, be it as something
  /// else.
  bool isReadSomewhere(const PythonImport &I) const {
    StringRef Bound = Tokens[I.Name].Text;
    std::optional<size_t> Alias;
    if (size_t Next = nextCode(I.Name); Next < Tokens.size() && Tokens[Next].is("as"))
      if (Next = nextCode(Next); Next < Tokens.size()) {
        Bound = Tokens[Next].Text;
        Alias = Next;
      }
    // The import mentions it once, or twice as `from m import f as f`.
    unsigned Own = (Tokens[I.Name].Text == Bound ? 1 : 0) + (Alias ? 1 : 0);
    return Mentions.lookup(Bound) > Own;
  }

  size_t nextCode(size_t I) const {
    do
      ++I;
    while (I < Tokens.size() && Tokens[I].Kind == PythonTokenKind::Comment);
    return I;
  }

  /// The call whose callee ends with a token; nullopt if there is none, or if its arguments are
  /// unpacked from something.
  std::optional<Call> callOf(size_t Callee) const {
    size_t I = nextCode(Callee);
    if (I >= Tokens.size() || !Tokens[I].is("("))
      return std::nullopt;
    Call C;
    unsigned Depth = 1;
    Argument A;
    size_t Begin = nextCode(I);
    A.Value = Begin;
    size_t End = std::min(Tokens.size(), Begin + MaxCallTokens);
    for (I = Begin; I < End; I = nextCode(I)) {
      const PythonToken &T = Tokens[I];
      bool Closes = T.is(")") || T.is("]") || T.is("}");
      if (T.is("(") || T.is("[") || T.is("{"))
        ++Depth;
      else if (Closes)
        --Depth;
      if ((Depth == 1 && T.is(",")) || Depth == 0) {
        A.End = I;
        if (A.End > Begin)
          C.Arguments.push_back(A);
        if (Depth == 0) {
          C.Close = I;
          return C;
        }
        Begin = nextCode(I);
        A = {};
        A.Value = Begin;
      } else if (Depth == 1 && I == Begin && (T.is("*") || T.is("**"))) {
        return std::nullopt;
      } else if (Depth == 1 && (T.is("for") || T.is("async"))) {
        return std::nullopt;
      } else if (size_t Next = nextCode(I); Depth == 1 && I == Begin && T.isName() &&
                                            Next < Tokens.size() && Tokens[Next].is("=")) {
        A.Keyword = T.Text;
        A.Value = nextCode(Next);
      }
    }
    return std::nullopt;
  }

  Edit replace(size_t First, size_t Last, std::string Text) const {
    return {at(First, Last), std::move(Text)};
  }
  Edit insertBefore(size_t Token, std::string Text) const {
    return {{Source, Tokens[Token].Begin, Tokens[Token].Begin}, std::move(Text)};
  }

  /// Changes for a call of aot_compile into export and compile; false if that is not as simple as
  /// it would be.
  bool rewriteCompile(const OldUse &Use, std::vector<Edit> &Edits) const {
    std::optional<Call> C = callOf(Use.Last);
    if (!C || C->numPositional() < 1 || C->numPositional() > 3)
      return false;
    for (const Argument &A : C->Arguments)
      if (!A.Keyword.empty() && A.Keyword != "args" && A.Keyword != "kwargs" &&
          A.Keyword != "dynamic_shapes" && A.Keyword != "options")
        return false;
    std::string Root = Tokens[Use.First].Text.str();
    Edits.push_back(
        replace(Use.First, Use.Last,
                Root + "._inductor.aoti_compile_and_package(" + Root + ".export.export"));
    const Argument *Options = C->find("options");
    if (!Options) {
      Edits.push_back(insertBefore(C->Close, ")"));
      return true;
    }
    if (Options != &C->Arguments.back())
      return false;
    // A place for the library is no place for the package.
    for (size_t I = Options->Value; I < Options->End; ++I)
      if (Tokens[I].Kind == PythonTokenKind::String && Tokens[I].Text.contains("output_path"))
        return false;
    const Argument &Before = C->Arguments[C->Arguments.size() - 2];
    Edits.push_back(insertBefore(Before.End, ")"));
    size_t Keyword = nextCode(Before.End);
    Edits.push_back(replace(Keyword, Keyword, "inductor_configs"));
    return true;
  }

  /// Changes for a call of aot_load whose library is in a variable; the variable's name, or empty
  /// if they are not simple.
  StringRef rewriteLoad(const OldUse &Use, std::vector<Edit> &Edits) const {
    std::optional<Call> C = callOf(Use.Last);
    if (!C || C->Arguments.size() != 2 || !C->Arguments[0].Keyword.empty())
      return {};
    const Argument &Library = C->Arguments[0], &Device = C->Arguments[1];
    if (!Device.Keyword.empty() && Device.Keyword != "device")
      return {};
    if (nextCode(Library.Value) != Library.End || !Tokens[Library.Value].isName() ||
        nextCode(Device.Value) != Device.End)
      return {};
    StringRef Type = Tokens[Device.Value].Text;
    if (Tokens[Device.Value].Kind != PythonTokenKind::String || Type.size() < 2 ||
        (Type[0] != '"' && Type[0] != '\''))
      return {};
    auto [Name, Index] = Type.trim("\"'").split(':');
    unsigned Number = 0;
    if (Type.contains(':') && (Index.getAsInteger(10, Number) || Number > 255))
      return {};
    Edits.push_back(replace(Use.First, Use.Last,
                            Tokens[Use.First].Text.str() + "._inductor.aoti_load_package"));
    size_t Begin = nextCode(Library.End);
    if (Type.contains(':'))
      Edits.push_back(replace(Begin, Device.Value, "device_index=" + std::to_string(Number)));
    else
      Edits.push_back({{Source, Tokens[Library.End].Begin, Tokens[Device.Value].end()}, ""});
    return Tokens[Library.Value].Text;
  }

  /// The rewrite of a call of aot_compile with all calls of aot_load that get its result, if the
  /// result goes nowhere else. It is not safe: the file has another format, and what is exported
  /// may be traced in another way.
  std::optional<Fix> rewrite(const OldUse &Use,
                             const llvm::StringMap<std::vector<std::vector<Edit>>> &Loads) const {
    if (Use.Function != Compile || !Use.IsWhole)
      return std::nullopt;
    // `so = torch._export.aot_compile(…)` as a statement of its own.
    if (Use.First < 2 || !Tokens[Use.First - 1].is("=") || !Tokens[Use.First - 2].isName() ||
        Tokens[Use.First - 2].Indent < 0)
      return std::nullopt;
    Fix F{"export the model, write a package and load that", {}, false};
    std::optional<Call> C = callOf(Use.Last);
    if (!C || !rewriteCompile(Use, F.Edits) ||
        Tokens[nextCode(C->Close)].Kind != PythonTokenKind::LineEnd)
      return std::nullopt;
    StringRef Variable = Tokens[Use.First - 2].Text;
    auto Found = Loads.find(Variable);
    if (Found == Loads.end() || Mentions.lookup(Variable) != Found->second.size() + 1)
      return std::nullopt;
    for (const std::vector<Edit> &Edits : Found->second)
      llvm::append_range(F.Edits, Edits);
    return F;
  }

  const SourceTextPtr &Source;
  llvm::ArrayRef<PythonToken> Tokens;
  PythonNames Names;
  /// How often each name stands in the file.
  llvm::StringMap<unsigned> Mentions;
};

} // namespace

void DeprecatedPythonApi::check(const SourceTextPtr &Source, llvm::ArrayRef<PythonToken> Tokens,
                                Reporter Report) {
  OldApiFinder(Source, Tokens).run(Report);
}

} // namespace aoti
