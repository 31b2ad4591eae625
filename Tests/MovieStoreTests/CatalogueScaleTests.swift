import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct CatalogueScaleTests {
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

  @Test(arguments: SortedTitles.orders)
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
