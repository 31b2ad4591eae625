/// The rows of a file that went nowhere: what a person looks into afterwards.
struct Unmatched: Sendable, Equatable {
  /// Why a row went nowhere, to branch on.
  enum Kind: String, Sendable, CaseIterable {
    /// It cannot be read.
    case malformed
    /// Nobody knows such a title.
    case notFound = "not_found"
    /// Several titles are called so.
    case ambiguous
    /// Who may know it could not be asked.
    case unavailable
    /// The profile may not have it.
    case forbidden
    /// It is about something that a library does not keep.
    case unsupported
  }

  struct Row: Sendable, Equatable {
    /// From 1.
    var line: Int
    var title: String?
    var year: Int?
    var kind: Kind
    /// Part of a sentence.
    var reason: String
  }

  /// Of more than that only the number is told: a result stays under 1 MiB.
  static let maxRows = 1000
  private static let maxTextLength = 120

  private(set) var rows: [Row] = []
  private(set) var count = 0

  mutating func add(_ row: Row) {
    count += 1
    guard rows.count < Self.maxRows else { return }
    var row = row
    row.title = row.title.map(Self.shortened)
    row.reason = Self.shortened(row.reason)
    rows.append(row)
  }

  mutating func add(_ title: ImportRow, _ kind: Kind, _ reason: String) {
    add(Row(line: title.line, title: title.title, year: title.year, kind: kind, reason: reason))
  }

  /// In the order of the file: some are found out later than others.
  var inOrder: [Row] { rows.sorted { $0.line < $1.line } }

  /// Control characters would be six bytes each on the wire.
  static func shortened(_ text: String) -> String {
    var short = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maxTextLength) {
      short.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(short)
  }
}
