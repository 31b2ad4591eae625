import EventLoop
import HTTPClient
import JSONRPC
import Logging
import MovieProtocol

/// Trailers found by the downloader, for those who have no key of YouTube's API.
@LoopActor
final class DownloaderTrailers {
  private let search: DownloaderSearch
  private let service = UpstreamService(.youtube, DownloaderSearch.bounds)
  private let fetcher: UpstreamFetcher
  private let trailers: YouTubeSource
  private let logger: Logger
  private var isDown = false

  /// It starts slowly, and there is nothing but a page of search results in place of what it finds.
  private nonisolated static let patience = Duration.seconds(8)

  /// - Parameters:
  ///   - store: of all upstreams.
  ///   - timeout: how long one search may take.
  init(store: ResponseStore, shared: SharedCache, timeout: Duration, logger: Logger) {
    search = DownloaderSearch(timeout: timeout)
    fetcher = UpstreamFetcher(transport: search, store: store, shared: shared, services: [service])
    // With the time in which it waits for its turn.
    trailers = YouTubeSource(fetcher: fetcher, patience: Self.patience, timeout: timeout) { words, _ in
      .downloaderSearch(words)
    }
    self.logger = logger
    service.onOutcome = { [weak self] in self?.didChange() }
  }

  /// Nil: there is no downloader.
  var source: YouTubeSource? { search.command.isEmpty ? nil : trailers }

  func use(_ command: [String], environment: [String]) {
    guard command != search.command || environment != search.environment else { return }
    (search.command, search.environment) = (command, environment)
    // What failed was the program before: an address that changes is a new upstream.
    service.use(address: "", key: nil, isOn: true)
    service.use(address: DownloaderSearch.address, key: nil, isOn: true)
    isDown = false
  }

  /// Logged once for each change.
  private func didChange() {
    let wasDown = isDown
    isDown = service.fault != nil
    guard isDown != wasDown else { return }
    guard let fault = service.fault else { return logger.notice("downloads.command finds trailers again") }
    var reason = "\(fault)"
    if case .transport(let error) = fault { reason = error.detail }
    logger.warning("downloads.command does not find trailers", metadata: ["reason": "\(reason)"])
  }

  /// Running searches end.
  func close() async {
    service.onOutcome = nil
    await fetcher.close()
  }
}
