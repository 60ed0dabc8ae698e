#include "Driver/Fixes.h"
#include "Support/Utf8.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLTraits.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace aoti {

namespace {

/// The edits of one text, sorted by place and free of overlaps.
struct EditedText {
  SourceTextPtr Source;
  std::vector<Edit> Edits;

  /// The whole new text.
  std::string apply() const {
    llvm::StringRef Old = Source->text();
    std::string New;
    uint32_t At = 0;
    for (const Edit &E : Edits) {
      New += Old.slice(At, E.At.Begin);
      New += E.Replacement;
      At = E.At.End;
    }
    New += Old.drop_front(At);
    return New;
  }
};

/// Archive or file, and member when in an archive: what makes two texts the same file.
using FileKey = std::pair<std::string, std::string>;

FileKey keyOf(const SourceText &Source) {
  return {Source.file().str(), Source.inArchive() ? Source.member().str() : std::string()};
}

bool sameText(const SourceText &A, const SourceText &B) { return &A == &B || A.text() == B.text(); }

bool sameEdit(const Edit &A, const Edit &B) {
  return A.At.Begin == B.At.Begin && A.At.End == B.At.End && A.Replacement == B.Replacement;
}

/// Two insertions at one place have no order, so they overlap; an insertion at either end of a
/// replacement does not.
bool overlap(const Edit &A, const Edit &B) {
  bool InsertsA = A.At.Begin == A.At.End, InsertsB = B.At.Begin == B.At.End;
  if (InsertsA && InsertsB)
    return A.At.Begin == B.At.Begin;
  return A.At.Begin < B.At.End && B.At.Begin < A.At.End;
}

/// Closes as many brackets as it opens, so that it means the same without the other edits of its
/// fix.
bool isBalanced(llvm::StringRef Text) {
  return Text.count('(') == Text.count(')') && Text.count('[') == Text.count(']') &&
         Text.count('{') == Text.count('}');
}

bool before(const Edit &A, const Edit &B) {
  return std::make_pair(A.At.Begin, A.At.End) < std::make_pair(B.At.Begin, B.At.End);
}

bool isInArchive(const Fix &F) {
  return llvm::any_of(F.Edits, [](const Edit &E) { return E.At.Source->inArchive(); });
}

bool isUsable(const Fix &F) {
  return !F.Edits.empty() && llvm::all_of(F.Edits, [](const Edit &E) {
    return E.At.isValid() && E.At.Begin <= E.At.End && E.At.End <= E.At.Source->text().size();
  });
}

/// The fix of a finding that is taken; nullptr when there is none.
const Fix *chosenFix(const Finding &F, bool Unsafe) {
  for (const Fix &Offered : F.Fixes)
    if (isUsable(Offered) && (Unsafe || Offered.Safe))
      return &Offered;
  return nullptr;
}

/// Chooses edits, finding by finding.
class EditPlan {
public:
  EditPlan(llvm::ArrayRef<Finding> Findings, bool Unsafe, bool WithArchives) {
    for (const Finding &F : Findings) {
      const Fix *Chosen = chosenFix(F, Unsafe);
      if (!Chosen) {
        if (llvm::any_of(F.Fixes, isUsable))
          ++Result.Unsafe;
        continue;
      }
      if (!WithArchives && isInArchive(*Chosen))
        ++Result.InArchive;
      else
        ++(take(*Chosen) ? Result.Applied : Result.Skipped);
    }
  }

  FixResult Result;
  std::map<FileKey, EditedText> Texts;

private:
  bool take(const Fix &F) {
    std::map<FileKey, EditedText> Added;
    bool SharesHalf = false;
    for (const Edit &E : F.Edits) {
      FileKey Key = keyOf(*E.At.Source);
      auto Known = Texts.find(Key);
      if (Known != Texts.end()) {
        if (!sameText(*Known->second.Source, *E.At.Source))
          return false;
        if (llvm::any_of(Known->second.Edits,
                         [&](const Edit &Taken) { return sameEdit(Taken, E); })) {
          SharesHalf |= !isBalanced(E.Replacement);
          continue;
        }
        if (llvm::any_of(Known->second.Edits, [&](const Edit &Taken) { return overlap(Taken, E); }))
          return false;
      }
      EditedText &Own = Added[Key];
      if (!Own.Source)
        Own.Source = E.At.Source;
      // Insertions of one fix at one place follow each other in the order in which they are given.
      auto Same = llvm::find_if(Own.Edits, [&](const Edit &Other) { return overlap(Other, E); });
      if (Same == Own.Edits.end())
        Own.Edits.push_back(E);
      else if (E.At.Begin == E.At.End && Same->At.Begin == Same->At.End)
        Same->Replacement += E.Replacement;
      else if (!sameEdit(*Same, E))
        return false;
    }
    // `CHECK(` that two fixes share needs one `)`, and they put it at different places.
    if (SharesHalf && !Added.empty())
      return false;
    for (auto &[Key, Own] : Added) {
      EditedText &Text = Texts[Key];
      if (!Text.Source)
        Text.Source = Own.Source;
      for (Edit &E : Own.Edits)
        Text.Edits.insert(llvm::upper_bound(Text.Edits, E, before), std::move(E));
    }
    return true;
  }
};

llvm::Error failure(llvm::StringRef File, const llvm::Twine &Reason) {
  return llvm::createStringError(llvm::errc::operation_not_permitted,
                                 "'" + toPrintable(File) + "' was not changed: " + Reason);
}

/// A file that is checked and can be written.
struct Target {
  std::string File; ///< as in the findings
  std::string Real; ///< symbolic links resolved
  llvm::sys::fs::perms Permissions = llvm::sys::fs::perms::all_read;
  std::string Text;
};

/// The folder that a file may not leave through links: the package's, or its own.
std::string folderOf(const SourceText &Source) {
  llvm::StringRef File = Source.file();
  llvm::StringRef Folder = File;
  if (Source.member().empty() || !Folder.consume_back(Source.member()))
    Folder = llvm::sys::path::parent_path(File);
  return Folder.empty() ? "." : Folder.str();
}

llvm::Expected<Target> prepare(const EditedText &Edited) {
  const SourceText &Source = *Edited.Source;
  Target T;
  T.File = Source.file().str();
  llvm::SmallString<256> Real, Folder;
  if (std::error_code Failed = llvm::sys::fs::real_path(T.File, Real))
    return failure(T.File, Failed.message());
  if (std::error_code Failed = llvm::sys::fs::real_path(folderOf(Source), Folder))
    return failure(T.File, Failed.message());
  llvm::StringRef Rest = Real;
  if (!Rest.consume_front(llvm::StringRef(Folder).rtrim('/')) || !Rest.starts_with("/"))
    return failure(T.File, "a symbolic link leads out of its folder to '" + toPrintable(Real) +
                               "'; name that file to change it");
  T.Real = Real.str().str();

  llvm::sys::fs::file_status Status;
  if (std::error_code Failed = llvm::sys::fs::status(T.Real, Status))
    return failure(T.File, Failed.message());
  if (!llvm::sys::fs::is_regular_file(Status))
    return failure(T.File, "it is not a regular file");
  T.Permissions = Status.permissions();
  if (std::error_code Failed = llvm::sys::fs::access(T.Real, llvm::sys::fs::AccessMode::Write))
    return failure(T.File, Failed.message());

  auto Current =
      llvm::MemoryBuffer::getFile(T.Real, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                  /*IsVolatile=*/true);
  if (!Current)
    return failure(T.File, Current.getError().message());
  if ((*Current)->getBuffer() != Source.text())
    return failure(T.File, "it has changed since it was analysed; run aoti-lint again");
  T.Text = Edited.apply();
  return T;
}

/// Writes beside the file and renames, so that it has the old text or the new one at any time.
llvm::Error replaceFile(const Target &T) {
  llvm::Expected<llvm::sys::fs::TempFile> Temporary = llvm::sys::fs::TempFile::create(
      T.Real + ".%%%%%%%%.tmp", llvm::sys::fs::owner_read | llvm::sys::fs::owner_write);
  if (!Temporary)
    return Temporary.takeError();
  llvm::raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
  OS << T.Text;
  OS.flush();
  std::error_code Failed = OS.error();
  OS.clear_error();
  if (!Failed)
    Failed = llvm::sys::fs::setPermissions(Temporary->FD, T.Permissions);
  if (Failed)
    return llvm::joinErrors(llvm::errorCodeToError(Failed), Temporary->discard());
  return Temporary->keep(T.Real);
}

} // namespace

llvm::Expected<FixResult> applyFixes(llvm::ArrayRef<Finding> Findings, bool Unsafe) {
  EditPlan Plan(Findings, Unsafe, /*WithArchives=*/false);
  std::vector<Target> Targets;
  for (const auto &[Key, Edited] : Plan.Texts) {
    llvm::Expected<Target> Prepared = prepare(Edited);
    if (!Prepared)
      return Prepared.takeError();
    Targets.push_back(std::move(*Prepared));
    Plan.Result.InPackage |= !Edited.Source->member().empty();
  }
  for (const Target &T : Targets) {
    if (llvm::Error Failed = replaceFile(T)) {
      std::string Written =
          Plan.Result.Files.empty()
              ? std::string()
              : "; already written: '" + toPrintable(llvm::join(Plan.Result.Files, "', '")) + "'";
      return failure(T.File, llvm::toString(std::move(Failed)) + Written);
    }
    Plan.Result.Files.push_back(T.File);
  }
  return std::move(Plan.Result);
}

//===-- Diff ---------------------------------------------------------------===//

namespace {

constexpr unsigned ContextLines = 3;

/// Lines of a text with their line ends.
std::vector<llvm::StringRef> splitLines(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Lines;
  while (!Text.empty()) {
    size_t Length = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

/// Lines [OldBegin, OldEnd) of the old text become lines [NewBegin, NewEnd) of the new one; all
/// count from 0.
struct LineChange {
  size_t OldBegin, OldEnd, NewBegin, NewEnd;
};

/// The places of the changes are known from the edits, so that no search for common lines is
/// needed.
class TextDiff {
public:
  explicit TextDiff(const EditedText &Edited) : NewText(Edited.apply()) {
    const SourceText &Source = *Edited.Source;
    Old = splitLines(Source.text());
    New = splitLines(NewText);
    ptrdiff_t Shift = 0;
    for (size_t I = 0; I < Edited.Edits.size();) {
      // Edits that touch the same lines make one change.
      size_t Begin = lineOf(Source, Edited.Edits[I].At.Begin), End = Begin;
      ptrdiff_t Bytes = 0;
      size_t First = I;
      for (; I < Edited.Edits.size() &&
             (I == First || lineOf(Source, Edited.Edits[I].At.Begin) <= End);
           ++I) {
        const Edit &E = Edited.Edits[I];
        End = std::max(End, lineOf(Source, E.At.End));
        Bytes += static_cast<ptrdiff_t>(E.Replacement.size()) - (E.At.End - E.At.Begin);
      }
      size_t OldEnd = std::min(End + 1, Old.size());
      // The change ends with a line in both texts, so in the new one that end only moved.
      size_t OldEndByte = OldEnd < Old.size() ? Source.lineStart(OldEnd + 1) : Source.text().size();
      const char *NewEndByte = NewText.data() + OldEndByte + TotalBytes + Bytes;
      size_t NewBegin = Begin + Shift, NewEnd = NewBegin;
      while (NewEnd < New.size() && New[NewEnd].data() < NewEndByte)
        ++NewEnd;
      TotalBytes += Bytes;
      add({Begin, OldEnd, NewBegin, NewEnd});
      Shift = static_cast<ptrdiff_t>(NewEnd) - static_cast<ptrdiff_t>(OldEnd);
    }
  }

  bool empty() const { return Changes.empty(); }

  template <class Print> void hunks(llvm::raw_ostream &OS, Print PrintLine) const {
    for (size_t I = 0; I < Changes.size();) {
      size_t Last = I;
      while (Last + 1 < Changes.size() &&
             Changes[Last + 1].OldBegin - Changes[Last].OldEnd <= 2 * ContextLines)
        ++Last;
      size_t Before = std::min<size_t>(Changes[I].OldBegin, ContextLines);
      size_t After = std::min<size_t>(Old.size() - Changes[Last].OldEnd, ContextLines);
      size_t OldBegin = Changes[I].OldBegin - Before,
             OldCount = Changes[Last].OldEnd + After - OldBegin;
      size_t NewBegin = Changes[I].NewBegin - Before,
             NewCount = Changes[Last].NewEnd + After - NewBegin;
      OS << "@@ -" << span(OldBegin, OldCount) << " +" << span(NewBegin, NewCount) << " @@\n";
      size_t At = OldBegin;
      for (; I <= Last; ++I) {
        for (; At < Changes[I].OldBegin; ++At)
          PrintLine(' ', Old[At]);
        for (; At < Changes[I].OldEnd; ++At)
          PrintLine('-', Old[At]);
        for (size_t N = Changes[I].NewBegin; N < Changes[I].NewEnd; ++N)
          PrintLine('+', New[N]);
      }
      for (size_t End = At + After; At < End; ++At)
        PrintLine(' ', Old[At]);
    }
  }

private:
  static size_t lineOf(const SourceText &Source, uint32_t Offset) {
    return Source.position(Offset).Line - 1;
  }

  /// Drops lines that are the same at both ends of a change, and changes of nothing.
  void add(LineChange C) {
    while (C.OldBegin < C.OldEnd && C.NewBegin < C.NewEnd && Old[C.OldBegin] == New[C.NewBegin]) {
      ++C.OldBegin;
      ++C.NewBegin;
    }
    while (C.OldBegin < C.OldEnd && C.NewBegin < C.NewEnd &&
           Old[C.OldEnd - 1] == New[C.NewEnd - 1]) {
      --C.OldEnd;
      --C.NewEnd;
    }
    if (C.OldBegin < C.OldEnd || C.NewBegin < C.NewEnd)
      Changes.push_back(C);
  }

  /// "12,3": the first line and how many; a count of 0 names the line before.
  static std::string span(size_t Begin, size_t Count) {
    size_t First = Count == 0 ? Begin : Begin + 1;
    return Count == 1 ? std::to_string(First) : fmt::format("{},{}", First, Count);
  }

  std::string NewText;
  ptrdiff_t TotalBytes = 0;
  std::vector<llvm::StringRef> Old, New;
  std::vector<LineChange> Changes;
};

/// The name of a file in a diff, quoted when it holds what would break the line.
std::string diffName(const SourceText &Source) {
  std::string Name = Source.displayName();
  llvm::SmallString<256> Current;
  if (!Source.inArchive() && !llvm::sys::fs::current_path(Current)) {
    llvm::StringRef Below = Name;
    if (Below.consume_front(Current) && Below.consume_front("/") && !Below.empty())
      Name = Below.str();
  }
  bool Plain = llvm::all_of(
      Name, [](char C) { return llvm::isPrint(C) || static_cast<unsigned char>(C) >= 0x80; });
  // A tab tells readers of the diff that the name ends here and not at its first space.
  if (Plain && !llvm::StringRef(Name).contains('"') && !llvm::StringRef(Name).contains('\\'))
    return llvm::StringRef(Name).contains(' ') ? Name + "\t" : Name;
  std::string Quoted = "\"";
  for (unsigned char C : Name) {
    if (C == '"' || C == '\\')
      Quoted += fmt::format("\\{}", static_cast<char>(C));
    else if (C < 0x20 || C >= 0x7F)
      Quoted += fmt::format("\\{:03o}", C);
    else
      Quoted += static_cast<char>(C);
  }
  return Quoted + "\"";
}

} // namespace

unsigned writeDiff(llvm::ArrayRef<Finding> Findings, bool Unsafe, llvm::raw_ostream &OS) {
  EditPlan Plan(Findings, Unsafe, /*WithArchives=*/true);
  bool Escape = OS.is_displayed();
  auto PrintLine = [&](char Mark, llvm::StringRef Line) {
    OS << Mark;
    bool Ended = Line.consume_back("\n");
    if (Escape) {
      for (size_t Tab; (Tab = Line.find('\t')) != llvm::StringRef::npos;
           Line = Line.drop_front(Tab + 1))
        OS << toPrintable(Line.take_front(Tab)) << '\t';
      OS << toPrintable(Line);
    } else {
      OS << Line;
    }
    OS << "\n";
    if (!Ended)
      OS << "\\ No newline at end of file\n";
  };
  for (const auto &[Key, Edited] : Plan.Texts) {
    TextDiff Diff(Edited);
    if (Diff.empty())
      continue;
    std::string Name = diffName(*Edited.Source);
    OS << "--- " << Name << "\n+++ " << Name << "\n";
    Diff.hunks(OS, PrintLine);
  }
  return Plan.Result.Unsafe;
}

//===-- Export -------------------------------------------------------------===//

namespace {

/// Edits that touch as one: clang's replacements know no order of an insertion beside a
/// replacement.
std::vector<Edit> joined(llvm::ArrayRef<Edit> Sorted) {
  std::vector<Edit> Edits;
  for (const Edit &E : Sorted) {
    if (Edits.empty() || Edits.back().At.End < E.At.Begin) {
      Edits.push_back(E);
      continue;
    }
    Edits.back().At.End = E.At.End;
    Edits.back().Replacement += E.Replacement;
  }
  return Edits;
}

} // namespace

void writeFixesYaml(llvm::ArrayRef<Finding> Findings, bool Unsafe, llvm::raw_ostream &OS) {
  using namespace clang::tooling;
  llvm::SmallString<256> Current;
  if (llvm::sys::fs::current_path(Current))
    Current.clear();
  auto AbsolutePath = [](const SourceText &Source) {
    llvm::SmallString<256> Path(Source.file());
    if (!llvm::sys::fs::make_absolute(Path))
      llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/false);
    return Path.str().str();
  };
  auto Message = [&](const Location &At, llvm::StringRef Text) {
    DiagnosticMessage M(toValidUtf8(Text));
    M.FilePath = AbsolutePath(*At.Source);
    M.FileOffset = At.Begin;
    if (At.Begin < At.End) {
      FileByteRange Range;
      Range.FilePath = M.FilePath;
      Range.FileOffset = At.Begin;
      Range.Length = At.End - At.Begin;
      M.Ranges.push_back(Range);
    }
    return M;
  };
  auto OnDisk = [](const Location &At) { return At.isValid() && !At.Source->inArchive(); };

  TranslationUnitDiagnostics Export;
  for (const Finding &F : Findings) {
    if (!OnDisk(F.At))
      continue;
    if (Export.MainSourceFile.empty())
      Export.MainSourceFile = AbsolutePath(*F.At.Source);
    Diagnostic D(F.Rule,
                 F.Level == Severity::Error     ? Diagnostic::Error
                 : F.Level == Severity::Warning ? Diagnostic::Warning
                                                : Diagnostic::Remark,
                 Current);
    D.Message = Message(F.At, F.Message);
    for (const FindingNote &N : F.Notes)
      if (OnDisk(N.At))
        D.Notes.push_back(Message(N.At, N.Message));
    if (const Fix *Chosen = chosenFix(F, Unsafe); Chosen && !isInArchive(*Chosen)) {
      // A plan of this finding alone joins its insertions and drops what does not fit together.
      EditPlan Own(F, Unsafe, /*WithArchives=*/false);
      for (const auto &[Key, Edited] : Own.Texts) {
        std::string Path = AbsolutePath(*Edited.Source);
        for (const Edit &E : joined(Edited.Edits))
          llvm::cantFail(D.Message.Fix[Path].add(
              Replacement(Path, E.At.Begin, E.At.End - E.At.Begin, E.Replacement)));
      }
    }
    Export.Diagnostics.push_back(std::move(D));
  }
  llvm::yaml::Output Yaml(OS);
  Yaml << Export;
}

void writeFixReport(const FixResult &Result, llvm::raw_ostream &OS) {
  auto Counted = [](size_t Count, llvm::StringRef Singular, llvm::StringRef Plural) {
    return fmt::format("{} {}", Count, (Count == 1 ? Singular : Plural).str());
  };
  if (Result.Applied)
    OS << "applied " << Counted(Result.Applied, "fix", "fixes") << " in "
       << Counted(Result.Files.size(), "file", "files") << "\n";
  else
    OS << "no fixes applied\n";
  if (Result.Skipped)
    OS << "skipped " << Counted(Result.Skipped, "fix that overlaps", "fixes that overlap")
       << " another one; run again to apply the rest\n";
  if (Result.Unsafe)
    OS << "left out " << Counted(Result.Unsafe, "fix that", "fixes that")
       << " may change what the code does; --fix=all applies them too\n";
  if (Result.InArchive)
    OS << Counted(Result.InArchive, "fix is", "fixes are")
       << " inside of an archive, which is never changed; extract it, or see --diff\n";
  if (Result.InPackage)
    OS << "the compiled library of the package is still the old one; compile the package again\n";
}

} // namespace aoti
