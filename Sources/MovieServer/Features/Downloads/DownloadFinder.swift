import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// Finds the source of an asset: pictures are named in the detail, videos are fetched.
@LoopActor
struct DownloadFinder {
  let titles: any TitleService
  /// Today.
  let day: String

  /// The prefix of a source that the configured downloader fetches.
  static let command = "command:"
  private static let patience: Duration = .seconds(30)

  /// The asset as the detail describes it; without a source, it has to be found.
  static func asset(_ kind: Download.Asset.Kind, of detail: TitleDetail, at moment: Timestamp)
    -> StoredDownload.Asset
  {
    switch kind {
    case .detail:
      var asset = StoredDownload.Asset(kind)
      asset.state = .done
      asset.bytes = Int64(detail.facts.utf8.count)
      asset.totalBytes = asset.bytes
      asset.contentType = "application/json"
      asset.finishedAt = moment
      return asset
    case .poster, .backdrop:
      let path = kind == .poster ? detail.title.posterPath : detail.title.backdropPath
      if let path = path.flatMap({ ImagePath($0) }) { return StoredDownload.Asset(kind, source: path.text) }
      var asset = StoredDownload.Asset(kind)
      asset.state = .absent
      asset.finishedAt = moment
      return asset
    case .preview: return StoredDownload.Asset(kind, source: detail.videos.first(where: \.isPreview)?.url)
    case .trailer: return StoredDownload.Asset(kind)
    }
  }

  /// - Parameters:
  ///   - avoided: sources that were of no use, the earliest first.
  ///   - hasCommand: videos that are not media files can be fetched as well.
  func find(
    _ kind: Download.Asset.Kind, of download: StoredDownload, avoiding avoided: [String] = [],
    hasCommand: Bool
  ) async throws(CancellationError) -> DownloadQueue.End {
    let params = TrailerParams(
      key: download.key, types: kind == .preview ? [.preview] : [.trailer, .teaser],
      language: download.language)
    var options = FetchOptions(day: day)
    options.language = download.language
    options.region = download.region
    options.priority = .prefetch
    // Whichever profile requested it, all profiles see it.
    options.isForChildren = true
    options.deadline = EventLoop.now + Self.patience
    let before = faults
    do {
      let found = try await titles.videos(params, options)
      let videos = (found?.videos ?? []).filter { $0.type != .search && $0.site != "file" }
      let sources =
        kind == .preview
        ? videos.filter(\.isPreview).map(\.url)
        : videos.filter { $0.isDirect || hasCommand }.map { $0.isDirect ? $0.url : Self.command + $0.url }
      // The first if none was tried, else one that was not; else the one tried longest ago.
      if let source = sources.first(where: { !avoided.contains($0) })
        ?? avoided.suffix(sources.count).first(where: sources.contains) ?? sources.first
      {
        return .found(source: source)
      }
      // The upstream that has it may not have been queried.
      let isLacking = found?.isLacking == true || found?.meta.isOffline == true
      if isLacking || isShaky || faults != before { return .failed(failure(nil)) }
      return .absent
    } catch let error as RPCError {
      return .failed(failure(error))
    } catch {
      if error is CancellationError, Task.isCancelled { throw CancellationError() }
      return .failed(.init(.upstreamUnavailable, .assetFailed(kind.rawValue, "\(error)")))
    }
  }

  /// Failed requests to all upstreams so far.
  private var faults: Int { titles.status.sources.reduce(0) { $0 &+ $1.errors } }

  /// One of the upstreams is not queried at all.
  private var isShaky: Bool { titles.status.sources.contains { $0.state == .down || $0.state == .limited } }

  private func failure(_ error: RPCError?) -> DownloadQueue.JobError {
    let isOutage = titles.status.network == .offline
    guard let error else {
      return .init(.upstreamUnavailable, .sourcesUnreachable, isOutage: isOutage)
    }
    let wait = error.details.first { $0.name == "retry_after_ms" }?.value.intValue ?? 0
    return .init(
      fault: .init(error.kind, error.text), isFinal: error.kind == .upstreamUnauthorized,
      isOutage: isOutage, retryAfter: .milliseconds(wait))
  }
}

extension Video {
  /// A media file, not a page.
  fileprivate var isPreview: Bool { isDirect && type == .preview && site != "file" }
}
