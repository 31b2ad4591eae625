import Foundation
import Testing

@testable import MovieStore

/// 10,277 titles: the embedded ones and those of `shared/catalogue/more-facts.tsv`, which lies beside the
/// repository where there is one.
@Suite(.enabled(if: MoreFacts.path != nil, "skipped: no shared/catalogue/more-facts.tsv above the sources"))
struct CatalogueScaleTests {
  private static let task = Task { try await MoreFacts.load() }
  private static let spelled = Task { Slow.spelled(try await task.value.titles) }

  private var loaded: (catalogue: Catalogue, titles: [CatalogueTitle]) {
    get async throws { try await Self.task.value }
  }

  @Test func allAreThere() async throws {
    let (catalogue, titles) = try await loaded
    #expect(await catalogue.titles == 10_277)
    #expect(titles.count == 10_277)
  }

  @Test func oceansElevenNeedsNoApostrophe() async throws {
    let found = try await loaded.catalogue.search(q: "oceans eleven", limit: 20).titles
    #expect(found.prefix(2).map(\.title) == ["Ocean's Eleven", "Ocean's Eleven"])
    #expect(found.map(\.year).prefix(2) == [2001, 1960])
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
  ])
  func answerIsThatOfReadingAll(q: String) async throws {
    let catalogue = try await loaded.catalogue
    let expected = Slow.search(q, try await Self.spelled.value)
    let found = try await catalogue.search(q: q, limit: 100)
    #expect(found.titles.map(\.id) == expected.prefix(100).map(\.id))
    #expect(found.total == expected.count)
    let in2010 = try await catalogue.search(q: q, mediaType: .movie, year: 2010, limit: 100)
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

  @Test func titles_with_nothing_but_votes_have_neighbours_by_their_titles_only() async throws {
    let (catalogue, titles) = try await loaded
    for bare in titles.filter(\.genreIDs.isEmpty).prefix(100) {
      let related = try await catalogue.related(to: .movie, id: bare.id, limit: 12)
      for other in related.similar + related.recommendations {
        #expect(TitleStem.of(other.title) == TitleStem.of(bare.title))
      }
    }
    let dune = try await catalogue.related(to: .movie, id: 438631, limit: 12).similar
    #expect(dune.first?.title == "Dune: Part Two")
  }
}

enum MoreFacts {
  /// nil where it is not beside any folder above this file.
  static let path: String? = {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let file = folder.appendingPathComponent("shared/catalogue/more-facts.tsv").path
      if FileManager.default.fileExists(atPath: file) { return file }
    }
    return nil
  }()

  static func load() async throws -> (catalogue: Catalogue, titles: [CatalogueTitle]) {
    let titles = try read()
    return (await Catalogue.make(.titles(titles)), titles)
  }

  /// By rank.
  private static func read() throws -> [CatalogueTitle] {
    var titles = try CatalogueSource.embedded.withBytes { bytes in
      var titles: [CatalogueTitle] = []
      try CatalogueFile.forEachTitle(in: bytes, after: try CatalogueFile.header(of: bytes)) { title, _ in
        titles.append(title)
      }
      return titles
    }
    let text = try String(contentsOfFile: try #require(path), encoding: .utf8)
    for line in text.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      titles.append(
        CatalogueTitle(
          mediaType: .movie, id: try #require(Int(cells[0])), title: cells[1],
          releaseDate: cells[2].isEmpty ? nil : cells[2], voteAverage: Double(cells[3]),
          voteCount: try #require(Int(cells[4]))))
    }
    return titles.sorted { $0.voteCount > $1.voteCount }
  }
}

/// The search as it is described, without an index.
private enum Slow {
  typealias Spelled = (title: CatalogueTitle, spellings: [[Substring]])

  static func spelled(_ titles: [CatalogueTitle]) -> [Spelled] {
    titles.map { title in
      let folds = [title.title, title.originalTitle].compactMap(\.self).flatMap(
        SearchFold.spellings(ofTitle:))
      return (title, folds.map { $0.text.split(separator: " ") })
    }
  }

  static func search(_ q: String, _ titles: [Spelled]) -> [CatalogueTitle] {
    let questions = SearchFold.spellings(ofQuestion: q)
    var classes: [[CatalogueTitle]] = [[], [], []]
    for (title, spellings) in titles {
      let pairs = spellings.flatMap { spelling in questions.map { (spelling, $0) } }
      if pairs.contains(where: { $0.0 == $0.1.text.split(separator: " ") }) {
        classes[0].append(title)
      } else if pairs.contains(where: { begins($0.0, $0.1.text.split(separator: " ")) }) {
        classes[1].append(title)
      } else if pairs.contains(where: { hasAll($0.0, $0.1.words) }) {
        classes[2].append(title)
      }
    }
    return classes.flatMap(\.self)
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
