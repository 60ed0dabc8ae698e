#include "checks/triton/TritonLaunchImage.h"
#include "Support/Quote.h"
#include "checks/package/ModelFiles.h"
#include "checks/package/PackageImages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using llvm::StringRef;

namespace aoti {
namespace {

/// Threads of a warp of NVIDIA's cards, which alone have images with tables of parameters.
constexpr uint64_t WarpSize = 32;

std::string count(uint64_t N, StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : "s");
}

/// "argument 3", with its name in the source of the kernel where there is one.
std::string argument(size_t Index, const LaunchArgumentSummary &A) {
  std::string Text = "argument " + std::to_string(Index + 1);
  if (!A.Parameter.empty())
    Text += ", " + quoted(A.Parameter) + ",";
  return Text;
}

class ImageComparer {
public:
  ImageComparer(const ModelView &View, PackageCheck::Reporter Report) : View(View), Report(Report) {
    // Only what lies in the folder of the model itself is found at run time.
    for (const Member *M : View.Files.Files)
      if (folderBelow(View.Files, *M).empty())
        Files.try_emplace(M->fileName(), M);
  }

  void run() {
    for (const Member *Wrapper : View.Files.Wrappers) {
      auto Summary = View.Summaries.find(Wrapper);
      auto Source = View.Texts.find(Wrapper);
      if (Summary == View.Summaries.end() || Source == View.Texts.end())
        continue;
      Text = Source->second;
      for (const LaunchSummary &L : Summary->second->Launches)
        compare(L);
    }
  }

private:
  /// The kernel that a launch runs; null if it is not found or cannot be read.
  const KernelEntry *entryOf(const LaunchSummary &L) {
    const KernelImage *Image = nullptr;
    if (!L.FileName.empty()) {
      const Member *File = Files.lookup(L.FileName);
      const KernelFile *Kernels =
          File && isKernelImageName(L.FileName) ? View.Images.kernels(*File) : nullptr;
      if (Kernels && Kernels->Image)
        Image = &*Kernels->Image;
      ImageName = quoted(L.FileName);
    } else if (!L.Symbol.empty()) {
      Image = embedded(L.Symbol);
      ImageName = quoted(L.Symbol) + " of the library";
    }
    if (!Image)
      return nullptr;
    for (const KernelEntry &E : Image->Entries)
      if (E.Name == L.Entry)
        return &E;
    return nullptr;
  }

  /// The image between `__NAME_start` and `__NAME_end` of the model's library.
  const KernelImage *embedded(StringRef Symbol) {
    if (!Symbol.consume_front("__") || !Symbol.consume_back("_start"))
      return nullptr;
    for (const Member *M : View.Files.Files) {
      const LibraryFile *Library = isLibraryName(M->fileName()) ? View.Images.library(*M) : nullptr;
      if (!Library)
        continue;
      for (const auto &[Part, Image] : Library->Kernels)
        if (Part == Symbol)
          return &Image;
    }
    return nullptr;
  }

  void compare(const LaunchSummary &L) {
    const KernelEntry *Entry = entryOf(L);
    if (!Entry)
      return;
    if (Entry->Parameters && L.Arguments && checkCount(L, *Entry->Parameters) &&
        checkOrder(L, *Entry->Parameters))
      checkWidths(L, *Entry->Parameters);
    checkThreads(L, *Entry);
    checkSharedMemory(L, *Entry);
  }

  void report(const LaunchSummary &L, ByteRange At, std::string Message, StringRef Here) {
    Finding F;
    F.Level = Severity::Error;
    F.At = {Text, At.Begin, At.End};
    F.Message = std::move(Message);
    FindingNote Loaded{{Text, L.LoadAt.Begin, L.LoadAt.End},
                       "the kernel is loaded from " + ImageName + " here"};
    FindingNote Launched{{Text, L.At.Begin, L.At.End}, "the kernel is launched here"};
    F.Notes = {Loaded, Launched};
    F.Flow = {{Loaded.At, Loaded.Message}, {F.At, Here.str()}, {Launched.At, Launched.Message}};
    if (L.CallAt.End) {
      FindingNote Called{{Text, L.CallAt.Begin, L.CallAt.End}, "the model calls it here"};
      F.Notes.push_back(Called);
      F.Flow.push_back({Called.At, Called.Message});
    }
    Report(std::move(F));
  }

  /// \returns whether what each argument is taken for can be told.
  bool checkCount(const LaunchSummary &L, const std::vector<KernelParameter> &Taken) {
    size_t Scratch =
        llvm::count_if(*L.Arguments, [](const LaunchArgumentSummary &A) { return A.IsScratch; });
    size_t All = L.Arguments->size(), Given = All - Scratch;
    // The source says that it is another number: reported there.
    if (L.ArgumentsOfSource && *L.ArgumentsOfSource != Given)
      return false;
    // Which memory of its own a kernel is given depends on the release of Triton.
    if (Given <= Taken.size() && Taken.size() <= All)
      return true;
    std::string Message =
        "launch of kernel " + quoted(L.Kernel) + " hands over " + count(All, "argument");
    if (Scratch)
      Message += " with those for scratch memory";
    Message += ", but the kernel in " + ImageName + " takes " + std::to_string(Taken.size());
    Message += Taken.size() > All
                   ? ": the driver reads addresses behind the end of the array, and what stands "
                     "behind a missing argument is taken for another one, so the kernel reads and "
                     "writes the wrong memory on every input"
                   : ": the driver takes the first of them in their order, so what stands behind a "
                     "superfluous argument is taken for another one, on every input";
    Message += "; hand over what the kernel takes, or package the image that belongs to this code";
    report(L, L.ArgumentsAt, std::move(Message), "these are handed over");
    return false;
  }

  /// Whether an argument is as wide as the parameter, or that was said by the rest of the rule.
  static bool isSettled(const LaunchArgumentSummary &A, uint32_t Takes) {
    return A.IsScratch || A.IsCut || !A.Bytes || A.BytesOfSource == Takes || *A.Bytes == Takes;
  }

  /// Two arguments that would fit if each stood in the place of the other.
  bool checkOrder(const LaunchSummary &L, const std::vector<KernelParameter> &Taken) {
    const std::vector<LaunchArgumentSummary> &Given = *L.Arguments;
    size_t Both = std::min(Given.size(), Taken.size());
    std::optional<size_t> Wide, Narrow;
    for (size_t I = 0; I < Both; ++I) {
      const LaunchArgumentSummary &A = Given[I];
      if (isSettled(A, Taken[I].Size))
        continue;
      std::optional<size_t> &Found = *A.Bytes > Taken[I].Size ? Wide : Narrow;
      if (!Found)
        Found = I;
    }
    if (!Wide || !Narrow || !Given[*Wide].IsPointer || *Given[*Wide].Bytes != Taken[*Narrow].Size ||
        *Given[*Narrow].Bytes != Taken[*Wide].Size)
      return true;
    auto Describe = [&](size_t I) {
      return quoted(Given[I].Type) + " of " + count(*Given[I].Bytes, "byte") + " for " +
             argument(I, Given[I]) + " which takes " + std::to_string(Taken[I].Size);
    };
    size_t First = std::min(*Wide, *Narrow), Second = std::max(*Wide, *Narrow);
    report(
        L, L.ArgumentsAt,
        "launch of kernel " + quoted(L.Kernel) + " hands over " + Describe(First) + ", and " +
            Describe(Second) + " in " + ImageName +
            ": the driver goes by the order alone, so the kernel takes a number for a part of an "
            "address, on every input; put the entries of the array in the order of the kernel's "
            "parameters",
        "these are handed over");
    return false;
  }

  void checkWidths(const LaunchSummary &L, const std::vector<KernelParameter> &Taken) {
    const std::vector<LaunchArgumentSummary> &Given = *L.Arguments;
    for (size_t I = 0; I < std::min(Given.size(), Taken.size()); ++I) {
      const LaunchArgumentSummary &A = Given[I];
      uint32_t Takes = Taken[I].Size;
      if (isSettled(A, Takes))
        continue;
      std::string Message = quoted(A.Type) + " of " + count(*A.Bytes, "byte") + " for " +
                            argument(I, A) + " of kernel " + quoted(L.Kernel) + ", which takes " +
                            count(Takes, "byte") + " in " + ImageName + ": ";
      if (*A.Bytes < Takes) {
        Message += "the kernel reads " + count(Takes, "byte") + ", the last " +
                   std::to_string(Takes - *A.Bytes) +
                   " of which are whatever stands behind the variable on the stack" +
                   (A.IsFloat ? "" : ", and larger values are cut") + "; declare it as " +
                   (A.IsFloat ? "'double'" : "'int64_t', or hand over memory if it is an address");
      } else if (A.IsPointer) {
        Message += "the kernel takes a part of the address for a number, on every input; hand over "
                   "the value";
      } else if (A.IsFloat && *A.Bytes == 8 && Takes == 4) {
        Message += "the kernel takes half of the bytes for a number of its own, a wrong one for "
                   "nearly every value; declare it as 'float'";
      } else {
        // The lower bytes of a wider integer are the value that the kernel takes.
        continue;
      }
      report(L, A.At, std::move(Message), "this is handed over");
    }
  }

  /// A kernel that was compiled for a number of threads is launched with as many, or not at all.
  void checkThreads(const LaunchSummary &L, const KernelEntry &Entry) {
    if (!L.Warps || !Entry.RequiredThreads || *L.Warps < 0)
      return;
    if (!L.WarpsOfSource.empty() && !llvm::is_contained(L.WarpsOfSource, *L.Warps))
      return;
    auto [X, Y, Z] = *Entry.RequiredThreads;
    uint64_t Launched = static_cast<uint64_t>(*L.Warps) * WarpSize;
    if (Launched == X && Y <= 1 && Z <= 1)
      return;
    std::string Compiled = Y <= 1 && Z <= 1 ? std::to_string(X)
                                            : std::to_string(X) + " * " + std::to_string(Y) +
                                                  " * " + std::to_string(Z);
    std::string Advice = Y <= 1 && Z <= 1 && X % WarpSize == 0
                             ? "launch it with " + count(X / WarpSize, "warp")
                             : "package the image that belongs to this code";
    report(L, L.WarpsAt,
           "launch of kernel " + quoted(L.Kernel) + " with " +
               count(static_cast<uint64_t>(*L.Warps), "warp") + ", which are " +
               count(Launched, "thread") + ", but the kernel in " + ImageName +
               " can be launched with " + Compiled +
               " only: the driver refuses the launch with 'invalid argument'; " + Advice,
           "it is launched with these");
  }

  void checkSharedMemory(const LaunchSummary &L, const KernelEntry &Entry) {
    if (L.SharedBytes != 0 || L.SharedBytesOfLoad.value_or(0) != 0 ||
        Entry.UsesSharedOfLaunch != true)
      return;
    report(
        L, L.SharedBytesAt,
        "launch of kernel " + quoted(L.Kernel) + " gives no shared memory, but the kernel in " +
            ImageName +
            " uses some: it reads and writes outside of what it has, which ends in 'an illegal "
            "memory access was encountered'; give it, here and in the load, what the compiler of "
            "the kernel said, or package the model again",
        "it is launched with none");
  }

  const ModelView &View;
  PackageCheck::Reporter Report;
  llvm::StringMap<const Member *> Files;
  SourceTextPtr Text;
  /// Of the launch that is looked at.
  std::string ImageName;
};

} // namespace

void TritonLaunchImage::check(const ModelView &View, Reporter Report) {
  ImageComparer(View, Report).run();
}

} // namespace aoti
