import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import MovieSources

/// One job while it is running: a task that finds, fetches, or waits for a program.
@LoopActor
final class DownloadTask {
  let job: DownloadQueue.Job
  private let owner: Downloads
  private var task: Task<Void, Never>?
  private var onRefusal: (@LoopActor (DownloadQueue.JobError) -> Void)?

  init(_ job: DownloadQueue.Job, _ owner: Downloads) {
    (self.job, self.owner) = (job, owner)
    task = LoopTask.start {
      let end: DownloadQueue.End
      do {
        end = try await self.run()
      } catch {
        end = .stopped
      }
      if case .failed(let failure) = end, failure.isGone { await self.forget() }
      owner.ended(job, end)
    }
  }

  /// Its end is still reported to the owner.
  func cancel() { task?.cancel() }

  /// Ends it with a reason.
  func refuse(_ failure: DownloadQueue.JobError) { onRefusal?(failure) }

  func ended() async { await task?.value }

  private func run() async throws(CancellationError) -> DownloadQueue.End {
    // It may have been stopped before it began.
    guard !Task.isCancelled else { throw CancellationError() }
    let kind = job.kind
    switch job.work {
    case .find(let avoided):
      guard let download = owner.queue.stored(job.key) else { throw CancellationError() }
      let finder = DownloadFinder(titles: owner.titles, day: Day.local(at: .now).day.text)
      return try await finder.find(
        kind, of: download, avoiding: avoided, hasCommand: !owner.setup.command.isEmpty)
    case .fetch(let source) where source.hasPrefix(DownloadFinder.command):
      guard !owner.setup.command.isEmpty else {
        return .failed(
          .init(
            .notAvailable, .trailersNotFetched(Setting.downloads.name), isFinal: true,
            isGone: true))
      }
      let downloader = ExternalDownloader(
        order(String(source.dropFirst(DownloadFinder.command.count))), command: owner.setup.command,
        environment: owner.environment)
      onRefusal = { downloader.refuse($0) }
      downloader.onProgress = { [self] in owner.progressed(job, to: $0, of: $1) }
      defer { (onRefusal, downloader.onProgress) = (nil, nil) }
      return try await downloader.run()
    case .fetch(let source):
      guard let url = url(source) else {
        return .failed(
          .init(
            .upstreamUnavailable, .serverForbidden(kind.rawValue),
            isFinal: true, isGone: true))
      }
      let fetch = FileFetch(order(url), owner.client)
      onRefusal = { fetch.refuse($0) }
      fetch.onBegin = { [self] in owner.began(job, $0) }
      fetch.onProgress = { [self] in owner.progressed(job, to: $0, of: $1) }
      defer { (onRefusal, fetch.onBegin, fetch.onProgress) = (nil, nil, nil) }
      return try await fetch.run()
    }
  }

  private func order(_ url: String) -> FileFetch.Order {
    .init(
      job: job, url: url, folder: owner.folder, maxBytes: owner.setup.limits.downloadBytes,
      reserve: owner.reserve)
  }

  /// For a picture, the size that `image` uses by default.
  private func url(_ source: String) -> String? {
    guard job.kind.isPicture else { return source }
    guard let path = ImagePath(source) else { return nil }
    return owner.images?.address(
      of: path, size: (job.kind == .poster ? ImageKind.poster : .backdrop).usualSize)
  }

  /// Removes the partial file of a source that is gone: it is of no use for another source.
  private func forget() async {
    let (folder, job) = (owner.folder, job)
    try? await folder.lane.call { try? folder.remove(job.key, job.kind) }
  }
}
