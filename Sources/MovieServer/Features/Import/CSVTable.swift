import JSONRPC
import MovieProtocol

/// A CSV file whose first row names the columns.
struct CSVTable {
  /// A row, by the names of its columns; "" for a column it does not have.
  struct Row {
    let line: Int
    fileprivate let header: Header
    fileprivate let fields: [String]

    var place: ImportPlace { ImportPlace(line: line) }

    subscript(name: String) -> String { header.places[name.lowercased()].map(cell) ?? "" }

    func has(_ name: String) -> Bool { header.places[name.lowercased()] != nil }

    /// The names of the columns in which it has something.
    ///
    /// - Parameter known: in lower case: without these.
    func columns(besides known: Set<String>) -> [String] {
      header.names.indices.filter { cell($0) != "" && !known.contains(header.names[$0].lowercased()) }
        .map { header.names[$0] }
    }

    private func cell(_ place: Int) -> String {
      guard place < fields.count, !fields[place].isBlank else { return "" }
      return fields[place].trimmed
    }
  }

  fileprivate struct Header {
    var names: [String] = []
    /// By the name in lower case; of two columns with the same name the first.
    var places: [String: Int] = [:]
  }

  private var reader = CSVReader()
  private var header = Header()
  /// The rows above the header.
  private(set) var preamble: [[String]] = []

  /// - Parameters:
  ///   - required: columns that the header must have.
  ///   - source: the service that the file should be from.
  init(_ text: Span<UInt8>, required: [String], source: Message) throws(ImportError) {
    // The lines before the header in Letterboxd's lists are skipped.
    var rows = 0
    while rows < 8, let row = reader.next(text) {
      rows += 1
      let names = row.fields.map(\.trimmed)
      let places = Dictionary(names.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
      guard required.allSatisfy({ places[$0.lowercased()] != nil }) else {
        preamble.append(names)
        continue
      }
      header = Header(names: names, places: places)
      return
    }
    throw ImportError(
      .lacksHeader(source, required), hint: .chooseFormat)
  }

  func has(_ column: String) -> Bool { header.places[column.lowercased()] != nil }

  /// The next valid row; invalid ones are added to `plan` with their lines. Nil at the end.
  mutating func next(_ text: Span<UInt8>, _ plan: inout ImportPlan) throws(ImportError) -> Row? {
    while let row = reader.next(text) {
      try plan.expectRunning()
      guard let fault = row.fault else { return Row(line: row.line, header: header, fields: row.fields) }
      plan.refuse(ImportPlace(line: row.line), .malformed, Self.message(fault))
      if reader.hasGivenUp { throw ImportError(.isNoCSV) }
    }
    return nil
  }

  private static func message(_ fault: CSVReader.SyntaxError) -> Message {
    switch fault {
    case .openQuote: .quoteOpen
    case .quote: .quoteFollowed
    case .tooLong: .rowTooLong(CSVReader.maxRowLength)
    case .tooManyFields: .rowOfManyFields(CSVReader.maxFields)
    case .encoding: .rowNotUTF8
    case .control: .rowWithNUL
    }
  }
}
