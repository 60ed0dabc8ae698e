#include "Facts/KernelFacts.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/TuFacts.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <algorithm>
#include <cctype>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

/// A folder of kernels has a handful of files; a folder with more of them is no model.
constexpr unsigned MaxFolderEntries = 100'000;

/// The dtype of a C++ type by its name, with or without the namespace of it.
std::string dtypeOfName(StringRef Name) {
  for (StringRef Namespace : {"::", "at::", "c10::", "torch::headeronly::", "std::"})
    Name.consume_front(Namespace);
  return llvm::StringSwitch<std::string>(Name)
      .Case("float", "float32")
      .Case("double", "float64")
      .Case("half", "float16")
      .Case("Half", "float16")
      .Case("bfloat16", "bfloat16")
      .Case("BFloat16", "bfloat16")
      .Case("bool", "bool")
      .Case("int8_t", "int8")
      .Case("signed char", "int8")
      .Case("char", "int8")
      .Case("uint8_t", "uint8")
      .Case("unsigned char", "uint8")
      .Case("int16_t", "int16")
      .Case("short", "int16")
      .Case("short int", "int16")
      .Case("uint16_t", "uint16")
      .Case("unsigned short", "uint16")
      .Case("int32_t", "int32")
      .Case("int", "int32")
      .Case("signed", "int32")
      .Case("uint32_t", "uint32")
      .Case("unsigned", "uint32")
      .Case("unsigned int", "uint32")
      .Case("int64_t", "int64")
      .Case("long", "int64")
      .Case("long int", "int64")
      .Case("long long", "int64")
      .Case("long long int", "int64")
      .Case("uint64_t", "uint64")
      .Case("unsigned long", "uint64")
      .Case("unsigned long long", "uint64")
      .Case("size_t", "uint64")
      .Case("float8_e4m3fn", "float8_e4m3fn")
      .Case("Float8_e4m3fn", "float8_e4m3fn")
      .Case("float8_e4m3fnuz", "float8_e4m3fnuz")
      .Case("Float8_e4m3fnuz", "float8_e4m3fnuz")
      .Case("float8_e5m2", "float8_e5m2")
      .Case("Float8_e5m2", "float8_e5m2")
      .Case("float8_e5m2fnuz", "float8_e5m2fnuz")
      .Case("Float8_e5m2fnuz", "float8_e5m2fnuz")
      .Case("float8_e8m0fnu", "float8_e8m0fnu")
      .Case("Float8_e8m0fnu", "float8_e8m0fnu")
      .Case("complex<at::Half>", "complex32")
      .Case("complex<c10::Half>", "complex32")
      .Case("complex<half>", "complex32")
      .Case("complex<at::BFloat16>", "bcomplex32")
      .Case("complex<c10::BFloat16>", "bcomplex32")
      .Case("complex<float>", "complex64")
      .Case("complex64", "complex64")
      .Case("complex<double>", "complex128")
      .Case("complex128", "complex128")
      .Default({});
}

bool isTypeWord(StringRef Word) {
  static constexpr StringRef Words[] = {"unsigned", "signed", "long",   "short", "int",
                                        "char",     "float",  "double", "bool"};
  return llvm::is_contained(Words, Word);
}

/// The text with each run of white space as one space.
std::string collapsed(StringRef Text) {
  std::string Result;
  for (char C : Text.trim())
    if (!isspace(static_cast<unsigned char>(C)))
      Result += C;
    else if (Result.back() != ' ')
      Result += ' ';
  return Result;
}

KernelType typeOf(QualType T, const ASTContext &Context) {
  KernelType Result;
  if (T.isNull() || T->isDependentType())
    return Result;
  if (const auto *Pointer = T->getAs<PointerType>()) {
    Result.IsPointer = true;
    Result.IsConst = Pointer->getPointeeType().isConstQualified();
    T = Pointer->getPointeeType();
  }
  Result.Dtype = dtypeOfType(T.getNonReferenceType(), Context);
  return Result;
}

/// Finds the declarations of known names in a file, by its tokens.
class DeclarationScanner {
public:
  DeclarationScanner(FileID File, llvm::MemoryBufferRef Text, const SourceManager &SM,
                     const LangOptions &Lang)
      : Lex(File, Text, SM, Lang), SM(SM) {
    next();
  }

  void scan(llvm::function_ref<std::deque<KernelDeclaration> *(StringRef Name)> Find);

private:
  void next() { Lex.LexFromRawLexer(Now); }
  bool is(tok::TokenKind K) const { return Now.is(K); }
  bool isWord(StringRef Word) const {
    return Now.is(tok::raw_identifier) && Now.getRawIdentifier() == Word;
  }
  void skipDirective();
  /// From an opening bracket to behind the closing one, the end of which is returned.
  SourceLocation skipGroup(tok::TokenKind Open, tok::TokenKind Close);
  /// From behind the opening parenthesis to the closing one; false if the file ends before it.
  bool parameters(std::vector<CpuKernelParameter> &Parameters);
  CpuKernelParameter parameter(llvm::ArrayRef<Token> Tokens) const;
  StringRef text(const Token &From, const Token &To) const {
    const char *Begin = SM.getCharacterData(From.getLocation());
    const char *End = SM.getCharacterData(To.getLocation()) + To.getLength();
    return StringRef(Begin, End - Begin);
  }

  Lexer Lex;
  const SourceManager &SM;
  Token Now;
};

void DeclarationScanner::skipDirective() {
  do
    next();
  while (!is(tok::eof) && !Now.isAtStartOfLine());
}

SourceLocation DeclarationScanner::skipGroup(tok::TokenKind Open, tok::TokenKind Close) {
  SourceLocation End;
  unsigned Depth = 0;
  do {
    if (is(tok::hash) && Now.isAtStartOfLine()) {
      skipDirective();
      continue;
    }
    Depth += is(Open);
    Depth -= is(Close);
    End = Now.getEndLoc();
    next();
  } while (Depth && !is(tok::eof));
  return End;
}

CpuKernelParameter DeclarationScanner::parameter(llvm::ArrayRef<Token> Tokens) const {
  CpuKernelParameter P;
  P.At = CharSourceRange::getCharRange(Tokens.front().getLocation(), Tokens.back().getEndLoc());
  std::string Base;
  unsigned Stars = 0, Angles = 0;
  bool AfterName = false, Known = true;
  const Token *TypeEnd = &Tokens.front();
  for (unsigned I = 0; I < Tokens.size(); ++I) {
    const Token &T = Tokens[I];
    StringRef Word = T.is(tok::raw_identifier) ? T.getRawIdentifier() : StringRef();
    if (T.is(tok::equal))
      break;
    if (Word == "const") {
      P.Type.IsConst |= Stars == 0;
    } else if (Word == "volatile" || Word.ends_with("restrict") || Word.ends_with("restrict__") ||
               Word == "struct" || Word == "typename") {
      // Says nothing of the element.
    } else if (!Word.empty() && Angles == 0 &&
               (Stars || (!Base.empty() && AfterName && !isTypeWord(Word)))) {
      P.Name = Word.str();
      continue;
    } else if (T.is(tok::star) && Angles == 0) {
      ++Stars;
    } else if (!Word.empty()) {
      if (AfterName)
        Base += ' ';
      Base += Word.str();
    } else if (T.isOneOf(tok::coloncolon, tok::less, tok::greater)) {
      Angles += T.is(tok::less);
      Angles -= Angles && T.is(tok::greater);
      Base += T.is(tok::coloncolon) ? "::" : T.is(tok::less) ? "<" : ">";
    } else {
      Known = false;
    }
    AfterName = !Word.empty() || T.is(tok::greater);
    if (Word == "const")
      AfterName = !Base.empty() && Base.back() != ':' && Base.back() != '<';
    TypeEnd = &T;
  }
  P.Type.IsPointer = Stars == 1;
  P.Type.IsConst &= P.Type.IsPointer;
  if (Known && Stars <= 1)
    P.Type.Dtype = dtypeOfName(Base);
  P.Type.Spelling = collapsed(text(Tokens.front(), *TypeEnd));
  return P;
}

bool DeclarationScanner::parameters(std::vector<CpuKernelParameter> &Parameters) {
  SmallVector<Token, 8> Tokens;
  unsigned Depth = 0;
  for (;; next()) {
    if (is(tok::eof))
      return false;
    bool Ends = is(tok::r_paren) && Depth == 0;
    if (Ends || (is(tok::comma) && Depth == 0)) {
      bool IsVoid = Tokens.size() == 1 && Tokens[0].is(tok::raw_identifier) &&
                    Tokens[0].getRawIdentifier() == "void";
      if (!Tokens.empty() && !IsVoid)
        Parameters.push_back(parameter(Tokens));
      Tokens.clear();
      if (Ends)
        return true;
      continue;
    }
    if (Now.isOneOf(tok::l_paren, tok::less, tok::l_square, tok::l_brace))
      ++Depth;
    else if (Depth && Now.isOneOf(tok::r_paren, tok::greater, tok::r_square, tok::r_brace))
      --Depth;
    Tokens.push_back(Now);
  }
}

void DeclarationScanner::scan(
    llvm::function_ref<std::deque<KernelDeclaration> *(StringRef Name)> Find) {
  // Whether the braces that are open are those of a namespace or a linkage, whose contents count.
  bool OpensScope = false;
  while (!is(tok::eof)) {
    if (is(tok::hash) && Now.isAtStartOfLine()) {
      skipDirective();
      continue;
    }
    if (is(tok::l_brace)) {
      if (OpensScope)
        next();
      else
        skipGroup(tok::l_brace, tok::r_brace);
      OpensScope = false;
      continue;
    }
    if (Now.isOneOf(tok::semi, tok::r_brace)) {
      OpensScope = false;
    } else if (isWord("extern") || isWord("namespace")) {
      OpensScope = true;
    } else if (is(tok::raw_identifier)) {
      Token Name = Now;
      std::deque<KernelDeclaration> *Declarations = Find(Name.getRawIdentifier());
      if (Declarations) {
        next();
        if (!is(tok::l_paren))
          continue;
        next();
        KernelDeclaration D;
        if (!parameters(D.Parameters))
          return;
        D.NameAt = CharSourceRange::getCharRange(Name.getLocation(), Name.getEndLoc());
        D.At = CharSourceRange::getCharRange(Name.getLocation(), Now.getEndLoc());
        next();
        while (is(tok::raw_identifier)) {
          next();
          if (is(tok::l_paren))
            skipGroup(tok::l_paren, tok::r_paren);
        }
        D.IsDefinition = is(tok::l_brace);
        bool IsWhole = D.IsDefinition || is(tok::semi);
        if (D.IsDefinition)
          skipGroup(tok::l_brace, tok::r_brace);
        if (IsWhole)
          Declarations->push_back(std::move(D));
        OpensScope = false;
        continue;
      }
    } else if (is(tok::l_paren)) {
      OpensScope = false;
    }
    next();
  }
}

/// The file name of the wrapper that a file of kernels says in its first line it was made with, as
/// torch writes it; empty if it does not say.
StringRef makerOfKernels(StringRef Text) {
  StringRef First = Text.split('\n').first.rtrim();
  if (!First.starts_with("//") || !First.ends_with(".wrapper.cpp"))
    return {};
  return First.substr(First.find_last_of(" /\\") + 1);
}

/// Whether a folder is that of a model in a package: `data/aotinductor/<model>`.
bool isModelFolder(StringRef Folder, FileManager &Manager) {
  SmallString<128> Path(Folder);
  Manager.makeAbsolutePath(Path);
  StringRef Above = llvm::sys::path::parent_path(Path);
  return llvm::sys::path::filename(Above) == "aotinductor" &&
         llvm::sys::path::filename(llvm::sys::path::parent_path(Above)) == "data";
}

/// Collects the calls of known functions in the bodies of functions.
class CallFinder : public AstVisitor<CallFinder> {
public:
  explicit CallFinder(llvm::function_ref<void(StringRef, const Expr *)> Found) : Found(Found) {}
  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *F = Call->getDirectCallee(); F && F->getDeclName().isIdentifier())
      Found(F->getName(), Call);
    return true;
  }
  bool VisitRecoveryExpr(RecoveryExpr *E) {
    if (StringRef Name = recoveredCalleeName(E); !Name.empty())
      Found(Name, E);
    return true;
  }

private:
  llvm::function_ref<void(StringRef, const Expr *)> Found;
};

} // namespace

class KernelReader {
public:
  KernelReader(TuFacts &Facts, KernelFacts &Out)
      : Facts(Facts), Context(Facts.context()), SM(Context.getSourceManager()), Out(Out) {}

  void run();

private:
  void declarations(const DeclContext *Scope);
  void declare(const FunctionDecl *F);
  void files();
  /// Fills what is asked of kernels that are not defined.
  void undefined();
  void calls();
  KernelArgument argument(const Expr *E) const;
  static CharSourceRange tokens(SourceRange R) { return CharSourceRange::getTokenRange(R); }

  TuFacts &Facts;
  ASTContext &Context;
  SourceManager &SM;
  KernelFacts &Out;
  /// Of the files of kernels that were read.
  SmallVector<StringRef, 2> Texts;
};

void KernelReader::declare(const FunctionDecl *F) {
  if (isa<CXXMethodDecl>(F) || !F->getDeclName().isIdentifier() || F->isTemplated() ||
      !F->getReturnType()->isVoidType() || !SM.isInMainFile(SM.getFileLoc(F->getLocation())) ||
      !isGenerated(F->getLocation(), SM, Facts.dialect().GeneratedBegin))
    return;
  StringRef Name = F->getName();
  if ((!F->isExternC() && !isCpuKernelName(Name)) || Name.starts_with("aoti_torch_") ||
      Name.starts_with("AOTI"))
    return;
  CpuKernel *&Kernel = Out.ByName[Name];
  if (!Kernel) {
    Kernel = &Out.Kernels.emplace_back();
    Kernel->Name = Name.str();
  }
  KernelDeclaration &D = Kernel->Declarations.emplace_back();
  D.Function = F;
  D.IsDefinition = F->doesThisDeclarationHaveABody();
  D.NameAt = tokens(F->getNameInfo().getSourceRange());
  SourceLocation End =
      F->getFunctionTypeLoc() ? F->getFunctionTypeLoc().getRParenLoc() : F->getLocation();
  D.At = tokens({F->getLocation(), End});
  for (const ParmVarDecl *P : F->parameters()) {
    CpuKernelParameter &Parameter = D.Parameters.emplace_back();
    Parameter.Type = typeOf(P->getType(), Context);
    if (P->getDeclName().isIdentifier())
      Parameter.Name = P->getName().str();
    Parameter.At = tokens(P->getSourceRange());
    StringRef Text = Lexer::getSourceText(Parameter.At, SM, Context.getLangOpts());
    Text.consume_back(Parameter.Name);
    Parameter.Type.Spelling = collapsed(Text);
  }
}

void KernelReader::declarations(const DeclContext *Scope) {
  for (const Decl *D : Scope->noload_decls()) {
    if (D->isImplicit())
      continue;
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      declare(F);
    else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      declarations(cast<DeclContext>(D));
  }
}

void KernelReader::files() {
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Main || Facts.dialect().Kind != SourceKind::Wrapper)
    return;
  StringRef Folder = llvm::sys::path::parent_path(Main->getName());
  StringRef Own = llvm::sys::path::filename(Main->getName());
  FileManager &Manager = SM.getFileManager();
  bool InModelFolder = isModelFolder(Folder, Manager);
  std::error_code Error;
  SmallVector<std::string, 4> Paths;
  unsigned Entries = 0;
  for (llvm::vfs::directory_iterator
           It = Manager.getVirtualFileSystem().dir_begin(Folder.empty() ? "." : Folder, Error),
           End;
       !Error && It != End; It.increment(Error)) {
    if (StringRef(It->path()).ends_with(".kernel.cpp"))
      Paths.push_back(It->path().str());
    if (++Entries > MaxFolderEntries || Paths.size() > MaxKernelFiles) {
      Out.Complete = false;
      return;
    }
  }
  llvm::sort(Paths);
  struct KernelFile {
    FileID Id;
    llvm::MemoryBufferRef Text;
    StringRef Maker;
  };
  SmallVector<KernelFile, 4> Found;
  for (const std::string &Path : Paths) {
    OptionalFileEntryRef File = Manager.getOptionalFileRef(Path);
    FileID Id = File ? SM.getOrCreateFileID(*File, SrcMgr::C_User) : FileID();
    std::optional<llvm::MemoryBufferRef> Text =
        Id.isValid() ? SM.getBufferOrNone(Id) : std::nullopt;
    if (!Text) {
      Out.Complete = false;
      continue;
    }
    StringRef Maker = makerOfKernels(Text->getBuffer());
    Out.OwnFile |= Maker == Own;
    Found.push_back({Id, *Text, Maker});
  }
  for (const KernelFile &File : Found) {
    if (!File.Maker.empty() && File.Maker != Own && (Out.OwnFile || !InModelFolder))
      continue;
    Out.Files.push_back(File.Id);
    Texts.push_back(File.Text.getBuffer());
    DeclarationScanner(File.Id, File.Text, SM, Context.getLangOpts())
        .scan([&](StringRef Name) -> std::deque<KernelDeclaration> * {
          if (CpuKernel *Kernel = Out.ByName.lookup(Name))
            return &Kernel->Declarations;
          if (!isCpuKernelName(Name))
            return nullptr;
          CpuKernel &Kernel = Out.Undeclared.emplace_back();
          Kernel.Name = Name.str();
          return &Kernel.Declarations;
        });
  }
}

void KernelReader::undefined() {
  auto IsDefined = [](const CpuKernel &Kernel) { return Kernel.isDefined(); };
  if (llvm::all_of(Out.Kernels, IsDefined))
    return;
  auto IsPart = [](char C) { return isAsciiIdentifierContinue(C, true) || !llvm::isASCII(C); };
  for (StringRef Text : Texts)
    while (!Text.empty()) {
      Text = Text.drop_until(IsPart);
      StringRef Word = Text.take_while(IsPart);
      if (!Word.empty())
        Out.Words.insert(Word);
      Text = Text.drop_front(Word.size());
    }
  auto IsFound = [&](const CpuKernel &Kernel) {
    return Kernel.isDefined() || Out.Words.contains(Kernel.Name);
  };
  auto IsKernel = [](const CpuKernel &Kernel) { return isCpuKernelName(Kernel.Name); };
  if (auto Other = llvm::find_if(Out.Undeclared, IsDefined);
      Other != Out.Undeclared.end() && Out.Complete && !Out.OwnFile &&
      llvm::any_of(Out.Kernels, IsKernel) && llvm::none_of(Out.Kernels, IsFound))
    Out.OfAnother = &*Other;
  for (const CpuKernel &Kernel : Out.Undeclared)
    if (const KernelDeclaration *D = Kernel.definition()) {
      auto [It, New] = Out.UndeclaredLike.try_emplace(D->signature(), &Kernel);
      if (!New)
        It->second = nullptr;
    }
}

KernelArgument KernelReader::argument(const Expr *E) const {
  KernelArgument A;
  A.Value = E;
  const Expr *Written = E->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Written)) {
    A.Type = typeOf(Cast->getTypeAsWritten(), Context);
    // The location of a type leaves out what qualifies it.
    if (const auto *CStyle = dyn_cast<CStyleCastExpr>(Cast))
      A.Type.Spelling = collapsed(Lexer::getSourceText(
          CharSourceRange::getCharRange(CStyle->getLParenLoc().getLocWithOffset(1),
                                        CStyle->getRParenLoc()),
          SM, Context.getLangOpts()));
    else
      A.Type.Spelling = Cast->getTypeAsWritten().getAsString(Context.getPrintingPolicy());
  } else {
    QualType T = Written->getType();
    A.Type = typeOf(T->isArrayType() ? Context.getDecayedType(T) : T, Context);
    A.Type.Spelling = T.getAsString(Context.getPrintingPolicy());
  }
  return A;
}

void KernelReader::calls() {
  const BufferFacts &Buffers = Facts.buffers();
  for (const FunctionBuffers &Function : Buffers.functions()) {
    auto Add = [&](StringRef Name, const Expr *At) {
      CpuKernel *Kernel = Out.ByName.lookup(Name);
      if (!Kernel)
        return;
      KernelCall &Call = Kernel->Calls.emplace_back();
      Call.Call = At;
      if (const auto *Recovered = dyn_cast<RecoveryExpr>(At)) {
        Call.IsInvalid = true;
        for (const Expr *E : recoveredArguments(Recovered))
          Call.Arguments.push_back(argument(E));
      } else {
        for (const Expr *E : cast<CallExpr>(At)->arguments())
          Call.Arguments.push_back(argument(E));
      }
      const auto *Valid = dyn_cast<CallExpr>(At);
      const Operation *Did = Valid ? Function.operation(Valid) : nullptr;
      if (!Did)
        return;
      // The operands stand in the order of the arguments.
      auto A = Call.Arguments.begin(), End = Call.Arguments.end();
      for (const Operand &Given : Did->Operands) {
        A = std::find_if(A, End,
                         [&](const KernelArgument &X) { return X.Value == Given.Argument; });
        if (A == End)
          break;
        if (A->Type.IsPointer && !A->Buffer) {
          A->Buffer = Given.T;
          A->BufferDtype = BufferFacts::dtypeOf(*Given.T);
        }
      }
    };
    CallFinder(Add).TraverseStmt(Function.Function->getBody());
  }
}

void KernelReader::run() {
  declarations(Context.getTranslationUnitDecl());
  if (Out.Kernels.empty())
    return;
  files();
  undefined();
  calls();
}

bool isSameElement(StringRef A, StringRef B) {
  if (A.empty() || B.empty() || A == B)
    return true;
  auto Is = [&](StringRef X, StringRef Y) { return (A == X && B == Y) || (A == Y && B == X); };
  auto Is8Bit = [](StringRef Name) {
    return Name.starts_with("float8_") || Name.starts_with("float4_") || Name == "quint8" ||
           Name == "qint8";
  };
  return Is("bool", "uint8") || (Is8Bit(A) && (B == "uint8" || B == "int8")) ||
         (Is8Bit(B) && (A == "uint8" || A == "int8")) || Is("complex32", "float16") ||
         Is("bcomplex32", "bfloat16") || Is("complex64", "float32") ||
         Is("complex128", "float64") || Is("qint32", "int32");
}

std::string KernelDeclaration::signature() const {
  std::string Text;
  for (const CpuKernelParameter &P : Parameters) {
    Text += P.Type.IsConst ? "const " : "";
    Text += P.Type.IsPointer ? "*" : "";
    // The same type may be written in several ways, and what is no type of torch's in one.
    Text += P.Type.isKnown() ? P.Type.Dtype : "'" + P.Type.Spelling;
    Text += '\n';
  }
  return Text;
}

const KernelDeclaration *CpuKernel::prototype() const {
  for (const KernelDeclaration &D : Declarations)
    if (D.Function && !D.IsDefinition)
      return &D;
  return nullptr;
}

bool isCpuKernelName(StringRef Name) { return Name.starts_with("cpp_"); }

bool CpuKernel::isDefined() const {
  return llvm::any_of(Declarations, [](const KernelDeclaration &D) { return D.IsDefinition; });
}

const KernelDeclaration *CpuKernel::definition() const {
  const KernelDeclaration *Found = nullptr;
  for (const KernelDeclaration &D : Declarations) {
    if (!D.IsDefinition)
      continue;
    if (Found && Found->signature() != D.signature())
      return nullptr;
    if (!Found)
      Found = &D;
  }
  return Found;
}

KernelFacts::KernelFacts(TuFacts &Facts) { KernelReader(Facts, *this).run(); }

} // namespace aoti
