#include "Facts/ExternNodes.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti {

namespace {

/// The name of a number of ScalarType in torch/_export/serde/schema.py; empty if it has none.
StringRef serializedDtype(int64_t Number) {
  static constexpr StringRef First[] = {
      "",        "uint8",   "int8",      "int16",     "int32",      "int64", "float16",
      "float32", "float64", "complex32", "complex64", "complex128", "bool",  "bfloat16"};
  static constexpr StringRef Later[] = {"uint16",          "float8_e4m3fn",   "float8_e5m2",
                                        "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu",
                                        "uint32",          "uint64"};
  constexpr int64_t FirstLater = 28;
  if (Number >= 0 && Number < static_cast<int64_t>(std::size(First)))
    return First[Number];
  if (Number >= FirstLater && Number < FirstLater + static_cast<int64_t>(std::size(Later)))
    return Later[Number - FirstLater];
  return {};
}

/// Kinds of arguments that torch can write and no executor up to 2.15 takes.
bool isRefusedKind(StringRef Kind) {
  static constexpr StringRef Names[] = {
      "as_sym_bool",  "as_sym_bools",   "as_sym_float",       "as_sym_floats",
      "as_graph",     "as_operator",    "as_complex",         "as_nested_tensors",
      "as_int_lists", "as_float_lists", "as_optional_tensor", "as_string_to_argument"};
  return llvm::is_contained(Names, Kind);
}

constexpr StringRef CannotBeLoaded = ": the proxy executor reads it when the model is loaded and "
                                     "stops; package the model again";

class NodesReader {
public:
  NodesReader(const JsonText &File, ExternNodes &Out) : File(File), Out(Out) {}

  void run() {
    JsonValue Root = File.root();
    for (const JsonText::Duplicate &D : File.duplicates()) {
      bool Same = sameJson(D.First, D.Later);
      Out.Problems.push_back({!Same, D.Later.keyRange(),
                              quoted(D.Later.key()) + " stands here twice" +
                                  (Same ? "" : " with different values") +
                                  ": which one holds depends on the reader; remove one",
                              D.First.keyRange()});
    }
    if (!Root.isObject())
      return problem(start(Root), "the description of the operators is " + kind(Root) +
                                      " and not an object with a list 'nodes'" +
                                      CannotBeLoaded.str());
    std::optional<JsonValue> List = Root.member("nodes");
    if (!List)
      return problem(start(Root),
                     "the description of the operators has no list 'nodes': the proxy executor "
                     "knows no operator and each call stops with 'Invalid extern node index'; "
                     "package the model again");
    if (!List->isArray())
      return problem(List->keyRange(),
                     "'nodes' is " + kind(*List) + " and not a list" + CannotBeLoaded.str());
    Out.HasList = true;
    Out.ListAt = List->keyRange();
    for (JsonValue Item : List->children()) {
      ExternNode Node;
      readNode(Item, Node);
      Out.Nodes.push_back(std::move(Node));
    }
  }

private:
  static std::string kind(JsonValue V) { return jsonKindName(V.kind()).str(); }
  /// The bracket or the first character, for findings about all of a value.
  static ByteRange start(JsonValue V) { return {V.range().Begin, V.range().Begin + 1}; }

  void problem(ByteRange At, std::string Message, bool Fatal = true) {
    Out.Problems.push_back({Fatal, At, std::move(Message), {}});
  }

  void readNode(JsonValue Item, ExternNode &Node) {
    Node.At = start(Item);
    Node.Whole = Item.range();
    auto Fail = [&](ByteRange At, const std::string &What) {
      Node.Complete = false;
      problem(At, What + CannotBeLoaded.str());
    };
    std::optional<JsonValue> Inner = Item.member("node");
    if (!Inner)
      return Fail(start(Item), "an element of 'nodes' has no 'node'");
    if (!Inner->isObject())
      return Fail(Inner->keyRange(), "'node' is " + kind(*Inner) + " and not an object");
    std::optional<JsonValue> Target = Inner->member("target");
    if (!Target || !Target->isString()) {
      Fail(Target ? Target->keyRange() : start(*Inner),
           Target ? "'target' is " + kind(*Target) + " and not the name of an operator"
                  : std::string("a node has no 'target', the name of its operator"));
    } else {
      Node.Target = Target->string();
      Node.At = Target->range();
      if (StringRef(Node.Target).count('.') > 1)
        Fail(Target->range(), "the operator " + quoted(Node.Target) +
                                  " has more than one '.', so that its overload cannot be told");
    }
    for (bool IsInput : {true, false}) {
      StringRef Key = IsInput ? "inputs" : "outputs";
      std::optional<JsonValue> List = Inner->member(Key);
      if (!List || !List->isArray()) {
        Fail(List ? List->keyRange() : start(*Inner),
             "the node of " + quoted(Node.Target) +
                 (List ? " has " + kind(*List) + " as " + quoted(Key) + " and not a list"
                       : " has no list " + quoted(Key)));
        continue;
      }
      for (JsonValue Argument : List->children()) {
        ExternArgument A;
        if (IsInput)
          readInput(Argument, Node, A);
        else
          readUnion(Argument, Node, A, /*IsInput=*/false);
        (IsInput ? Node.Inputs : Node.Outputs).push_back(std::move(A));
      }
    }
  }

  void readInput(JsonValue Argument, ExternNode &Node, ExternArgument &A) {
    std::string Of = " of " + quoted(Node.Target);
    std::optional<JsonValue> Name = Argument.member("name");
    if (Name && Name->isString())
      A.Name = Name->string();
    else
      fail(Node, Name ? Name->keyRange() : start(Argument), "an argument" + Of + " has no name",
           CannotBeLoaded);
    std::optional<JsonValue> Value = Argument.member("arg");
    if (!Value)
      return fail(Node, start(Argument), "the argument " + quoted(A.Name) + Of + " has no 'arg'",
                  CannotBeLoaded);
    readUnion(*Value, Node, A, /*IsInput=*/true);
  }

  void fail(ExternNode &Node, ByteRange At, const std::string &What, StringRef Then) {
    Node.Complete = false;
    problem(At, What + Then.str());
  }

  /// Reads `{"as_kind": value}`.
  void readUnion(JsonValue Value, ExternNode &Node, ExternArgument &A, bool IsInput) {
    std::string What = (A.Name.empty() ? IsInput ? std::string("an argument") : "an output"
                                       : "the argument " + quoted(A.Name)) +
                       " of " + quoted(Node.Target);
    A.At = Value.hasKey() ? Value.keyRange() : start(Value);
    if (!Value.isObject())
      return fail(Node, A.At, What + " is " + kind(Value) + " and not an object with one key",
                  CannotBeLoaded);
    std::vector<JsonValue> Members = Value.children();
    // Keys that stand twice are told of already, and the last one holds.
    if (Members.empty() ||
        llvm::any_of(Members, [&](JsonValue M) { return M.key() != Members.back().key(); }))
      return fail(Node, A.At,
                  What + " has " + std::to_string(Members.size()) +
                      " keys where exactly one says what it is",
                  CannotBeLoaded);
    JsonValue Member = Members.back();
    A.Kind = Member.key();
    A.At = Member.keyRange();
    if (IsInput)
      readInputValue(Member, What, Node, A);
    else
      readOutputValue(Member, What, Node, A);
  }

  /// For what the call passes; the executor reads everything else from the file.
  void wrongType(const std::string &What, JsonValue Is, StringRef Wanted, ExternNode &Node) {
    Node.Complete = false;
    wrongValue(What, Is, Wanted);
  }

  void wrongValue(const std::string &What, JsonValue Is, StringRef Wanted) {
    problem(Is.hasKey() ? Is.keyRange() : Is.range(), What + " is " + kind(Is) + " where " +
                                                          Wanted.str() + " belongs" +
                                                          CannotBeLoaded.str());
  }

  ExternTensor tensor(JsonValue V, const std::string &What) {
    ExternTensor T;
    std::optional<JsonValue> Name = V.member("name");
    T.At = Name ? Name->range() : start(V);
    if (Name && Name->isString())
      T.Name = Name->string();
    else
      problem(T.At,
              What + " is a tensor without a name, so that nothing tells whether the call passes "
                     "the right one; package the model again",
              false);
    return T;
  }

  ExternInteger integer(JsonValue V, const std::string &What) {
    ExternInteger I;
    I.At = V.range();
    I.Value = V.integer();
    if (V.kind() != JsonKind::Number)
      problem(V.range(),
              What + " is " + kind(V) +
                  " where an integer belongs, so that nothing tells whether the call passes the "
                  "right one; package the model again",
              false);
    else if (!I.Value)
      problem(V.range(),
              What + " is " + quoted(V.source()) +
                  ", which is no integer of 64 bits, and the call cannot pass it; package the "
                  "model again");
    return I;
  }

  /// `{"as_name": "s77"}` or `{"as_int": 3}`
  ExternInteger symbolicInteger(JsonValue V, const std::string &What) {
    if (std::optional<JsonValue> Number = V.member("as_int"))
      return integer(*Number, What);
    ExternInteger I;
    I.At = V.range();
    if (std::optional<JsonValue> Name = V.member("as_name"); Name && Name->isString()) {
      I.Symbol = Name->string();
      I.At = Name->range();
    }
    return I;
  }

  void checkEach(JsonValue List, const std::string &What, JsonKind Wanted, StringRef Text) {
    if (!List.isArray())
      return wrongValue(What, List, "a list");
    for (JsonValue V : List.children())
      if (V.kind() != Wanted)
        return Wanted == JsonKind::Number ? checkNumber(V, What) : wrongValue(What, V, Text);
  }

  void checkNumber(JsonValue V, const std::string &What) {
    if (V.kind() == JsonKind::Number)
      return;
    std::string Word = V.string();
    if (!V.isString() || (Word != "Infinity" && Word != "-Infinity" && Word != "NaN"))
      return wrongValue(What, V, "a number");
    problem(
        V.hasKey() ? V.keyRange() : V.range(),
        What + " is the text " + quoted(Word) +
            " where a number belongs: torch writes numbers without end so, and the proxy "
            "executor stops with 'type must be number, but is string' when the model is loaded; "
            "keep such a number out of the arguments of the operator");
  }

  void readInputValue(JsonValue V, const std::string &What, ExternNode &Node, ExternArgument &A) {
    StringRef K = A.Kind;
    if (K == "as_none")
      return;
    if (K == "as_tensor") {
      A.Tensors.push_back(tensor(V, What));
    } else if (K == "as_tensors" || K == "as_optional_tensors") {
      if (!V.isArray())
        return wrongType(What, V, "a list of tensors", Node);
      for (JsonValue Element : V.children()) {
        if (K == "as_tensors") {
          A.Tensors.push_back(tensor(Element, What));
          continue;
        }
        if (std::optional<JsonValue> Given = Element.member("as_tensor"))
          A.Tensors.push_back(tensor(*Given, What));
        else if (!Element.member("as_none"))
          wrongType(What, Element, "a tensor or none", Node);
      }
    } else if (K == "as_int") {
      A.Integers.push_back(integer(V, What));
    } else if (K == "as_sym_int") {
      A.Integers.push_back(symbolicInteger(V, What));
    } else if (K == "as_ints" || K == "as_sym_ints") {
      if (!V.isArray())
        return wrongType(What, V, "a list of integers", Node);
      for (JsonValue Element : V.children())
        A.Integers.push_back(K == "as_ints" ? integer(Element, What)
                                            : symbolicInteger(Element, What));
    } else if (K == "as_float") {
      checkNumber(V, What);
    } else if (K == "as_floats") {
      checkEach(V, What, JsonKind::Number, "a number");
    } else if (K == "as_bool") {
      A.Flag = V.boolean();
      if (!A.Flag)
        wrongValue(What, V, "true or false");
    } else if (K == "as_bools") {
      checkEach(V, What, JsonKind::Bool, "true or false");
    } else if (K == "as_string") {
      if (!V.isString())
        wrongValue(What, V, "a text");
    } else if (K == "as_strings") {
      checkEach(V, What, JsonKind::String, "a text");
    } else if (K == "as_scalar_type" || K == "as_layout" || K == "as_memory_format") {
      readEnum(V, What, A);
    } else if (K == "as_device") {
      std::optional<JsonValue> Type = V.member("type");
      if (!Type || !Type->isString())
        return wrongValue(What, Type ? *Type : V, "the type of a device");
      ExternDevice D;
      D.Type = Type->string();
      D.At = Type->range();
      if (std::optional<JsonValue> Index = V.member("index"))
        D.Index = Index->integer();
      A.Device = std::move(D);
    } else if (K == "as_custom_obj") {
      if (std::optional<JsonValue> Name = V.member("name"); !Name || !Name->isString())
        wrongValue(What, Name ? *Name : V, "the name of an object");
    } else if (isRefusedKind(K)) {
      fail(
          Node, A.At,
          What + " is given as " + quoted(K) +
              ", which the proxy executor does not "
              "take",
          ": the model cannot be loaded (torch up to 2.15); keep such a value out of the arguments "
          "of the operator");
    } else {
      fail(Node, A.At, What + " is given as " + quoted(K) + ", which no proxy executor knows",
           CannotBeLoaded);
    }
  }

  void readEnum(JsonValue V, const std::string &What, ExternArgument &A) {
    std::optional<int64_t> Number = V.integer();
    if (!Number)
      return wrongValue(What, V, "a number of torch's export format");
    constexpr int64_t LastLayout = 7, LastMemoryFormat = 4;
    StringRef Of;
    if (A.Kind == "as_scalar_type") {
      A.Dtype = serializedDtype(*Number).str();
      Of = A.Dtype.empty() ? "dtype" : "";
    } else if (A.Kind == "as_layout") {
      Of = *Number < 1 || *Number > LastLayout ? "layout" : "";
    } else {
      Of = *Number < 1 || *Number > LastMemoryFormat ? "memory format" : "";
    }
    if (!Of.empty())
      problem(V.range(), What + " is " + V.source().str() + ", which is the number of no " +
                             Of.str() + " in torch's export format" + CannotBeLoaded.str());
  }

  void readOutputValue(JsonValue V, const std::string &What, ExternNode &Node, ExternArgument &A) {
    StringRef K = A.Kind;
    if (K == "as_none")
      return;
    if (K == "as_tensor") {
      A.Tensors.push_back(tensor(V, What));
    } else if (K == "as_tensors") {
      if (!V.isArray())
        return wrongType(What, V, "a list of tensors", Node);
      for (JsonValue Element : V.children())
        A.Tensors.push_back(tensor(Element, What));
    } else if (K == "as_optional_tensor") {
      if (std::optional<JsonValue> Given = V.member("as_tensor"))
        A.Tensors.push_back(tensor(*Given, What));
      else if (!V.member("as_none"))
        wrongType(What, V, "a tensor or none", Node);
    } else if (K == "as_int") {
      A.Integers.push_back(integer(V, What));
    } else {
      fail(Node, A.At,
           What + " is " + quoted(K) + ", which the proxy executor does not take from an operator",
           CannotBeLoaded);
    }
  }

  const JsonText &File;
  ExternNodes &Out;
};

} // namespace

bool ExternNode::isCustom() const {
  auto [Namespace, Name] = StringRef(Target).split("::");
  return !Name.empty() && Namespace != "aten" && Namespace != "prims";
}

std::string ExternNode::dottedTarget() const {
  auto [Namespace, Name] = StringRef(Target).split("::");
  if (Name.empty())
    return {};
  return (Namespace + "." + Name + (Name.contains('.') ? "" : ".default")).str();
}

ExternNodes readExternNodes(const JsonText &File) {
  ExternNodes Nodes;
  NodesReader(File, Nodes).run();
  return Nodes;
}

} // namespace aoti
