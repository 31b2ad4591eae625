import MovieProtocol
import Testing
import TitleIndex

@testable import MovieStore

@Suite struct CatalogueScaleTests {
  private static let spelled = Task { Slow.spelled(try await Embedded.sample.titles) }

  private var loaded: (catalogue: Catalogue, titles: [CatalogueTitle]) {
    get async throws { try await Embedded.sample }
  }

  @Test func oceansElevenNeedsNoApostrophe() async throws {
    let found = try await loaded.catalogue.search(q: "oceans eleven", limit: 20).titles
    #expect(found.first?.title == "Ocean's Eleven" && found.first?.year == 2001)
  }

  @Test func wholeTitlesComeBeforeTheManyThatBeginSo() async throws {
    let names = try await loaded.catalogue.names("the")
    #expect(names.count > 1500)
    #expect(try await loaded.catalogue.names("it").first?.lowercased() == "it")
  }

  /// Every answer is what reading all titles one after the other gives.
  @Test(arguments: [
    "dune", "the", "t", "the lord of", "star w", "spider-man", "spiderman", "love", "l", "2", "a b", "man of",
    "pokemon", "fast & furious", "fast and furious", "mission impossible", "l'a", "wall-e", "é", "of the",
    "x",
    "star trek: first", "i", "harry potter and the", "no such title", "night of the living dead", "batman v",
    "godzilla x", "miss", "who's", "9", "tom & jerry", "10,000", "…", "s", "the the",
    // Words that no title begins with.
    "redempt", "shawshank redemption", "shawshank redemptions", "knight rises",
  ])
  func answerIsThatOfReadingAll(q: String) async throws {
    let catalogue = try await loaded.catalogue
    let expected = Slow.search(q, try await Self.spelled.value)
    let found = try await catalogue.byWords(q)
    #expect(found.titles.map(\.id) == expected.prefix(100).map(\.id))
    #expect(found.total == expected.count)
    let in2010 = try await catalogue.byWords(q, .movie, year: 2010)
    let expected2010 = expected.filter { $0.mediaType == .movie && $0.year == 2010 }
    #expect(in2010.titles.map(\.id) == expected2010.prefix(100).map(\.id))
    #expect(in2010.total == expected2010.count)
  }

  @Test(arguments: CatalogueList.Order.allCases)
  func list_is_all_titles_sorted_up_to_the_ten_thousandth(order: CatalogueList.Order) async throws {
    let (catalogue, titles) = try await loaded
    var list = CatalogueList()
    list.order = order
    let expected = SortedTitles.list(list, titles).prefix(10_000)
    let found = try await catalogue.list(list, offset: 9_900, limit: 200)
    #expect(found.titles.map(\.id) == expected.suffix(100).map(\.id))
    #expect(found.total == 10_000)
    list.minVotes = 1000
    let fewer = SortedTitles.list(list, titles)
    #expect(
      try await catalogue.list(list, offset: 0, limit: 50).titles.map(\.id) == fewer.prefix(50).map(\.id))
    #expect(try await catalogue.list(list, offset: 0, limit: 50).total == fewer.count)
  }
}

/// The search as it is described, without an index.
private enum Slow {
  typealias Spelled = (title: CatalogueTitle, main: [[Substring]], other: [[Substring]])

  static func spelled(_ titles: [CatalogueTitle]) -> [Spelled] {
    titles.map { title in
      let spellings = TitleSpellings(title: title.title, original: title.originalTitle)
      let main = spellings.main + [spellings.mainWithoutArticle].compactMap(\.self)
      let other = spellings.other + [spellings.otherWithoutArticle].compactMap(\.self)
      return (title, main.map { $0.split(separator: " ") }, other.map { $0.split(separator: " ") })
    }
  }

  static func search(_ q: String, _ titles: [Spelled]) -> [CatalogueTitle] {
    let questions = SearchFold.spellings(ofQuestion: q)
    var classes: [[CatalogueTitle]] = Array(repeating: [], count: 5)
    for (title, main, other) in titles {
      let place = [place(questions, main), place(questions, other).map { $0 == 0 ? 0 : $0 + 2 }]
      if let place = place.compactMap(\.self).min() { classes[place].append(title) }
    }
    return classes.flatMap(\.self)
  }

  /// 0: whole, 1: beginning, 2: all words.
  private static func place(_ questions: [SearchFold], _ spellings: [[Substring]]) -> Int? {
    let pairs = spellings.flatMap { spelling in questions.map { (spelling, $0) } }
    if pairs.contains(where: { $0.0 == $0.1.text.split(separator: " ") }) { return 0 }
    if pairs.contains(where: { begins($0.0, $0.1.text.split(separator: " ")) }) { return 1 }
    return pairs.contains(where: { hasAll($0.0, $0.1.words) }) ? 2 : nil
  }

  private static func begins(_ spelling: [Substring], _ words: [Substring]) -> Bool {
    guard let last = words.last, spelling.count >= words.count else { return false }
    return spelling.prefix(words.count - 1) == words.dropLast() && spelling[words.count - 1].hasPrefix(last)
  }

  private static func hasAll(_ spelling: [Substring], _ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    return words.dropLast().allSatisfy { word in spelling.contains { $0 == word } }
      && spelling.contains { $0.hasPrefix(last) }
  }
}

extension Catalogue {
  /// Without people and corrections: the first hundred.
  fileprivate func byWords(
    _ q: String, _ mediaType: Title.MediaType? = nil, year: Int? = nil
  ) throws -> (titles: [CatalogueTitle], total: Int) {
    guard let query = SearchQuery(q) else { return ([], 0) }
    return try reading { database in
      let ranks = try CatalogueSearch(query: query, mediaType: mediaType, year: year).ranks(database)
      return (try CatalogueRow.titles(database, ranks: ranks.prefix(100)), ranks.count)
    } ?? ([], 0)
  }
}
