//===- Sarif.cpp - SARIF 2.1.0 -----------------------------------------------===//
//
// Written for GitHub code scanning, which reads part of it, and for viewers, which
// read the rest (fixes, code flows). Nothing in it depends on time or on addresses.
//
//===----------------------------------------------------------------------===//
#include "Output/Paths.h"
#include "Output/Writers.h"
#include "Support/LineHash.h"
#include "Support/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace aoti {

namespace {

using Json = nlohmann::ordered_json;

constexpr llvm::StringLiteral BaseId = "SRCROOT";
constexpr llvm::StringLiteral OutsideBaseId = "FILESYSTEM";
constexpr llvm::StringLiteral TaxonomyName = "aoti-debug";
constexpr llvm::StringLiteral RunNotificationId = "aoti-lint-run";

// What code scanning takes for one result.
constexpr size_t MaxRelatedLocations = 1'000;
constexpr size_t MaxFlowSteps = 10'000;

constexpr size_t MaxFullDescription = 1'024;
constexpr size_t MaxLinkedNotes = 10;
constexpr unsigned ContextLines = 2;
constexpr unsigned MaxSnippetLines = 20;
constexpr size_t MaxSnippetBytes = 2'000;

Json text(llvm::StringRef Text) { return toValidUtf8(Text); }

/// Our messages have no full stop; in SARIF they must.
std::string sentence(llvm::StringRef Text) {
  std::string Sentence = toValidUtf8(Text.rtrim());
  if (!llvm::StringRef(".!?").contains(Sentence.empty() ? ' ' : Sentence.back()))
    Sentence += '.';
  return Sentence;
}

std::string capitalised(llvm::StringRef Text) {
  std::string Copy = Text.str();
  if (!Copy.empty())
    Copy.front() = llvm::toUpper(Copy.front());
  return Copy;
}

/// "aoti-device-index-literal" → "DeviceIndexLiteral".
std::string pascalCase(llvm::StringRef Name) {
  Name.consume_front("aoti-");
  std::string Pascal;
  for (llvm::StringRef Word : llvm::split(Name, '-'))
    Pascal += capitalised(Word);
  return Pascal;
}

/// Keeps brackets of a message from being read as a link: `a[0](x)`.
std::string withoutLinks(llvm::StringRef Text) {
  if (!Text.contains("]("))
    return Text.str();
  std::string Escaped;
  for (char C : Text) {
    if (C == '[' || C == ']' || C == '\\')
      Escaped += '\\';
    Escaped += C;
  }
  return Escaped;
}

std::string hex(llvm::ArrayRef<uint8_t> Bytes) { return llvm::toHex(Bytes, /*LowerCase=*/true); }

/// The first paragraph of a Markdown page below its title, on one line, without code marks.
std::string firstParagraph(llvm::StringRef Markdown) {
  std::string Paragraph;
  while (!Markdown.empty()) {
    auto [Line, Rest] = Markdown.split('\n');
    Markdown = Rest;
    Line = Line.trim();
    if (Line.empty() || Line.starts_with("#")) {
      if (!Paragraph.empty())
        break;
      continue;
    }
    if (!Paragraph.empty())
      Paragraph += ' ';
    Paragraph += Line;
  }
  llvm::erase(Paragraph, '`');
  return Paragraph;
}

/// Cut at the last sentence that fits.
std::string shortened(std::string Text, size_t MaxBytes) {
  if (Text.size() <= MaxBytes)
    return Text;
  size_t Stop = llvm::StringRef(Text).take_front(MaxBytes).rfind(". ");
  if (Stop != llvm::StringRef::npos)
    return Text.substr(0, Stop + 1);
  constexpr llvm::StringLiteral Ellipsis = "...";
  size_t Space = llvm::StringRef(Text).take_front(MaxBytes - Ellipsis.size()).rfind(' ');
  return Text.substr(0, Space == llvm::StringRef::npos ? 0 : Space) + Ellipsis.str();
}

llvm::StringRef sourceLanguage(llvm::StringRef Path) {
  llvm::StringRef Extension = llvm::sys::path::extension(Path);
  for (llvm::StringRef Cpp : {".cpp", ".cc", ".cxx", ".cu", ".cuh", ".h", ".hpp", ".mm"})
    if (Extension == Cpp)
      return "cplusplus";
  return Extension == ".py" ? "python" : "";
}

/// "file" and a region in UTF-16 columns; nothing of its text.
Json region(const Location &At) {
  LineColumn Begin = At.begin(), End = At.end();
  return {{"startLine", Begin.Line},
          {"startColumn", At.Source->utf16Column(At.Begin)},
          {"endLine", End.Line},
          {"endColumn", At.Source->utf16Column(At.End)}};
}

class Writer {
public:
  Writer(const Report &R, const SarifOptions &Options)
      : R(R), Options(Options), Root(Options.Root) {}

  std::string write() {
    std::vector<const Finding *> Kept;
    for (const Finding &F : R.Findings)
      Kept.push_back(&F);
    if (Kept.size() > Options.MaxResults)
      truncate(Kept, Options.MaxResults);
    std::string Document = document(Kept);
    while (!Kept.empty() && compressedSize(Document) > Options.MaxCompressedBytes) {
      truncate(Kept, Kept.size() / 2);
      Document = document(Kept);
    }
    return Document;
  }

private:
  /// Keeps the most severe ones, and among these the first ones, in their order.
  static void truncate(std::vector<const Finding *> &Kept, size_t Count) {
    // The findings stand in one vector, so their addresses are their order.
    llvm::sort(Kept, [](const Finding *A, const Finding *B) {
      return A->Level != B->Level ? A->Level > B->Level : A < B;
    });
    Kept.resize(Count);
    llvm::sort(Kept);
  }

  static size_t compressedSize(const std::string &Document) {
    if (!llvm::compression::zlib::isAvailable())
      return Document.size();
    llvm::SmallVector<uint8_t, 0> Compressed;
    llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(Document), Compressed);
    return Compressed.size();
  }

  std::string document(llvm::ArrayRef<const Finding *> Kept) {
    Artifacts = Json::array();
    ArtifactIndex.clear();
    RuleIndex.clear();
    OutsideRoot = false;
    CutLocations = 0;

    Json Rules = rules(Kept);
    for (const InputReport &I : R.Inputs)
      if (I.Kind != "folder" && I.Status != InputStatus::Unreadable)
        artifact(I.Path, I.Kind == "archive", nullptr);
    Json Results = Json::array();
    for (const Finding *F : Kept)
      Results.push_back(result(*F));
    Json Invocation = invocation(Kept.size());

    Json Driver;
    Driver["name"] = "aoti-lint";
    Driver["organization"] = "aoti-lint";
    Driver["informationUri"] = text(projectUrl());
    Driver["version"] = text(toolVersion());
    Driver["semanticVersion"] = text(toolVersion());
    Driver["language"] = "en-US";
    Driver["rules"] = std::move(Rules);
    Driver["notifications"] = Json::array(
        {{{"id", RunNotificationId.str()},
          {"name", "AnalysisRun"},
          {"shortDescription", {{"text", "Something about the run rather than about the code."}}},
          {"fullDescription",
           {{"text", "An input that could not be read or analysed fully, or something else that is "
                     "worth knowing of the run."}}},
          {"help", {{"text", "The message names the file and what to do."}}}}});
    Driver["supportedTaxonomies"] = Json::array({{{"name", TaxonomyName.str()}, {"index", 0}}});

    Json BaseIds;
    BaseIds[BaseId.str()] = {
        {"uri", fileUri(Root.path()) + "/"},
        {"description", {{"text", "The root of the repository, or the current directory."}}}};
    if (OutsideRoot)
      BaseIds[OutsideBaseId.str()] = {
          {"uri", "file:///"}, {"description", {{"text", "Files outside of the repository."}}}};

    Json Run;
    Run["tool"] = {{"driver", std::move(Driver)}};
    Run["taxonomies"] = Json::array({taxonomy()});
    Run["automationDetails"] = {{"id", "aoti-lint/" + toValidUtf8(Options.Category) + "/"}};
    Run["originalUriBaseIds"] = std::move(BaseIds);
    Run["invocations"] = Json::array({std::move(Invocation)});
    Run["columnKind"] = "utf16CodeUnits";
    Run["artifacts"] = std::move(Artifacts);
    Run["results"] = std::move(Results);
    Run["properties"] = {{"suppressed", R.Suppressed}, {"incomplete", R.Incomplete}};

    Json Document;
    Document["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    Document["version"] = "2.1.0";
    Document["runs"] = Json::array({std::move(Run)});
    return Document.dump(2) + "\n";
  }

  static Json taxonomy() {
    Json Taxa = Json::array();
    for (const Category &C : categories())
      Taxa.push_back({{"id", text(C.Id)},
                      {"name", pascalCase(C.Name)},
                      {"shortDescription", {{"text", sentence(capitalised(C.Question))}}}});
    return {{"name", TaxonomyName.str()},
            {"version", text(toolVersion())},
            {"organization", "aoti-lint"},
            {"informationUri", text(projectUrl())},
            {"shortDescription", {{"text", "What goes wrong with AOTInductor packages."}}},
            {"isComprehensive", false},
            {"taxa", std::move(Taxa)}};
  }

  /// The enabled rules, and those that findings name besides.
  Json rules(llvm::ArrayRef<const Finding *> Kept) {
    std::map<std::string, const Rule *> Named;
    for (const Rule *Enabled : R.EnabledRules)
      Named[Enabled->Name.str()] = Enabled;
    for (const Finding *F : Kept)
      Named.try_emplace(F->Rule, findRule(F->Rule));
    Named.try_emplace(IncompleteRule.str(), nullptr);
    Json List = Json::array();
    for (const auto &[Name, Known] : Named) {
      RuleIndex[Name] = List.size();
      List.push_back(rule(Name, Known));
    }
    return List;
  }

  static Json rule(const std::string &Name, const Rule *Known) {
    llvm::StringRef Title =
        Known ? llvm::StringRef(Known->Title) : "file that could not be analysed";
    Severity Level = Known ? Known->DefaultLevel : Severity::Error;
    std::string Page = toValidUtf8(ruleDocumentation(Name));
    bool HasPage = !Page.empty();
    if (Page.empty() && !Known)
      Page = "The analysis of this file is not complete: findings may be missing.\n\nThe message "
             "names the reason. It "
             "is reported and not passed over, so that no finding does not mean that nothing is "
             "wrong.\n";
    std::string Summary = sentence(capitalised(Title));
    std::string Paragraph = firstParagraph(Page);

    Json Tags = Json::array();
    if (Known) {
      Tags.push_back(text(Known->CategoryId));
      if (const Category *C = findCategory(Known->CategoryId))
        Tags.push_back(text(C->Name));
      Tags.push_back(text(Known->Group));
    } else {
      Tags.push_back("analysis");
    }

    Json Object;
    Object["id"] = text(Name);
    Object["name"] = pascalCase(Name);
    Object["shortDescription"] = {{"text", Summary}};
    Object["fullDescription"] = {
        {"text", Paragraph.empty() ? Summary : shortened(sentence(Paragraph), MaxFullDescription)}};
    Object["help"] = {{"text", Page.empty() ? Summary : Page}};
    if (!Page.empty())
      Object["help"]["markdown"] = Page;
    Object["helpUri"] = projectUrl().str() +
                        (HasPage ? "/blob/main/docs/checks/" + encodeUriPath(Name) + ".md" : "");
    Object["defaultConfiguration"] = {{"level", text(severityName(Level))}};
    Object["messageStrings"] = {{"default", {{"text", "{0}."}}}};
    if (Known)
      for (auto [Index, C] : llvm::enumerate(categories()))
        if (C.Id == Known->CategoryId)
          Object["relationships"] =
              Json::array({{{"target",
                             {{"id", text(C.Id)},
                              {"index", Index},
                              {"toolComponent", {{"name", TaxonomyName.str()}, {"index", 0}}}}},
                            {"kinds", Json::array({"superset"})}}});
    Object["properties"] = {{"tags", std::move(Tags)},
                            {"precision", Level == Severity::Note ? "medium" : "high"},
                            {"problem.severity", Level == Severity::Note
                                                     ? "recommendation"
                                                     : text(severityName(Level))}};
    return Object;
  }

  /// \p Source: a text of this very file; nullptr when it has to be read from disk for its hash.
  Json artifact(llvm::StringRef File, bool Archive, const SourceText *Source) {
    auto [Name, NewName] = FileNames.try_emplace(File.str());
    auto &[Base, Uri] = Name->second;
    if (NewName) {
      std::optional<std::string> Relative = Root.relative(File);
      Base = (Relative ? BaseId : OutsideBaseId).str();
      Uri = encodeUriPath(Relative ? llvm::StringRef(*Relative)
                                   : llvm::StringRef(SourceRoot::absolute(File)).ltrim('/'));
    }
    OutsideRoot |= Base == OutsideBaseId;
    auto [Known, New] = ArtifactIndex.try_emplace({Base, Uri}, Artifacts.size());
    size_t Index = Known->second;
    Json Place = {{"uri", Uri}, {"uriBaseId", Base}, {"index", Index}};
    if (New) {
      Json Object = {{"location", Place}};
      if (llvm::StringRef Language = sourceLanguage(File); !Language.empty())
        Object["sourceLanguage"] = text(Language);
      else if (Archive)
        Object["mimeType"] = "application/zip";
      Artifacts.push_back(std::move(Object));
    }
    if (!Artifacts[Index].contains("hashes") && (New || Source)) {
      std::string &Hash = FileHash[File.str()];
      if (Hash.empty())
        Hash = Source ? hex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Source->text())))
                      : hashOfFile(File);
      if (!Hash.empty())
        Artifacts[Index]["hashes"] = {{"sha-256", Hash}};
    }
    return Place;
  }

  /// Empty when the file is too large or cannot be read.
  std::string hashOfFile(llvm::StringRef File) const {
    llvm::sys::fs::file_status Status;
    if (llvm::sys::fs::status(File, Status) || !llvm::sys::fs::is_regular_file(Status) ||
        Status.getSize() > Options.MaxHashedBytes)
      return {};
    llvm::Expected<llvm::sys::fs::file_t> Handle = llvm::sys::fs::openNativeFileForRead(File);
    if (!Handle) {
      llvm::consumeError(Handle.takeError());
      return {};
    }
    llvm::SHA256 Hash;
    std::vector<char> Chunk(size_t(1) << 20);
    std::string Digest;
    while (true) {
      llvm::Expected<size_t> Read = llvm::sys::fs::readNativeFile(*Handle, Chunk);
      if (!Read) {
        llvm::consumeError(Read.takeError());
        break;
      }
      if (*Read == 0) {
        Digest = hex(Hash.final());
        break;
      }
      Hash.update(llvm::StringRef(Chunk.data(), *Read));
    }
    llvm::sys::fs::closeFile(*Handle);
    return Digest;
  }

  Json artifactOf(const Location &At) {
    const SourceText &Source = *At.Source;
    return artifact(Source.file(), Source.inArchive(), Source.inArchive() ? nullptr : &Source);
  }

  /// "'data/…/x.wrapper.cpp:12:5'": where in an archive.
  static std::string memberPlace(const Location &At) {
    LineColumn Begin = At.begin();
    return fmt::format("{}:{}:{}", toValidUtf8(At.Source->member()), Begin.Line, Begin.Column);
  }

  static bool inMember(const Location &At) {
    return At.Source->inArchive() && !At.Source->member().empty();
  }

  /// The text around a place, whole lines; empty when it would be long.
  static Json contextRegion(const Location &At) {
    unsigned First = At.begin().Line, Last = At.end().Line;
    if (Last - First >= MaxSnippetLines)
      return {};
    First = First > ContextLines ? First - ContextLines : 1;
    Last = std::min(Last + ContextLines, At.Source->lineCount());
    // An empty last line is no line for a reader of files.
    if (Last > At.end().Line && At.Source->line(Last).empty() && Last == At.Source->lineCount())
      --Last;
    uint32_t Begin = At.Source->lineStart(First);
    uint32_t End = Last < At.Source->lineCount() ? At.Source->lineStart(Last + 1)
                                                 : static_cast<uint32_t>(At.Source->text().size());
    if (End - Begin > MaxSnippetBytes)
      return {};
    return {{"startLine", First},
            {"endLine", Last},
            {"snippet", {{"text", text(At.Source->text().slice(Begin, End))}}}};
  }

  Json physicalLocation(const Location &At, bool WithText) {
    Json Object = {{"artifactLocation", artifactOf(At)}};
    if (At.Source->inArchive()) {
      // A binary file has no lines; the member stands in the logical location.
      Object["region"] = {{"startLine", 1}, {"startColumn", 1}, {"endLine", 1}, {"endColumn", 1}};
      return Object;
    }
    Object["region"] = region(At);
    if (!WithText)
      return Object;
    llvm::StringRef Marked = At.Source->text().slice(At.Begin, At.End);
    if (!Marked.empty() && Marked.size() <= MaxSnippetBytes)
      Object["region"]["snippet"] = {{"text", text(Marked)}};
    if (Json Context = contextRegion(At); !Context.empty())
      Object["contextRegion"] = std::move(Context);
    return Object;
  }

  /// \p Message empty for the place of a finding itself.
  Json location(const Location &At, llvm::StringRef Message, bool WithText) {
    Json Object = Json::object();
    std::string Text = Message.empty() ? std::string() : withoutLinks(toValidUtf8(Message));
    if (At.isValid()) {
      Object["physicalLocation"] = physicalLocation(At, WithText);
      if (inMember(At)) {
        Object["logicalLocations"] =
            Json::array({{{"name", text(llvm::sys::path::filename(At.Source->member()))},
                          {"fullyQualifiedName", memberPlace(At)},
                          {"kind", "resource"}}});
        if (!Text.empty())
          Text += " (at '" + withoutLinks(memberPlace(At)) + "')";
      }
    }
    if (!Text.empty())
      Object["message"] = {{"text", sentence(Text)}};
    return Object;
  }

  /// A place for what has none: code scanning rejects a file with a result that has no location.
  Json fallbackLocation() {
    Json Object;
    const InputReport *Input = R.Inputs.empty() ? nullptr : &R.Inputs.front();
    Json Artifact = Input ? artifact(Input->Path, Input->Kind == "archive", nullptr)
                          : Json{{"uri", "."}, {"uriBaseId", BaseId.str()}};
    return {
        {"physicalLocation",
         {{"artifactLocation", std::move(Artifact)},
          {"region", {{"startLine", 1}, {"startColumn", 1}, {"endLine", 1}, {"endColumn", 1}}}}}};
  }

  std::string primaryLineHash(const Location &At) {
    const SourceText &Source = *At.Source;
    std::vector<LineHash> &Hashes = Hashed[&Source];
    if (Hashes.empty())
      Hashes = lineHashes(Source.text());
    LineHash Hash = Hashes[std::min<size_t>(At.begin().Line, Hashes.size()) - 1];
    // All members of an archive are one file for code scanning: equal lines of two models must stay
    // two alerts. The folder stays the same from build to build, file names do not.
    if (inMember(At))
      Hash.Hash ^= llvm::xxh3_64bits(llvm::sys::path::parent_path(Source.member()));
    return Hash.str();
  }

  Json result(const Finding &F) {
    std::string Message = sentence(withoutLinks(toValidUtf8(F.Message)));
    if (F.At.isValid() && inMember(F.At))
      Message += " Found at '" + withoutLinks(memberPlace(F.At)) + "'.";

    Json Related = Json::array();
    std::vector<std::string> Links;
    for (const FindingNote &N : F.Notes) {
      if (!N.At.isValid()) {
        Message += " " + capitalised(sentence(withoutLinks(toValidUtf8(N.Message))));
        continue;
      }
      if (Related.size() == MaxRelatedLocations) {
        ++CutLocations;
        break;
      }
      unsigned Id = Related.size() + 1;
      Json Place = {{"id", Id}};
      Place.update(location(N.At, N.Message, false));
      Related.push_back(std::move(Place));
      if (Links.size() < MaxLinkedNotes) {
        bool Plain = llvm::StringRef(N.Message).find_first_of("[]\\\r\n") == llvm::StringRef::npos;
        Links.push_back(fmt::format(
            "[{}]({})", Plain ? toValidUtf8(N.Message) : fmt::format("note {}", Id), Id));
      }
    }
    if (!Links.empty())
      Message += " See " + llvm::join(Links, ", ") + ".";

    Json Object;
    Object["ruleId"] = text(F.Rule);
    Object["ruleIndex"] = RuleIndex.at(F.Rule);
    Object["level"] = text(severityName(F.Level));
    // `text` is what readers show; with the rule's message string, the arguments give the same.
    Object["message"] = {{"text", Message},
                         {"id", "default"},
                         {"arguments", Json::array({llvm::StringRef(Message).drop_back().str()})}};
    Object["locations"] =
        Json::array({F.At.isValid() ? location(F.At, {}, true) : fallbackLocation()});
    if (!Related.empty())
      Object["relatedLocations"] = std::move(Related);
    if (!F.Flow.empty())
      Object["codeFlows"] = Json::array({codeFlow(F)});
    Json Fingerprints;
    if (F.At.isValid())
      Fingerprints["primaryLocationLineHash"] = primaryLineHash(F.At);
    Fingerprints["aotiFinding/v1"] = text(F.Fingerprint);
    Object["partialFingerprints"] = std::move(Fingerprints);
    if (Json Fixes = fixes(F); !Fixes.empty())
      Object["fixes"] = std::move(Fixes);
    if (F.At.isValid() && inMember(F.At)) {
      LineColumn Begin = F.At.begin(), End = F.At.end();
      Object["properties"] = {{"member", text(F.At.Source->member())},
                              {"line", Begin.Line},
                              {"column", F.At.Source->utf16Column(F.At.Begin)},
                              {"endLine", End.Line},
                              {"endColumn", F.At.Source->utf16Column(F.At.End)}};
      if (llvm::StringRef Line = F.At.Source->line(Begin.Line); Line.size() <= MaxSnippetBytes)
        Object["properties"]["sourceLine"] = text(Line);
    }
    return Object;
  }

  Json codeFlow(const Finding &F) {
    Json Steps = Json::array();
    for (const FlowStep &S : F.Flow) {
      if (Steps.size() == MaxFlowSteps) {
        ++CutLocations;
        break;
      }
      Json Step = {
          {"location", S.At.isValid() ? location(S.At, S.Message, false) : fallbackLocation()}};
      if (!S.At.isValid())
        Step["location"]["message"] = {{"text", sentence(withoutLinks(toValidUtf8(S.Message)))}};
      Step["nestingLevel"] = 0;
      Step["executionOrder"] = Steps.size() + 1;
      Step["importance"] = "essential";
      Steps.push_back(std::move(Step));
    }
    Json Flow;
    Flow["threadFlows"] = Json::array({{{"locations", std::move(Steps)}}});
    return Flow;
  }

  /// Fixes of files on disk; nobody can edit a member of an archive in place.
  Json fixes(const Finding &F) {
    Json List = Json::array();
    for (const Fix &Offered : F.Fixes) {
      auto Editable = [](const Edit &E) { return E.At.isValid() && !E.At.Source->inArchive(); };
      if (Offered.Edits.empty() || !llvm::all_of(Offered.Edits, Editable))
        continue;
      Json Changes = Json::array();
      std::vector<std::string> Files;
      for (const Edit &E : Offered.Edits) {
        std::string File = E.At.Source->file().str();
        auto Known = llvm::find(Files, File);
        size_t Index = Known - Files.begin();
        if (Known == Files.end()) {
          Files.push_back(File);
          Changes.push_back(
              {{"artifactLocation", artifactOf(E.At)}, {"replacements", Json::array()}});
        }
        Json Replacement = {{"deletedRegion", region(E.At)}};
        if (!E.Replacement.empty())
          Replacement["insertedContent"] = {{"text", text(E.Replacement)}};
        Changes[Index]["replacements"].push_back(std::move(Replacement));
      }
      List.push_back({{"description", {{"text", sentence(capitalised(Offered.Description))}}},
                      {"artifactChanges", std::move(Changes)},
                      {"properties", {{"safe", Offered.Safe}}}});
    }
    return List;
  }

  static Json notification(Severity Level, const std::string &Message) {
    return {{"level", text(severityName(Level))},
            {"message", {{"text", Message}}},
            {"descriptor", {{"id", RunNotificationId.str()}, {"index", 0}}}};
  }

  Json invocation(size_t KeptResults) {
    Json Notifications = Json::array();
    for (const Notification &N : R.Notifications) {
      Json Object = notification(N.Level, sentence(withoutLinks(toValidUtf8(N.Message))));
      if (N.At.isValid())
        Object["locations"] = Json::array({location(N.At, {}, false)});
      Notifications.push_back(std::move(Object));
    }
    if (KeptResults < R.Findings.size())
      Notifications.push_back(
          notification(Severity::Warning,
                       fmt::format("{} of {} findings, the least severe ones, are left out because "
                                   "code scanning takes at most {} "
                                   "results and {} bytes in one file: '--format=json' lists all.",
                                   R.Findings.size() - KeptResults, R.Findings.size(),
                                   Options.MaxResults, Options.MaxCompressedBytes)));
    if (CutLocations)
      Notifications.push_back(notification(
          Severity::Warning, fmt::format("Notes or steps of {} findings are left out because code "
                                         "scanning takes at most {} related "
                                         "locations and {} steps: '--format=json' lists all.",
                                         CutLocations, MaxRelatedLocations, MaxFlowSteps)));

    static constexpr llvm::StringLiteral Descriptions[] = {
        "No finding at or above the severity that fails the run.",
        "Findings at or above the severity that fails the run.",
        "An input could not be read, or the options are wrong.",
        "Part of the input could not be analysed."};
    Json Object;
    Object["executionSuccessful"] = R.ExitCode == 0 || R.ExitCode == 1;
    Object["exitCode"] = R.ExitCode;
    if (R.ExitCode >= 0 && static_cast<size_t>(R.ExitCode) < std::size(Descriptions))
      Object["exitCodeDescription"] = Descriptions[R.ExitCode].str();
    Object["toolExecutionNotifications"] = std::move(Notifications);
    return Object;
  }

  const Report &R;
  const SarifOptions &Options;
  SourceRoot Root;
  Json Artifacts;
  /// The base and the URI of each file.
  std::map<std::string, std::pair<std::string, std::string>> FileNames;
  std::map<std::pair<std::string, std::string>, size_t> ArtifactIndex;
  std::map<std::string, size_t> RuleIndex;
  std::map<const SourceText *, std::vector<LineHash>> Hashed;
  std::map<std::string, std::string> FileHash;
  bool OutsideRoot = false;
  unsigned CutLocations = 0;
};

} // namespace

void writeSarif(const Report &R, const SarifOptions &Options, llvm::raw_ostream &OS) {
  OS << Writer(R, Options).write();
}

void writeSarif(const Report &R, llvm::raw_ostream &OS) { writeSarif(R, SarifOptions(), OS); }

} // namespace aoti
