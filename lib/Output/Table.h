//===- Table.h - rows whose columns are aligned, for people -------*- C++ -*-===//
#pragma once

#include "Support/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace aoti {

/// Rows whose columns are aligned. Cells may hold anything; what is not printable is escaped.
class Table {
public:
  /// \p Titles name the columns; those that stay empty are left out. Columns wider than \p
  /// MaxColumnWidth do not push the others to the right.
  Table(unsigned Indent, std::vector<std::string> Titles, size_t MaxColumnWidth = 44)
      : Indent(Indent), MaxColumnWidth(MaxColumnWidth) {
    add(std::move(Titles));
  }
  void add(std::vector<std::string> Cells) {
    for (std::string &Cell : Cells)
      Cell = toPrintable(Cell);
    Rows.push_back({std::move(Cells), {}});
  }
  /// A line of its own, in front of the next row.
  void heading(llvm::StringRef Text) { Rows.push_back({{}, toPrintable(Text)}); }
  void print(llvm::raw_ostream &OS) const {
    std::vector<size_t> Widths;
    std::vector<bool> IsUsed;
    for (const Row &R : Rows)
      for (size_t I = 0; I < R.Cells.size(); ++I) {
        if (Widths.size() <= I) {
          Widths.push_back(0);
          IsUsed.push_back(false);
        }
        IsUsed[I] = IsUsed[I] || (&R != &Rows.front() && !R.Cells[I].empty());
        if (R.Cells[I].size() <= MaxColumnWidth)
          Widths[I] = std::max(Widths[I], R.Cells[I].size());
      }
    for (const Row &R : Rows) {
      if (R.Cells.empty()) {
        OS << R.Text << '\n';
        continue;
      }
      std::string Line(Indent, ' ');
      for (size_t I = 0; I < R.Cells.size(); ++I) {
        llvm::StringRef Cell = R.Cells[I];
        if (!IsUsed[I])
          continue;
        // Numbers stand to the right.
        bool IsNumber = I == 0 && (&R == &Rows.front() || llvm::all_of(Cell, llvm::isDigit));
        size_t Fill = Widths[I] > Cell.size() ? Widths[I] - Cell.size() : 0;
        if (IsNumber)
          Line.append(Fill, ' ');
        Line += Cell.str();
        if (!IsNumber)
          Line.append(Fill, ' ');
        Line += "  ";
      }
      OS << llvm::StringRef(Line).rtrim() << '\n';
    }
  }

private:
  struct Row {
    std::vector<std::string> Cells;
    std::string Text;
  };
  unsigned Indent;
  size_t MaxColumnWidth;
  std::vector<Row> Rows;
};

} // namespace aoti
