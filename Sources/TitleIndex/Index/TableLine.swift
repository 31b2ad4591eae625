import Glibc

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
    while let tab = Self.first(0x09, in: UnsafeBufferPointer(rebasing: table[begin..<line.upperBound])) {
      cells.append(begin..<begin + tab)
      begin += tab + 1
    }
    cells.append(begin..<line.upperBound)
    return cells.count == width
  }

  func bytes(_ column: TableColumn) -> UnsafeBufferPointer<UInt8> {
    guard let place = columns[column.rawValue] else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(rebasing: table[cells[place]])
  }

  func text(_ column: TableColumn) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func items(_ column: TableColumn) -> Items { Items(rest: bytes(column)) }

  /// Those of a list that are not empty.
  struct Items: Sequence, IteratorProtocol {
    fileprivate var rest: UnsafeBufferPointer<UInt8>

    mutating func next() -> UnsafeBufferPointer<UInt8>? {
      while !rest.isEmpty {
        let end = TableLine.first(0x7c, in: rest) ?? rest.count
        let item = UnsafeBufferPointer(rebasing: rest[..<end])
        rest = UnsafeBufferPointer(rebasing: rest.dropFirst(end + 1))
        if !item.isEmpty { return item }
      }
      return nil
    }
  }

  static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, CInt(byte), bytes.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// 0 if it is none.
  func decimal(_ column: TableColumn) -> Float { Self.decimal(bytes(column)) ?? 0 }

  /// Of few digits the result of `Float`: both numbers of the division are exact then, and what it rounds to is never
  /// halfway between two floats.
  static func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Float? {
    var (digits, power, count, hasPoint) = (0.0, 1.0, 0, false)
    for byte in bytes {
      switch byte {
      case 0x30...0x39:
        digits = 10 * digits + Double(byte - 0x30)
        if hasPoint { power *= 10 }
        count += 1
      case 0x2e where !hasPoint && count > 0: hasPoint = true
      default: return Float(String(decoding: bytes, as: UTF8.self))
      }
    }
    guard (1...9).contains(count), bytes.last != 0x2e else {
      return Float(String(decoding: bytes, as: UTF8.self))
    }
    return Float(digits / power)
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
