import MovieProtocol
import TitleIndex

/// The cells of one line of a `CatalogueFile`. Each function parses one kind of cell and rejects anything
/// else.
struct CatalogueCells {
  let line: Int

  /// - Parameter text: of the table, or of the index, which with imports has the columns of IMDb's facts, too.
  func title(_ text: String) throws(CatalogueError) -> CatalogueTitle {
    let cells = Self.split(text[...], at: UInt8(ascii: "\t"))
    guard cells.count == CatalogueFile.columns.count || cells.count == TableColumn.allCases.count else {
      throw wrong("\(cells.count) cells, expected \(CatalogueFile.columns.count)")
    }
    func cell(_ column: TableColumn) -> Substring {
      column.rawValue < cells.count ? cells[column.rawValue] : ""
    }
    guard let mediaType = Title.MediaType(rawValue: String(cell(.mediaType))) else {
      throw wrong("the media type is neither movie nor tv")
    }
    guard let name = try self.text(cell(.title)) else { throw wrong("the title is empty") }
    var title = CatalogueTitle(mediaType: mediaType, id: try number(cell(.id)), title: name)
    title.originalTitle = try self.text(cell(.originalTitle))
    title.originalLanguage = try optional(cell(.originalLanguage), language)
    if let date = try optional(cell(.releaseDate), date) { (title.releaseDate, title.year) = date }
    title.runtime = try optional(cell(.runtime), number)
    for genre in try list(cell(.genreIDs)) { title.genreIDs.append(try number(genre[...])) }
    (title.director, title.cast) = (try list(cell(.director)), try list(cell(.cast)))
    title.popularity = try optional(cell(.popularity), decimal)
    title.posterPath = try optional(cell(.posterPath), path)
    title.backdropPath = try optional(cell(.backdropPath), path)
    title.collection = try self.text(cell(.collection))
    title.keywords = try list(cell(.keywords))
    (title.countries, title.networks) = (try list(cell(.countries)), try list(cell(.networks)))
    title.aliases = try list(cell(.aliases))
    title.imdbFacts = IMDbFacts(rawValue: try optional(cell(.imdbFacts), number) ?? 0)
    let hasTheirVotes = title.imdbFacts.contains(.votes)
    let average = try optional(cell(hasTheirVotes ? .imdbAverage : .voteAverage), decimal)
    title.voteCount = try number(cell(hasTheirVotes ? .imdbVotes : .voteCount))
    // TMDB sends 0 if there are no votes, which means no average, not the lowest one.
    title.voteAverage = title.voteCount == 0 && average == 0 ? nil : average
    return title
  }

  /// Decimal digits, from 0 to `Int.max`.
  func number(_ cell: Substring) throws(CatalogueError) -> Int {
    guard isDigits(cell), let number = Int(cell) else { throw wrong("a cell is not a whole number") }
    return number
  }

  /// `2021-09-15`, or a year where no more is known.
  func date(_ cell: Substring) throws(CatalogueError) -> (day: String?, year: Int?) {
    if cell.utf8.count == 4, isDigits(cell) { return (nil, Int(cell)) }
    let day = try day(cell)
    return (day, Int(day.prefix(4)))
  }

  /// `2021-09-15`, a valid day.
  func day(_ cell: Substring) throws(CatalogueError) -> String {
    let parts = cell.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy(isDigits),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...daysIn(month, of: year)).contains(day)
    else { throw wrong("a date is not of the form 2021-09-15") }
    return String(cell)
  }

  private func decimal(_ cell: Substring) throws(CatalogueError) -> Double {
    let parts = cell.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(isDigits), let value = Double(cell), value.isFinite else {
      throw wrong("a cell is not a number of the form 7.782")
    }
    return value
  }

  func language(_ cell: Substring) throws(CatalogueError) -> String {
    guard (2...3).contains(cell.utf8.count), cell.utf8.allSatisfy({ (0x61...0x7a).contains($0) }) else {
      throw wrong("a language is not two or three lower-case letters")
    }
    return String(cell)
  }

  private func path(_ cell: Substring) throws(CatalogueError) -> String {
    guard cell.utf8.first == UInt8(ascii: "/"), let path = try text(cell) else {
      throw wrong("a path does not begin with /")
    }
    return path
  }

  private func list(_ cell: Substring) throws(CatalogueError) -> [String] {
    guard !cell.isEmpty else { return [] }
    var items: [String] = []
    for item in Self.split(cell, at: UInt8(ascii: "|")) {
      guard let item = try text(item) else { throw wrong("an item of a list is empty") }
      items.append(item)
    }
    return items
  }

  private func text(_ cell: Substring) throws(CatalogueError) -> String? {
    guard cell.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw wrong("a cell contains a control character")
    }
    return cell.isEmpty ? nil : String(cell)
  }

  /// By bytes: a search for characters would compare them by Unicode's rules, which takes most of the time.
  private static func split(_ text: Substring, at separator: UInt8) -> [Substring] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
  }

  private func optional<Value>(
    _ cell: Substring, _ read: (Substring) throws(CatalogueError) -> Value
  ) throws(CatalogueError) -> Value? {
    cell.isEmpty ? nil : try read(cell)
  }

  private func isDigits(_ cell: Substring) -> Bool {
    !cell.isEmpty && cell.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private func daysIn(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private func wrong(_ message: String) -> CatalogueError {
    CatalogueError(.format, message, line: line)
  }
}
