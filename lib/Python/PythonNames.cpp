#include "Python/PythonNames.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using llvm::StringRef;

namespace aoti {
namespace {

/// Assignments are followed from one to the next this many times.
constexpr unsigned MaxSteps = 64;
/// Bytes of a dotted name; nobody writes longer ones.
constexpr size_t MaxPathBytes = 512;
/// Functions and classes within each other; Python itself allows 100 levels of indentation.
constexpr size_t MaxNesting = 100;
/// Tokens that are looked at for the names that `as` binds.
constexpr size_t MaxTargetTokens = 100;

bool isKeyword(StringRef Word) {
  static const llvm::StringSet<> Words = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return Words.contains(Word);
}

/// What a name is bound to at one place.
struct Binding {
  enum class Kind {
    Path,  ///< what an import names
    Alias, ///< what another name stands for
    None,  ///< `None`, as for a module that may be missing
    Other
  };
  Kind How = Kind::Other;
  std::string Path;
  /// Of Alias: names, and the scope to look in.
  std::vector<StringRef> Names;
  size_t Scope = 0;
};

/// What a name stands for.
struct Meaning {
  /// Empty if it is not known.
  std::string Path;
  /// Whether an assignment bound the name.
  bool IsAssigned = false;
};

struct Scope {
  enum class Kind { Module, Class, Function };
  Kind What = Kind::Module;
  size_t Outer = 0;
  llvm::StringMap<std::vector<Binding>> Bindings;
  /// Of the names that were asked for.
  llvm::StringMap<Meaning> Meanings;
};

class Resolver {
public:
  explicit Resolver(llvm::ArrayRef<PythonToken> AllTokens) {
    for (size_t I = 0; I < AllTokens.size(); ++I)
      if (AllTokens[I].Kind != PythonTokenKind::Comment) {
        Tokens.push_back(AllTokens[I]);
        Position.push_back(I);
      }
    Scopes.emplace_back();
    Blocks.push_back({-1, 0});
  }

  PythonNames run() {
    for (size_t Begin = 0; Begin < Tokens.size();) {
      size_t End = Begin;
      while (End < Tokens.size() && Tokens[End].Kind != PythonTokenKind::LineEnd)
        ++End;
      if (End > Begin)
        readLine(Begin, End);
      Begin = End + 1;
    }
    for (Use &U : Uses)
      resolve(U);
    return std::move(Result);
  }

private:
  /// A scope, and the column of the line that opened it: deeper lines belong to it.
  struct Block {
    int Indent;
    size_t Scope;
  };
  struct Use {
    std::vector<size_t> Names;
    size_t Scope;
  };

  bool isName(size_t I, size_t End) const {
    return I < End && Tokens[I].isName() && !isKeyword(Tokens[I].Text);
  }

  void bind(size_t InScope, StringRef Name, Binding What = {}) {
    Scopes[InScope].Bindings[Name].push_back(std::move(What));
  }

  /// The end of the bracket that opens at I, behind its closing one.
  size_t skipBrackets(size_t I, size_t End) const {
    unsigned Depth = 0;
    for (; I < End; ++I) {
      if (isOpening(Tokens[I]))
        ++Depth;
      else if (isClosing(Tokens[I]) && --Depth == 0)
        return I + 1;
    }
    return End;
  }
  static bool isOpening(const PythonToken &T) {
    return T.Kind == PythonTokenKind::Operator && (T.Text == "(" || T.Text == "[" || T.Text == "{");
  }
  static bool isClosing(const PythonToken &T) {
    return T.Kind == PythonTokenKind::Operator && (T.Text == ")" || T.Text == "]" || T.Text == "}");
  }

  void readLine(size_t Begin, size_t End) {
    int Indent = Tokens[Begin].Indent;
    while (Blocks.size() > 1 && Indent >= 0 && Indent <= Blocks.back().Indent)
      Blocks.pop_back();
    size_t Here = Blocks.back().Scope;
    size_t I = Begin;
    // The heads of compound statements, and what may stand behind their colon.
    while (I < End) {
      size_t Head = I;
      if (Tokens[Head].is("async") && Head + 1 < End)
        ++Head;
      bool IsFunction = Tokens[Head].is("def"), IsClass = Tokens[Head].is("class");
      if ((IsFunction || IsClass) && isName(Head + 1, End)) {
        bind(Here, Tokens[Head + 1].Text);
        size_t Inner = Here;
        if (Blocks.size() <= MaxNesting) {
          Scope New;
          New.What = IsClass ? Scope::Kind::Class : Scope::Kind::Function;
          New.Outer = Here;
          Inner = Scopes.size();
          Scopes.push_back(std::move(New));
        }
        size_t Colon = headEnd(Head, End);
        // Defaults, annotations and bases are evaluated outside, but the parameters are bound
        // inside.
        readHead(Head + 2, Colon, Here, IsFunction ? std::optional(Inner) : std::nullopt);
        if (Inner != Here)
          Blocks.push_back({std::max(Indent, 0), Inner});
        Here = Inner;
        I = std::min(Colon + 1, End);
        continue;
      }
      bool IsCase = (Tokens[I].is("match") || Tokens[I].is("case")) && I + 1 < End &&
                    headEnd(I, End) < End && !Tokens[I + 1].is("=") && !Tokens[I + 1].is(".") &&
                    !Tokens[I + 1].is(":");
      bool IsHead = IsCase || llvm::StringSwitch<bool>(Tokens[Head].Text)
                                  .Case("if", true)
                                  .Case("elif", true)
                                  .Case("else", true)
                                  .Case("for", true)
                                  .Case("while", true)
                                  .Case("with", true)
                                  .Case("try", true)
                                  .Case("except", true)
                                  .Case("finally", true)
                                  .Default(false);
      if (!IsHead)
        break;
      size_t Colon = headEnd(Head, End);
      if (IsCase && Tokens[I].is("case"))
        for (size_t J = I + 1; J < Colon; ++J)
          if (isName(J, Colon) && !Tokens[J - 1].is(".") &&
              !(J + 1 < Colon && (Tokens[J + 1].is(".") || Tokens[J + 1].is("("))))
            bind(Here, Tokens[J].Text);
      readExpressions(Head, Colon, Here);
      I = std::min(Colon + 1, End);
    }
    while (I < End) {
      size_t Stop = I;
      while (Stop < End && !Tokens[Stop].is(";"))
        Stop = isOpening(Tokens[Stop]) ? skipBrackets(Stop, End) : Stop + 1;
      readStatement(I, std::min(Stop, End), Here);
      I = Stop + 1;
    }
  }

  /// The colon that ends the head of a compound statement, or the end of the line.
  size_t headEnd(size_t I, size_t End) const {
    unsigned Lambdas = 0;
    while (I < End) {
      if (isOpening(Tokens[I])) {
        I = skipBrackets(I, End);
        continue;
      }
      if (Tokens[I].is("lambda"))
        ++Lambdas;
      else if (Tokens[I].is(":") && Lambdas-- == 0)
        return I;
      ++I;
    }
    return End;
  }

  /// The parameters of a function or the bases of a class.
  void readHead(size_t Begin, size_t End, size_t Here, std::optional<size_t> Inner) {
    unsigned Depth = 0;
    for (size_t I = Begin; Inner && I < End; ++I) {
      Depth += isOpening(Tokens[I]);
      Depth -= isClosing(Tokens[I]) && Depth;
      bool Starts = I > Begin && (Tokens[I - 1].is("(") || Tokens[I - 1].is(",") ||
                                  Tokens[I - 1].is("*") || Tokens[I - 1].is("**"));
      if (Depth == 1 && Starts && isName(I, End)) {
        bind(*Inner, Tokens[I].Text);
        Parameters.insert(I);
      }
    }
    readExpressions(Begin, End, Here);
  }

  void readStatement(size_t Begin, size_t End, size_t Here) {
    if (Begin >= End)
      return;
    const PythonToken &First = Tokens[Begin];
    if (First.is("import"))
      return readImport(Begin + 1, End, Here);
    if (First.is("from") && readFromImport(Begin + 1, End, Here))
      return;
    if (First.is("global") || First.is("nonlocal") || First.is("del")) {
      for (size_t I = Begin + 1; I < End; ++I)
        if (isName(I, End) && !(I + 1 < End && (Tokens[I + 1].is(".") || Tokens[I + 1].is("["))) &&
            !Tokens[I - 1].is(".")) {
          bind(Here, Tokens[I].Text);
          if (!First.is("del"))
            for (size_t S = Here; S != 0;)
              bind(S = Scopes[S].Outer, Tokens[I].Text);
        }
      return;
    }
    // Assignments: everything before the last `=` outside of brackets is a target.
    size_t Last = Begin;
    std::vector<size_t> Equals;
    for (size_t I = Begin; I < End;) {
      if (isOpening(Tokens[I])) {
        I = skipBrackets(I, End);
        continue;
      }
      StringRef Op = Tokens[I].Text;
      if (Tokens[I].Kind == PythonTokenKind::Operator && Op.ends_with("=") && Op != "==" &&
          Op != "!=" && Op != "<=" && Op != ">=" && Op != ":=") {
        Equals.push_back(I);
        Last = I + 1;
      }
      ++I;
    }
    size_t TargetsEnd = Equals.empty() ? Begin : Equals.back();
    bool IsPlain = Equals.size() == 1 && Tokens[Equals[0]].is("=") && Equals[0] == Begin + 1 &&
                   isName(Begin, End);
    if (IsPlain) {
      bind(Here, First.Text, valueOf(Last, End, Here));
      Written.insert(Begin);
    } else {
      // In an annotated assignment the annotation is no target.
      size_t Stop = TargetsEnd;
      for (size_t I = Begin; I < (Equals.empty() ? End : TargetsEnd);) {
        if (Tokens[I].is(":")) {
          Stop = I;
          break;
        }
        I = isOpening(Tokens[I]) ? skipBrackets(I, End) : I + 1;
      }
      for (size_t I = Begin; I < Stop; ++I)
        if (isName(I, End) && !(I > Begin && Tokens[I - 1].is(".")) &&
            !(I + 1 < End &&
              (Tokens[I + 1].is(".") || Tokens[I + 1].is("[") || Tokens[I + 1].is("("))))
          bind(Here, Tokens[I].Text);
      // A chain that is assigned to is not read.
      for (size_t I = Begin; I < TargetsEnd; ++I)
        if (I + 1 < End && (Tokens[I + 1].is("=") || Tokens[I + 1].is(",")))
          Written.insert(I);
    }
    readExpressions(Begin, End, Here);
  }

  /// What a plain assignment binds its target to.
  Binding valueOf(size_t Begin, size_t End, size_t Here) const {
    Binding B;
    if (End == Begin + 1 && Tokens[Begin].is("None")) {
      B.How = Binding::Kind::None;
      return B;
    }
    for (size_t I = Begin; I < End; ++I) {
      bool WantsName = (I - Begin) % 2 == 0;
      if (WantsName ? !isName(I, End) : !Tokens[I].is("."))
        return B;
      if (WantsName)
        B.Names.push_back(Tokens[I].Text);
    }
    if ((End - Begin) % 2 == 0)
      return B;
    B.How = Binding::Kind::Alias;
    B.Scope = Here;
    return B;
  }

  /// Reads a dotted name at I and steps behind it; empty if there is none.
  std::string dottedName(size_t &I, size_t End) const {
    std::string Path;
    while (isName(I, End)) {
      Path += Tokens[I++].Text;
      if (I >= End || !Tokens[I].is("."))
        break;
      Path += '.';
      ++I;
    }
    return Path;
  }

  static Binding pathBinding(std::string Path) {
    Binding B;
    B.How = Binding::Kind::Path;
    B.Path = std::move(Path);
    return B;
  }

  void readImport(size_t I, size_t End, size_t Here) {
    while (I < End) {
      std::string Path = dottedName(I, End);
      if (Path.empty())
        return;
      if (I + 1 < End && Tokens[I].is("as")) {
        bind(Here, Tokens[I + 1].Text, pathBinding(Path));
        I += 2;
      } else {
        std::string Root = StringRef(Path).split('.').first.str();
        bind(Here, Root, pathBinding(Root));
      }
      if (I >= End || !Tokens[I].is(","))
        return;
      ++I;
    }
  }

  bool readFromImport(size_t I, size_t End, size_t Here) {
    bool Relative = false;
    for (; I < End && (Tokens[I].is(".") || Tokens[I].is("...")); ++I)
      Relative = true;
    std::string Module = dottedName(I, End);
    if (I >= End || !Tokens[I].is("import"))
      return false;
    ++I;
    if (I < End && Tokens[I].is("*")) {
      Stars.push_back(Relative ? "" : Module);
      return true;
    }
    for (; I < End; ++I) {
      if (!isName(I, End))
        continue;
      size_t Name = I;
      StringRef Bound = Tokens[I].Text;
      if (I + 2 < End && Tokens[I + 1].is("as")) {
        Bound = Tokens[I + 2].Text;
        I += 2;
      }
      Binding B;
      if (!Relative && !Module.empty()) {
        B = pathBinding(Module + "." + Tokens[Name].Text.str());
        Result.Imports.push_back({Position[Name], B.Path});
      }
      bind(Here, Bound, std::move(B));
    }
    return true;
  }

  /// Bindings within expressions, and the chains of names that are read.
  void readExpressions(size_t Begin, size_t End, size_t Here) {
    unsigned Depth = 0;
    for (size_t I = Begin; I < End; ++I) {
      Depth += isOpening(Tokens[I]);
      Depth -= isClosing(Tokens[I]) && Depth;
      if (Tokens[I].is("for")) {
        for (size_t J = I + 1; J < End && !Tokens[J].is("in") && !Tokens[J].is("for"); ++J)
          bindTarget(J, I + 1, End, Here);
      } else if (Tokens[I].is("as")) {
        size_t Stop = I + 1 < End && Tokens[I + 1].is("(")
                          ? skipBrackets(I + 1, std::min(End, I + MaxTargetTokens))
                          : std::min(I + 2, End);
        for (size_t J = I + 1; J < Stop && J < I + MaxTargetTokens; ++J)
          bindTarget(J, I + 1, End, Here);
      } else if (Tokens[I].is("lambda")) {
        unsigned Open = 0;
        for (size_t J = I + 1;
             J < End && !(Open == 0 && Tokens[J].is(":")) && !Tokens[J].is("lambda"); ++J) {
          if (Open == 0 && isName(J, End) &&
              (Tokens[J - 1].is("lambda") || Tokens[J - 1].is(",") || Tokens[J - 1].is("*") ||
               Tokens[J - 1].is("**")))
            bind(Here, Tokens[J].Text);
          Open += isOpening(Tokens[J]);
          Open -= isClosing(Tokens[J]) && Open;
        }
      } else if (isName(I, End) && I + 1 < End && Tokens[I + 1].is(":=")) {
        bind(Here, Tokens[I].Text);
      }
      bool BehindDot = I > 0 && Tokens[I - 1].is(".");
      bool IsArgumentName = Depth && I + 1 < End && Tokens[I + 1].is("=");
      if (!isName(I, End) || BehindDot || IsArgumentName || Parameters.contains(I))
        continue;
      Use U{{I}, Here};
      while (U.Names.back() + 2 < End && Tokens[U.Names.back() + 1].is(".") &&
             isName(U.Names.back() + 2, End))
        U.Names.push_back(U.Names.back() + 2);
      I = U.Names.back();
      if (!Written.contains(I))
        Uses.push_back(std::move(U));
    }
  }

  void bindTarget(size_t I, size_t Begin, size_t End, size_t Here) {
    if (isName(I, End) && !(I > Begin && Tokens[I - 1].is(".")) &&
        !(I + 1 < End && (Tokens[I + 1].is(".") || Tokens[I + 1].is("["))))
      bind(Here, Tokens[I].Text);
  }

  /// What a name stands for in a scope.
  Meaning meaningOf(StringRef Name, size_t In, unsigned Steps) {
    for (size_t S = In;; S = Scopes[S].Outer) {
      Scope &Where = Scopes[S];
      // What a class binds is not seen in its functions.
      bool IsSeen = Where.What != Scope::Kind::Class || S == In;
      auto Found = Where.Bindings.find(Name);
      if (IsSeen && Found != Where.Bindings.end()) {
        // A name that is followed in a circle stands for nothing.
        auto [Known, IsNew] = Where.Meanings.try_emplace(Name);
        if (!IsNew)
          return Known->second;
        Meaning M = agreed(Found->second, Steps);
        return Scopes[S].Meanings[Name] = std::move(M);
      }
      if (S == 0)
        break;
    }
    // A single star brings whatever nothing else does.
    if (Stars.size() == 1 && !Stars.front().empty())
      return {Stars.front() + "." + Name.str()};
    return {};
  }

  /// What all bindings of a name say of it.
  Meaning agreed(llvm::ArrayRef<Binding> Bindings, unsigned Steps) {
    Meaning Result;
    for (const Binding &B : Bindings) {
      std::string One;
      switch (B.How) {
      case Binding::Kind::None:
        continue;
      case Binding::Kind::Path:
        One = B.Path;
        break;
      case Binding::Kind::Alias:
        Result.IsAssigned = true;
        if (Steps < MaxSteps)
          One = meaningOf(B.Names.front(), B.Scope, Steps + 1).Path;
        for (StringRef Part : llvm::ArrayRef(B.Names).drop_front())
          if (!One.empty())
            One += ("." + Part).str();
        break;
      case Binding::Kind::Other:
        return {};
      }
      if (One.empty() || One.size() > MaxPathBytes || (!Result.Path.empty() && Result.Path != One))
        return {};
      Result.Path = std::move(One);
    }
    return Result;
  }

  void resolve(const Use &U) {
    PythonReference R;
    Meaning First = meaningOf(Tokens[U.Names.front()].Text, U.Scope, 0);
    if (First.Path.empty())
      return;
    R.Path = std::move(First.Path);
    R.IsAssigned = First.IsAssigned;
    for (size_t I : llvm::ArrayRef(U.Names).drop_front())
      R.Path += ("." + Tokens[I].Text).str();
    if (R.Path.size() > MaxPathBytes)
      return;
    for (size_t I : U.Names)
      R.Names.push_back(Position[I]);
    Result.References.push_back(std::move(R));
  }

  std::vector<PythonToken> Tokens;
  /// Of each token its position in the list that was given.
  std::vector<size_t> Position;
  std::vector<Scope> Scopes;
  std::vector<Block> Blocks;
  std::vector<Use> Uses;
  llvm::DenseSet<size_t> Parameters, Written;
  /// Modules of which everything is imported; empty for relative ones.
  std::vector<std::string> Stars;
  PythonNames Result;
};

} // namespace

PythonNames resolvePythonNames(llvm::ArrayRef<PythonToken> Tokens) {
  return Resolver(Tokens).run();
}

} // namespace aoti
