#include "Facts/TuFacts.h"
#include "Facts/BufferFacts.h"
#include "Facts/ConstantFacts.h"
#include "Facts/ConstantFolding.h"
#include "Facts/ExternNodes.h"
#include "Facts/HandleFacts.h"
#include "Facts/InputContract.h"
#include "Facts/KernelAccess.h"
#include "Facts/KernelFacts.h"
#include "Facts/LaunchFacts.h"
#include "Facts/MetaKernels.h"
#include "Facts/OperatorKernels.h"
#include "Facts/OperatorRegistrations.h"
#include "Facts/ShimUses.h"
#include "Facts/StreamFacts.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

namespace aoti {

TuFacts::TuFacts(clang::ASTContext &Context) : Context(Context) {
  const clang::SourceManager &SM = Context.getSourceManager();
  SourceDialect = detectDialect(SM.getBufferData(SM.getMainFileID()));
}

TuFacts::~TuFacts() = default;

std::shared_ptr<TuFacts> TuFacts::of(clang::ASTContext &Context) {
  // The checks of a unit hold the facts and die with it, so an address that is used again finds the
  // slot empty.
  static thread_local std::weak_ptr<TuFacts> Current;
  std::shared_ptr<TuFacts> Facts = Current.lock();
  if (!Facts || &Facts->Context != &Context) {
    Facts = std::make_shared<TuFacts>(Context);
    Current = Facts;
  }
  return Facts;
}

const ConstantFacts &TuFacts::constants() {
  if (!Constants)
    Constants = std::make_unique<ConstantFacts>(*this);
  return *Constants;
}

const BufferFacts &TuFacts::buffers() {
  if (!Buffers)
    Buffers = std::make_unique<BufferFacts>(*this);
  return *Buffers;
}

const HandleFacts &TuFacts::handles() {
  if (!Handles)
    Handles = std::make_unique<HandleFacts>(*this);
  return *Handles;
}

const KernelFacts &TuFacts::kernels() {
  if (!Kernels)
    Kernels = std::make_unique<KernelFacts>(*this);
  return *Kernels;
}

const LaunchFacts &TuFacts::launches() {
  if (!Launches)
    Launches = std::make_unique<LaunchFacts>(*this);
  return *Launches;
}

const std::vector<ShimUse> &TuFacts::shimUses() {
  if (!Shims)
    Shims =
        std::make_unique<std::vector<ShimUse>>(findShimUses(Context, SourceDialect.GeneratedBegin));
  return *Shims;
}

const ConstantFolding &TuFacts::folding(const ModelTables &Model) {
  std::unique_ptr<ConstantFolding> &Known = Foldings[&Model];
  if (!Known)
    Known = std::make_unique<ConstantFolding>(foldingOf(Model, *this));
  return *Known;
}

const ExternNodes &TuFacts::externNodes() {
  if (Externs)
    return *Externs;
  Externs = std::make_unique<ExternNodes>();
  const clang::SourceManager &SM = Context.getSourceManager();
  clang::OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Main)
    return *Externs;
  llvm::SmallString<128> Path(Main->getName());
  llvm::sys::path::replace_extension(Path, ".json");
  auto Buffer = SM.getFileManager().getVirtualFileSystem().getBufferForFile(Path);
  if (!Buffer)
    return *Externs;
  if (auto Json = JsonText::parse((*Buffer)->getBuffer()))
    *Externs = readExternNodes(*Json);
  else
    llvm::consumeError(Json.takeError());
  return *Externs;
}

const OperatorRegistrations &TuFacts::operators() {
  if (!Operators)
    Operators = std::make_unique<OperatorRegistrations>(Context);
  return *Operators;
}

const MetaFacts &TuFacts::meta() {
  if (!Meta)
    Meta = std::make_unique<MetaFacts>(*this);
  return *Meta;
}

OperatorKernels &TuFacts::operatorKernels() {
  if (!KernelsOfOperators)
    KernelsOfOperators = std::make_unique<OperatorKernels>(*this);
  return *KernelsOfOperators;
}

TensorAccesses &TuFacts::tensorAccesses() {
  if (!Accesses)
    Accesses = std::make_unique<TensorAccesses>(*this);
  return *Accesses;
}

const InputContract &TuFacts::contract() {
  if (!Contract)
    Contract = std::make_unique<InputContract>(*this);
  return *Contract;
}

const StreamFacts &TuFacts::streams() {
  if (!Streams)
    Streams = std::make_unique<StreamFacts>(*this);
  return *Streams;
}

} // namespace aoti
