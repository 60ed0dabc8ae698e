//===- Contract.cpp - what models take, for people and programs -------------===//
#include "Output/Table.h"
#include "Output/Writers.h"
#include "Support/Utf8.h"
#include "llvm/ADT/StringSet.h"
#include <nlohmann/json.hpp>

using llvm::StringRef;

namespace aoti {

namespace {

using Json = nlohmann::ordered_json;

Json text(StringRef Text) { return toValidUtf8(Text); }
Json textOrNull(StringRef Text) { return Text.empty() ? Json(nullptr) : text(Text); }
Json lineOrNull(unsigned Line) { return Line ? Json(Line) : Json(nullptr); }

constexpr StringRef Variable = "AOTI_RUNTIME_CHECK_INPUTS";

std::string testedText(StringRef Tested) {
  if (Tested == "asked")
    return "with " + Variable.str() + "=1";
  if (Tested == "sometimes")
    return "on some paths";
  if (Tested == "never")
    return "by nothing";
  return Tested.str();
}

/// Calls \p Visit for each source that has a contract.
template <class Function> void forEachContract(const Report &R, Function Visit) {
  for (const InputReport &Input : R.Inputs)
    for (const DumpedSource &Source : Input.Facts)
      if (Source.Facts.Contract)
        Visit(Source, *Source.Facts.Contract);
}

std::string sourceName(const DumpedSource &Source) {
  bool IsInArchive = !Source.Member.empty() && !StringRef(Source.File).ends_with(Source.Member);
  return toPrintable(Source.File + (IsInArchive ? ": " + Source.Member : ""));
}

/// Bounds of the same size that are tested alike stand in one row.
std::string rangeText(const RequirementDump &Lower, const RequirementDump &Upper) {
  return "size " + std::to_string(Lower.Dimension) + " is from " + std::to_string(*Lower.Number) +
         " to " + std::to_string(*Upper.Number);
}

void printContract(const ContractDump &C, llvm::raw_ostream &OS) {
  constexpr size_t Width = 72;
  Table Rows(2, {"", "needs", "tested", "line"}, Width);
  for (size_t I = 0, Next = 0; I < C.Inputs.size(); ++I) {
    const ContractInputDump &Input = C.Inputs[I];
    std::string Name = Input.Name.empty() ? "" : " '" + Input.Name + "'";
    std::string Line = Input.Line ? ", line " + std::to_string(Input.Line) : "";
    Rows.heading("");
    Rows.heading("  input " + std::to_string(I) + Name +
                 (Input.Path.empty() ? "" : ", " + Input.Path) + Line);
    size_t First = Next;
    for (; Next < C.Requirements.size() && C.Requirements[Next].Input == I; ++Next) {
      const RequirementDump &R = C.Requirements[Next];
      std::string Text = R.Text;
      if (R.Kind == "min" && Next + 1 < C.Requirements.size()) {
        const RequirementDump &Upper = C.Requirements[Next + 1];
        if (Upper.Kind == "max" && Upper.Input == R.Input && Upper.Dimension == R.Dimension &&
            Upper.Tested == R.Tested) {
          Text = rangeText(R, Upper);
          ++Next;
        }
      }
      if (R.IsInferred)
        Text += " (told by the bounds)";
      Rows.add({"", Text, testedText(R.Tested), R.Line ? std::to_string(R.Line) : ""});
    }
    if (First == Next)
      Rows.add({"", "nothing that the source tells", "", ""});
  }
  Rows.print(OS);
}

/// The Python function of one model.
class FunctionWriter {
public:
  FunctionWriter(const ContractDump &C, llvm::raw_ostream &OS) : C(C), OS(OS) {}

  void write(const std::string &Name) {
    OS << "def " << Name << (C.HasArguments ? "(*args, **kwargs)" : "(*inputs)") << ":\n"
       << "    \"\"\"Raises ValueError where a call of the model with these arguments is outside "
          "of "
          "its contract.\"\"\"\n\n"
       << "    def need(holds, *text):\n"
       << "        if not holds:\n"
       << "            raise ValueError(\"\".join(map(str, text)))\n\n";
    if (C.HasArguments)
      arguments();
    else
      OS << "    need(len(inputs) == " << C.Inputs.size() << ", \"the model takes "
         << C.Inputs.size() << " tensors, and got \", len(inputs))\n";
    for (unsigned I = 0; I < C.Inputs.size(); ++I)
      input(I);
    bool First = true;
    for (const RequirementDump &R : C.Requirements)
      if (isLate(R) && !R.Value.empty()) {
        if (First)
          OS << "\n    # what sizes of several inputs have to do with each other\n";
        First = false;
        late(R);
      }
  }

private:
  static std::string quotedText(StringRef Text) {
    std::string Result = "\"";
    for (char Ch : Text) {
      if (Ch == '"' || Ch == '\\')
        Result += '\\';
      Result += Ch;
    }
    return Result + "\"";
  }

  static std::string variable(unsigned Input) { return "x" + std::to_string(Input); }

  std::string label(unsigned Input) const {
    const ContractInputDump &I = C.Inputs[Input];
    return I.Path.empty() ? "input " + std::to_string(Input) : I.Path;
  }

  void need(const std::string &Condition, unsigned Input, const std::string &Is,
            const std::string &Got, const std::string &Wanted) {
    OS << "    need(" << Condition << ", " << quotedText(label(Input) + " " + Is + " ") << ", "
       << Got << ", " << quotedText("; the model takes " + Wanted) << ")\n";
  }

  void arguments() {
    OS << "    need(len(args) == " << C.Positional << ", \"the model takes " << C.Positional
       << (C.Positional == 1 ? " argument" : " arguments")
       << " by position, and got \", len(args))\n"
       << "    names = [" << llvm::join(C.Keywords, ", ") << "]\n"
       << "    need(len(kwargs) == len(names) and all(name in kwargs for name in names),\n"
       << "         \"the model takes by name \", names, \", and got \", list(kwargs))\n"
       << "    try:\n"
       << "        inputs = [";
    for (size_t I = 0; I < C.Inputs.size(); ++I)
      OS << (I ? ",\n                  " : "") << C.Inputs[I].Path;
    OS << "]\n"
       << "    except (LookupError, TypeError) as error:\n"
       << "        raise ValueError(f\"the arguments are not nested as the model takes them: "
          "{error!r}\") from error\n";
  }

  /// Symbols stand in the order of the inputs.
  llvm::ArrayRef<ContractSymbolDump> symbolsOf(unsigned Input) const {
    auto Before = [](const ContractSymbolDump &S, unsigned I) { return S.Input < I; };
    auto First = std::lower_bound(C.Symbols.begin(), C.Symbols.end(), Input, Before);
    auto Last = std::lower_bound(First, C.Symbols.end(), Input + 1, Before);
    return llvm::ArrayRef(C.Symbols).slice(First - C.Symbols.begin(), Last - First);
  }

  /// What is compared with sizes that may be those of later inputs.
  static bool isLate(const RequirementDump &R) {
    return R.Kind == "equal" || (R.Kind == "stride" && !R.Number);
  }

  void input(unsigned I) {
    const std::string X = variable(I);
    std::string Name =
        C.Inputs[I].Name.empty() ? "" : "  # '" + toPrintable(C.Inputs[I].Name) + "'";
    OS << "\n    " << X << " = inputs[" << I << "]" << Name << "\n";
    OS << "    need(isinstance(" << X << ", torch.Tensor), "
       << quotedText(label(I) + " is no tensor, but ") << ", type(" << X << "))\n";
    // Dimensions are there before they are asked for.
    int Most = -1;
    int64_t Rank = 0;
    for (; Next < C.Requirements.size() && C.Requirements[Next].Input < I; ++Next)
      ;
    for (size_t At = Next; At < C.Requirements.size() && C.Requirements[At].Input == I; ++At) {
      const RequirementDump &R = C.Requirements[At];
      Most = std::max(Most, R.Dimension);
      if (R.Kind == "min_rank" && R.Number)
        Most = std::max(Most, static_cast<int>(*R.Number) - 1);
      if (R.Kind == "rank" && R.Number) {
        Rank = *R.Number;
        need(X + ".dim() == " + std::to_string(Rank), I, "has a rank of", X + ".dim()",
             std::to_string(Rank));
      }
    }
    for (const ContractSymbolDump &S : symbolsOf(I))
      Most = std::max(Most, static_cast<int>(S.Dimension));
    if (Most >= Rank)
      need(X + ".dim() > " + std::to_string(Most), I, "has a rank of", X + ".dim()",
           std::to_string(Most + 1) + " or more");
    // A wrong size is the reason for wrong strides.
    for (bool Strides : {false, true})
      for (size_t At = Next; At < C.Requirements.size() && C.Requirements[At].Input == I; ++At)
        if ((C.Requirements[At].Kind == "stride") == Strides)
          early(C.Requirements[At]);
    for (const ContractSymbolDump &S : symbolsOf(I)) {
      std::string Read =
          X + (S.IsStride ? ".stride(" : ".size(") + std::to_string(S.Dimension) + ")";
      if (!S.Divisor) {
        OS << "    " << S.Name << " = " << Read << "\n";
      } else if (!S.Numerator.empty()) {
        OS << "    size = " << Read << "\n"
           << "    " << S.Name << " = (" << S.Numerator << ") // " << S.Divisor << "\n";
      }
    }
  }

  void early(const RequirementDump &R) {
    const std::string X = variable(R.Input), D = std::to_string(R.Dimension);
    const std::string Size = X + ".size(" + D + ")", Is = "has a size " + D + " of";
    const std::string Number = R.Number ? std::to_string(*R.Number) : "";
    if (R.Kind == "dtype") {
      need(X + ".dtype == torch." + R.Value, R.Input, "has the dtype", X + ".dtype",
           "torch." + R.Value);
    } else if (R.Kind == "device") {
      // A card of AMD goes by the other's name.
      std::string Device = R.Value == "hip" ? "cuda" : R.Value;
      need(X + ".device.type == \"" + Device + "\"", R.Input, "is on", X + ".device.type", Device);
    } else if (R.Kind == "size") {
      need(Size + " == " + Number, R.Input, Is, Size, Number);
    } else if (R.Kind == "min") {
      need(Size + " >= " + Number, R.Input, Is, Size, Number + " or more");
    } else if (R.Kind == "max") {
      need(Size + " <= " + Number, R.Input, Is, Size, "at most " + Number);
    } else if (R.Kind == "multiple" && !R.Value.empty() && R.Number) {
      OS << "    size = " << Size << "\n";
      std::string What = R.Value == "size"
                             ? "a multiple of " + Number
                             : "one for which " + R.Value + " is a multiple of " + Number;
      need("(" + R.Value + ") % " + Number + " == 0", R.Input, Is, Size, What);
    } else if (R.Kind == "stride" && R.Number) {
      stride(R, Number);
    } else if (R.Kind == "elements") {
      need(X + ".numel() == " + Number, R.Input, "has a number of elements of", X + ".numel()",
           Number);
    } else if (R.Kind == "aligned" && R.Number) {
      need(X + ".data_ptr() % " + Number + " == 0", R.Input, "has its data at address",
           X + ".data_ptr()", "multiples of " + Number);
    }
  }

  /// Torch does not look at strides of tensors without elements and of sizes up to 1.
  void stride(const RequirementDump &R, const std::string &Wanted) {
    const std::string X = variable(R.Input), D = std::to_string(R.Dimension);
    const std::string Read = X + ".stride(" + D + ")";
    OS << "    need(" << Read << " == " << Wanted << " or " << X << ".size(" << D << ") < 2 or "
       << X << ".numel() == 0,\n         "
       << quotedText(label(R.Input) + " has a stride " + D + " of ") << ", " << Read
       << ", \"; the model takes \", " << Wanted << ")\n";
  }

  void late(const RequirementDump &R) {
    if (R.Kind == "stride")
      return stride(R, R.Value);
    const std::string Read = variable(R.Input) + ".size(" + std::to_string(R.Dimension) + ")";
    OS << "    need(" << Read << " == " << R.Value << ",\n         "
       << quotedText(label(R.Input) + " has a size " + std::to_string(R.Dimension) + " of ") << ", "
       << Read << ", \"; the model takes \", " << R.Value << ", "
       << quotedText(" here, since " + R.Text) << ")\n";
  }

  const ContractDump &C;
  llvm::raw_ostream &OS;
  size_t Next = 0;
};

/// `check_inputs`, or with the name of the model's folder where there are several.
std::string functionName(const DumpedSource &Source, bool IsOnly, llvm::StringSet<> &Taken) {
  std::string Name = "check_inputs";
  if (IsOnly)
    return Name;
  StringRef Folder = StringRef(Source.Member.empty() ? Source.File : Source.Member)
                         .rsplit('/')
                         .first.rsplit('/')
                         .second;
  std::string Suffix;
  for (char Ch : Folder)
    Suffix += llvm::isAlnum(Ch) ? Ch : '_';
  if (!Suffix.empty())
    Name += "_" + Suffix;
  std::string Unique = Name;
  for (unsigned I = 2; !Taken.insert(Unique).second; ++I)
    Unique = Name + "_" + std::to_string(I);
  return Unique;
}

Json json(const ContractDump &C) {
  Json Object;
  Object["arguments"] = nullptr;
  if (C.HasArguments) {
    Json Names = Json::array();
    for (const std::string &Keyword : C.Keywords)
      Names.push_back(text(Keyword));
    Object["arguments"] = {{"positional", C.Positional}, {"named", std::move(Names)}};
  }
  Json Inputs = Json::array(), Symbols = Json::array(), Requirements = Json::array();
  for (size_t I = 0; I < C.Inputs.size(); ++I)
    Inputs.push_back({{"index", I},
                      {"name", textOrNull(C.Inputs[I].Name)},
                      {"path", textOrNull(C.Inputs[I].Path)},
                      {"line", lineOrNull(C.Inputs[I].Line)}});
  for (const ContractSymbolDump &S : C.Symbols)
    Symbols.push_back({{"name", text(S.Name)},
                       {"of", S.IsStride ? "stride" : "size"},
                       {"input", S.Input},
                       {"dimension", S.Dimension},
                       {"numerator", textOrNull(S.Numerator)},
                       {"divisor", S.Divisor ? Json(S.Divisor) : Json(nullptr)}});
  for (const RequirementDump &R : C.Requirements)
    Requirements.push_back({{"kind", R.Kind},
                            {"input", R.Input},
                            {"dimension", R.Dimension < 0 ? Json(nullptr) : Json(R.Dimension)},
                            {"text", text(R.Text)},
                            {"value", textOrNull(R.Value)},
                            {"number", R.Number ? Json(*R.Number) : Json(nullptr)},
                            {"limit", R.Limit ? Json(*R.Limit) : Json(nullptr)},
                            {"tested", R.Tested},
                            {"inferred", R.IsInferred},
                            {"line", lineOrNull(R.Line)}});
  Object["inputs"] = std::move(Inputs);
  Object["symbols"] = std::move(Symbols);
  Object["requirements"] = std::move(Requirements);
  return Object;
}

} // namespace

void writeContractText(const Report &R, llvm::raw_ostream &OS) {
  bool First = true;
  forEachContract(R, [&](const DumpedSource &Source, const ContractDump &C) {
    OS << (First ? "" : "\n") << sourceName(Source) << '\n';
    First = false;
    OS << "  " << Source.Facts.Dialect << '\n';
    for (const std::string &Why : Source.Incomplete)
      OS << "  incomplete: " << toPrintable(Why) << '\n';
    OS << '\n';
    printContract(C, OS);
  });
}

void writeContractJson(const Report &R, llvm::raw_ostream &OS) {
  Json Contracts = Json::array();
  forEachContract(R, [&](const DumpedSource &Source, const ContractDump &C) {
    Json Object;
    Object["file"] = text(Source.File);
    Object["member"] = textOrNull(Source.Member);
    Object["dialect"] = textOrNull(Source.Facts.Dialect);
    Json Incomplete = Json::array();
    for (const std::string &Why : Source.Incomplete)
      Incomplete.push_back(text(Why));
    Object["incomplete"] = std::move(Incomplete);
    Object.update(json(C));
    Contracts.push_back(std::move(Object));
  });
  Json Document;
  Document["version"] = 1;
  Document["tool"] = {{"name", "aoti-lint"}, {"version", text(toolVersion())}};
  Document["contracts"] = std::move(Contracts);
  OS << Document.dump(2) << "\n";
}

void writeContractPython(const Report &R, llvm::raw_ostream &OS) {
  unsigned Count = 0;
  forEachContract(R, [&](const DumpedSource &, const ContractDump &) { ++Count; });
  OS << "\"\"\"What AOTInductor models take, as far as their sources tell: to be called before the "
        "model.\n\nMade by aoti-lint "
     << toolVersion()
     << "; a tensor that is refused here may be read out of bounds or give wrong "
        "numbers.\n\"\"\"\n\n"
     << "import torch\n";
  llvm::StringSet<> Taken;
  forEachContract(R, [&](const DumpedSource &Source, const ContractDump &C) {
    OS << "\n\n# " << sourceName(Source) << "\n";
    for (const std::string &Why : Source.Incomplete)
      OS << "# incomplete: " << toPrintable(Why) << "\n";
    FunctionWriter(C, OS).write(functionName(Source, Count == 1, Taken));
  });
}

} // namespace aoti
