#include "Shim/ShimTable.h"
#include "EmbeddedShimTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cassert>
#include <vector>

using llvm::StringRef;

namespace aoti {
namespace {

struct Table {
  std::vector<TorchRelease> Releases;
  llvm::StringMap<ShimFunction> Functions;
};

TorchRelease readRelease(StringRef Text) {
  std::optional<TorchReleases> Releases = parseTorchReleases(Text);
  assert(Releases && Releases->Patch && "the table was not made by utils/shim_table.py");
  return Releases->first();
}

Table readTable() {
  Table Result;
  StringRef Rest = embeddedShimTable().front().Text;
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.consume_front("# releases: ")) {
      for (StringRef Name : llvm::split(Line, ' '))
        Result.Releases.push_back(readRelease(Name));
    } else if (!Line.empty() && !Line.starts_with("#")) {
      llvm::SmallVector<StringRef, 4> Fields;
      Line.split(Fields, '\t');
      assert(Fields.size() == 4 && "a line of the table is torn");
      ShimFunction &F = Result.Functions[Fields[0]];
      F.Name = Fields[0];
      ShimForm Form;
      Form.First = readRelease(Fields[1]);
      if (Fields[2] != "-")
        Form.Last = readRelease(Fields[2]);
      Form.Signature = Fields[3];
      F.Forms.push_back(Form);
    }
  }
  return Result;
}

const Table &table() {
  static const Table Read = readTable();
  return Read;
}

} // namespace

unsigned ShimForm::numParameters() const {
  StringRef Parameters = Signature.split('(').second;
  return llvm::count_if(Parameters, llvm::isAlpha);
}

const ShimForm *ShimFunction::formIn(const TorchReleases &Which) const {
  for (const ShimForm &Form : Forms)
    if (Form.First <= Which.first() && (!Form.Last || Which.first() <= *Form.Last))
      return &Form;
  return nullptr;
}

bool isMissingIn(const ShimFunction &F, const TorchReleases &Which) {
  // What the oldest release in the table has may have been there before it.
  if (F.first() > Which.last() && F.first() != shimReleases().front())
    return true;
  return F.last() && *F.last() < Which.first();
}

const ShimFunction *findShimFunction(StringRef Name) {
  auto Found = table().Functions.find(Name);
  return Found == table().Functions.end() ? nullptr : &Found->second;
}

const ShimFunction *findUnversioned(StringRef Name) {
  if (findShimFunction(Name))
    return nullptr;
  StringRef Base = Name.rtrim("0123456789");
  if (Base.size() == Name.size() || !Base.consume_back("_v"))
    return nullptr;
  return findShimFunction(Base);
}

void TorchBounds::add(StringRef Name) {
  const ShimFunction *F = findShimFunction(Name);
  if (!F) {
    if (InNone.empty() && findUnversioned(Name))
      InNone = Name.str();
    return;
  }
  if (F->first() != shimReleases().front() && (!Oldest || F->first() > Oldest->Release))
    Oldest = {F->first(), Name.str()};
  if (F->last() && (!Newest || *F->last() < Newest->Release))
    Newest = {*F->last(), Name.str()};
}

llvm::ArrayRef<TorchRelease> shimReleases() { return table().Releases; }

} // namespace aoti
