/// The columns of the table that `Sources/CatalogueData/make.py` writes; an empty cell is unknown.
package enum TableColumn: Int, CaseIterable, Sendable {
  case mediaType, id, title, originalTitle, originalLanguage
  /// A day, `2021-09-15`, or a year.
  case releaseDate
  case runtime, genreIDs, director, cast, voteAverage, voteCount, popularity, posterPath, backdropPath,
    collection
  case keywords, countries, networks, aliases
  /// Which facts are IMDb's, and its votes: only in a catalogue with imports of the user.
  case imdbFacts, imdbAverage, imdbVotes

  /// Those that an index keeps as they are: its records have the others. The ones that most titles have come first.
  static let texts: [TableColumn] = [
    .title, .genreIDs, .posterPath, .countries, .cast, .director, .keywords, .networks, .originalTitle,
    .collection,
    .aliases, .backdropPath, .imdbFacts, .imdbAverage, .imdbVotes,
  ]

  /// Its place among them; nil: it is not one.
  var textPlace: Int? { Self.textPlaces[rawValue] }
  private static let textPlaces = allCases.map { texts.firstIndex(of: $0) }

  /// As in the table's header.
  package var name: String {
    switch self {
    case .mediaType: "media_type"
    case .originalTitle: "original_title"
    case .originalLanguage: "original_language"
    case .releaseDate: "release_date"
    case .genreIDs: "genre_ids"
    case .voteAverage: "vote_average"
    case .voteCount: "vote_count"
    case .posterPath: "poster_path"
    case .backdropPath: "backdrop_path"
    case .imdbFacts: "imdb_facts"
    case .imdbAverage: "imdb_average"
    case .imdbVotes: "imdb_votes"
    default: "\(self)"
    }
  }
}

/// The cells of one line, as places in the table.
struct TableLine {
  private let columns: [Int?]
  private let width: Int
  private var cells: [Range<Int>] = []
  private var table = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  init(columns: [TableColumn]) {
    self.columns = TableColumn.allCases.map { columns.firstIndex(of: $0) }
    width = columns.count
  }

  var count: Int { cells.count }

  /// - Returns: false if it is not as wide as the columns.
  mutating func read(_ table: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    self.table = table
    cells.removeAll(keepingCapacity: true)
    var begin = line.lowerBound
    for place in line where table[place] == 0x09 {
      cells.append(begin..<place)
      begin = place + 1
    }
    cells.append(begin..<line.upperBound)
    return cells.count == width
  }

  func bytes(_ column: TableColumn) -> UnsafeBufferPointer<UInt8> {
    guard let place = columns[column.rawValue] else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(rebasing: table[cells[place]])
  }

  func text(_ column: TableColumn) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func items(_ column: TableColumn) -> [UnsafeBufferPointer<UInt8>] {
    bytes(column).split(separator: 0x7c).map { UnsafeBufferPointer(rebasing: $0) }
  }

  func number(_ column: TableColumn) -> Int? { Self.number(bytes(column)) }

  static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.count < 19, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return bytes.reduce(0) { 10 * $0 + Int($1) - 0x30 }
  }

  /// 20210915, or 20210000 for a year; 0 if it is neither.
  func date(_ column: TableColumn) -> UInt32 {
    let bytes = bytes(column)
    if bytes.count == 4 { return UInt32(Self.number(bytes) ?? 0) * 10_000 }
    guard bytes.count == 10 else { return 0 }
    let digits = bytes.filter { (0x30...0x39).contains($0) }
    return digits.count == 8 ? digits.reduce(0) { 10 * $0 + UInt32($1) - 0x30 } : 0
  }
}
