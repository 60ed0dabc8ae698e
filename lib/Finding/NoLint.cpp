#include "Finding/NoLint.h"
#include "clang-tidy/NoLintDirectiveHandler.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/Core/Diagnostic.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>

using namespace clang;

namespace aoti {

class NoLintComments::Impl : public DiagnosticConsumer {
public:
  Impl()
      : Texts(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()),
        Diags(llvm::makeIntrusiveRefCnt<DiagnosticsEngine>(DiagnosticIDs::create(), DiagOptions,
                                                           this, /*ShouldOwnClient=*/false)),
        Files(FileSystemOptions(), Texts), SM(*Diags, Files) {
    Diags->setSourceManager(&SM);
    Excuse = Diags->getCustomDiagID(DiagnosticsEngine::Warning, "%0");
  }

  bool ask(llvm::StringRef Rule, const Location &At) {
    FileID File = fileOf(At.Source);
    if (File.isInvalid())
      return false;
    AskedRule = Rule;
    Answer = false;
    Diags->Report(SM.getLocForStartOfFile(File).getLocWithOffset(static_cast<int>(At.Begin)),
                  Excuse)
        << Rule;
    return Answer;
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    llvm::SmallVector<tooling::Diagnostic, 1> Unmatched;
    Answer |= Handler.shouldSuppress(Level, Info, AskedRule, Unmatched, /*AllowIO=*/true,
                                     /*EnableNoLintBlocks=*/true);
  }

private:
  FileID fileOf(const SourceTextPtr &Source) {
    auto [It, IsNew] = Opened.try_emplace(Source);
    if (IsNew) {
      std::string Name = "/" + std::to_string(Opened.size()) + ".cpp";
      Texts->addFileNoOwn(Name, 0, llvm::MemoryBufferRef(Source->text(), Name));
      if (OptionalFileEntryRef Entry = Files.getOptionalFileRef(Name))
        It->second = SM.createFileID(*Entry, SourceLocation(), SrcMgr::C_User);
    }
    return It->second;
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Texts;
  DiagnosticOptions DiagOptions;
  llvm::IntrusiveRefCntPtr<DiagnosticsEngine> Diags;
  FileManager Files;
  SourceManager SM;
  tidy::NoLintDirectiveHandler Handler;
  std::map<SourceTextPtr, FileID> Opened;
  unsigned Excuse = 0;
  llvm::StringRef AskedRule;
  bool Answer = false;
};

NoLintComments::NoLintComments() : Self(std::make_unique<Impl>()) {}
NoLintComments::~NoLintComments() = default;

bool NoLintComments::excuses(llvm::StringRef Rule, const Location &At) {
  // Most sources have none.
  return At.isValid() && At.Source->text().contains("NOLINT") && Self->ask(Rule, At);
}

} // namespace aoti
