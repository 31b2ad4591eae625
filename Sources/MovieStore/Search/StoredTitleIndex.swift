import GRDB
import MovieProtocol

/// The titles of the library, on lists and downloaded, in searchable form: in memory, since they are few
/// compared with a catalogue, and refreshed before each search.
struct StoredTitleIndex {
  private struct Entry {
    let spellings: [String]
    let mediaType: Title.MediaType
    let year: Int?
    let votes: Int
  }

  private var entries: [TitleKey: Entry] = [:]
  /// The library's version at the last refresh.
  private var version: [Int]?

  mutating func forget(_ key: TitleKey) {
    entries[key] = nil
    version = nil
  }

  /// Adds new titles, and removes deleted ones.
  mutating func refresh(_ database: Database) throws {
    let version = try Self.version(database)
    guard self.version != version else { return }
    let keys = Set(
      try String.fetchAll(
        database, sql: "SELECT key FROM title UNION SELECT key FROM download WHERE NOT is_deleted"
      ).compactMap { TitleKey($0) })
    entries = entries.filter { keys.contains($0.key) }
    for key in keys where entries[key] == nil {
      if let title = try StoredTitleIndex.title(key, database) { add(title) }
    }
    self.version = version
  }

  /// Counts the changes of other connections, https://sqlite.org/pragma.html#pragma_data_version, and those of
  /// this one, which are all there are of a library in memory.
  private static func version(_ database: Database) throws -> [Int] {
    let statement = try database.cachedStatement(sql: "PRAGMA data_version")
    return [try Int.fetchOne(statement) ?? 0, database.totalChangesCount]
  }

  private mutating func add(_ title: Title) {
    entries[title.key] = Entry(
      spellings: TitleQuestion.spellings(title: title.title, original: title.originalTitle),
      mediaType: title.mediaType, year: title.year, votes: title.voteCount ?? 0)
  }

  /// Whole title first, then beginning of title, then all words; each class by votes.
  func keys(_ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?) -> [TitleKey] {
    var found: [(key: TitleKey, match: TitleMatch, votes: Int)] = []
    for (key, entry) in entries {
      guard mediaType == nil || entry.mediaType == mediaType, year == nil || entry.year == year,
        let match = question.match(spellings: entry.spellings)
      else { continue }
      found.append((key, match, entry.votes))
    }
    return found.sorted { ($0.match, $1.votes, $0.key) < ($1.match, $0.votes, $1.key) }.map(\.key)
  }

  /// The titles that are called so.
  func keys(_ name: TitleName.Reading, among keys: Set<TitleKey>) -> [TitleKey] {
    keys.filter { key in
      entries[key].map { name.isNear($0.year) && name.names($0.spellings) } ?? false
    }.sorted()
  }

  /// Titles whose names resemble the words, the nearest first: one that the words are a part of, or a
  /// misspelling of.
  func near(_ name: TitleName, among keys: Set<TitleKey>) -> [TitleKey] {
    let likeness = name.readings.map { NameLikeness($0.words) }
    var near: [(distance: Int, key: TitleKey)] = []
    for key in keys {
      guard let entry = entries[key] else { continue }
      let distance = likeness.compactMap { $0.distance(to: entry.spellings) }.min()
      if let distance { near.append((distance, key)) }
    }
    return near.sorted { $0 < $1 }.map(\.key)
  }

  /// The title as any list shows it, for one that is known to be visible.
  static func title(_ key: TitleKey, _ database: Database) throws -> Title? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT facts FROM download WHERE key = ?1 AND NOT is_deleted
        UNION ALL SELECT facts FROM title WHERE key = ?1
        """)
    return try String.fetchOne(statement, arguments: [key]).map(StoredTitleRow.title)
  }

  /// The title as lists show it; of a listed and a downloaded copy, the downloaded one is newer.
  ///
  /// - Returns: nil if it is neither downloaded nor on a list of the profile.
  static func title(_ key: TitleKey, of profile: String?, _ database: Database) throws -> Title? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT facts FROM download WHERE key = ?1 AND NOT is_deleted
        UNION ALL SELECT facts FROM title
        WHERE key = ?1 AND EXISTS (SELECT 1 FROM entry WHERE key = ?1 AND profile = ?2)
        """)
    return try String.fetchOne(statement, arguments: [key, profile]).map(StoredTitleRow.title)
  }
}
