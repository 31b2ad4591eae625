import GRDB
import MovieProtocol
import TitleIndex

/// One search: finds titles and their order.
///
/// Whole title first, then beginning of title, then all words, then the same of other spellings such as the
/// original title; each class by rank. Each class has a query of its own, which returns its titles in the
/// order of their ranks and stops at `maxTotal`: so the first classes are right however many titles have all
/// the words, and nothing is sorted or scored. On a million titles sorting by FTS5's `rank` would take half a
/// second for a short word.
struct CatalogueSearch {
  /// See `CatalogueSchema`.
  static let spellingsOfATitle = 64
  /// The ids of as many other spellings follow these, then those of IMDb's names. The last of both is that
  /// without an article.
  static let mainSpellings = 8
  /// A whole title without its article, or an original one, counts as one if it is so well known: "matrix" is
  /// "The Matrix", and "dune" is not a film of few votes that is called "The Dune".
  private static let maxRankOfOtherSpellings = 12_000
  /// Further matches are neither counted nor returned.
  static let maxTotal = 10_000

  /// Beginnings as long as this may have few spellings: at most so many are read from the index of texts.
  private static let minFew = 6
  private static let maxFew = 64

  let query: SearchQuery
  let mediaType: Title.MediaType?
  let year: Int?
  /// The first ranks are right up to this number; others are not looked for.
  var limit = maxTotal
  /// Only the first are wanted in their order: so not all beginnings are looked for, which have all words, too.
  var inOrder = maxTotal

  /// The place of each spelling among the ids of its title.
  static func placed(_ spellings: TitleSpellings, names: [String]) -> [(place: Int, text: String)] {
    let (main, other) = (spellings.main, spellings.other)
    var placed = main.prefix(mainSpellings - 1).enumerated().map { ($0, $1) }
    if let text = spellings.mainWithoutArticle { placed.append((mainSpellings - 1, text)) }
    placed += other.prefix(mainSpellings - 1).enumerated().map { (mainSpellings + $0, $1) }
    if let text = spellings.otherWithoutArticle { placed.append((2 * mainSpellings - 1, text)) }
    guard !names.isEmpty else { return placed }
    var texts = Set(spellings.all)
    for (index, name) in names.prefix(spellingsOfATitle - 2 * mainSpellings).enumerated() {
      guard let text = SearchFold.plain(name)?.text, texts.insert(text).inserted else {
        continue
      }
      placed.append((2 * mainSpellings + index, text))
    }
    return placed
  }

  /// Ascending, without duplicates.
  struct Matches {
    private(set) var all: [Int] = []
    /// Those that match a main spelling.
    private(set) var main: [Int] = []

    init() {}

    init(_ ids: Set<Int>) {
      for id in ids.sorted() { append(id) }
    }

    /// - Parameter id: of a spelling. Ascending, so those of one title are adjacent.
    mutating func append(_ id: Int) {
      let rank = id / CatalogueSearch.spellingsOfATitle
      if all.last != rank { all.append(rank) }
      if id % CatalogueSearch.spellingsOfATitle < CatalogueSearch.mainSpellings, main.last != rank {
        main.append(rank)
      }
    }
  }

  /// The ranks of the matches, best first, without duplicates.
  func ranks(_ database: Database) throws -> [Int] {
    try classes(database).flatMap(\.self)
  }

  /// The whole titles, then the others; both best first. No rank is twice in them.
  func classes(_ database: Database) throws -> [[Int]] {
    if let words = storedWords {
      let first = WordTitles.first(limit, of: words, typed: query.words[0])
      return [first.whole, first.others]
    }
    let few = try fewBeginnings(database)
    let whole = try few?.whole ?? exact(database).all
    guard let beginning = query.beginning, let allWords = query.allWords, whole.count < limit else {
      return [whole, []]
    }
    // A title may be in each of them.
    let begins = try few?.all ?? matches(database, beginning, enough: whole.count + min(limit, inOrder))
    let isEnough = begins.main.count >= whole.count + limit || begins.all.count >= Self.maxTotal
    let words =
      try isEnough ? Matches() : matches(database, allWords, enough: whole.count + begins.main.count + limit)
    let others = Self.others(begins, words, after: whole).flatMap(\.self)
    return [whole, Array(others.prefix(limit - whole.count))]
  }

  /// The classes of titles that are not whole ones; no rank is twice in them.
  static func others(_ begins: Matches, _ words: Matches, after whole: [Int]) -> [[Int]] {
    var seen = whole
    return [begins.main, words.main, begins.all, words.all].map { ranks in
      let more = ranks.subtracting(seen)
      seen = seen.joined(with: more)
      return more
    }
  }

  /// All that the only word may become, with the first titles of each. nil: the full-text search has to be
  /// asked.
  private var storedWords: [WordTable.Word]? {
    isFiltered || limit > WordTitles.maxCount || query.words.count != 1 ? nil : query.endings
  }

  /// The ranks of titles that are this word, without those that do not count as whole ones.
  static func whole(_ word: String, _ database: Database) throws -> [Int] {
    let statement = try database.cachedStatement(sql: "SELECT id FROM spelling WHERE text = ? ORDER BY id")
    var matches = Matches()
    try StatementRow.each(of: statement, arguments: [.text(word)]) { row in
      let id = try row.number(at: 0, in: StoredBounds.id)
      if countsAsWhole(id) { matches.append(id) }
      return true
    }
    return matches.all
  }

  /// The whole titles.
  func exact(_ database: Database) throws -> Matches {
    let texts = query.exact
    let places = Array(repeating: "?", count: texts.count).joined(separator: ", ")
    return try matches(
      database,
      """
      SELECT spelling.id FROM spelling \(filter("spelling.id"))
      WHERE spelling.text IN (\(places)) \(condition) ORDER BY spelling.id
      """, texts.map { .text($0) } + filterArguments, isWhole: true)
  }

  /// Whole titles, and all spellings that begin with the query. The full-text search would take longer, since
  /// it finds many sooner than few, but for one word of which all endings are known.
  ///
  /// - Returns: nil if they are not few.
  private func fewBeginnings(_ database: Database) throws -> (whole: [Int], all: Matches)? {
    guard !isFiltered, query.words.count > 1 || !query.isCompleted,
      query.exact.allSatisfy({ $0.utf8.count >= Self.minFew })
    else { return nil }
    let statement = try database.cachedStatement(sql: Self.beginningsSQL)
    var (whole, all): (Set<Int>, Set<Int>) = ([], [])
    for (from, to) in query.ranges {
      try StatementRow.each(of: statement, arguments: [.text(from), .text(to)]) { row in
        let id = try row.number(at: 0, in: StoredBounds.id)
        all.insert(id)
        // It begins with the text.
        if try row.length(at: 1) == from.utf8.count, countsAsWhole(id) { whole.insert(id) }
        return true
      }
      guard all.count <= Self.maxFew else { return nil }
    }
    return (Matches(whole).all, Matches(all))
  }

  private static let beginningsSQL =
    "SELECT id, text FROM spelling WHERE text >= ? AND text < ? LIMIT \(maxFew + 1)"

  private func countsAsWhole(_ id: Int) -> Bool {
    // Symbols are found as whole titles only.
    query.words.isEmpty || Self.countsAsWhole(id)
  }

  private static func countsAsWhole(_ id: Int) -> Bool {
    id % spellingsOfATitle < mainSpellings - 1 || id / spellingsOfATitle <= maxRankOfOtherSpellings
  }

  private func matches(_ database: Database, _ expression: String, enough: Int) throws -> Matches {
    try matches(database, matchSQL, [.text(expression)] + filterArguments, enough: enough)
  }

  var matchSQL: String { matchSQL("spelling_words") }

  private func matchSQL(_ table: String) -> String {
    """
    SELECT \(table).rowid FROM \(table) \(filter("\(table).rowid"))
    WHERE \(table) MATCH ? \(condition) ORDER BY \(table).rowid
    """
  }

  /// The titles of people whose names have all words, by rank: at most `limit`.
  func ranksOfPeople(_ database: Database, limit: Int) throws -> [Int] {
    if let words = storedWords { return WordTitles.ranksOfPeople(of: words) }
    guard let allWords = query.allWords else { return [] }
    let sql = matchSQL("person_words")
    return try matches(database, sql, [.text(allWords)] + filterArguments, max: limit).all
  }

  private func matches(
    _ database: Database, _ sql: String, _ arguments: [StatementRow.Argument], max: Int = maxTotal,
    enough: Int = .max, isWhole: Bool = false
  ) throws -> Matches {
    let statement = try database.cachedStatement(sql: sql)
    var matches = Matches()
    try StatementRow.each(of: statement, arguments: arguments) { row in
      let id = try row.number(at: 0, in: StoredBounds.id)
      if isWhole, !countsAsWhole(id) { return true }
      matches.append(id)
      return matches.all.count < max && matches.main.count < enough
    }
    return matches
  }

  private var isFiltered: Bool { mediaType != nil || year != nil }

  /// CROSS JOIN fixes the order of the loops, and with it the order of the ranks:
  /// https://sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join
  private func filter(_ id: String) -> String {
    isFiltered ? "CROSS JOIN title ON title.rank = \(id) / \(Self.spellingsOfATitle)" : ""
  }

  private var condition: String {
    (mediaType == nil ? "" : "AND title.media_type = ? ") + (year == nil ? "" : "AND title.year = ?")
  }

  private var filterArguments: [StatementRow.Argument] {
    var arguments: [StatementRow.Argument] = []
    if let mediaType { arguments.append(.text(mediaType.rawValue)) }
    if let year { arguments.append(.integer(year)) }
    return arguments
  }
}

/// Of ascending lists without duplicates.
extension [Int] {
  fileprivate func subtracting(_ others: [Int]) -> [Int] {
    guard !others.isEmpty else { return self }
    var next = others.startIndex
    return filter { rank in
      while next < others.endIndex, others[next] < rank { next += 1 }
      return next == others.endIndex || others[next] != rank
    }
  }

  fileprivate func joined(with others: [Int]) -> [Int] {
    guard !others.isEmpty else { return self }
    guard !isEmpty else { return others }
    var joined: [Int] = []
    joined.reserveCapacity(count + others.count)
    var next = others.startIndex
    for rank in self {
      while next < others.endIndex, others[next] < rank {
        joined.append(others[next])
        next += 1
      }
      joined.append(rank)
    }
    return joined + others[next...]
  }
}
