import GRDB
import MovieProtocol

/// The titles of the catalogue that are called so, and how well each is known.
enum CatalogueNames {
  /// More titles than have one name.
  private static let maxTitles = 500

  static func titles(
    _ name: TitleName.Reading, _ database: Database
  ) throws -> [(title: CatalogueTitle, votes: Int)] {
    try ranks(name, database).compactMap { rank -> (title: CatalogueTitle, votes: Int)? in
      guard let title = try CatalogueRow.titles(database, ranks: [rank]).first, name.isNear(title.year) else {
        return nil
      }
      return (title, try votes(of: title, rank, database))
    }
  }

  private static func ranks(_ name: TitleName.Reading, _ database: Database) throws -> [Int] {
    let places = Array(repeating: "?", count: name.spellings.count).joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: "SELECT id FROM spelling WHERE text IN (\(places)) ORDER BY id")
    var matches = CatalogueSearch.Matches()
    try StatementRow.each(of: statement, arguments: name.spellings.map { .text($0) }) { row in
      matches.append(try row.number(at: 0, in: StoredBounds.id))
      return matches.all.count < maxTitles
    }
    return matches.all
  }

  /// Of most series the number is not known, and IMDb's votes are many more than TMDB's: then those of the next
  /// film in the order of how well titles are known.
  private static func votes(of title: CatalogueTitle, _ rank: Int, _ database: Database) throws -> Int {
    if title.voteCount > 0, !title.imdbFacts.contains(.votes) { return title.voteCount }
    let statement = try database.cachedStatement(
      sql: """
        SELECT vote_count FROM title WHERE rank > ? AND media_type = 'movie' AND vote_count > 0
        ORDER BY rank LIMIT 1
        """)
    return try StatementRow.first(of: statement, arguments: [.integer(rank)]) {
      try $0.number(at: 0, in: StoredBounds.count)
    } ?? 0
  }
}
