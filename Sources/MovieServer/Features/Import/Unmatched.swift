import JSONRPC
import MovieProtocol

/// The rows of a file that were not imported, for the user to check.
struct Unmatched: Sendable, Equatable {
  /// Why a row was not imported, for programs.
  enum Kind: String, Sendable, CaseIterable {
    /// It is invalid.
    case malformed
    /// No source has such a title.
    case notFound = "not_found"
    /// Several titles have this name.
    case ambiguous
    /// A source that may have it could not be queried.
    case unavailable
    /// The age limit of the profile forbids it.
    case forbidden
    /// It is about something that the library does not store.
    case unsupported
  }

  struct Row: Sendable, Equatable {
    var place: ImportPlace
    var title: String?
    var year: Int?
    var kind: Kind
    /// A part of a sentence.
    var message: Message
    /// The titles that have the name, if there are several.
    var keys: [TitleKey] = []

    var line: Int { place.line }
  }

  /// Beyond this, rows are only counted: a result stays under 1 MiB.
  static let maxRows = 1000
  private static let maxTextLength = 120
  /// Of a row.
  private static let maxKeys = 5

  private(set) var rows: [Row] = []
  private(set) var count = 0

  mutating func add(_ row: Row) {
    count += 1
    guard rows.count < Self.maxRows else { return }
    var row = row
    row.title = row.title.map { Self.shortened($0) }
    row.message = Self.shortened(row.message)
    row.place.file = row.place.file.map { Self.shortened($0) }
    row.keys = Array(row.keys.prefix(Self.maxKeys))
    rows.append(row)
  }

  mutating func add(_ title: ImportRow, _ kind: Kind, _ message: Message, _ keys: [TitleKey] = []) {
    add(
      Row(place: title.place, title: title.title, year: title.year, kind: kind, message: message, keys: keys))
  }

  /// In the order of the file: some are added later than others.
  var inOrder: [Row] { rows.sorted { $0.place < $1.place } }

  /// - Parameter keys: of titles that have the same name; [] if they are not to be named.
  static func message(ambiguous keys: [TitleKey], of count: Int) -> Message {
    keys.isEmpty ? .titlesOfName(count) : .titlesOfNameAre(count, keys.prefix(maxKeys).map(\.text))
  }

  static func shortened(_ message: Message) -> Message {
    guard message.english.utf8.count > maxTextLength else { return message }
    return Message(
      id: message.id, arguments: message.arguments.map { JSONMember($0.name, shortened($0.value)) },
      english: shortened(message.english))
  }

  private static func shortened(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(shortened(text))
    case .object(let members): .object(members.map { JSONMember($0.name, shortened($0.value)) })
    default: value
    }
  }

  /// Control characters would take six bytes each on the wire.
  static func shortened(_ text: String, _ maxLength: Int = maxTextLength) -> String {
    var short = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maxLength) {
      short.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(short)
  }
}
