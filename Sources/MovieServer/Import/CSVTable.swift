import JSONRPC

/// A CSV file whose first row names the columns.
struct CSVTable {
  /// A row, by the names of its columns; "" for a column it does not have.
  struct Row {
    let line: Int
    fileprivate let columns: [String: Int]
    fileprivate let fields: [String]

    subscript(name: String) -> String {
      guard let place = columns[name.lowercased()], place < fields.count else { return "" }
      return fields[place].trimmed
    }

    func has(_ name: String) -> Bool { columns[name.lowercased()] != nil }
  }

  private var reader = CSVReader()
  private var columns: [String: Int] = [:]

  /// - Parameters:
  ///   - required: columns that the header must have.
  ///   - source: the service that the file should be from.
  init(_ text: Span<UInt8>, required: [String], source: String) throws(ImportError) {
    // The lines before the header in Letterboxd's lists are skipped.
    var rows = 0
    while rows < 8, let row = reader.next(text) {
      rows += 1
      let names = row.fields.map { $0.trimmed.lowercased() }
      guard required.allSatisfy({ names.contains($0.lowercased()) }) else { continue }
      columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
      return
    }
    throw ImportError(
      "has no header of \(source): it requires the columns \(required.joined(separator: ", "))",
      hint: "choose the format of the file")
  }

  /// The next valid row; invalid ones are added to `plan` with their lines. Nil at the end.
  mutating func next(_ text: Span<UInt8>, _ plan: inout ImportPlan) throws(ImportError) -> Row? {
    while let row = reader.next(text) {
      try plan.expectRunning()
      guard let fault = row.fault else { return Row(line: row.line, columns: columns, fields: row.fields) }
      plan.refuse(row.line, .malformed, Self.words(fault))
      if reader.hasGivenUp { throw ImportError("is not valid CSV: its quotes do not match") }
    }
    return nil
  }

  private static func words(_ fault: CSVReader.SyntaxError) -> String {
    switch fault {
    case .openQuote: "a quote is not closed"
    case .quote: "unexpected text after a closing quote"
    case .tooLong: "the row is longer than \(CSVReader.maxRowLength) bytes"
    case .tooManyFields: "the row has more than \(CSVReader.maxFields) fields"
    case .encoding: "the row is not UTF-8"
    case .control: "the row contains a NUL"
    }
  }
}
