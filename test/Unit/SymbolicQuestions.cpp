//===- SymbolicQuestions.cpp - what the rules ask of sizes ----------------===//
//
//   SymbolicQuestions FILE ARGUMENT...
//
// Runs aoti-lint with the arguments and writes to FILE what its rules asked the
// prover, in the language of SymbolicVerdicts, each question once.
//
//===----------------------------------------------------------------------===//
#include "Driver/Options.h"
#include "Symbolic/Nodes.h"
#include "Symbolic/Prover.h"
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <set>

using namespace aoti;
using namespace aoti::symbolic;

namespace {

/// One question as text. Symbols are numbered as they come, so that alike questions are equal.
class Writer {
public:
  std::string question(const Assumptions &Known, Expression A, Expression B);

private:
  std::string text(Expression E) { return text(E.node()); }
  std::string text(const Node *N);
  std::string text(const Atom *A);
  std::string leaf(const Atom *A);

  std::map<const Atom *, std::string> Names;
  std::string Ranges;
};

std::string end(std::optional<int64_t> End) { return End ? std::to_string(*End) : "*"; }

std::string Writer::leaf(const Atom *A) {
  auto [It, New] = Names.try_emplace(A);
  if (New) {
    It->second = "v" + std::to_string(Names.size() - 1);
    if (A->Kind == AtomKind::Opaque && (A->Known.Lo || A->Known.Hi))
      Ranges += "range " + It->second + " " + end(A->Known.Lo) + " " + end(A->Known.Hi) + "\n";
  }
  return It->second;
}

std::string Writer::text(const Atom *A) {
  auto Folded = [&](const char *Op) {
    std::string Result = text(A->Args[0]);
    for (const Node *Arg : A->Args.drop_front())
      Result = "(" + std::string(Op) + " " + Result + " " + text(Arg) + ")";
    return Result;
  };
  auto Choice = [&](const char *Op) {
    return "(if (" + std::string(Op) + " 0 " + text(A->Args[0]) + ") " + text(A->Args[1]) + " " +
           text(A->Args[2]) + ")";
  };
  switch (A->Kind) {
  case AtomKind::Symbol:
  case AtomKind::Opaque:
    return leaf(A);
  case AtomKind::FloorDiv:
    return Folded("floordiv");
  case AtomKind::TruncDiv:
    return Folded("truncdiv");
  case AtomKind::Min:
    return Folded("min");
  case AtomKind::Max:
    return Folded("max");
  case AtomKind::SelectGE:
    return Choice("<=");
  case AtomKind::SelectEQ:
    return Choice("==");
  }
  return {};
}

std::string Writer::text(const Node *N) {
  std::string Sum;
  for (const Term &T : N->Terms) {
    std::string Product;
    for (const Atom *A : T.M->Factors)
      Product = Product.empty() ? text(A) : "(* " + Product + " " + text(A) + ")";
    if (Product.empty())
      Product = std::to_string(T.C);
    else if (T.C != 1)
      Product = "(* " + std::to_string(T.C) + " " + Product + ")";
    Sum = Sum.empty() ? Product : "(+ " + Sum + " " + Product + ")";
  }
  return Sum.empty() ? "0" : Sum;
}

std::string Writer::question(const Assumptions &Known, Expression A, Expression B) {
  std::string Ask = "ask " + text(A) + " " + text(B) + "\n", Said;
  for (Expression F : Known.facts())
    Said += "fact " + text(F) + "\n";
  for (Expression E : Known.nonZeros())
    Said += "nonzero " + text(E) + "\n";
  for (const Assumptions::Progression &P : Known.progressions())
    Said += "progression " + text(P.Symbol) + " " + text(P.Init) + " " + text(P.Step) + "\n";
  for (const auto &[Symbol, Rank] : Known.ranks())
    Said += "rank " + text(Symbol) + " " + std::to_string(Rank) + "\n";
  for (const auto &[Symbol, R] : Known.ranges())
    Ranges += "range " + text(Symbol) + " " + end(R.Lo) + " " + end(R.Hi) + "\n";
  return Ranges + Said + Ask;
}

class Recorder : public QuestionObserver {
public:
  void asked(const Assumptions &Known, Expression A, Expression B) override {
    if (A.isConstant() && B.isConstant())
      return;
    std::string Text = Writer().question(Known, A, B);
    std::lock_guard<std::mutex> Lock(Mutex);
    Questions.insert(std::move(Text));
  }

  std::mutex Mutex;
  std::set<std::string> Questions;
};

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3) {
    std::fprintf(stderr, "usage: %s FILE ARGUMENT...\n", Argv[0]);
    return 2;
  }
  Recorder Record;
  QuestionObserver::Current = &Record;
  const char *File = Argv[1];
  Argv[1] = Argv[0];
  auto Parsed = parseCommandLine(Argc - 1, Argv + 1);
  if (const int *Code = std::get_if<int>(&Parsed))
    return *Code;
  // Findings are no failure here.
  if (int Code = runAotiLint(std::get<DriverOptions>(Parsed)); Code > 1)
    std::fprintf(stderr, "the analysis ended with %d\n", Code);
  QuestionObserver::Current = nullptr;
  std::ofstream Out(File);
  for (const std::string &Question : Record.Questions)
    Out << Question;
  return Out.good() ? 0 : 1;
}
