#include "Frontend/SourceScan.h"
#include "Facts/CompileCommand.h"
#include "Prelude/Prelude.h"
#include "Support/FileNames.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace aoti {

static clang::LangOptions lexerOptions() {
  clang::LangOptions Lang;
  Lang.CPlusPlus = Lang.CPlusPlus11 = Lang.CPlusPlus14 = Lang.CPlusPlus17 = Lang.CPlusPlus20 = true;
  Lang.RawStringLiterals = true;
  Lang.LineComment = true;
  Lang.Bool = true;
  Lang.CXXOperatorNames = true;
  Lang.Digraphs = true;
  return Lang;
}

/// Keeps the macros that a preprocessor line defines or asks for.
static void scanCondition(StringRef Directive, StringRef Line, SourceScan &Scan) {
  auto IsNameChar = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  if (Directive == "define" || Directive == "ifdef") {
    StringRef Name = Line.ltrim().take_while(IsNameChar);
    if (!Name.empty())
      (Directive == "define" ? Scan.DefinedMacros : Scan.AskedMacros).push_back(Name.str());
    return;
  }
  if (Directive != "if" && Directive != "elif")
    return;
  for (size_t At = Line.find("defined"); At != StringRef::npos; At = Line.find("defined", At + 1)) {
    StringRef Name = Line.substr(At + 7).ltrim(" \t(").take_while(IsNameChar);
    if (!Name.empty())
      Scan.AskedMacros.push_back(Name.str());
  }
}

SourceScan scanSource(StringRef Text) {
  static const clang::LangOptions Lang = lexerOptions();
  SourceScan Scan;
  llvm::StringSet<> Called, Declared;
  clang::Lexer Lex(clang::SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
  Lex.SetCommentRetentionState(false);

  clang::Token Tok;
  StringRef Previous, BeforePrevious;
  // What the open braces belong to: the name of a namespace, or nothing.
  llvm::SmallVector<StringRef, 16> Spaces;
  bool InDirective = false;
  StringRef Pending; // an aoti_torch_* name that an opening parenthesis may follow
  bool PendingDeclared = false;
  for (Lex.LexFromRawLexer(Tok); Tok.isNot(clang::tok::eof); Lex.LexFromRawLexer(Tok)) {
    if (Tok.isAtStartOfLine())
      InDirective = Tok.is(clang::tok::hash);
    if (Tok.is(clang::tok::hash) && Tok.isAtStartOfLine()) {
      Lex.LexFromRawLexer(Tok);
      if (Tok.is(clang::tok::raw_identifier) &&
          (Tok.getRawIdentifier() == "include" || Tok.getRawIdentifier() == "include_next") &&
          !Tok.isAtStartOfLine()) {
        // The raw lexer knows no header names; the rest of the line is read by hand.
        size_t At = Lex.getBufferLocation() - Text.begin();
        StringRef Line = Text.substr(At).take_until([](char C) { return C == '\n'; });
        size_t Open = Line.find_first_of("<\"");
        if (Open != StringRef::npos) {
          char Close = Line[Open] == '<' ? '>' : '"';
          size_t End = Line.find(Close, Open + 1);
          if (End != StringRef::npos) {
            Scan.UsesTorch |= isTorchHeader(Line.slice(Open + 1, End));
            Scan.Includes.push_back({Line.slice(Open + 1, End).str(), Close == '>',
                                     static_cast<uint32_t>(At + Open),
                                     static_cast<uint32_t>(At + End + 1)});
          }
        }
        continue;
      }
      if (Tok.is(clang::tok::raw_identifier) && !Tok.isAtStartOfLine()) {
        size_t At = Lex.getBufferLocation() - Text.begin();
        StringRef Line = Text.substr(At).take_until([](char C) { return C == '\n'; });
        scanCondition(Tok.getRawIdentifier(), Line, Scan);
      }
      if (Tok.is(clang::tok::eof))
        break;
    }
    StringRef Spelling;
    if (Tok.is(clang::tok::raw_identifier)) {
      Spelling = Tok.getRawIdentifier();
      if (Spelling.contains("TORCH_LIBRARY"))
        Scan.UsesTorch = Scan.RegistersOperators = true;
      if (Spelling.starts_with("aoti_torch_")) {
        Pending = Spelling;
        PendingDeclared =
            Previous == "AOTITorchError" || Previous == "void" || Previous == "int32_t";
      } else {
        Pending = {};
      }
    } else {
      if (Tok.is(clang::tok::l_paren) && !Pending.empty()) {
        if (PendingDeclared)
          Declared.insert(Pending);
        else if (Called.insert(Pending).second)
          Scan.ShimCalls.push_back(Pending.str());
      }
      Pending = {};
      if (Tok.is(clang::tok::coloncolon) &&
          (Previous == "at" || Previous == "c10" || Previous == "torch"))
        Scan.UsesTorch = true;
      StringRef Space = Spaces.empty() ? StringRef() : Spaces.back();
      if (Tok.is(clang::tok::l_brace) && !InDirective)
        Spaces.push_back(BeforePrevious == "namespace" ? Previous : StringRef());
      else if (Tok.is(clang::tok::r_brace) && !InDirective && !Spaces.empty())
        Spaces.pop_back();
      if (Tok.isOneOf(clang::tok::l_brace, clang::tok::colon) &&
          (BeforePrevious == "class" || BeforePrevious == "struct") &&
          (Space == "at" || Space == "c10" || Space == "torch") &&
          (Previous == "Tensor" || Previous == "SymInt" || Previous == "Library"))
        Scan.DefinesTorch = true;
      if (Tok.is(clang::tok::l_paren) && (Previous == "impl" || Previous == "def"))
        Scan.RegistersOperators = true;
    }
    BeforePrevious = Previous;
    Previous = Spelling;
  }
  llvm::erase_if(Scan.ShimCalls, [&](const std::string &Name) { return Declared.contains(Name); });
  return Scan;
}

std::string withoutLineDirectives(StringRef Text) {
  static const clang::LangOptions Lang = lexerOptions();
  std::string Blanked = Text.str();
  clang::Lexer Lex(clang::SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
  clang::Token Tok;
  for (Lex.LexFromRawLexer(Tok); Tok.isNot(clang::tok::eof);) {
    if (Tok.isNot(clang::tok::hash) || !Tok.isAtStartOfLine()) {
      Lex.LexFromRawLexer(Tok);
      continue;
    }
    size_t Begin = Lex.getBufferLocation() - Text.begin() - Tok.getLength();
    Lex.LexFromRawLexer(Tok);
    if (Tok.isAtStartOfLine() ||
        !(Tok.is(clang::tok::numeric_constant) ||
          (Tok.is(clang::tok::raw_identifier) && Tok.getRawIdentifier() == "line")))
      continue;
    // The line ends stay, and what a backslash joins to the line goes with it.
    for (size_t I = Begin; I < Text.size(); ++I) {
      if (Text[I] == '\n' && !Text.slice(Begin, I).rtrim('\r').ends_with("\\"))
        break;
      if (Text[I] != '\n' && Text[I] != '\r')
        Blanked[I] = ' ';
    }
  }
  return Blanked;
}

static bool isMeaningfulDefinition(StringRef Definition) {
  StringRef Name = Definition.take_until([](char C) { return C == '='; });
  for (char C : Definition)
    if (!(llvm::isAlnum(C) || C == '_' || C == '=' || C == '.'))
      return false;
  static constexpr StringRef Exact[] = {"USE_CUDA",
                                        "USE_XPU",
                                        "USE_MPS",
                                        "USE_ROCM",
                                        "USE_MMAP_SELF",
                                        "USE_MMAP_EXTERNAL",
                                        "AOTI_LIBTORCH_FREE",
                                        "AOT_INDUCTOR_USE_CACHING_ALLOCATOR",
                                        "TORCH_INDUCTOR_CPP_WRAPPER",
                                        "STANDALONE_TORCH_HEADER",
                                        "C10_USING_CUSTOM_GENERATED_MACROS",
                                        "TORCH_INDUCTOR_PRECOMPILE_HEADERS",
                                        "AT_PER_OPERATOR_HEADERS",
                                        "NDEBUG"};
  return llvm::is_contained(Exact, Name) || Name.starts_with("CPU_CAPABILITY_") ||
         Name == "CPU_CAPABILITY";
}

RecordedCommand recordedCommand(StringRef Text) {
  RecordedCommand Command;
  std::optional<CompileCommand> Found = findCompileCommand(Text);
  if (!Found)
    return Command;
  for (StringRef Definition : Found->definitions())
    if (isMeaningfulDefinition(Definition))
      Command.Definitions.push_back(Definition.str());
  for (StringRef Word : Found->Words)
    if (Word.consume_front("-std=") && (Word == "c++17" || Word == "c++20" || Word == "c++23" ||
                                        Word == "gnu++17" || Word == "gnu++20"))
      Command.Standard = Word.str();
  return Command;
}

std::vector<std::string> sourceDefinitions(const RecordedCommand &Command, const Dialect &Of) {
  std::vector<std::string> Definitions = Command.Definitions;
  auto Add = [&](StringRef Name) {
    if (!llvm::is_contained(Definitions, Name))
      Definitions.push_back(Name.str());
  };
  switch (Of.Device) {
  case DeviceType::Cuda:
    Add("USE_CUDA");
    break;
  case DeviceType::Hip:
    Add("USE_ROCM");
    break;
  case DeviceType::Xpu:
    Add("USE_XPU");
    break;
  case DeviceType::Mps:
    Add("USE_MPS");
    break;
  default:
    break;
  }
  return Definitions;
}

void addShimNames(StringRef Text, llvm::StringSet<> &Names) {
  constexpr StringRef Prefix = "aoti_torch_";
  for (size_t At = Text.find(Prefix); At != StringRef::npos; At = Text.find(Prefix, At + 1))
    Names.insert(Text.substr(At).take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }));
}

std::vector<std::string> undeclaredShims(const SourceScan &Scan,
                                         const llvm::StringSet<> &Declared) {
  std::vector<std::string> Undeclared;
  for (const std::string &Name : Scan.ShimCalls)
    if (!preludeDeclaresShim(Name) && !Declared.contains(Name))
      Undeclared.push_back(Name);
  return Undeclared;
}

std::string shimDeclarations(llvm::ArrayRef<std::string> Names) {
  std::string Text = "#pragma once\ntypedef __INT32_TYPE__ AOTITorchError;\n";
  for (const std::string &Name : Names)
    // With a body, since a function whose type has no linkage (a lambda among its arguments) has to
    // be defined where it is used.
    Text += "template <class... A> AOTITorchError " + Name + "(A &&...) { return 0; }\n";
  return Text;
}

bool isHashNamedPrefix(StringRef Include) {
  StringRef Stem = llvm::sys::path::stem(Include);
  return llvm::sys::path::is_absolute(Include, llvm::sys::path::Style::posix) &&
         Include.ends_with(".h") && Stem.size() >= 40 &&
         llvm::all_of(Stem, [](char C) { return llvm::isAlnum(C); });
}

} // namespace aoti
