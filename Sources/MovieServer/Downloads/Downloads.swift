import EventLoop
import HTTPClient
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// What is kept for offline use, by all profiles together: the queue, its rows in the library and its files.
///
/// ``DownloadQueue`` decides, this does. What clients ask for is in the library before it is done here, so it
/// stays whatever happens next; what became of the work is written down after it (``DownloadRows``).
@LoopActor
final class Downloads {
  typealias Kind = Download.Asset.Kind

  /// What the configuration and the settings say.
  struct Setup: Equatable, Sendable {
    var bounds = DownloadQueue.Bounds()
    /// Bytes of a file.
    var maxBytes = 4 << 30
    /// What fetches trailers; [] for nothing.
    var command: [String] = []
    var proxy: String?
  }

  /// Bytes that are left free on the disk, for the library above all.
  var reserve: Int64 = 64 << 20

  let folder: DownloadFolder
  let states: DownloadStates
  /// Something about them is another: whoever listens must only mark.
  var onChange: (@LoopActor () -> Void)?
  /// `on.download` of some title is another, or what is kept of it.
  var onStateChange: (@LoopActor () -> Void)?

  var queue = DownloadQueue()
  var work: [UInt64: DownloadWork] = [:]
  private(set) var setup = Setup()
  let client: HTTPClient
  let titles: any TitleService
  /// Who knows where pictures are; nil: nobody is asked for any.
  let images: ImageService?
  /// `NAME=value`
  let environment: [String]
  let rows: DownloadRows
  private let logger: Logger
  private let timers = DownloadTimers()
  private var looks = 0
  private let diskLook = DiskSpaceCheck()
  /// Keys of what was deleted before the last end of the daemon, and may have left files.
  private var leftOver: Set<String> = []
  private(set) var isLoaded = false
  private var isEnding = false

  /// - Parameters:
  ///   - folder: of the files; made when it is needed.
  ///   - environment: the daemon's own, of which the downloader gets all but the keys.
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

  /// Counts from the next try on.
  func use(_ setup: Setup) {
    guard setup != self.setup else { return }
    self.setup = setup
    client.configuration.proxy = setup.proxy
    guard !isEnding else { return }
    queue.bounds = setup.bounds
    advance()
  }

  /// What the library has: goes on with what is not finished.
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

  /// In its turn: what is asked for anew under that key must not go with it.
  func removeLeftOver(_ key: String) async {
    if leftOver.remove(key) != nil { await finishDeleting(key) }
  }

  /// There is one again.
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

  /// An asset that is there: its file, and what is in it.
  func file(_ key: String, _ kind: Kind) -> (path: String, contentType: String?)? {
    guard let asset = queue.stored(key)?.assets.first(where: { $0.kind == kind && $0.state == .done }),
      kind != .detail
    else { return nil }
    return (folder.file(key, kind), asset.contentType)
  }

  /// A picture that is there, by where upstream has it.
  func picture(_ path: ImagePath) -> String? {
    for key in queue.order {
      let assets = queue.stored(key)?.assets ?? []
      for asset in assets where asset.kind.isPicture && asset.state == .done && asset.source == path.text {
        return folder.file(key, asset.kind)
      }
    }
    return nil
  }

  /// All is written down and nothing is under way any more; the last call.
  func end() async {
    isEnding = true
    perform(queue.stopAll())
    while let one = work.first?.value { await one.ended() }
    await rows.settle(self)
    timers.close()
    client.close()
  }
}

// What becomes of the work.
extension Downloads {
  /// Does what is due, and sees to it that what will be is not forgotten.
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

  /// Something about it is another: its state, or only how far it is.
  func changed(_ key: String) {
    if states.set(key, queue.state(key)?.userState) { onStateChange?() }
    onChange?()
  }

  func ended(_ job: DownloadQueue.Job, _ end: DownloadQueue.End) {
    work[job.number] = nil
    queue.ended(job.number, end, at: EventLoop.now, Timestamp.now(), jitter: .random(in: 0...1))
    advance()
    // Where it goes on at once nothing else is seen of it.
    changed(job.key)
  }

  /// Each second: whether there is room still, and how fast it goes. How far it is goes into the library now
  /// and then.
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

// What is removed.
extension Downloads {
  /// Removes files and rows of one that is marked as deleted.
  ///
  /// - Returns: why not all of it is gone.
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
      // The next start tries it again.
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
