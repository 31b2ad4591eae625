import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import Testing

@testable import MovieSources

/// A catalogue that is not open yet.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct UnopenedCatalogueTests {
  private let progress = CatalogueProgress()
  private let options = FetchOptions(day: "2026-11-21")
  private let params = SearchParams(q: "dune", nil, year: nil, pageSize: 20)

  /// Never opened.
  private func source(patience: Duration) -> LocalSource {
    let catalogue = LoopTask.start { () -> LocalCatalogue in
      while true { try? await EventLoop.sleep(for: .seconds(3600)) }
    }
    return LocalSource(
      LocalSource.Opening(catalogue: catalogue, progress: progress), patience: patience)
  }

  private func fault(_ source: LocalSource, _ options: FetchOptions) async throws -> String? {
    do {
      _ = try await source.search(params, options)
      return nil
    } catch let error as RPCError {
      return error.message
    }
  }

  @Test func folder_that_hangs_is_named() async throws {
    let fault = try await fault(source(patience: .milliseconds(1)), options)
    #expect(fault == "the cache folder does not respond")
  }

  /// While it is made of a million titles, say.
  @Test func upstream_answers_without_the_catalogue_that_is_being_made() async throws {
    let bench = SourceChainTests.Bench()
    let chain = SourceChain(local: source(patience: .seconds(600)), upstream: bench.chain.upstream)
    let found = try await chain.search(params, options)
    #expect(found.meta.source == .tmdb && found.titles.count == 1)
    // The next answer has its titles.
    #expect(found.meta.freshUntil.map { $0 <= .now } == true)
    let arguments = try Arguments(SuggestMethod.method, params: #"{"q":"dune"}"#.utf8.span)
    #expect(try await !chain.suggest(SuggestParams(arguments), options).titles.isEmpty)
  }
}
