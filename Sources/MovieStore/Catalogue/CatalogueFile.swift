/// Reads the catalogue's text form, the one that `Sources/CatalogueData/make.py` writes.
///
/// The header is lines that begin with `#`: the first is `# movierpc catalogue 3`; `# as_of`, `# titles` and
/// `# columns` give the day of the facts, the number of titles, and the columns, which must equal `columns`
/// and are the header's last line; other `#` lines are comments. Then one title a line, the best known first,
/// cells separated by a tab, the items of a list by `|`. An empty cell is unknown. Every line ends with a
/// line feed. The parser is strict: the first line that deviates is an error with its number, and so are too
/// few or too many titles.
final class CatalogueFile {
  struct Header: Equatable {
    /// `2026-07-29`
    var asOf: String
    var titles: Int
  }

  static let firstLine = "# movierpc catalogue 3"
  static let columns = [
    "media_type", "id", "title", "original_title", "original_language", "release_date", "runtime",
    "genre_ids", "director", "cast", "vote_average", "vote_count", "popularity", "poster_path",
    "backdrop_path", "collection", "keywords", "countries", "networks", "aliases",
  ]

  let header: Header
  private let lines: CatalogueLines
  private var count = 0

  init(_ source: CatalogueSource) throws(CatalogueError) {
    lines = CatalogueLines(try CatalogueBytes(source))
    header = try Self.header(lines)
  }

  private static func header(_ lines: CatalogueLines) throws(CatalogueError) -> Header {
    guard try lines.line() == firstLine else {
      throw CatalogueError(.format, "must be \"\(firstLine)\"", line: 1)
    }
    var asOf: String?
    var titles: Int?
    while true {
      let number = lines.number
      guard let line = try lines.line(), line.hasPrefix("#") else {
        throw CatalogueError(.format, "as_of, titles or columns is missing in the header", line: number)
      }
      if line.hasPrefix("# as_of ") {
        asOf = try CatalogueCells(line: number).day(line.dropFirst(8))
      } else if line.hasPrefix("# titles ") {
        titles = try CatalogueCells(line: number).number(line.dropFirst(9))
      } else if line.hasPrefix("# columns ") {
        guard line.dropFirst(10).elementsEqual(columns.joined(separator: "\t")) else {
          throw CatalogueError(.format, "the columns do not match this version", line: number)
        }
        guard let asOf, let titles else {
          throw CatalogueError(.format, "as_of or titles is missing before the columns", line: number)
        }
        return Header(asOf: asOf, titles: titles)
      }
    }
  }

  /// The next title and the number of its line; nil at the end. Holds one line at a time.
  func next() throws(CatalogueError) -> (title: CatalogueTitle, line: Int)? {
    let number = lines.number
    guard let line = try lines.line() else {
      guard count == header.titles else {
        throw CatalogueError(.format, "\(count) titles, but \(header.titles) in the header", line: number)
      }
      return nil
    }
    count += 1
    return (try CatalogueCells(line: number).title(line), number)
  }
}
