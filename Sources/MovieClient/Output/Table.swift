import JSONRPC
import MovieProtocol

/// Rows in columns for a terminal, two spaces apart. A path or an address is never cut: without room for it in
/// its column, it stands below its row.
package struct Table<Row> {
  package enum Alignment { case left, right }

  package struct Column {
    let title: String
    let alignment: Alignment
    let style: Screen.Style
    /// The minimum width to which its cells may be cut before other columns are left out; nil: never cut.
    let least: Int?
    /// On a still narrower screen columns are left out, those with the lowest number first; nil: never.
    let leavesAs: Int?
    /// It is cut and left out before any other column is cut.
    let isExtra: Bool
    let cell: (Row) -> String

    package static func column(
      _ title: LocalizedText, _ alignment: Alignment = .left, style: Screen.Style = .plain, least: Int? = nil,
      leavesAs: Int? = nil, isExtra: Bool = false, cell: @escaping (Row) -> String
    ) -> Column {
      Column(
        title: title.text, alignment: alignment, style: style, least: least, leavesAs: leavesAs,
        isExtra: isExtra, cell: cell)
    }

    /// A member of the row; a dash if it is missing.
    static func column<Value>(
      _ title: LocalizedText, _ path: PartialKeyPath<Value>, _ alignment: Alignment = .left,
      style: Screen.Style = .plain, least: Int? = nil, leavesAs: Int? = nil
    ) -> Column where Row == JSONView<Value> {
      column(title, alignment, style: style, least: least, leavesAs: leavesAs) { Cell.text($0[path]) }
    }
  }

  private enum Line {
    case row([String])
    /// Written between rows unchanged.
    case text(String)
  }

  private let columns: [Column]
  private let hasHeader: Bool
  private let indent: Int
  private var lines: [Line] = []

  /// - Parameter indent: blanks before each row.
  package init(_ rows: [Row], _ columns: [Column], hasHeader: Bool = true, indent: Int = 0) {
    (self.columns, self.hasHeader, self.indent) = (columns, hasHeader, indent)
    add(rows)
  }

  /// Cells may contain text from other sources; it is cleaned here.
  package mutating func add(_ rows: [Row]) {
    lines += rows.map { row in .row(columns.map { TerminalText.cleaned($0.cell(row)) }) }
  }

  /// A line that does not follow the columns, such as a heading.
  package mutating func addLine(_ text: String) {
    lines.append(.text(text))
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// It has text, and the screen is wide enough for it.
  func shows(_ column: Int, on screen: Screen) -> Bool { widths(on: screen)[column] != nil }

  package func text(on screen: Screen) -> String {
    let widths = widths(on: screen)
    let blanks = String(repeating: " ", count: indent)
    let header = hasHeader ? [row(columns.map(\.title), widths, screen, isHeader: true)] : []
    let body = lines.map { line in
      switch line {
      case .row(let cells): row(cells, widths, screen, isHeader: false)
      case .text(let text): text
      }
    }
    let isRow = header.map { _ in true } + lines.map { if case .row = $0 { true } else { false } }
    return zip(header + body, isRow).map { ($1 ? blanks : "") + $0 + "\n" }.joined()
  }

  private var rows: [[String]] {
    lines.compactMap { if case .row(let cells) = $0 { cells } else { nil } }
  }

  private func row(_ cells: [String], _ widths: [Int?], _ screen: Screen, isHeader: Bool) -> String {
    var line = ""
    var below = ""
    // Blanks are written when text follows them, so that no line ends with blanks.
    var pending = 0
    for (column, width) in zip(columns.indices, widths) {
      guard let width else { continue }
      let whole = cells[column]
      let isBelow = TerminalText.width(whole) > width && PastedText.isAddress(whole)
      if isBelow {
        let title = columns[column].title
        below += "\n    " + screen.show(title, .dim) + (title.isEmpty ? "" : "  ") + whole
      }
      let cell = isBelow ? "" : TerminalText.cut(whole, to: width, ellipsis: screen.ellipsis)
      let padding = width - TerminalText.width(cell)
      if columns[column].alignment == .right { pending += padding }
      if !cell.isEmpty {
        line += String(repeating: " ", count: pending)
        line += screen.show(cell, isHeader ? .dim : columns[column].style)
        pending = 0
      }
      pending += 2 + (columns[column].alignment == .left ? padding : 0)
    }
    return line + below
  }

  /// Of each column, nil for columns that are left out.
  private func widths(on screen: Screen) -> [Int?] {
    let rows = rows
    var natural = natural { _ in true }
    // Paths go below their rows before any column is cut for them.
    if excess(natural, over: screen.width) > 0 { natural = self.natural { !PastedText.isAddress($0) } }
    // A column that is empty in all rows only takes space.
    for column in columns.indices
    where !rows.isEmpty && rows.allSatisfy({ $0[column].isEmpty }) {
      natural[column] = nil
    }
    for column in columns.indices where columns[column].isExtra {
      guard let width = natural[column], let least = columns[column].least else { continue }
      let excess = excess(natural, over: screen.width)
      natural[column] = width - excess < min(least, width) ? nil : width - max(excess, 0)
    }
    var widths = shrunk(natural, to: screen.width)
    let leaving = columns.indices.filter { columns[$0].leavesAs != nil }
      .sorted { (columns[$0].leavesAs ?? 0) < (columns[$1].leavesAs ?? 0) }
    for column in leaving where excess(widths, over: screen.width) > 0 {
      natural[column] = nil
      widths = shrunk(natural, to: screen.width)
    }
    return shrunk(widths, to: screen.width, mercilessly: true)
  }

  private func natural(_ counts: (String) -> Bool) -> [Int?] {
    let titles = hasHeader ? [columns.map(\.title)] : []
    return columns.indices.map { column in
      (titles + rows).map { counts($0[column]) ? TerminalText.width($0[column]) : 0 }.max() ?? 0
    }
  }

  /// A narrower cell is unreadable.
  private static var minWidth: Int { 6 }

  private func excess(_ widths: [Int?], over limit: Int) -> Int {
    let present = widths.compactMap(\.self)
    return indent + present.reduce(0, +) + 2 * max(0, present.count - 1) - limit
  }

  /// Later columns shrink first: the first ones identify the row.
  private func shrunk(_ widths: [Int?], to limit: Int, mercilessly: Bool = false) -> [Int?] {
    var widths = widths
    for column in columns.indices.reversed() {
      let excess = excess(widths, over: limit)
      guard excess > 0, let width = widths[column], let usual = columns[column].least else { continue }
      let least = mercilessly ? min(usual, Self.minWidth) : usual
      if width > least { widths[column] = max(least, width - excess) }
    }
    return widths
  }
}

/// A JSON value in a table.
enum Cell {
  /// An unknown or missing value is a dash.
  static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "-"
    case .string(let text)?: text.isEmpty ? "-" : text
    case .bool(let flag)?: flag ? localized("yes") : localized("no")
    case let value?: value.text()
    }
  }
}
