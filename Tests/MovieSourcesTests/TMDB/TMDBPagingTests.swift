import EventLoop
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

/// The client's pages on TMDB's pages of 20.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBPagingTests {
  /// A list of films numbered from 1, of which TMDB claims `total`.
  private func fetcher(
    _ path: String, rows: Int, total: Int? = nil, pages: Int? = nil, upTo: Int = 30
  ) -> PreparedFetcher {
    let fetcher = PreparedFetcher()
    let query = "?language=en-US&page="
    for page in 1...upTo {
      let first = (page - 1) * 20 + 1
      let numbers = first > rows ? [] : Array(first...min(rows, first + 19))
      fetcher.bodies[path + query + String(page) + (path.hasPrefix("/movie") ? "&region=US" : "")] =
        Bodies.page(numbers.map { Bodies.film($0) }, total: total ?? rows, pages: pages)
    }
    return fetcher
  }

  private func popular(
    _ fetcher: PreparedFetcher, page: Int, _ size: Int, _ list: BrowseList = .popular
  ) async throws -> FoundTitles {
    try await TMDBSource(fetcher: fetcher).browse(
      BrowseParams(list: list, page: page, pageSize: size), .test())
  }

  @Test(arguments: [1, 7, 19, 20, 21, 33, 50, 100])
  func pages_of_any_size_have_each_row_once(_ size: Int) async throws {
    let fetcher = fetcher("/movie/popular", rows: 137)
    var numbers: [Int?] = []
    for page in 1...(137 + size - 1) / size {
      let found = try await popular(fetcher, page: page, size)
      #expect(found.total == 137)
      numbers += found.titles.map(\.id)
    }
    #expect(numbers == Array(1...137))
  }

  @Test func only_the_pages_a_page_lies_on_are_asked_for() async throws {
    let fetcher = fetcher("/movie/popular", rows: 500)
    _ = try await popular(fetcher, page: 3, 30)
    #expect(fetcher.asked("page").sorted() == ["4", "5"])
  }

  @Test func short_list_costs_no_request_past_its_end() async throws {
    let fetcher = fetcher("/movie/upcoming", rows: 3)
    let found = try await popular(fetcher, page: 1, 100, .upcoming)
    #expect(found.titles.map(\.id) == [1, 2, 3])
    #expect(fetcher.asked("page") == ["1"])
  }

  @Test func repetitions_between_pages_are_left_out() async throws {
    let fetcher = fetcher("/movie/popular", rows: 60)
    fetcher.bodies["/movie/popular?language=en-US&page=2&region=US"] = Bodies.page(
      (19...38).map { Bodies.film($0) }, total: 60)
    let found = try await popular(fetcher, page: 1, 40)
    #expect(found.titles.map(\.id) == Array(1...38))
    #expect(found.total == 60)
  }

  @Test func last_page_is_the_five_hundredth_whatever_is_claimed() async throws {
    let fetcher = fetcher("/movie/popular", rows: 20_000, total: 1_140_080, pages: 57_004, upTo: 501)
    let last = try await popular(fetcher, page: 100, 100)
    #expect(last.titles.map(\.id) == Array(9901...10_000))
    #expect(last.total == 10_000)
    let beyond = try await popular(fetcher, page: 101, 100)
    #expect(beyond.titles.isEmpty)
    #expect(beyond.total == 10_000)
    #expect(!fetcher.asked("page").contains("501"))
  }

  @Test func nothing_found_is_nothing_though_a_page_is_claimed() async throws {
    let fetcher = fetcher("/movie/popular", rows: 0, total: 0, pages: 1)
    let found = try await popular(fetcher, page: 1, 20)
    #expect(found.titles.isEmpty)
    #expect(found.total == 0)
  }

  @Test func list_ends_where_a_page_is_empty() async throws {
    let fetcher = fetcher("/movie/popular", rows: 40, total: 10_000)
    let found = try await popular(fetcher, page: 1, 100)
    #expect(found.titles.count == 40)
    #expect(found.total == 40)
  }

  @Test(arguments: [BrowseList.popular, .upcoming])
  func page_with_a_hole_is_none(_ list: BrowseList) async throws {
    let fetcher = fetcher("/movie/\(list.rawValue)", rows: 200)
    fetcher.faults["/movie/\(list.rawValue)?language=en-US&page=2&region=US"] = RPCError(
      .upstreamUnavailable, .words("page 2 is down"))
    let error = await #expect(throws: RPCError.self) { try await popular(fetcher, page: 1, 100, list) }
    #expect(error?.message == "page 2 is down")
  }

  @Test func page_is_as_old_as_its_oldest_part() async throws {
    let fetcher = fetcher("/movie/popular", rows: 200)
    fetcher.cache["/movie/popular?language=en-US&page=1&region=US"] = .hit
    fetcher.cache["/movie/popular?language=en-US&page=2&region=US"] = .stale
    #expect(try await popular(fetcher, page: 1, 60).meta.cache == .stale)
    #expect(try await popular(fetcher, page: 1, 20).meta.cache == .hit)
  }
}
