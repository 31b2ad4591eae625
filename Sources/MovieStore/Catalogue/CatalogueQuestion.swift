import GRDB
import MovieProtocol

/// A typed query, with other meanings its words may have: a year, the name of a person, another word that
/// differs by one letter.
struct CatalogueQuestion {
  /// Names are not looked up for fewer letters.
  private static let minName = 4
  private static let maxOfPeople = 500
  /// So many corrections of a word are tried that is alone, and more where other words tell which one was meant.
  private static let maxAlone = 3
  /// Of all words. Each correction is a search.
  private static let maxTried = 24
  /// Later words are not corrected.
  private static let maxWords = 16

  let text: String
  let mediaType: Title.MediaType?
  let year: Int?
  /// See ``CatalogueSearch``.
  var limit = CatalogueSearch.maxTotal
  var inOrder = CatalogueSearch.maxTotal

  struct Answer {
    /// Best first, without duplicates.
    var ranks: [Int] = []
    /// The words that were also searched for; nil if these were right.
    var corrected: String?
  }

  func answer(
    _ database: Database, _ corrections: (_ word: String) throws -> MisspellingTable.Corrections
  ) throws -> Answer {
    guard let query = SearchQuery(text) else { return Answer() }
    var answer = Answer()
    if let query = try WordTable.complete(query, database) {
      answer.ranks = try titles(query, of: text, database).ranks
      try addTitlesOfPeople(query, of: text, to: &answer.ranks, database)
    }
    if answer.ranks.count < min(Catalogue.few, limit) {
      try addCorrected(query, corrections, to: &answer, database)
    }
    answer.ranks = Array(answer.ranks.prefix(limit))
    return answer
  }

  /// "dune 2024": a title of that name, then what is called "dune" in that year, then what has all words.
  private func titles(_ query: SearchQuery, of text: String, _ database: Database) throws -> Titles {
    let found = try search(query, year: year).classes(database)
    guard let inWords = yearInWords(text),
      let typed = SearchQuery(inWords.rest), let rest = try WordTable.complete(typed, database)
    else { return Titles(ranks: found.flatMap(\.self), hasWhole: hasKnown(found[0])) }
    let narrowed = try search(rest, year: inWords.year).ranks(database)
    return Titles(ranks: found[0].appending(narrowed).appending(found[1]), hasWhole: hasKnown(found[0]))
  }

  /// nil if another year is wanted.
  private func yearInWords(_ text: String) -> YearInWords? {
    let inWords = YearInWords(text)
    return year == nil || year == inWords?.year ? inWords : nil
  }

  private struct Titles {
    var ranks: [Int]
    /// A well-known one is called as the query.
    let hasWhole: Bool

    /// Whatever the limit of titles is.
    func isBetter(than other: Titles?) -> Bool {
      guard let first = ranks.first else { return false }
      guard let other, let otherFirst = other.ranks.first else { return true }
      return hasWhole == other.hasWhole ? first < otherFirst : hasWhole
    }
  }

  private func hasKnown(_ whole: [Int]) -> Bool { whole.first ?? .max <= MisspellingTable.maxRank }

  private func search(_ query: SearchQuery, year: Int?) -> CatalogueSearch {
    CatalogueSearch(query: query, mediaType: mediaType, year: year, limit: limit, inOrder: inOrder)
  }

  /// "nolan 2010": those of that year follow.
  private func addTitlesOfPeople(
    _ query: SearchQuery, of text: String, to ranks: inout [Int], _ database: Database
  ) throws {
    guard ranks.count < limit, text.unicodeScalars.count(where: \.properties.isAlphabetic) >= Self.minName
    else { return }
    ranks = ranks.appending(
      try search(query, year: year).ranksOfPeople(database, limit: Self.maxOfPeople))
    guard ranks.count < limit, let inWords = yearInWords(text),
      let typed = SearchQuery(inWords.rest), let rest = try WordTable.complete(typed, database)
    else { return }
    ranks = ranks.appending(
      try search(rest, year: inWords.year).ranksOfPeople(database, limit: Self.maxOfPeople))
  }

  private func addCorrected(
    _ query: SearchQuery, _ corrections: (_ word: String) throws -> MisspellingTable.Corrections,
    to answer: inout Answer, _ database: Database
  ) throws {
    let words = try query.words.prefix(Self.maxWords).map(corrections)
    var best = try bestCorrected(query, words.map { $0.isRight ? [] : $0.words }, database)
    if best == nil { best = try bestCorrected(query, words.map { $0.isRight ? [] : $0.names }, database) }
    // Each word is right, but no title has them all: "forest gump". With a number it is rather that which is
    // wrong: "rocky 1".
    if best == nil, answer.ranks.isEmpty, query.words.count > 1, !text.contains(where: \.isNumber) {
      best = try bestCorrected(query, words.map { $0.isRight ? $0.words + $0.names : [] }, database)
    }
    guard let best else { return }
    let ranks = answer.ranks.appending(best.titles.ranks)
    guard ranks.count > answer.ranks.count else { return }
    (answer.ranks, answer.corrected) = (ranks, best.text)
  }

  /// Of all corrections of one word, the one that finds the best-known title; before those one with which the
  /// query is a whole title: "the buter" is "The Butler", and not the beginning of "The Butterfly Effect".
  ///
  /// - Parameter corrections: of each word.
  private func bestCorrected(
    _ query: SearchQuery, _ corrections: [[String]], _ database: Database
  ) throws -> (text: String, titles: Titles)? {
    var best: (text: String, titles: Titles)?
    let ofEach =
      query.words.count == 1
      ? Self.maxAlone : Self.maxTried / max(1, corrections.count { !$0.isEmpty })
    for (place, others) in corrections.enumerated() {
      for other in others.prefix(ofEach) {
        var words = query.words
        words[place] = other
        let text = words.joined(separator: " ")
        guard let other = SearchQuery(text), let query = try WordTable.complete(other, database)
        else { continue }
        var titles = try titles(query, of: text, database)
        try addTitlesOfPeople(query, of: text, to: &titles.ranks, database)
        if titles.isBetter(than: best?.titles) { best = (text, titles) }
      }
    }
    return best
  }
}

extension [Int] {
  /// Those that are not in it yet.
  fileprivate func appending(_ others: [Int]) -> [Int] {
    if isEmpty { return others }
    if others.isEmpty { return self }
    let seen = Set(self)
    return self + others.filter { !seen.contains($0) }
  }
}
