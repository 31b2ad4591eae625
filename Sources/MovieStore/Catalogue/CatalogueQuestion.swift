import GRDB
import MovieProtocol

/// A typed query, with other meanings its words may have: a year, the name of a person, or what
/// `QueryCorrections` has.
struct CatalogueQuestion {
  /// Names are not looked up for fewer letters.
  private static let minName = 4
  private static let maxOfPeople = 500

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

  /// - Parameter misspellings: is asked if the words find little.
  func answer(_ database: Database, _ misspellings: () throws -> MisspellingTable) throws -> Answer {
    guard let query = SearchQuery(text) else { return Answer() }
    var answer = Answer()
    var isRight = false
    if let query = try WordTable.complete(query, database) {
      let titles = try titles(query, of: text, database)
      (answer.ranks, isRight) = (titles.ranks, titles.hasWhole)
      if titles.ranks.count < limit {
        answer.ranks = titles.ranks.appending(try titlesOfPeople(query, of: text, database))
      }
    }
    if answer.ranks.count < min(Catalogue.few, limit), !isRight {
      try addCorrected(QueryCorrections(query.words, typed: text, misspellings()), to: &answer, database)
    }
    answer.ranks = Array(answer.ranks.prefix(limit))
    return answer
  }

  /// "dune 2024": a title of that name, then what is called "dune" in that year, then what has all words.
  private func titles(_ query: SearchQuery, of text: String, _ database: Database) throws -> Titles {
    let found = try search(query, year: year).classes(database)
    guard let (rest, year) = try withoutYear(query, text, database)
    else { return Titles(found.flatMap(\.self), hasWhole: hasKnown(found[0])) }
    let narrowed = try search(rest, year: year).classes(database)
    return Titles(
      found[0].appending(narrowed.flatMap(\.self)).appending(found[1]),
      hasWhole: hasKnown(found[0]) || hasKnown(narrowed[0]))
  }

  /// The query without the year that is in its words; nil if it has none, or another one is wanted.
  private func withoutYear(
    _ query: SearchQuery, _ text: String, _ database: Database
  ) throws -> (rest: SearchQuery, year: Int)? {
    guard let inWords = YearInWords(text), year == nil || year == inWords.year,
      let typed = SearchQuery(inWords.rest),
      let rest = try WordTable.complete(query.isFinished ? typed.finished : typed, database)
    else { return nil }
    return (rest, inWords.year)
  }

  private struct Titles {
    var ranks: [Int]
    /// A well-known one is called as the query.
    var hasWhole: Bool
    /// The rank by which corrections are compared, whatever the limit of titles is.
    var best: Int?

    init(_ ranks: [Int], hasWhole: Bool) {
      (self.ranks, self.hasWhole, best) = (ranks, hasWhole, ranks.first)
    }

    func isBetter(than other: Titles?) -> Bool {
      guard let other else { return true }
      return hasWhole == other.hasWhole ? best ?? .max < other.best ?? .max : hasWhole
    }
  }

  private func hasKnown(_ whole: [Int]) -> Bool { whole.first ?? .max <= MisspellingTable.maxRank }

  private func search(_ query: SearchQuery, year: Int?) -> CatalogueSearch {
    CatalogueSearch(query: query, mediaType: mediaType, year: year, limit: limit, inOrder: inOrder)
  }

  /// "nolan 2010": those of that year follow.
  private func titlesOfPeople(_ query: SearchQuery, of text: String, _ database: Database) throws -> [Int] {
    guard text.unicodeScalars.count(where: \.properties.isAlphabetic) >= Self.minName else { return [] }
    let ranks = try search(query, year: year).ranksOfPeople(database, limit: Self.maxOfPeople)
    guard ranks.count < limit, let (rest, year) = try withoutYear(query, text, database) else { return ranks }
    return ranks.appending(try search(rest, year: year).ranksOfPeople(database, limit: Self.maxOfPeople))
  }

  private func addCorrected(
    _ query: QueryCorrections, to answer: inout Answer, _ database: Database
  ) throws {
    for kind in QueryCorrections.Kind.allCases {
      if kind.isForNothing, !answer.ranks.isEmpty { continue }
      // It is rather the number that is wrong: "rocky 1".
      if kind.changesRightWords, text.contains(where: \.isNumber) { continue }
      guard let best = try best(of: query.texts(kind), kind, database) else { continue }
      let ranks = answer.ranks.appending(best.titles.ranks)
      guard ranks.count > answer.ranks.count else { continue }
      (answer.ranks, answer.corrected) = (ranks, best.text)
      return
    }
  }

  /// The one that finds the best-known title; before those one that is a whole title: "the buter" is "The
  /// Butler", and not the beginning of "The Butterfly Effect".
  private func best(
    of texts: [QueryCorrections.Text], _ kind: QueryCorrections.Kind, _ database: Database
  ) throws -> (text: String, titles: Titles)? {
    var best: (text: String, titles: Titles)?
    for text in texts {
      guard let titles = try found(text, kind, database), titles.isBetter(than: best?.titles) else {
        continue
      }
      best = (text.text, titles)
    }
    return best
  }

  /// Nil if it finds no title, or with a name no person.
  private func found(
    _ text: QueryCorrections.Text, _ kind: QueryCorrections.Kind, _ database: Database
  ) throws -> Titles? {
    guard !(kind.isName && text.isTitle), let typed = SearchQuery(text.text),
      // To look only for whole titles takes a fraction of a search.
      try !text.isTitle || hasKnown(search(typed, year: year).exact(database).all),
      let query = try WordTable.complete(text.endsWithName ? typed.finished : typed, database)
    else { return nil }
    if kind.isName {
      let people = try titlesOfPeople(query, of: text.text, database)
      guard let best = people.first else { return nil }
      var titles = try titles(query, of: text.text, database)
      titles.ranks = titles.ranks.appending(people)
      (titles.best, titles.hasWhole) = (best, false)
      return titles
    }
    var titles = try titles(query, of: text.text, database)
    if titles.ranks.isEmpty { return nil }
    if titles.ranks.count < limit {
      titles.ranks = titles.ranks.appending(try titlesOfPeople(query, of: text.text, database))
    }
    return titles
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
