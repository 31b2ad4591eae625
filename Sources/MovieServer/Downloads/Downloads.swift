import EventLoop
import HTTPClient
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// The downloads for offline use, shared by all profiles: the queue, its rows in the library and its files.
///
/// ``DownloadQueue`` decides, this performs. Requests of clients are stored in the library before they are
/// performed, so they survive whatever happens next; results of the work are saved afterwards
/// (``DownloadRows``).
@LoopActor
final class Downloads {
  typealias Kind = Download.Asset.Kind

  /// The values from the configuration and the settings.
  struct Setup: Equatable, Sendable {
    var bounds = DownloadQueue.Bounds()
    /// The size limit of a file, in bytes.
    var maxBytes = 4 << 30
    /// The program that fetches trailers; [] for none.
    var command: [String] = []
    var proxy: String?
  }

  /// Bytes left free on the disk, above all for the library.
  var reserve: Int64 = 64 << 20

  let folder: DownloadFolder
  let states: DownloadStates
  /// Called when any download changes: the listener may only mark.
  var onChange: (@LoopActor () -> Void)?
  /// Called when `on.download` of a title changes, or its files.
  var onStateChange: (@LoopActor () -> Void)?

  var queue = DownloadQueue()
  var work: [UInt64: DownloadWork] = [:]
  private(set) var setup = Setup()
  let client: HTTPClient
  let titles: any TitleService
  /// Maps picture paths to addresses; nil: pictures are not fetched.
  let images: ImageService?
  /// `NAME=value`
  let environment: [String]
  let rows: DownloadRows
  private let logger: Logger
  private let timers = DownloadTimers()
  private var looks = 0
  private let diskLook = DiskSpaceCheck()
  /// Keys of downloads deleted before the daemon last ended, which may have left files.
  private var leftOver: Set<String> = []
  private(set) var isLoaded = false
  private var isEnding = false

  /// - Parameters:
  ///   - folder: of the files; made when it is needed.
  ///   - environment: the daemon's own, which the downloader gets without the keys.
  init(
    folder: String, states: DownloadStates, titles: any TitleService, images: ImageService?,
    library: LibraryAccess, environment: [String: String], logger: Logger
  ) {
    self.folder = DownloadFolder(path: folder)
    self.states = states
    self.titles = titles
    self.images = images
    rows = DownloadRows(library)
    let secrets = Setting.all.filter(\.isSecret).compactMap(\.variable)
    self.environment = environment.filter { !secrets.contains($0.key) }.map { "\($0)=\($1)" }
    self.logger = logger
    client = HTTPClient(HTTPConfiguration(userAgent: "movierpc/\(Version.program)"))
  }

  /// Takes effect with the next try.
  func use(_ setup: Setup) {
    guard setup != self.setup else { return }
    self.setup = setup
    client.configuration.proxy = setup.proxy
    guard !isEnding else { return }
    queue.bounds = setup.bounds
    advance()
  }

  /// Loads the library's downloads and continues those that are unfinished.
  func take(_ stored: [StoredDownload]) {
    guard !isLoaded else { return }
    isLoaded = true
    guard !stored.isEmpty else { return }
    queue.take(stored)
    var states: [String: Title.UserState.Download] = [:]
    for key in queue.order { states[key] = queue.state(key)?.userState }
    self.states.set(states, done: queue.sorted(.done))
    onStateChange?()
    onChange?()
    leftOver = Set(stored.filter(\.isDeleted).map(\.key))
    if !leftOver.isEmpty { LoopTask.start { await self.removeLeftOvers() } }
    advance()
  }

  private func removeLeftOvers() async {
    while !isEnding, let key = leftOver.first {
      await rows.turnstile.pass { await removeLeftOver(key) }
    }
  }

  /// In its turn: a new download of that key must not be removed with it.
  func removeLeftOver(_ key: String) async {
    if leftOver.remove(key) != nil { await finishDeleting(key) }
  }

  /// The network is available again.
  func networkIsBack() {
    queue.networkIsBack()
    advance()
  }

  func download(_ key: String) -> Download? {
    queue.download(key, at: EventLoop.now) { folder.file(key, $0) }
  }

  /// The state of topic `downloads`.
  func state() -> DownloadsState {
    var state = DownloadsState()
    for (place, key) in queue.sorted().enumerated() {
      guard let download = download(key) else { continue }
      state.count(download)
      if place < DownloadsState.maxItems { state.items.append(download) }
    }
    return state
  }

  /// A finished asset: its file and content type.
  func file(_ key: String, _ kind: Kind) -> (path: String, contentType: String?)? {
    guard let asset = queue.stored(key)?.assets.first(where: { $0.kind == kind && $0.state == .done }),
      kind != .detail
    else { return nil }
    return (folder.file(key, kind), asset.contentType)
  }

  /// The file of a finished picture, by its path at upstream.
  func picture(_ path: ImagePath) -> String? {
    for key in queue.order {
      let assets = queue.stored(key)?.assets ?? []
      for asset in assets where asset.kind.isPicture && asset.state == .done && asset.source == path.text {
        return folder.file(key, asset.kind)
      }
    }
    return nil
  }

  /// Saves everything and waits until no work is running; the last call.
  func end() async {
    isEnding = true
    perform(queue.stopAll())
    while let one = work.first?.value { await one.ended() }
    await rows.settle(self)
    timers.close()
    client.close()
  }
}

// Progress and results of the work.
extension Downloads {
  /// Starts the work that is due, and sets timers for later work.
  func advance() {
    guard !isEnding else { return }
    perform(queue.next(at: EventLoop.now))
    timers.watch(!queue.isIdle) { [weak self] in self?.look() }
    timers.wake(at: queue.wakeAt) { [weak self] in self?.advance() }
    rows.saveSoon(self)
  }

  func perform(_ actions: [DownloadQueue.Action]) {
    for action in actions {
      switch action {
      case .start(let job):
        work[job.number] = DownloadWork(job, self)
        changed(job.key)
      case .stop(let number): work[number]?.cancel()
      }
    }
  }

  /// Its state has changed, or only its progress.
  func changed(_ key: String) {
    if states.set(key, queue.state(key)?.userState) { onStateChange?() }
    onChange?()
  }

  func ended(_ job: DownloadQueue.Job, _ end: DownloadQueue.End) {
    work[job.number] = nil
    queue.ended(job.number, end, at: EventLoop.now, Timestamp.now(), jitter: .random(in: 0...1))
    advance()
    // If it continues at once there is no other event for this.
    changed(job.key)
  }

  /// Each second: checks the disk space and reports the rate. Now and then the progress is saved to the
  /// library.
  private func look() {
    looks += 1
    onChange?()
    if looks % 10 == 0 {
      for one in work.values { queue.unsaved.insert(one.job.key) }
      rows.saveSoon(self)
    }
    let (folder, reserve) = (folder, reserve)
    diskLook.start {
      folder.lackOfRoom(for: 0, reserve)
    } then: { [weak self] failure in
      guard let failure, let self else { return }
      for one in Array(self.work.values) { one.refuse(failure) }
    }
  }
}

// Removing downloads.
extension Downloads {
  /// Removes the files and the row of a download marked as deleted.
  ///
  /// - Returns: the reason if not all of it could be removed.
  @discardableResult
  func finishDeleting(_ key: String) async -> String? {
    let folder = folder
    let fault = await EventLoop.offload { () -> String? in
      do throws(DownloadFolder.Fault) {
        try folder.remove(key)
        return nil
      } catch {
        return error.description
      }
    }
    if let fault {
      // The next start tries again.
      logger.warning("a download is not removed", metadata: ["reason": "\(fault)"])
      return fault
    }
    do throws(LibraryError) {
      try await rows.remove(key)
      return nil
    } catch {
      return error.description
    }
  }
}
