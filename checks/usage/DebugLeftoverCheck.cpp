#include "checks/usage/DebugLeftoverCheck.h"
#include "Facts/AstQuery.h"
#include "Support/ClangCompat.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti {

namespace {

constexpr llvm::StringLiteral CompileTime =
    "; a compile-time option: compile the package again without it";

/// The literal among the arguments of a call or constructor that stands at an index; empty if it is
/// none.
StringRef literalArgument(const Expr *Argument) {
  const auto *Literal =
      dyn_cast_or_null<clang::StringLiteral>(Argument ? stripWrappers(Argument) : nullptr);
  return Literal && Literal->getCharByteWidth() == 1 ? Literal->getString() : StringRef();
}

StringRef literalArgument(const CallExpr *Call, unsigned Index) {
  return Index < Call->getNumArgs() ? literalArgument(Call->getArg(Index)) : StringRef();
}

std::string quoted(StringRef Text, StringRef Otherwise) {
  return Text.empty() ? Otherwise.str() : ("'" + Text + "'").str();
}

/// What a printer with `printf` says: "before_launch" of "[ before_launch: triton_poi_fused_0 ]\n";
/// empty if it is none.
StringRef printerPhase(StringRef Format) {
  StringRef Rest = Format.ltrim();
  if (!Rest.consume_front("["))
    return {};
  Rest = Rest.ltrim();
  for (StringRef Phase : {"before_launch", "after_launch", "aoti_model_inputs"})
    if (Rest.starts_with(Phase) && (Rest.drop_front(Phase.size()).starts_with(":") ||
                                    Rest.drop_front(Phase.size()).ltrim().starts_with("-")))
      return Phase;
  return {};
}

/// The first line of a text that names a file, of a stack that the profiler carries.
StringRef hostPath(StringRef Stack) {
  size_t At = Stack.find("File \"");
  if (At == StringRef::npos)
    return {};
  StringRef Path = Stack.drop_front(At + 6);
  return Path.take_front(Path.find('"'));
}

struct Leftover {
  CharSourceRange At;
  std::string Message;
};

class LeftoverFinder : public AstVisitor<LeftoverFinder> {
public:
  LeftoverFinder(ASTContext &Context, const Dialect &D, std::vector<Leftover> &Found)
      : Context(Context), IsGeneratedFile(D.Kind != SourceKind::Other),
        IsCpu(D.Device == DeviceType::Cpu), Found(Found) {}

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    if (Name == "aoti_torch_print_tensor_handle") {
      add(Call->getSourceRange(),
          "tensor " + quoted(literalArgument(Call, 1), "here") +
              " is printed on every run: " + wait("this waits for the device and ", "this ").str() +
              "puts values of the model into the log; left by "
              "'aot_inductor.debug_intermediate_value_printer=2' "
              "(AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER)");
    } else if (Name == "aoti_torch_save_tensor_handle") {
      StringRef Phase = literalArgument(Call, 2), Kernel = literalArgument(Call, 3);
      std::string Where = Phase.empty() || Kernel.empty()
                              ? std::string()
                              : (" (" + Phase + " of '" + Kernel + "')").str();
      add(Call->getSourceRange(),
          "tensor " + quoted(literalArgument(Call, 1), "here") + Where +
              " is saved on every run: " + wait("this waits for the device and ", "this ").str() +
              "writes a file below './tmp/aoti_torch/' of the working directory, and a failure to "
              "write is not reported; left by 'aot_inductor.debug_intermediate_value_printer=1' "
              "(AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER)");
    } else if (Name == "printf" || Name == "fprintf") {
      StringRef Format = literalArgument(Call, Name == "printf" ? 0 : 1);
      if (StringRef Phase = printerPhase(Format); !Phase.empty())
        addPrinter(Call, Format, Phase);
    } else if (Name == "aoti_torch_check_inf_and_nan") {
      add(Call->getSourceRange(), "tensor " + quoted(literalArgument(Call, 0), "here") +
                                      " is searched for NaN and infinity on every run" +
                                      wait(", which waits for the device", "").str() +
                                      ", and the run fails where there is one; left by "
                                      "'nan_asserts' (TORCHINDUCTOR_NAN_ASSERTS)");
    } else if (IsGeneratedFile && isDeviceWait(Name)) {
      add(Call->getSourceRange(), ("'" + Name +
                                   "' makes the host wait for the device, which stops every "
                                   "overlap of host and device; left by "
                                   "'triton.debug_sync_graph' or 'triton.debug_sync_kernel'")
                                      .str());
    } else if (IsGeneratedFile && Name == "RECORD_FUNCTION") {
      addRecord(Call->getSourceRange(), literalArgument(Call, 0));
    }
    return true;
  }

  bool VisitVarDecl(VarDecl *Variable) {
    if (!IsGeneratedFile || !Variable->hasLocalStorage() || isa<ParmVarDecl>(Variable))
      return true;
    QualType Type = Variable->getType();
    const CXXRecordDecl *Record = Type->isDependentType() ? nullptr : Type->getAsCXXRecordDecl();
    if (!Record || !Record->getDeclName().isIdentifier())
      return true;
    if (Record->getName() == "RAIIAtenRecordFunctionHandle") {
      addRecord(Variable->getSourceRange(), constructorLiteral(Variable, 0));
    } else if (Record->getName() == "KernelContextGuard") {
      StringRef Path = hostPath(constructorLiteral(Variable, 1));
      add(Variable->getSourceRange(),
          "kernel " + quoted(constructorLiteral(Variable, 0), "here") +
              " carries the place in the model's source that it comes from" +
              (Path.empty()
                   ? ""
                   : (", a path of the build machine ('" + Path + "') and lines of its code")
                         .str()) +
              ", and says it on each run; left by 'cpp.enable_kernel_profile' "
              "(TORCHINDUCTOR_CPP_ENABLE_KERNEL_PROFILE)");
    }
    return true;
  }

  void addRecord(SourceRange At, StringRef Name) {
    bool WholeCall = Name == "inductor_wrapper_call";
    add(At,
        "profiler record " + quoted(Name, "here") + " is opened on each run; left by " +
            (WholeCall ? "'profiler_mark_wrapper_call'"
                       : "'cpp.enable_kernel_profile' (TORCHINDUCTOR_CPP_ENABLE_KERNEL_PROFILE)"));
  }

private:
  StringRef wait(StringRef OnDevice, StringRef OnCpu) const { return IsCpu ? OnCpu : OnDevice; }

  static bool isDeviceWait(StringRef Name) {
    return Name == "cuCtxSynchronize" || Name == "cudaDeviceSynchronize" ||
           Name == "hipCtxSynchronize" || Name == "hipDeviceSynchronize";
  }

  /// The printers of tensor values print sizes too, in one line: `[  before_launch - kernel - name:
  /// %ld  ]`. Another one only names kernels.
  void addPrinter(const CallExpr *Call, StringRef Format, StringRef Phase) {
    bool IsValue = Format.contains('%');
    StringRef What = Format.trim().trim("[]").trim();
    if (IsValue)
      What = What.substr(0, What.rfind(':'));
    size_t End = What.find('\n');
    What = What.take_front(End).rtrim(" ]");
    add(Call->getSourceRange(),
        "'" + What.str() + "' is printed on every run" +
            (IsValue ? ", a value of the model in the log; left by "
                       "'aot_inductor.debug_intermediate_value_printer=2'"
                     : "; left by 'aot_inductor.debug_intermediate_value_printer=3'") +
            " (AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER)");
  }

  StringRef constructorLiteral(const VarDecl *Variable, unsigned Index) const {
    const Expr *Init = Variable->getInit();
    if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Init))
      Init = Cleanups->getSubExpr();
    if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Init))
      return Index < Construct->getNumArgs() ? firstLiteral(Construct->getArg(Index)) : StringRef();
    if (const auto *List = dyn_cast_or_null<ParenListExpr>(Init))
      return Index < List->getNumExprs() ? firstLiteral(List->getExpr(Index)) : StringRef();
    return {};
  }

  /// A literal, also one that a string or a view is made of.
  static StringRef firstLiteral(const Expr *E) {
    for (unsigned Depth = 0; E && Depth < 6; ++Depth) {
      E = stripWrappers(E);
      if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
          Construct && Construct->getNumArgs())
        E = Construct->getArg(0);
      else
        return literalArgument(E);
    }
    return {};
  }

  void add(SourceRange Tokens, std::string Message) {
    if (isReportable(Tokens.getBegin(), Context.getSourceManager()))
      Found.push_back({charRange(Tokens, Context), std::move(Message) + CompileTime.str()});
  }

  ASTContext &Context;
  const bool IsGeneratedFile, IsCpu;
  std::vector<Leftover> &Found;
};

struct Flag {
  StringRef Text;
  size_t Offset;
};

/// The flags of the last compile command that the generator recorded at the end of a source, with
/// their offsets in the text.
std::vector<Flag> recordedFlags(StringRef Text) {
  constexpr llvm::StringLiteral Title = "// Compile cmd";
  size_t Begin = Text.rfind(Title);
  while (Begin != StringRef::npos && Begin != 0 && Text[Begin - 1] != '\n')
    Begin = Text.take_front(Begin).rfind(Title);
  std::vector<Flag> Flags;
  if (Begin == StringRef::npos)
    return Flags;
  size_t LineEnd = Text.find('\n', Begin);
  if (LineEnd == StringRef::npos ||
      !Text.substr(Begin + Title.size(), LineEnd - Begin - Title.size()).trim().empty())
    return Flags;
  StringRef Command = Text.substr(LineEnd + 1);
  Command = Command.take_front(Command.find('\n'));
  if (!Command.starts_with("//"))
    return Flags;
  for (size_t At = 2; At < Command.size();) {
    At = Command.find_first_not_of(" \t\r", At);
    if (At == StringRef::npos)
      break;
    size_t End = std::min(Command.find_first_of(" \t\r", At), Command.size());
    // A define may stand apart from its flag.
    if (Command.slice(At, End) == "-D" || Command.slice(At, End) == "-U") {
      size_t Next = Command.find_first_not_of(" \t\r", End);
      if (Next != StringRef::npos)
        End = std::min(Command.find_first_of(" \t\r", Next), Command.size());
    }
    Flags.push_back({Command.slice(At, End), LineEnd + 1 + At});
    At = End;
  }
  return Flags;
}

bool isOptimisation(StringRef F) {
  return F.starts_with("-O") || F == "/Od" || F == "/O1" || F == "/O2";
}
bool isNoOptimisation(StringRef F) { return F == "-O0" || F == "-Og" || F == "/Od"; }
/// Full debug information; releases from 2.13 on pass `-g1` in every build.
bool isDebugInfo(StringRef F) {
  return F.starts_with("-g") &&
         (F.size() == 2 || F == "-g2" || F == "-g3" || F.starts_with("-ggdb"));
}
bool isDebugLevel(StringRef F) {
  return F == "-g" || F == "-g0" || F == "-g1" || F == "-g2" || F == "-g3" ||
         F.starts_with("-ggdb") || F == "-gline-tables-only";
}

/// The name that a flag defines; empty if it defines none.
StringRef definedName(StringRef F) {
  if (!F.consume_front("-D") && !F.consume_front("/D"))
    return {};
  return F.trim().split('=').first;
}

void findBuildFlags(ASTContext &Context, SourceKind Kind, std::vector<Leftover> &Found) {
  const SourceManager &SM = Context.getSourceManager();
  std::vector<Flag> Flags = recordedFlags(SM.getBufferData(SM.getMainFileID()));
  auto Range = [&](const Flag &F) {
    SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(F.Offset);
    return CharSourceRange::getCharRange(Begin, Begin.getLocWithOffset(F.Text.size()));
  };
  // The last flag of a kind is the one that counts.
  auto LastOf = [&](bool (*Is)(StringRef)) {
    const Flag *Last = nullptr;
    for (const Flag &F : Flags)
      if (Is(F.Text))
        Last = &F;
    return Last;
  };
  const Flag *Optimisation = LastOf(isOptimisation), *DebugLevel = LastOf(isDebugLevel);
  bool Asserts =
      llvm::none_of(Flags, [](const Flag &F) { return definedName(F.Text) == "NDEBUG"; });
  if (DebugLevel && !isDebugInfo(DebugLevel->Text))
    DebugLevel = nullptr;
  // 'aot_inductor.compile_wrapper_opt_level' turns optimisation off for the wrapper alone, on
  // purpose. It leaves NDEBUG and line tables as they are, which a debug build does not.
  bool OnPurpose = Kind == SourceKind::Wrapper && !Asserts && !DebugLevel;
  if (Optimisation && isNoOptimisation(Optimisation->Text) && !OnPurpose) {
    Found.push_back(
        {Range(*Optimisation), ("built with '" + Optimisation->Text + "'" +
                                (DebugLevel ? " and '" + DebugLevel->Text + "'" : llvm::Twine()) +
                                ", without optimisation" + (Asserts ? " and with asserts" : "") +
                                ": the generated code runs many times slower; left by "
                                "'aot_inductor.debug_compile' (AOT_INDUCTOR_DEBUG_COMPILE)" +
                                CompileTime)
                                   .str()});
  } else if (DebugLevel) {
    Found.push_back(
        {Range(*DebugLevel),
         ("built with '" + DebugLevel->Text +
          "': the library carries full debug information with paths of the build machine; left by "
          "'aot_inductor.debug_symbols' (AOT_INDUCTOR_DEBUG_SYMBOLS)" +
          CompileTime)
             .str()});
  }
  for (const Flag &F : Flags) {
    StringRef Name = definedName(F.Text);
    if (F.Text.starts_with("-fsanitize=") || F.Text.starts_with("/fsanitize="))
      Found.push_back({Range(F), ("built with '" + F.Text +
                                  "': the library needs the sanitizer's runtime in the process "
                                  "that loads it, and runs several times "
                                  "slower; compile the package again without it")
                                     .str()});
    else if (F.Text == "--coverage" || F.Text == "-fprofile-arcs" || F.Text == "-pg")
      Found.push_back(
          {Range(F), ("built with '" + F.Text +
                      "': the library counts what it runs and writes files into the working "
                      "directory at exit; compile the package again without it")
                         .str()});
    else if (Name == "DEBUG" || Name == "_DEBUG" || Name == "_GLIBCXX_DEBUG" ||
             Name == "_GLIBCXX_ASSERTIONS" || Name == "_LIBCPP_DEBUG" ||
             (F.Text.starts_with("-U") && F.Text.drop_front(2).trim() == "NDEBUG"))
      Found.push_back(
          {Range(F), ("built with '" + F.Text +
                      "': this switches on checks of debug builds, which cost time on each run; "
                      "compile the package again without it")
                         .str()});
  }
}

/// Notes where RECORD_FUNCTION is expanded.
class RecordMacroFinder : public PPCallbacks {
public:
  RecordMacroFinder(const SourceManager &SM, std::vector<DebugLeftoverCheck::RecordMacro> &Found)
      : SM(SM), Found(Found) {}

  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange Range,
                    const MacroArgs *Arguments) override {
    if (Name.getIdentifierInfo()->getName() != "RECORD_FUNCTION" || !Range.getBegin().isFileID() ||
        !SM.isInMainFile(Range.getBegin()))
      return;
    StringRef Record;
    if (Arguments && Arguments->getNumMacroArguments())
      if (const Token *First = Arguments->getUnexpArgument(0); First->is(tok::string_literal))
        Record = StringRef(First->getLiteralData(), First->getLength()).trim('"');
    Found.push_back({Range, Record.str()});
  }

private:
  const SourceManager &SM;
  std::vector<DebugLeftoverCheck::RecordMacro> &Found;
};

} // namespace

void DebugLeftoverCheck::preprocess(const SourceManager &SM, Preprocessor &PP) {
  RecordMacros.clear();
  PP.addPPCallbacks(std::make_unique<RecordMacroFinder>(SM, RecordMacros));
}

void DebugLeftoverCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  const Dialect &D = Facts->dialect();
  // Waits and profiler records are a person's own choice in code that no generator wrote.
  const bool IsGeneratedFile = D.Kind != SourceKind::Other;

  std::vector<Leftover> Found;
  LeftoverFinder Finder(Context, D, Found);
  forEachGeneratedFunction(Context, D.GeneratedBegin, [&](const FunctionDecl *Function) {
    Finder.TraverseDecl(const_cast<FunctionDecl *>(Function));
  });
  if (IsGeneratedFile) {
    for (const RecordMacro &M : RecordMacros)
      if (isGenerated(M.At.getBegin(), Context.getSourceManager(), D.GeneratedBegin))
        Finder.addRecord(M.At, M.Name);
    findBuildFlags(Context, D.Kind, Found);
  }
  for (Leftover &L : Found) {
    CodeFinding F;
    F.Level = Severity::Warning;
    F.At = L.At;
    F.Message = std::move(L.Message);
    report(F, Context);
  }
}

} // namespace aoti
