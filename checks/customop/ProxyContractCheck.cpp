#include "checks/customop/ProxyContractCheck.h"
#include "Facts/ExternNodes.h"
#include "Support/Quote.h"
#include "checks/JsonFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using llvm::StringRef;

namespace aoti {
namespace {

/// What a node takes from its call, in the order in which the executor reads it.
struct Needs {
  struct Integer {
    ExternInteger Is;
    const ExternArgument *Of;
    bool IsInput;
  };
  struct Tensor {
    ExternTensor Is;
    const ExternArgument *Of;
    bool IsInput;
  };
  std::vector<Integer> Integers;
  std::vector<Tensor> Tensors;

  explicit Needs(const ExternNode &Node) {
    for (bool IsInput : {true, false})
      for (const ExternArgument &A : IsInput ? Node.Inputs : Node.Outputs) {
        for (const ExternInteger &I : A.Integers)
          Integers.push_back({I, &A, IsInput});
        for (const ExternTensor &T : A.Tensors)
          Tensors.push_back({T, &A, IsInput});
      }
  }
};

/// A way in which a call and a node disagree. Places in the code and in the file.
struct Disagreement {
  ByteRange InCode;
  std::string Message;
  ByteRange InFile;
  std::string Note;
  /// Whether the finding stands in the file and the note in the code.
  bool AtFile = false;
};

std::string numberOf(uint64_t Count, StringRef What) {
  return std::to_string(Count) + " " + What.str() + (Count == 1 ? "" : "s");
}

/// "'by'", "element 1 of 'xs'"; "a result" for outputs.
template <typename Need> std::string describeNeed(const std::vector<Need> &All, size_t At) {
  const Need &N = All[At];
  if (!N.IsInput)
    return "a result";
  size_t First = At;
  while (First > 0 && All[First - 1].Of == N.Of)
    --First;
  bool IsList = StringRef(N.Of->Kind).ends_with("s");
  return (IsList ? "element " + std::to_string(At - First) + " of " : "") + quoted(N.Of->Name);
}

/// Whether \p Given differs from \p Wanted for sure.
bool differs(const ProxyInteger &Given, const ExternInteger &Wanted) {
  if (Wanted.Value)
    return Given.Value ? *Given.Value != *Wanted.Value : !Given.Names.empty();
  if (Wanted.Symbol.empty())
    return false;
  if (Given.Value)
    return true;
  auto IsName = [](StringRef Text) {
    return llvm::all_of(Text, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  };
  return !Given.Names.empty() && IsName(Wanted.Symbol) &&
         !llvm::is_contained(Given.Names, Wanted.Symbol);
}

bool differs(const ProxyTensor &Given, const Needs::Tensor &Wanted) {
  if (Wanted.Is.Name.empty() || Given.Names.empty())
    return false;
  // A result that the operator writes into a tensor that exists has a name of its own in the file.
  if (!Wanted.IsInput && !Given.IsNew)
    return false;
  return !llvm::is_contained(Given.Names, Wanted.Is.Name);
}
bool differs(const ProxyInteger &Given, const Needs::Integer &Wanted) {
  return differs(Given, Wanted.Is);
}

std::string givenText(const ProxyInteger &Given) {
  return Given.Value ? std::to_string(*Given.Value) : quoted(Given.Names.front());
}
std::string givenText(const ProxyTensor &Given) { return quoted(Given.Names.front()); }
std::string wantedText(const Needs::Integer &Wanted) {
  return Wanted.Is.Value ? std::to_string(*Wanted.Is.Value) : quoted(Wanted.Is.Symbol);
}
std::string wantedText(const Needs::Tensor &Wanted) { return quoted(Wanted.Is.Name); }

class Comparer {
public:
  Comparer(const JsonFile &Json, const ExternNodes &File, const SourceTextPtr &Source,
           const std::vector<ProxyCall> &Calls, llvm::function_ref<void(Finding)> Report)
      : Json(Json), File(File), Source(Source), Calls(Calls), Report(Report) {
    for (const ExternNode &Node : File.Nodes)
      AllNeeds.emplace_back(Node);
  }

  void run() {
    if (!File.HasList)
      return;
    Told.assign(Calls.size(), false);
    for (const ProxyCall &Call : Calls) {
      AllLiteral &= Call.Node.has_value();
      std::optional<size_t> Node = nodeOf(Call);
      Own.push_back(Node && (!File.Nodes[*Node].Complete || matches(Call, *Node)));
    }
    findUses();
    if (!reportRemovedNode()) {
      reportIndices();
      for (size_t I = 0; I < Calls.size(); ++I)
        if (!Told[I])
          compareCall(I);
    }
    reportUnused();
  }

private:
  Location code(ByteRange R) const { return {Source, R.Begin, R.End}; }

  void report(Location At, std::string Message, std::vector<FindingNote> Notes) {
    Finding F;
    F.Level = Severity::Error;
    F.At = std::move(At);
    F.Message = std::move(Message);
    F.Notes = std::move(Notes);
    Report(std::move(F));
  }

  /// The number of the node that a call names, if there is such a node.
  std::optional<size_t> nodeOf(const ProxyCall &Call) const {
    if (!Call.Node || *Call.Node < 0 || *Call.Node >= static_cast<int64_t>(File.Nodes.size()))
      return std::nullopt;
    return static_cast<size_t>(*Call.Node);
  }

  std::string nodeText(size_t Node) const {
    return "node " + std::to_string(Node) + " (" + quoted(File.Nodes[Node].Target) + ")";
  }

  FindingNote noteOfNode(size_t Node, std::string Text) const {
    return {Json.at(File.Nodes[Node].At), std::move(Text)};
  }

  /// Calls whose number is told to be wrong use no node; where several name one, that which fits.
  void findUses() {
    UsedBy.assign(File.Nodes.size(), -1);
    for (bool Fitting : {true, false})
      for (size_t I = 0; I < Calls.size(); ++I) {
        std::optional<size_t> Node = nodeOf(Calls[I]);
        if (Node && !Told[I] && Own[I] == Fitting && UsedBy[*Node] < 0)
          UsedBy[*Node] = static_cast<int>(I);
      }
  }

  bool matches(const ProxyCall &Call, size_t Node) const {
    return File.Nodes[Node].Complete && disagreements(Call, Node).empty();
  }

  /// A file that lacks one node: the calls from it on run the operators of those behind them.
  bool reportRemovedNode() {
    if (!AllLiteral || File.Nodes.size() + 1 != Calls.size())
      return false;
    for (size_t I = 0; I < Calls.size(); ++I)
      if (*Calls[I].Node != static_cast<int64_t>(I))
        return false;
    size_t Gap = 0;
    while (Gap < File.Nodes.size() && matches(Calls[Gap], Gap))
      ++Gap;
    for (size_t I = Gap + 1; I < Calls.size(); ++I)
      if (!matches(Calls[I], I - 1))
        return false;
    std::vector<FindingNote> Notes;
    std::string Then;
    if (Gap < File.Nodes.size()) {
      Notes.push_back(noteOfNode(Gap, "the operator that runs instead, of a later call"));
      Then = ", this call and those behind it run the operators of the calls that follow them";
    } else {
      Notes.push_back({Json.at(File.ListAt), "the nodes"});
      Then = ", and the executor stops with 'Invalid extern node index'";
    }
    report(code(Calls[Gap].NodeAt),
           "the file of operators has no node for this call: it holds " +
               numberOf(File.Nodes.size(), "node") + " for " + numberOf(Calls.size(), "call") +
               Then + "; package the model again",
           std::move(Notes));
    return true;
  }

  /// Calls that name another node than the one whose arguments they pass.
  void reportIndices() {
    // A file that fits no call belongs to another model, and needs no search.
    constexpr unsigned MaxSearches = 100;
    unsigned Searches = 0;
    for (size_t I = 0; I < Calls.size(); ++I) {
      if (!Calls[I].Node || Own[I])
        continue;
      std::optional<size_t> Fitting;
      if (++Searches <= MaxSearches)
        Fitting = fittingNode(I);
      if (Fitting)
        reportIndex(I, nodeOf(Calls[I]), *Fitting);
      else if (!nodeOf(Calls[I]))
        reportOutOfRange(I);
    }
    findUses();
    for (size_t I = 0; I < Calls.size(); ++I) {
      std::optional<size_t> Node = nodeOf(Calls[I]);
      if (Told[I] || !Node || UsedBy[*Node] == static_cast<int>(I) || !Own[I])
        continue;
      reportSecond(I, *Node);
    }
    reportOrder();
  }

  /// The node that a call should name, where just one fits: one that no call names, or one whose
  /// call does not fit it either.
  std::optional<size_t> fittingNode(size_t I) const {
    std::optional<size_t> Best;
    for (size_t N = 0; N < File.Nodes.size(); ++N) {
      if (Calls[I].Node == static_cast<int64_t>(N) || !matches(Calls[I], N) ||
          (UsedBy[N] >= 0 && Own[UsedBy[N]]))
        continue;
      if (Best)
        return std::nullopt;
      Best = N;
    }
    return Best;
  }

  void reportIndex(size_t I, std::optional<size_t> Node, size_t Fitting) {
    Told[I] = true;
    Mentioned.insert(Fitting);
    std::string Names = Node ? nodeText(*Node) : "node " + std::to_string(*Calls[I].Node);
    std::vector<FindingNote> Notes;
    if (Node)
      Notes.push_back(noteOfNode(*Node, "the operator that the call names"));
    Notes.push_back(noteOfNode(Fitting, "the operator that takes what the call passes"));
    report(code(Calls[I].NodeAt),
           "the call names " + Names + " and passes what " + nodeText(Fitting) + " takes" +
               (Node ? ": another operator runs, with the wrong arguments"
                     : ": there is no such node, and the executor stops with 'Invalid extern node "
                       "index'") +
               "; write " + std::to_string(Fitting) + ", or package the model again",
           std::move(Notes));
  }

  /// If just one node is left without a call, it is the one that a call without one should run.
  void addNodeLeft(std::vector<FindingNote> &Notes) {
    auto Free = llvm::find(UsedBy, -1);
    if (Free == UsedBy.end() || std::find(std::next(Free), UsedBy.end(), -1) != UsedBy.end())
      return;
    auto Left = static_cast<size_t>(Free - UsedBy.begin());
    Mentioned.insert(Left);
    Notes.push_back(noteOfNode(Left, "no call runs " + nodeText(Left)));
  }

  void reportOutOfRange(size_t I) {
    Told[I] = true;
    std::vector<FindingNote> Notes = {{Json.at(File.ListAt), "the nodes"}};
    addNodeLeft(Notes);
    report(code(Calls[I].NodeAt),
           "the call names node " + std::to_string(*Calls[I].Node) +
               ", and the file of operators holds " + numberOf(File.Nodes.size(), "node") +
               (*Calls[I].Node < 0 ? ": the executor reads before its list"
                                   : ": the executor stops with 'Invalid extern node index'") +
               "; package the model again",
           std::move(Notes));
  }

  void reportSecond(size_t I, size_t Node) {
    Told[I] = true;
    const ProxyCall &First = Calls[UsedBy[Node]];
    std::vector<FindingNote> Notes = {{code(First.NodeAt), "the first call"},
                                      noteOfNode(Node, "the node")};
    addNodeLeft(Notes);
    report(code(Calls[I].NodeAt),
           "the call runs " + nodeText(Node) +
               ", which another call runs already: torch describes each call by a node of its own, "
               "so that one of them runs the wrong operator; package the model again",
           std::move(Notes));
  }

  /// Two calls of one function that fit each other's node as well as their own, but stand in the
  /// other order: what only the file tells apart (numbers with a fraction, texts) is exchanged.
  void reportOrder() {
    // By function, the call with the highest node so far.
    llvm::StringMap<size_t> Highest;
    for (size_t I = 0; I < Calls.size(); ++I) {
      std::optional<size_t> Node = nodeOf(Calls[I]);
      if (Told[I] || !Node)
        continue;
      auto [It, IsFirst] = Highest.try_emplace(Calls[I].Function, I);
      if (IsFirst)
        continue;
      size_t Before = It->second, Other = *nodeOf(Calls[Before]);
      if (*Node > Other) {
        It->second = I;
        continue;
      }
      if (!File.Nodes[*Node].Complete || !matches(Calls[I], Other) ||
          !matches(Calls[Before], *Node) || !Own[I] || !Own[Before])
        continue;
      Told[I] = true;
      std::vector<FindingNote> Notes = {
          {code(Calls[Before].NodeAt), "the call before it runs " + nodeText(Other)},
          noteOfNode(*Node, "the node")};
      report(code(Calls[I].NodeAt),
             "the call runs " + nodeText(*Node) + " after " + nodeText(Other) +
                 ": torch numbers the calls in their order, so that the operators run with each "
                 "other's settings; exchange the numbers, or package the model again",
             std::move(Notes));
    }
  }

  void compareCall(size_t I) {
    const ProxyCall &Call = Calls[I];
    std::optional<size_t> Node = nodeOf(Call);
    // The call is to agree with itself even where the file tells nothing.
    std::vector<Disagreement> Found;
    if (Node && File.Nodes[*Node].Complete) {
      Found = disagreements(Call, *Node);
    } else {
      compareCounts(Call.Integers, std::nullopt, "integer", nullptr, Found);
      compareCounts(Call.Tensors, std::nullopt, "tensor", nullptr, Found);
    }
    if (Found.empty())
      return;
    std::vector<FindingNote> Notes;
    auto Shortened = [](const Disagreement &D) {
      return StringRef(D.Message).split("; package the model again").first.str();
    };
    if (Found.size() > 1 && Node) {
      // It is the node that is wrong rather than everything that is passed.
      Notes.push_back(noteOfNode(*Node, "the operator that the call names"));
      for (const Disagreement &D : Found)
        Notes.push_back({D.AtFile ? Json.at(D.InFile) : code(D.InCode), Shortened(D)});
    } else if (Found.front().AtFile) {
      Notes.push_back({code(Found.front().InCode), Found.front().Note});
    } else if (Found.front().InFile.End) {
      Notes.push_back({Json.at(Found.front().InFile), Found.front().Note});
    }
    if (Node && !Own[I] && UsedBy[*Node] >= 0 && Own[UsedBy[*Node]])
      Notes.push_back({code(Calls[UsedBy[*Node]].At),
                       "the call in '" + Calls[UsedBy[*Node]].Function + "' that fits this node"});
    if (Found.size() > 1 && Node)
      report(
          code(Call.NodeAt),
          "the call names " + nodeText(*Node) +
              ", which takes something else than the call passes: the executor reads past the end "
              "of the arrays, stops, or computes with what is not meant for it; package the model "
              "again",
          std::move(Notes));
    else
      report(Found.front().AtFile ? Json.at(Found.front().InFile) : code(Found.front().InCode),
             Found.front().Message, std::move(Notes));
  }

  std::vector<Disagreement> disagreements(const ProxyCall &Call, size_t Number) const {
    const ExternNode &Node = File.Nodes[Number];
    const Needs &N = AllNeeds[Number];
    std::vector<Disagreement> Found;
    compareOperator(Call, Node, Found);
    compareDtype(Call, Node, Found);
    compareList(Call.Integers, N.Integers, "integer", Node, Found);
    compareList(Call.Tensors, N.Tensors, "tensor", Node, Found);
    return Found;
  }

  template <typename Element, typename Need>
  void compareList(const ProxyList<Element> &List, const std::vector<Need> &Wanted, StringRef What,
                   const ExternNode &Node, std::vector<Disagreement> &Found) const {
    size_t Agree = 0;
    while (Agree < Wanted.size() && Agree < List.Elements.size() &&
           !differs(List.Elements[Agree], Wanted[Agree]))
      ++Agree;
    // Where the file has one more or one less: the first that does not fit, else the last.
    ByteRange InFile = Wanted.empty() ? Node.At : Wanted[std::min(Agree, Wanted.size() - 1)].Of->At;
    size_t Before = Found.size();
    compareCounts(List, Wanted.size(), What, &Node, Found);
    if (Found.size() > Before) {
      Found.back().InFile = InFile;
      return;
    }
    if (List.Elements.size() != Wanted.size())
      return;
    compareElements(List, Wanted, What, Node, Found);
  }

  /// \p Wanted is how many the file says; nothing if it does not tell.
  template <typename Element>
  static void compareCounts(const ProxyList<Element> &List, std::optional<uint64_t> Wanted,
                            StringRef What, const ExternNode *Node,
                            std::vector<Disagreement> &Found) {
    if (!List.Count)
      return;
    auto Announced = static_cast<uint64_t>(std::max<int64_t>(*List.Count, 0));
    std::string Takes =
        Wanted ? "; " + quoted(Node->Target) + " takes " + std::to_string(*Wanted) : "";
    std::string Note =
        Wanted ? "the file gives " + numberOf(*Wanted, What) + " to the operator" : "";
    auto Add = [&](ByteRange At, std::string Message) {
      Found.push_back({At, std::move(Message), {}, Note, false});
    };
    if (*List.Count < 0)
      return Add(List.CountAt, "the call announces " + std::to_string(*List.Count) + " " +
                                   What.str() + "s" + Takes + "; package the model again");
    if (List.Size && *List.Size != Announced) {
      // The number that disagrees with the other two is the wrong one.
      bool SizeIsWrong = Wanted == Announced;
      return Add(
          SizeIsWrong ? List.At : List.CountAt,
          "the call announces " + numberOf(Announced, What) + " and passes an array of " +
              std::to_string(*List.Size) + Takes +
              (std::max(Announced, Wanted.value_or(0)) > *List.Size
                   ? ": the executor reads past the end of the array"
                   : ": the executor stops with 'Mismatch between " + What.str() + "s consumed'") +
              "; package the model again");
    }
    if (List.Size && List.Elements.size() < *List.Size)
      return Add(List.At, "the array of " + numberOf(*List.Size, What) + " is given " +
                              std::to_string(List.Elements.size()) + Takes + ": the others are 0" +
                              (What == "tensor" ? ", and the executor reads through a null handle"
                                                : ", which the operator takes for values") +
                              "; package the model again");
    if (Wanted && *Wanted != Announced)
      return Add(
          List.Size ? List.At : List.CountAt,
          "the call passes " + numberOf(Announced, What) + " and " + quoted(Node->Target) +
              " takes " + std::to_string(*Wanted) + " by the file of operators: " +
              (*Wanted > Announced
                   ? "the executor reads past the end of the array before it notices"
                   : "the executor stops with 'Mismatch between " + What.str() + "s consumed'") +
              ", or with torch before 2.13 goes on without the operator; package the model "
              "again");
  }

  template <typename Element, typename Need>
  void compareElements(const ProxyList<Element> &List, const std::vector<Need> &Wanted,
                       StringRef What, const ExternNode &Node,
                       std::vector<Disagreement> &Found) const {
    std::vector<size_t> Bad;
    for (size_t I = 0; I < Wanted.size(); ++I)
      if (differs(List.Elements[I], Wanted[I]))
        Bad.push_back(I);
    if (Bad.empty())
      return;
    size_t First = Bad.front();
    Disagreement D;
    D.InCode = List.Elements[First].At;
    D.InFile = Wanted[First].Of->Kind == "as_tensors" || Wanted[First].Is.At.End == 0
                   ? Wanted[First].Of->At
                   : Wanted[First].Is.At;
    D.Message = "the call passes the " + What.str() + " " + givenText(List.Elements[First]) +
                " as " + describeNeed(Wanted, First) + " of " + quoted(Node.Target) +
                ", for which the file of operators names " + wantedText(Wanted[First]);
    D.Note = "the file names " + wantedText(Wanted[First]);
    if (Bad.size() == 2 && !differs(List.Elements[Bad[0]], Wanted[Bad[1]]) &&
        !differs(List.Elements[Bad[1]], Wanted[Bad[0]]))
      D.Message += " (it is exchanged with " +
                   (Wanted[Bad[1]].IsInput ? describeNeed(Wanted, Bad[1]) : "another result") + ")";
    else if (Bad.size() > 1)
      D.Message += " (and " + std::to_string(Bad.size() - 1) +
                   (Bad.size() == 2 ? " other differs)" : " others differ)");
    D.Message +=
        ": the operator computes with something else and nothing notices; package the model "
        "again";
    Found.push_back(std::move(D));
  }

  static bool isResult(StringRef Name, const ExternNode &Node) {
    return llvm::any_of(Node.Outputs, [&](const ExternArgument &A) {
      return llvm::any_of(A.Tensors, [&](const ExternTensor &T) { return T.Name == Name; });
    });
  }

  /// What the code around a call says of the operator.
  static void compareOperator(const ProxyCall &Call, const ExternNode &Node,
                              std::vector<Disagreement> &Found) {
    std::string Target = Node.dottedTarget();
    if (Target.empty())
      return;
    const ProxyEvidence *Other = nullptr;
    StringRef Says;
    if (Call.Asserted && isResult(Call.Asserted->Result, Node)) {
      if (StringRef(Call.Asserted->Operator).count('.') == 2 && Call.Asserted->Operator != Target) {
        Other = &*Call.Asserted;
        Says = "an assertion on its result names";
      }
    } else if (Node.isCustom()) {
      // A comment names the operator of the program, of which torch may have taken the variant that
      // works in place.
      auto Plain = [](StringRef Name) {
        auto [Namespace, Rest] = Name.split('.');
        return (Namespace + "." + Rest.split('.').first.rtrim('_')).str();
      };
      for (const ProxyEvidence &Named : Call.Commented) {
        StringRef Name = Named.Operator;
        if (Name.starts_with("aten.") || Name.starts_with("prims.") || !Name.contains('.'))
          continue;
        if (Plain(Name) == Plain(Target)) {
          Other = nullptr;
          break;
        }
        Other = &Named;
        Says = "the comment before it names";
      }
    }
    if (!Other)
      return;
    Found.push_back({Other->At,
                     "the file of operators names " + quoted(Node.Target) + " for this call, and " +
                         Says.str() + " " + quoted(Other->Operator) +
                         ": another operator runs, or none is found when the model is loaded; "
                         "package the model again",
                     Node.At, "the call, for which the code names " + quoted(Other->Operator),
                     true});
  }

  /// Operators of ATen make their result of the dtype that they are given under this name.
  static void compareDtype(const ProxyCall &Call, const ExternNode &Node,
                           std::vector<Disagreement> &Found) {
    if (!StringRef(Node.Target).starts_with("aten::") || Node.Outputs.size() != 1)
      return;
    auto Given = llvm::find_if(
        Node.Inputs, [](const ExternArgument &A) { return A.Name == "dtype" && !A.Dtype.empty(); });
    // The norm of complex numbers is real.
    if (Given == Node.Inputs.end() || StringRef(Given->Dtype).starts_with("complex"))
      return;
    auto Same = [](StringRef A, StringRef B) {
      auto IsByte = [](StringRef Name) { return Name == "bool" || Name == "uint8"; };
      return A == B || (IsByte(A) && IsByte(B));
    };
    StringRef Expected;
    ByteRange At;
    if (Call.Asserted && !Call.Asserted->Dtype.empty() && isResult(Call.Asserted->Result, Node)) {
      Expected = Call.Asserted->Dtype;
      At = Call.Asserted->At;
    } else {
      for (const ProxyConsumer &C : Call.Consumers)
        if (!C.Dtype.empty()) {
          Expected = C.Dtype;
          At = C.At;
          break;
        }
    }
    if (Expected.empty() || Same(Expected, Given->Dtype))
      return;
    Found.push_back({At,
                     "the file of operators asks " + quoted(Node.Target) + " for a result of " +
                         quoted(Given->Dtype) + ", and the code takes it for " + quoted(Expected) +
                         ": its elements are read as others; package the model again",
                     Given->At, "the code takes the result for " + quoted(Expected) + " here",
                     true});
  }

  StringRef sourceOf(const ExternNode &Node) const {
    return Json.Source->text().slice(Node.Whole.Begin, Node.Whole.End);
  }

  void reportUnused() {
    if (!AllLiteral)
      return;
    // Where kernels are tuned at the first run, torch writes the code of branches and loops twice,
    // the first time for a variant that is not in the package, and a node each time.
    llvm::StringSet<> UsedBehind;
    std::vector<size_t> Unused;
    for (size_t N = File.Nodes.size(); N-- > 0;)
      if (UsedBy[N] >= 0)
        UsedBehind.insert(sourceOf(File.Nodes[N]));
      else if (!Mentioned.count(N) && !UsedBehind.contains(sourceOf(File.Nodes[N])))
        Unused.push_back(N);
    for (size_t N : llvm::reverse(Unused)) {
      std::vector<FindingNote> Notes;
      if (!Calls.empty())
        Notes.push_back({code(Calls.front().At), "the first call of the wrapper"});
      report(Json.at(File.Nodes[N].At),
             "no call of the wrapper runs " + nodeText(N) +
                 ": torch writes a node for each call, so that an operator is left out and its "
                 "results are never computed; package the model again",
             std::move(Notes));
    }
  }

  const JsonFile &Json;
  const ExternNodes &File;
  SourceTextPtr Source;
  const std::vector<ProxyCall> &Calls;
  llvm::function_ref<void(Finding)> Report;
  std::vector<Needs> AllNeeds;
  /// The first call that names a node; -1 if there is none.
  std::vector<int> UsedBy;
  /// Calls that fit the node that they name, as far as it can be read.
  std::vector<bool> Own;
  /// Calls of which everything is said.
  std::vector<bool> Told;
  /// Nodes that a finding names as the right one.
  std::set<size_t> Mentioned;
  bool AllLiteral = true;
};

} // namespace

void ProxyContractCheck::check(const ModelView &View, Reporter Report) {
  for (const Member *M : View.Files.ExternNodes) {
    // What is no JSON is told by aoti-package-layout.
    std::optional<JsonFile> Json = readJsonFile(View, *M);
    if (!Json)
      continue;
    ExternNodes File = readExternNodes(Json->Parsed);
    for (const ExternProblem &P : File.Problems) {
      Finding F;
      F.Level = P.Fatal ? Severity::Error : Severity::Warning;
      F.At = Json->at(P.At);
      F.Message = P.Message;
      if (P.First.End)
        F.Notes.push_back({Json->at(P.First), "the first one"});
      Report(std::move(F));
    }
    for (const Member *Wrapper : View.Files.Wrappers) {
      auto Summary = View.Summaries.find(Wrapper);
      auto Text = View.Texts.find(Wrapper);
      if (Summary == View.Summaries.end() || Text == View.Texts.end() ||
          View.Files.externNodesOf(*Wrapper) != M)
        continue;
      Comparer(*Json, File, Text->second, Summary->second->ProxyCalls, Report).run();
    }
  }
}

} // namespace aoti
