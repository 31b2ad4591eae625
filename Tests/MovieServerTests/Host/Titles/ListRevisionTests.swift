import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// Two pages of films, from whom the test says.
@LoopActor
private final class TwoSources: NoTitles {
  private var source = Meta.Source.tmdb
  private var day = "2026-07-29"

  override var catalogue: CatalogueStatus { CatalogueStatus(titles: 9, asOf: day, isOpen: true) }
  func answer(from source: Meta.Source) { self.source = source }
  func useCatalogue(of day: String) { self.day = day }

  private func page(_ page: Int) -> FoundTitles {
    var found = FoundTitles.nothing
    (found.total, found.meta.source) = (40, source)
    // Not kept: the next one is asked for again.
    found.meta.freshUntil = 0
    return found
  }

  override func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    page(params.page)
  }
  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    page(params.page)
  }
}

@Suite(.timeLimit(.minutes(20))) struct ListRevisionTests {
  private let titles = TwoSources()

  private func rev(_ client: LineClient, _ method: String, _ params: String) throws -> String {
    try #require(client.request(method, params)["result"]?["rev"]?.stringValue)
  }

  @Test(arguments: [("browse", #""list":"popular""#), ("search", #""q":"x""#)])
  func pages_of_one_list_have_one_and_those_of_another_have_another(
    _ method: String, _ params: String
  ) async throws {
    let client = try await InProcess.make(titles: titles).connect()
    let first = try rev(client, method, #"{\#(params),"page":1}"#)
    #expect(try rev(client, method, #"{\#(params),"page":2}"#) == first)
    // The outage.
    await titles.answer(from: .catalogue)
    let other = try rev(client, method, #"{\#(params),"page":2}"#)
    #expect(other != first)
    // What only the library has is part of the local list.
    await titles.answer(from: .library)
    #expect(try rev(client, method, #"{\#(params),"page":3}"#) == other)
    await titles.answer(from: .tmdb)
    #expect(try rev(client, method, #"{\#(params),"page":2}"#) == first)
  }

  @Test func another_catalogue_is_another_list_and_another_daemon_is_not() async throws {
    let client = try await InProcess.make(titles: titles).connect()
    await titles.answer(from: .catalogue)
    let list = #"{"list":"popular"}"#
    let first = try rev(client, "browse", list)
    let other = try await InProcess.make(titles: titles).connect()
    #expect(try rev(other, "browse", list) == first)
    await titles.useCatalogue(of: "2026-11-21")
    #expect(try rev(client, "browse", list) != first)
  }

  @Test func what_is_recommended_is_another_list_after_a_change_of_what_it_goes_by() async throws {
    let server = await InProcess.make(titles: titles)
    let client = try await server.connect()
    let lists = [#"{"list":"recommended"}"#, #"{"list":"popular"}"#]
    let before = try lists.map { try rev(client, "browse", $0) }
    await server.see {
      $0.profiles.initial.apply(
        "movie/1", EntryResult(isChanged: true, revision: 7, userState: Title.UserState()))
    }
    let after = try lists.map { try rev(client, "browse", $0) }
    #expect(after[0] != before[0] && after[1] == before[1])
  }
}
