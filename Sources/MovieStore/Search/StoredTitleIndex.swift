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
    for key in keys where entries[key] == nil { entries[key] = try Self.entry(key, database) }
    self.version = version
  }

  /// Counts the changes of other connections, https://sqlite.org/pragma.html#pragma_data_version, and those of
  /// this one, which are all there are of a library in memory.
  private static func version(_ database: Database) throws -> [Int] {
    [try database.first("PRAGMA data_version") ?? 0, database.totalChangesCount]
  }

  /// By its names in all languages. The votes and the year are those of a list, or of the download.
  private static func entry(_ key: TitleKey, _ database: Database) throws -> Entry? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT facts FROM title WHERE key = ?1
        UNION ALL SELECT facts FROM download WHERE key = ?1 AND NOT is_deleted
        UNION ALL SELECT facts FROM title_text WHERE key = ?1
        """)
    let titles = try String.fetchAll(statement, arguments: [key]).compactMap { Title(facts: $0) }
    guard let first = titles.first else { return nil }
    var spellings: [String] = []
    for title in titles {
      for text in TitleQuestion.spellings(title: title.title, original: title.originalTitle)
      where !spellings.contains(text) {
        spellings.append(text)
      }
    }
    return Entry(
      spellings: spellings, mediaType: first.mediaType, year: first.year, votes: first.voteCount ?? 0)
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

  /// The title as any list shows it, or as it was downloaded: for one that is known to be visible.
  static func title(_ key: TitleKey, _ language: String, _ database: Database) throws -> Title? {
    try StoredTitleRow.title(key, language, database) ?? downloaded(key, database)
  }

  /// The title as the profile's lists show it, or as it was downloaded.
  ///
  /// - Returns: nil if it is neither downloaded nor on a list of the profile.
  static func title(
    _ key: TitleKey, of profile: String?, _ language: String, _ database: Database
  ) throws -> Title? {
    if let profile, try EntryTable(database, of: profile).isListed(key) {
      return try StoredTitleRow.title(key, language, database)
    }
    return try downloaded(key, database)
  }

  private static func downloaded(_ key: TitleKey, _ database: Database) throws -> Title? {
    try database.first("SELECT facts FROM download WHERE key = ? AND NOT is_deleted", [key])
      .map { try StoredTitleRow.title(facts: $0) }
  }
}
