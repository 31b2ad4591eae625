import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer
@testable import MovieSources

/// Words in place of a key.
@Suite(.timeLimit(.minutes(20))) struct TitleResolverTests {
  /// They may find another title the next time.
  @Test func what_words_found_is_not_cached_and_what_a_key_names_is() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    _ = try client.ask("detail", #"{"title":"dune"}"#)
    #expect(await server.see { $0.results.bytes } == 0)
    _ = try client.ask("detail", #"{"key":"movie/438631"}"#)
    #expect(await server.see { $0.results.bytes } > 0)
  }

  /// Upstream may know another one that is called so, and is waited for.
  @Test func name_waits_for_a_slow_upstream() async throws {
    let client = try await InProcess.make(titles: SlowNames()).connect()
    for words in ["Dune", "Dune 1984", "Dune (1984)", "Dune (2999)"] {
      let error = try client.ask("favorites.add", #"{"title":"\#(words)"}"#)["error"]
      let keys = error?["data"]?["candidates"]?.arrayValue?.compactMap { $0["key"]?.stringValue }
      #expect(Set(keys ?? []) == ["movie/841", "movie/2"], "\(words)")
    }
  }
}

/// Who does not wait is told of one title only.
@LoopActor
private final class SlowNames: NoTitles {
  private let titles = ["movie/841", "movie/2"].compactMap { key in
    Title(json: ["key": .string(key), "title": "Dune", "release_date": "1984-12-14"])
  }

  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    var found = FoundTitles.nothing
    found.titles = Array(titles.prefix(options.patientUntil == nil ? 2 : 1))
    return found
  }

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    titles.first { $0.key == key }.map {
      FoundDetail(detail: TitleDetail($0), meta: Meta(source: .catalogue, cache: .none, attribution: []))
    }
  }
}
