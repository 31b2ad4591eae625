/// Reads the catalogue's text form, the one of `Sources/CatalogueData/titles.tsv`.
///
/// The header is lines that begin with `#`: the first is `# movierpc catalogue 1`; `# as_of`, `# titles` and
/// `# columns` give the day of the facts, the number of titles, and the columns, which must equal `columns`;
/// other `#` lines are comments. Then one title a line, most votes first, cells separated by a tab, the items
/// of a list by `|`. An empty cell is unknown. Every line ends with a line feed. The parser is strict: the
/// first line that deviates is an error with its number, and so are too few or too many titles.
enum CatalogueFile {
  struct Header: Equatable {
    /// `2026-07-29`
    var asOf: String
    var titles: Int
    /// Offset and number of the first line after the header.
    fileprivate(set) var bodyOffset: Int
    fileprivate(set) var bodyLine: Int
  }

  static let firstLine = "# movierpc catalogue 1"
  static let columns = [
    "media_type", "id", "title", "original_title", "original_language", "release_date", "runtime",
    "genre_ids", "director", "cast", "vote_average", "vote_count", "popularity", "poster_path",
    "backdrop_path", "collection", "keywords",
  ]

  static func header(of bytes: Span<UInt8>) throws(CatalogueError) -> Header {
    var lines = Lines(offset: 0, number: 1)
    guard try lines.text(in: bytes) == firstLine else {
      throw CatalogueError(.format, "must be \"\(firstLine)\"", line: 1)
    }
    var asOf: String?
    var titles: Int?
    var sawColumns = false
    while lines.offset < bytes.count, bytes[lines.offset] == UInt8(ascii: "#") {
      let number = lines.number
      guard let line = try lines.text(in: bytes) else { break }
      if line.hasPrefix("# as_of ") {
        asOf = try CatalogueCells(line: number).date(line.dropFirst(8))
      } else if line.hasPrefix("# titles ") {
        titles = try CatalogueCells(line: number).number(line.dropFirst(9))
      } else if line.hasPrefix("# columns ") {
        guard line.dropFirst(10).elementsEqual(columns.joined(separator: "\t")) else {
          throw CatalogueError(.format, "the columns do not match this version", line: number)
        }
        sawColumns = true
      }
    }
    guard let asOf, let titles, sawColumns else {
      throw CatalogueError(.format, "as_of, titles or columns is missing in the header", line: lines.number)
    }
    return Header(asOf: asOf, titles: titles, bodyOffset: lines.offset, bodyLine: lines.number)
  }

  /// Calls `body` with one title after another and the number of its line. Holds one line at a time.
  static func forEachTitle(
    in bytes: Span<UInt8>, after header: Header,
    _ body: (CatalogueTitle, _ line: Int) throws -> Void
  ) throws {
    var lines = Lines(offset: header.bodyOffset, number: header.bodyLine)
    var votes = Int.max
    var count = 0
    while true {
      let number = lines.number
      guard let line = try lines.text(in: bytes) else { break }
      let title = try CatalogueCells(line: number).title(line)
      guard title.voteCount <= votes else {
        throw CatalogueError(.format, "more votes than in the previous line", line: number)
      }
      votes = title.voteCount
      count += 1
      try body(title, number)
    }
    guard count == header.titles else {
      throw CatalogueError(
        .format, "\(count) titles, but \(header.titles) in the header", line: lines.number)
    }
  }
}

/// The position of the next line.
private struct Lines {
  var offset: Int
  var number: Int

  /// The next line without its line feed, or nil at the end.
  mutating func text(in bytes: Span<UInt8>) throws(CatalogueError) -> String? {
    guard offset < bytes.count else { return nil }
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    guard end < bytes.count else {
      throw CatalogueError(.format, "the last line has no line feed: the data is truncated", line: number)
    }
    let text: String
    do {
      text = String(copying: try UTF8Span(validating: bytes.extracting(offset..<end)))
    } catch {
      throw CatalogueError(.format, "not UTF-8", line: number)
    }
    offset = end + 1
    number += 1
    return text
  }
}
