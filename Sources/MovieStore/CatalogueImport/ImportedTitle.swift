import GRDB
import JSONRPC
import MovieProtocol

/// A title of a line that is imported: JSON in one of three forms.
///
/// - TMDB's daily export of films, with `original_title`, and of series, with `original_name`;
/// - an object with `media_type`, `id` and the facts, under the names of a `Title` on the wire, and `director`,
///   `cast`, `keywords` and `collection`;
/// - a line of `library.export`, which has such an object as its `title`.
struct ImportedTitle {
  /// In bytes of UTF-8. No title of TMDB is half as long.
  static let maxText = 1000
  /// TMDB's have seven digits; the index has room for these.
  private static let ids = 1...Int(UInt32.max)
  /// Further items of a list are left out.
  private static let maxItems = 30

  let mediaType: Title.MediaType
  let id: Int
  /// In the order of `ImportedTable.Column`.
  let values: [DatabaseValue]

  static func of(_ line: [UInt8]) throws(Skipped) -> ImportedTitle {
    guard let json = try? JSONValue(parsing: line.span) else { throw Skipped(.notJSON) }
    var facts = json
    if let title = json["title"], title.objectValue != nil { facts = title }
    guard facts["adult"]?.boolValue != true else { throw Skipped(.adult) }
    guard let id = (facts["id"]?.numberText).flatMap({ Int($0) }), Self.ids.contains(id) else {
      throw Skipped(.notTitle)
    }
    if let mediaType = facts["media_type"]?.stringValue {
      guard let mediaType = Title.MediaType(rawValue: mediaType), facts["title"]?.stringValue != nil
      else { throw Skipped(.notTitle) }
      return try ImportedTitle(mediaType, id, facts)
    }
    if facts["original_title"]?.stringValue != nil { return try ImportedTitle(.movie, id, facts) }
    if let name = facts["original_name"]?.stringValue {
      let members = [JSONMember("original_title", .string(name))] + (facts.objectValue ?? [])
      return try ImportedTitle(.tv, id, .object(members))
    }
    // Exports of keywords and of companies have names without popularity.
    let isPerson = facts["name"]?.stringValue != nil && facts["popularity"] != nil
    throw Skipped(isPerson ? .person : .notTitle)
  }

  struct Skipped: Error {
    let reason: CatalogueImportReason
    init(_ reason: CatalogueImportReason) { self.reason = reason }
  }

  private init(
    _ mediaType: Title.MediaType, _ id: Int, _ facts: JSONValue
  ) throws(Skipped) {
    for name in ["title", "original_title"] {
      if let text = facts[name]?.stringValue, text.utf8.count > Self.maxText { throw Skipped(.titleTooLong) }
    }
    (self.mediaType, self.id) = (mediaType, id)
    values = ImportedTable.Column.allCases.map { Self.value($0, facts)?.databaseValue ?? .null }
    // It is named by something that can be seen.
    guard !values[0].isNull || !values[1].isNull else { throw Skipped(.notTitle) }
  }

  /// Nil: unknown, or not of its kind.
  private static func value(
    _ column: ImportedTable.Column, _ facts: JSONValue
  ) -> (any DatabaseValueConvertible)? {
    let value = facts[column == .actors ? "cast" : column.rawValue]
    switch column {
    case .title, .originalTitle, .collection: return value?.stringValue.flatMap(text)
    case .originalLanguage:
      return (value?.stringValue).flatMap { try? CatalogueCells(line: 0).language($0[...]) }
    case .releaseDate:
      let date = value?.stringValue.flatMap(text) ?? facts["year"]?.numberText
      return date.flatMap { date in
        (try? CatalogueCells(line: 0).date(date[...])).map { $0.day ?? ($0.year ?? 0).padded(to: 4) }
      }
    case .runtime, .voteCount:
      return (value?.numberText).flatMap { Int($0) }.flatMap { StoredBounds.count.contains($0) ? $0 : nil }
    case .voteAverage:
      // 0 is that of a title without votes.
      return (value?.numberText).flatMap { Double($0) }.flatMap { $0 > 0 && $0 <= 10 ? $0 : nil }
    case .popularity:
      return (value?.numberText).flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    case .genreIDs, .director, .actors, .keywords:
      guard let items = value?.arrayValue, !items.isEmpty else { return nil }
      let texts = items.prefix(maxItems).compactMap { item in
        guard column != .genreIDs else {
          return item.numberText.flatMap { $0.utf8.allSatisfy(\.isDigit) ? $0 : nil }
        }
        return item.stringValue.flatMap(text)
      }
      guard !texts.isEmpty else { return nil }
      // The separator of the column.
      return texts.map(ImportedTable.item).joined(separator: "|")
    case .posterPath, .backdropPath:
      return (value?.stringValue).flatMap { $0.hasPrefix("/") ? text($0) : nil }
    }
  }

  /// Without control characters and blanks around it; nil: nothing that can be seen is left, or it is too long.
  static func text(_ text: String) -> String? {
    guard text.utf8.count <= maxText else { return nil }
    let isClean =
      text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } && text.utf8.first != 0x20 && text.utf8.last != 0x20
    let words =
      isClean
      ? text
      : text.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7f } }
        .joined(separator: " ")
    return words.isBlank ? nil : words
  }
}

extension JSONValue {
  fileprivate var numberText: String? {
    if case .number(let text) = self { text } else { nil }
  }
}
