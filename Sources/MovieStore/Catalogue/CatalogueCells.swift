import JSONRPC
import MovieProtocol
import TitleIndex

/// The cells of one line of a `CatalogueFile`, or of a title of the index. Each function parses one kind of cell and
/// rejects anything else.
struct CatalogueCells {
  let line: Int

  /// - Parameter text: a line of the table.
  func title(_ text: String) throws(CatalogueError) -> CatalogueTitle {
    let cells = Self.split(text[...], at: UInt8(ascii: "\t"))
    guard cells.count == CatalogueFile.columns.count else {
      throw wrong("\(cells.count) cells, expected \(CatalogueFile.columns.count)")
    }
    func cell(_ column: TableColumn) -> Substring { cells[column.rawValue] }
    guard let mediaType = Title.MediaType(rawValue: String(cell(.mediaType))) else {
      throw wrong("the media type is neither movie nor tv")
    }
    var title = CatalogueTitle(mediaType: mediaType, id: try number(cell(.id)), title: "")
    try add(cell, poster: cell(.posterPath), to: &title)
    title.originalLanguage = try optional(cell(.originalLanguage), language)
    if let date = try optional(cell(.releaseDate), date) { (title.releaseDate, title.year) = date }
    title.runtime = try optional(cell(.runtime), number)
    title.popularity = try optional(cell(.popularity), decimal)
    let average = try optional(cell(.voteAverage), decimal)
    title.voteCount = try number(cell(.voteCount))
    // TMDB sends 0 if there are no votes, which means no average, not the lowest one.
    title.voteAverage = title.voteCount == 0 && average == 0 ? nil : average
    return title
  }

  /// A title of the index.
  func title(_ record: TitleRecord, _ texts: TitleText) throws(CatalogueError) -> CatalogueTitle {
    var title = CatalogueTitle(mediaType: record.isSeries ? .tv : .movie, id: Int(record.id), title: "")
    func cell(_ column: TableColumn) -> Substring { texts[column] }
    try add(cell, poster: texts.posterPath[...], to: &title)
    title.originalLanguage = record.language == 0 ? nil : LetterCode.text(record.language)
    if record.date > 0 {
      let year = record.year.padded(to: 4)
      let day = record.month == 0 ? "" : "-\(record.month.padded(to: 2))-\(record.day.padded(to: 2))"
      (title.releaseDate, title.year) = try date(year[...] + day)
    }
    title.runtime = record.runtime == 0 ? nil : Int(record.runtime)
    title.popularity = known(record.popularity)
    title.imdbFacts = IMDbFacts(rawValue: try optional(cell(.imdbFacts), number) ?? 0)
    if title.imdbFacts.contains(.votes) {
      title.voteAverage = try optional(cell(.imdbAverage), decimal)
      title.voteCount = try number(cell(.imdbVotes))
    } else {
      (title.voteAverage, title.voteCount) = (known(record.average), Int(record.votes))
    }
    return title
  }

  /// Nil for 0; the digits of the table, of which a Float has seven.
  private func known(_ value: Float) -> Double? {
    value > 0 && value.isFinite ? Double(value.description) : nil
  }

  /// The texts.
  private func add(
    _ cell: (TableColumn) -> Substring, poster: Substring, to title: inout CatalogueTitle
  ) throws(CatalogueError) {
    guard let name = try text(cell(.title)) else { throw wrong("the title is empty") }
    title.title = name
    title.originalTitle = try text(cell(.originalTitle))
    for genre in try list(cell(.genreIDs)) { title.genreIDs.append(try number(genre[...])) }
    (title.director, title.cast) = (try list(cell(.director)), try list(cell(.cast)))
    title.posterPath = try optional(poster, path)
    title.backdropPath = try optional(cell(.backdropPath), path)
    title.collection = try text(cell(.collection))
    title.keywords = try list(cell(.keywords))
    (title.countries, title.networks) = (try list(cell(.countries)), try list(cell(.networks)))
    title.aliases = try list(cell(.aliases))
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
