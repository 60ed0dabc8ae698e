#include "Frontend/PreludeCache.h"
#include "Prelude/Prelude.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

StringRef precompiledHeader(PreludePart Part) {
  return Part == PreludePart::Operators ? "aoti/operators.h" : "aoti/standard.h";
}

static std::string cacheFile(PreludePart Part) {
  return (PreludeDirectory + "/" + precompiledHeader(Part).drop_back(strlen(".h")) + ".pch").str();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> makePreludeFileSystem() {
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Add = [&](const std::string &Path, StringRef Text) {
    FS->addFileNoOwn(Path, 0, llvm::MemoryBufferRef(Text, Path));
  };
  for (const EmbeddedFile &File : preludeFiles())
    Add((PreludeDirectory + "/" + File.Path).str(), File.Text);
  for (PreludePart Part : {PreludePart::Standard, PreludePart::Operators})
    if (StringRef Cache = preludeCache(Part); !Cache.empty())
      Add(cacheFile(Part), Cache);
  return FS;
}

std::vector<std::string> preludeArguments(StringRef Standard, SourceLanguage Language,
                                          PreludePart Part) {
  std::vector<std::string> Arguments = {
      "-triple", "x86_64-unknown-linux-gnu", "-fsyntax-only", "-std=" + Standard.str(), "-x",
      Language == SourceLanguage::Cuda ? "cuda" : "c++", "-nostdsysteminc", "-nobuiltininc",
      "-nostdinc++", "-internal-isystem", PreludeDirectory.str(), "-fexceptions",
      "-fcxx-exceptions", "-fgnuc-version=4.2.1", "-ferror-limit", "0",
      // Generated code computes nothing of that kind; a source that does is asked for it again and
      // again.
      "-fconstexpr-steps=100000"};
  if (Language == SourceLanguage::Cuda)
    Arguments.insert(Arguments.end(), {"-aux-triple", "nvptx64-nvidia-cuda", "-include",
                                       (PreludeDirectory + "/aoti/cuda_language.h").str()});
  else if (Standard == PreludeStandard && !preludeCache(Part).empty())
    // What would be checked cannot differ: the same build made the cache, the headers and these
    // arguments.
    Arguments.insert(Arguments.end(), {"-include-pch", cacheFile(Part), "-fno-validate-pch"});
  return Arguments;
}

llvm::Error writePreludeCache(PreludePart Part, StringRef File) {
  DiagnosticOptions DiagOpts;
  TextDiagnosticPrinter Printer(llvm::errs(), DiagOpts);
  auto Diags =
      llvm::makeIntrusiveRefCnt<DiagnosticsEngine>(DiagnosticIDs::create(), DiagOpts, &Printer,
                                                   /*ShouldOwnClient=*/false);
  Diags->setSeverityForAll(diag::Flavor::WarningOrError, diag::Severity::Ignored);
  std::vector<std::string> Arguments = preludeArguments(PreludeStandard);
  std::replace(Arguments.begin(), Arguments.end(), std::string("-fsyntax-only"),
               std::string("-emit-pch"));
  std::replace(Arguments.begin(), Arguments.end(), std::string("c++"), std::string("c++-header"));
  Arguments.insert(Arguments.end(),
                   {"-o", File.str(), (PreludeDirectory + "/" + precompiledHeader(Part)).str()});
  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  auto Invocation = std::make_shared<CompilerInvocation>();
  CompilerInvocation::CreateFromArgs(*Invocation, Pointers, *Diags);
  // Bodies in system headers are skipped when a source is parsed, so they are here.
  Invocation->getFrontendOpts().SkipFunctionBodies = true;
  CompilerInstance Compiler(Invocation);
  Compiler.setVirtualFileSystem(makePreludeFileSystem());
  Compiler.setDiagnostics(Diags);
  Compiler.createFileManager();
  Compiler.createSourceManager();
  GeneratePCHAction Action;
  if (!Compiler.ExecuteAction(Action) || Diags->hasErrorOccurred())
    return llvm::createStringError("the prelude does not parse");
  return llvm::Error::success();
}

} // namespace aoti
