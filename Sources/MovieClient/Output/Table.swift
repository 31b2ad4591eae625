/// Rows in columns for a terminal, two spaces apart.
package struct Table {
  package enum Alignment: Sendable { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// - Parameter columns: title and alignment; figures stand to the right.
  package init(_ columns: [(title: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.title)]
  }

  /// Cells may hold what strangers wrote; it is cleaned here.
  package mutating func add(_ cells: [String]) {
    rows.append(cells.map(TerminalText.cleaned))
  }

  package var isEmpty: Bool { rows.count == 1 }

  package var text: String {
    let widths = alignments.indices.map { column in
      rows.map { column < $0.count ? TerminalText.width($0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() where column < widths.count {
        let blanks = String(repeating: " ", count: widths[column] - TerminalText.width(cell))
        line += (column == 0 ? "" : "  ") + (alignments[column] == .left ? cell + blanks : blanks + cell)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
