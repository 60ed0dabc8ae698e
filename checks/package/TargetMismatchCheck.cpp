#include "checks/package/TargetMismatchCheck.h"
#include "Facts/CompileCommand.h"
#include "Support/Quote.h"
#include "checks/JsonFile.h"
#include "checks/package/ModelFiles.h"
#include "checks/package/ModelMetadata.h"
#include "checks/package/PackageImages.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using llvm::StringRef;

namespace aoti {
namespace {

/// Notes that name files one by one end after this many.
constexpr size_t MaxNamedFiles = 3;

/// Kernels of the package that could be read.
struct Kernels {
  /// Of the file, or of the part of a library.
  llvm::StringRef Name;
  const KernelImage &Image;
};

/// Where the package shows what instructions it was compiled with.
struct IsaEvidence {
  CpuIsa Isa;
  Location At;
  /// Goes on after "the code was compiled with X, ": "as the metadata say".
  std::string Source;
};

class TargetComparer {
public:
  TargetComparer(const ModelView &View, PackageCheck::Reporter Report)
      : View(View), Target(View.Target), Report(Report), Metadata(View) {}

  void run() {
    compareDevice();
    if (Target.OperatingSystem || Target.Processor || Target.Arch)
      readImages();
    if (Target.Arch)
      compareArch();
    if (Target.Isa)
      compareIsa();
    if (Target.OperatingSystem)
      comparePlatform();
    if (Target.Processor)
      compareMachine();
  }

private:
  void report(Severity Level, Location At, std::string Message,
              std::vector<FindingNote> Notes = {}) {
    if (!At.isValid())
      At = beginningOfWrapper(View);
    if (!At.isValid())
      return;
    Finding F;
    F.Level = Level;
    F.At = std::move(At);
    F.Message = std::move(Message);
    F.Notes = std::move(Notes);
    Report(std::move(F));
  }

  /// Where a metadata value stands; invalid if there is none.
  Location valueAt(StringRef Key) const {
    const ModelMetadata::Value *Value = Metadata.find(Key);
    return Value ? Value->At : Location();
  }

  /// Where the wrapper names a file of the package; its beginning if it does not.
  Location mentionOf(StringRef FileName) const {
    for (const Member *M : View.Files.Wrappers) {
      auto Found = View.Texts.find(M);
      if (Found == View.Texts.end())
        continue;
      size_t At = Found->second->text().find(FileName);
      if (At != StringRef::npos)
        return {Found->second, static_cast<uint32_t>(At),
                static_cast<uint32_t>(At + FileName.size())};
    }
    return beginningOfWrapper(View);
  }

  void readImages() {
    for (const Member *M : View.Files.Files) {
      bool IsKernel = isKernelImageName(M->fileName());
      if (!IsKernel && !isLibraryName(M->fileName()))
        continue;
      if (IsKernel) {
        if (const KernelFile *File = View.Images.kernels(*M); File && File->Image)
          AllKernels.push_back({M->fileName(), *File->Image});
        continue;
      }
      const LibraryFile *Library = View.Images.library(*M);
      if (!Library || !Library->Image)
        continue;
      for (const auto &[Name, Image] : Library->Kernels)
        AllKernels.push_back({Name, Image});
      Libraries.push_back(Library);
    }
  }

  /// The device that the package was compiled for; what the loader goes by stands first. Unknown if
  /// it is not told.
  DeviceType packageDevice() const {
    if (const ModelMetadata::Value *Key = Metadata.find("AOTI_DEVICE_KEY"))
      if (DeviceType Named = parseDeviceType(Key->Text);
          Named != DeviceType::Unknown && Named != DeviceType::Other)
        return normalizedDevice(Named);
    return deviceOfWrappers(View);
  }

  void compareDevice() {
    DeviceType Device = packageDevice();
    if (!Target.Device || Device == DeviceType::Unknown || Device == DeviceType::Other ||
        deviceTypeName(Device) == *Target.Device)
      return;
    std::string Compiled = "'" + deviceTypeName(Device).str() + "'",
                Wanted = "'" + *Target.Device + "'";
    Location At = valueAt("AOTI_DEVICE_KEY");
    if (!At.isValid())
      for (const Member *M : View.Files.Wrappers)
        if (auto Text = View.Texts.find(M); Text != View.Texts.end() && !At.isValid())
          At = deviceEvidence(Text->second);
    report(Severity::Error, At,
           "the model was compiled for " + Compiled + " and is to be loaded on " + Wanted +
               ": the loader makes a runner for " + Compiled +
               " whatever it is asked for, and that fails or computes elsewhere (fatal); "
               "compile the model again with it and its inputs on " +
               Wanted);
  }

  // Graphics cards.

  static std::string targetNames(const KernelImage &Image) {
    std::string Names;
    for (const KernelTarget &T : Image.Targets) {
      std::string Name = T.Arch.name();
      if (T.Ptx)
        Name += " (PTX)";
      if (!StringRef(Names).contains(Name))
        Names += (Names.empty() ? "" : ", ") + Name;
    }
    return Names;
  }

  /// Why machine code does not run on the card.
  std::string reasonAgainst(const GpuArch &Code) const {
    const GpuArch &Card = *Target.Arch;
    if (Code.Vendor != Card.Vendor)
      return "the card is one of another vendor";
    if (Code.Vendor == GpuVendor::Amd)
      return "AMD's machine code runs on the processor that it was compiled for and no other";
    if (Code.Suffix == 'a')
      return "machine code for " + Code.name() + " runs on that card alone";
    if (Code.major() == Card.major())
      return "machine code does not run on cards with a lower compute capability";
    if (Code.Sm > Card.Sm)
      return "machine code for a newer generation of cards does not run on an older one";
    return "machine code runs within its generation of cards only (the same number before the "
           "point of the compute capability)";
  }

  void reportBadKernels(const std::string &Names, const GpuArch &Code,
                        std::vector<FindingNote> Notes, Location At) {
    report(Severity::Error, At,
           "the kernels were compiled for " + Names + " and do not run on " + Target.Arch->name() +
               ": " + reasonAgainst(Code) +
               ", and the first launch stops with 'no kernel image is available for execution on "
               "the device' (fatal); compile the model "
               "again on such a card, or with 'aot_inductor.emit_multi_arch_kernel'",
           std::move(Notes));
  }

  void compareArch() {
    DeviceType Device = packageDevice();
    if (Device != DeviceType::Cuda)
      return;
    const ModelMetadata::Value *Capability = Metadata.find("AOTI_COMPUTE_CAPABILITY");
    std::optional<GpuArch> Recorded = Capability ? parseGpuArch(Capability->Text) : std::nullopt;
    bool Judged = false, Bad = false, Compiles = false, Undecided = false;
    std::map<std::string, std::vector<const Kernels *>> BadByTarget;
    std::string Other;
    for (const Kernels &K : AllKernels) {
      if (K.Image.Targets.empty())
        continue;
      Judged = true;
      ImageFit Fit = fits(K.Image, *Target.Arch);
      Undecided |= Fit.Runs == RunsOn::Unknown;
      Compiles |= Fit.Runs == RunsOn::Yes && Fit.NeedsDriverCompiler;
      if (Fit.Runs == RunsOn::No)
        BadByTarget[targetNames(K.Image)].push_back(&K);
      else if (Fit.Runs == RunsOn::Yes &&
               llvm::none_of(K.Image.Targets,
                             [&](const KernelTarget &T) { return sameCard(T.Arch); }))
        Other = targetNames(K.Image);
    }
    for (const auto &[Names, Images] : BadByTarget) {
      Bad = true;
      std::vector<FindingNote> Notes;
      for (const Kernels *K : llvm::ArrayRef(Images).take_front(MaxNamedFiles))
        Notes.push_back({mentionOf(K->Name), quoted(K->Name) + " holds code for " + Names});
      if (Images.size() > MaxNamedFiles)
        Notes.push_back({mentionOf(Images[MaxNamedFiles]->Name),
                         "so do " + std::to_string(Images.size() - MaxNamedFiles) +
                             " more, this one the first of them"});
      if (Recorded && llvm::none_of(Images.front()->Image.Targets, [&](const KernelTarget &T) {
            return T.Arch.Sm == Recorded->Sm && T.Arch.Vendor == Recorded->Vendor;
          }))
        Notes.push_back({Capability->At, "the metadata say " + quoted(Capability->Text) +
                                             ", which is not what the kernels were compiled for"});
      Location At = Capability && Recorded ? Capability->At : mentionOf(Images.front()->Name);
      reportBadKernels(Names, Images.front()->Image.Targets.front().Arch, std::move(Notes), At);
    }
    if (Bad || Undecided)
      return;
    if (Judged) {
      Location At = Capability ? Capability->At : Location();
      if (Compiles)
        report(Severity::Note, At,
               "the kernels hold no machine code for " + Target.Arch->name() +
                   ": the driver compiles them there when the model is loaded (slow, then "
                   "harmless); compile the model again on such a card to "
                   "avoid that");
      else if (!Other.empty())
        report(Severity::Note, At,
               "the kernels were compiled for " + Other + ": they run on " + Target.Arch->name() +
                   " too, with what was tuned for the other card (slow at worst); torch warns of "
                   "it when the package is loaded");
      else if (Recorded && !sameCard(*Recorded))
        report(Severity::Note, At,
               "the metadata say " + quoted(Capability->Text) + ", but the kernels are for " +
                   Target.Arch->name() +
                   " (harmless): torch warns of it when the package is loaded");
      return;
    }
    // No kernel was found: they may be in a library, or there are none.
    if (!Recorded || sameCard(*Recorded))
      return;
    switch (machineCodeRunsOn(*Recorded, *Target.Arch)) {
    case RunsOn::No:
      reportBadKernels(Recorded->name(), *Recorded, {}, Capability->At);
      break;
    case RunsOn::Yes:
      // Triton compiles for one card alone from 9.0 on, which the number in the metadata does not
      // tell.
      if (Recorded->Sm < 90)
        report(Severity::Note, Capability->At,
               "the kernels were compiled for " + Recorded->name() + ": they run on " +
                   Target.Arch->name() +
                   " too, with what was tuned for the other card (slow at worst); torch warns of "
                   "it when the package is loaded");
      break;
    case RunsOn::Unknown:
      break;
    }
  }

  bool sameCard(const GpuArch &A) const {
    return A.Vendor == Target.Arch->Vendor && A.Sm == Target.Arch->Sm && A.Gfx == Target.Arch->Gfx;
  }

  // Instruction sets.

  void addCommand(const Member *M) {
    auto Found = View.Texts.find(M);
    if (Found == View.Texts.end())
      return;
    StringRef Text = Found->second->text();
    std::optional<CompileCommand> Command = findCompileCommand(Text);
    if (!Command)
      return;
    IsaEvidence Evidence{CpuIsa::ofArguments(Command->Words),
                         {Found->second, Command->Begin, Command->End},
                         "as the recorded command says"};
    // The word that asks for most.
    CpuIsa Most;
    for (StringRef Word : Command->Words) {
      CpuIsa One = CpuIsa::ofArguments(Word).without(*Target.Isa);
      if (One.empty() || Most.contains(One))
        continue;
      Most = One;
      uint32_t Begin = static_cast<uint32_t>(Word.data() - Text.data());
      Evidence.At = {Found->second, Begin, Begin + static_cast<uint32_t>(Word.size())};
    }
    AllIsa.push_back(std::move(Evidence));
  }

  /// The flags with which the sources of a package without a library are to be compiled.
  void addFlags(const Member *M) {
    std::optional<JsonFile> Json = readJsonFile(View, *M);
    if (!Json)
      return;
    for (JsonValue List : Json->root().children())
      for (JsonValue Flag : List.children()) {
        if (!Flag.isString())
          continue;
        std::string Words = Flag.string();
        llvm::SmallVector<StringRef, 16> Parts;
        StringRef(Words).split(Parts, ' ', -1, false);
        CpuIsa Isa = CpuIsa::ofArguments(Parts);
        if (!Isa.empty())
          AllIsa.push_back({Isa, Json->at(Flag.range()), "as its flags for the compiler say"});
      }
  }

  void compareIsa() {
    const ModelMetadata::Value *Recorded = Metadata.find("AOTI_CPU_ISA");
    if (Recorded) {
      std::string Unknown;
      if (std::optional<CpuIsa> Isa = CpuIsa::parse(Recorded->Text, Unknown))
        AllIsa.push_back({*Isa, Recorded->At, "as the metadata say"});
    }
    for (const auto *Sources : {&View.Files.Wrappers, &View.Files.Kernels})
      for (const Member *M : *Sources)
        addCommand(M);
    for (const Member *M : View.Files.Files)
      if (M->fileName().ends_with("_compile_flags.json"))
        addFlags(M);
    if (AllIsa.empty())
      return;
    CpuIsa Needed;
    std::vector<const IsaEvidence *> Above;
    for (const IsaEvidence &E : AllIsa) {
      Needed = Needed | E.Isa;
      if (!Target.Isa->contains(E.Isa))
        Above.push_back(&E);
    }
    std::string Has = Target.Isa->empty() ? "no vector instructions beyond the basic ones"
                                          : Target.Isa->describe();
    if (!Above.empty()) {
      CpuIsa Missing = Needed.without(*Target.Isa);
      std::vector<FindingNote> Notes;
      for (const IsaEvidence *E : llvm::ArrayRef(Above).drop_front().take_front(MaxNamedFiles))
        Notes.push_back({E->At, "compiled with " + E->Isa.describe() + ", " + E->Source});
      std::optional<CpuFamily> Kind = Missing.family(), Wanted = Target.Isa->family();
      bool OtherKind = Kind && Wanted && Kind != Wanted;
      report(Severity::Error, Above.front()->At,
             "the code was compiled with " + Missing.names() +
                 (OtherKind ? " of " + cpuFamilyName(*Kind).str() : "") + ", " +
                 Above.front()->Source + ", and the CPU that it will be loaded on has " + Has +
                 (OtherKind ? " of " + cpuFamilyName(*Wanted).str() : "") +
                 (OtherKind ? ": instructions of another kind of processor, so the library cannot "
                              "be loaded (fatal); "
                            : ": the process ends with 'Illegal instruction' at the first one that "
                              "the CPU does not know (fatal; the "
                              "other way round it would be only slow); ") +
                 "compile the model again on such a CPU",
             std::move(Notes));
      return;
    }
    if (Needed == *Target.Isa || !Recorded)
      return;
    CpuIsa Unused = Target.Isa->without(Needed);
    if (!changesTorchsChoice(Unused))
      return;
    report(Severity::Note, Recorded->At,
           "the code was compiled for " +
               (Needed.empty() ? std::string("no vector instructions") : Needed.describe()) +
               " and the CPU that it will be loaded on has " + Has +
               ": it runs there and leaves wider vectors unused (slow; torch warns of it when the "
               "package is loaded); compile the "
               "model again on such a CPU to use them");
  }

  /// Whether torch would have chosen other vectors with these instruction sets: it knows some only.
  static bool changesTorchsChoice(const CpuIsa &Unused) {
    for (StringRef Name :
         {"AVX2", "AVX512", "AVX512_VNNI", "AMX_TILE", "ASIMD", "SVE", "VSX", "ZVECTOR"})
      if (Unused.has(Name))
        return true;
    return false;
  }

  // System and processor.

  void comparePlatform() {
    System Wanted = *Target.OperatingSystem;
    const ModelMetadata::Value *Recorded = Metadata.find("AOTI_PLATFORM");
    std::optional<System> Compiled = Recorded ? parseSystem(Recorded->Text) : std::nullopt;
    for (const LibraryFile *L : Libraries)
      if (L->Image->OperatingSystem != Wanted)
        return reportLibrary(*L, "AOTI_PLATFORM", systemName(L->Image->OperatingSystem),
                             systemName(Wanted));
    if (!Compiled || *Compiled == Wanted)
      return;
    if (!Libraries.empty())
      return report(Severity::Note, Recorded->At,
                    "the model was compiled on " + quoted(Recorded->Text) +
                        ", but its library is one for '" + systemName(Wanted).str() +
                        "' (harmless): torch warns of it when the package is loaded");
    report(Severity::Error, Recorded->At,
           "the model was compiled on " + quoted(Recorded->Text) + " and is to be loaded on '" +
               systemName(Wanted).str() +
               "': a library of the one cannot be loaded on the other (fatal); compile the model "
               "again there");
  }

  void compareMachine() {
    Machine Wanted = *Target.Processor;
    const ModelMetadata::Value *Recorded = Metadata.find("AOTI_MACHINE");
    std::optional<Machine> Compiled = Recorded ? parseMachine(Recorded->Text) : std::nullopt;
    for (const LibraryFile *L : Libraries)
      if (L->Image->Processor && *L->Image->Processor != Wanted)
        return reportLibrary(*L, "AOTI_MACHINE", machineName(*L->Image->Processor),
                             machineName(Wanted));
    if (!Compiled || *Compiled == Wanted)
      return;
    if (llvm::any_of(Libraries,
                     [](const LibraryFile *L) { return L->Image->Processor.has_value(); }))
      return report(Severity::Note, Recorded->At,
                    "the model was compiled on " + quoted(Recorded->Text) +
                        ", but its library is one for '" + machineName(Wanted).str() +
                        "' (harmless): torch warns of it when the package is loaded");
    report(Severity::Error, Recorded->At,
           "the model was compiled on " + quoted(Recorded->Text) + " and is to be loaded on '" +
               machineName(Wanted).str() +
               "': a library of the one cannot be loaded on the other (fatal); compile the model "
               "again there");
  }

  void reportLibrary(const LibraryFile &L, StringRef Key, StringRef Is, StringRef Wanted) {
    report(Severity::Error, valueAt(Key),
           quoted(L.File->fileName()) + " is " + describeImage(*L.Image) + ", made for '" +
               Is.str() + "', and is to be loaded on '" + Wanted.str() +
               "': the loader cannot open it (fatal); compile the model again there");
  }

  const ModelView &View;
  const LoadTarget &Target;
  PackageCheck::Reporter Report;
  ModelMetadata Metadata;
  /// Those that are images.
  std::vector<const LibraryFile *> Libraries;
  std::vector<Kernels> AllKernels;
  std::vector<IsaEvidence> AllIsa;
};

} // namespace

void TargetMismatchCheck::check(const ModelView &View, Reporter Report) {
  if (View.Target.anyMachine())
    TargetComparer(View, Report).run();
}

} // namespace aoti
