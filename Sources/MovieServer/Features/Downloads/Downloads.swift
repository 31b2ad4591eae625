import EventLoop
import HTTPClient
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// The downloads for offline use, shared by all profiles: the queue, its rows in the library and its files.
///
/// ``DownloadQueue`` decides, this performs: it alone changes the queue, by the verbs of this file. Requests of
/// clients (`Downloads+Requests.swift`) are stored in the library before they are performed, so they survive
/// whatever happens next. ``DownloadTask`` reports to `began`, `progressed` and `ended`, and ``DownloadStore``
/// saves the results of the work afterwards.
@LoopActor
final class Downloads {
  typealias Kind = Download.Asset.Kind

  /// The values from the configuration and the settings.
  struct Setup: Equatable, Sendable {
    var limits = Limits()
    /// The host of TMDB's pictures.
    var pictureHost = ""
    /// The program that fetches trailers; [] for none.
    var command: [String] = []
    var proxy: String?
  }

  /// Bytes left free on the disk, above all for the library.
  var reserve: Int64 = 64 << 20

  let folder: DownloadFolder
  let states: DownloadStateMap
  var topic: Topic?
  /// Called when `user_state.download` of a title changes, or its files.
  var onStateChange: (@LoopActor () -> Void)?

  private(set) var queue = DownloadQueue()
  private var work: [UInt64: DownloadTask] = [:]
  private(set) var setup = Setup()
  let client: HTTPClient
  let titles: any TitleService
  /// Maps picture paths to addresses; nil: pictures are not fetched.
  let images: ImageService?
  /// `NAME=value`
  let environment: [String]
  let rows: DownloadStore
  private let logger: Logger
  /// The next retry.
  private let retryTimer = LoopTimer()
  /// Checks the running work.
  private let checkTimer = LoopTimer()
  private var checks = 0
  private let diskSpaceCheck = DiskSpaceCheck()
  /// Keys of downloads deleted before the daemon last ended, which may have left files.
  private var leftOver: Set<TitleKey> = []
  private(set) var isLoaded = false
  private var isEnding = false

  /// - Parameters:
  ///   - folder: of the files; made when it is needed.
  ///   - environment: the daemon's own, which the downloader gets without the keys.
  init(
    folder: String, states: DownloadStateMap, titles: any TitleService, images: ImageService?,
    library: LibraryAccess, environment: [String: String], logger: Logger
  ) {
    self.folder = DownloadFolder(path: folder)
    self.states = states
    self.titles = titles
    self.images = images
    rows = DownloadStore(library)
    let secrets = Setting.all.filter(\.isSecret).compactMap(\.variable)
    self.environment = environment.filter { !secrets.contains($0.key) }.map { "\($0)=\($1)" }
    self.logger = logger
    client = HTTPClient(
      HTTPConfiguration(
        userAgent: "movierpc/\(Version.program)", maxConnections: Limits().downloadsAtOnce))
  }

  /// Takes effect with the next try.
  func use(_ setup: Setup) {
    guard setup != self.setup else { return }
    self.setup = setup
    client.configuration.proxy = setup.proxy
    client.configuration.maxConnections = setup.limits.downloadsAtOnce
    guard !isEnding else { return }
    queue.use(setup.limits, pictureHost: setup.pictureHost)
    advance()
  }

  /// Loads the library's downloads and continues those that are unfinished.
  func load(_ stored: [StoredDownload]) {
    guard !isLoaded else { return }
    isLoaded = true
    guard !stored.isEmpty else { return }
    queue.load(stored)
    var states: [TitleKey: Title.UserState.Download] = [:]
    for key in queue.order { states[key] = queue.state(key)?.userState }
    self.states.set(states, done: queue.sorted(.done))
    onStateChange?()
    topic?.changed(.state)
    leftOver = Set(stored.filter(\.isDeleted).map(\.key))
    if !leftOver.isEmpty { LoopTask.start { await self.removeLeftOvers() } }
    advance()
  }

  private func removeLeftOvers() async {
    while !isEnding, let key = leftOver.first {
      await rows.mutex.withLock { await removeLeftOver(key) }
    }
  }

  /// In its turn: a new download of that key must not be removed with it.
  func removeLeftOver(_ key: TitleKey) async {
    if leftOver.remove(key) != nil { await finishDeleting(key) }
  }

  /// The network is available again.
  func networkIsBack() {
    queue.networkIsBack()
    advance()
  }

  /// Saves everything and waits until no work is running; the last call.
  func end() async {
    isEnding = true
    perform(queue.stopAll())
    while let one = work.first?.value { await one.ended() }
    await rows.flush(self)
    for timer in [retryTimer, checkTimer] { timer.close() }
    client.close()
  }
}

// Changes of the queue.
extension Downloads {
  /// Makes a change of some downloads.
  ///
  /// - Parameter rows: what the library has of it already.
  func apply(
    _ keys: [TitleKey], stored rows: [StoredDownload] = [],
    _ change: @LoopActor (inout DownloadQueue, TitleKey) -> [DownloadQueue.Action]
  ) {
    for key in keys { perform(change(&queue, key)) }
    queue.didSave(rows)
    advance()
    for key in keys { changed(key) }
  }

  /// Returns when the work on a download has stopped and will not start again.
  func halt(_ key: TitleKey) async {
    let number = queue.running(key)?.number
    perform(queue.pause(key))
    if let number { await work[number]?.ended() }
  }

  /// The files of a stopped download are gone, but not the download.
  func lose(_ key: TitleKey) { perform(queue.lose(key)) }

  /// Starts the work that is due, and sets timers for later work.
  private func advance() {
    guard !isEnding else { return }
    perform(queue.next(at: EventLoop.now))
    setTimers()
    rows.saveSoon(self)
  }

  /// No timer is running while nothing is due.
  private func setTimers() {
    if queue.isIdle {
      checkTimer.stop()
    } else if !checkTimer.isActive {
      checkTimer.start(after: .seconds(1), repeating: .seconds(1)) { [weak self] in self?.check() }
    }
    guard let moment = queue.wakeAt else { return retryTimer.stop() }
    let now = EventLoop.now
    // A download that is already due waits for a place, not for this timer.
    retryTimer.start(at: moment > now ? moment : now + .seconds(1)) { [weak self] in self?.advance() }
  }

  private func perform(_ actions: [DownloadQueue.Action]) {
    for action in actions {
      switch action {
      case .start(let job):
        work[job.number] = DownloadTask(job, self)
        changed(job.key)
      case .stop(let number): work[number]?.cancel()
      }
    }
  }

  func changed(_ key: TitleKey, _ change: Throttle.Change = .state) {
    if states.set(key, queue.state(key)?.userState) { onStateChange?() }
    topic?.changed(change)
  }

  func began(_ job: DownloadQueue.Job, _ start: HTTPFileStart) {
    queue.began(job.number, at: start.offset, of: start.total, isRestart: start.isRestart)
    changed(job.key)
  }

  func progressed(_ job: DownloadQueue.Job, to bytes: Int64, of total: Int64?) {
    queue.progressed(job.number, to: bytes, of: total, at: EventLoop.now)
    changed(job.key, .progress)
  }

  func ended(_ job: DownloadQueue.Job, _ end: DownloadQueue.End) {
    work[job.number] = nil
    queue.ended(job.number, end, at: EventLoop.now, .now, jitter: .random(in: 0...1))
    advance()
    // If it continues at once there is no other event for this.
    changed(job.key)
  }

  /// Each second: checks the disk space and reports the rate. Now and then the progress is saved to the
  /// library.
  private func check() {
    checks += 1
    topic?.changed(.progress)
    if checks % 10 == 0 {
      queue.saveProgress()
      rows.saveSoon(self)
    }
    let (folder, reserve) = (folder, reserve)
    diskSpaceCheck.start(folder.lane) {
      folder.lackOfRoom(for: 0, reserve)
    } then: { [weak self] failure in
      guard let failure, let self else { return }
      for one in Array(self.work.values) { one.refuse(failure) }
    }
  }
}

// The rows and files in step with the queue.
extension Downloads {
  /// Saves the results of the work, in turn with other changes of the rows. Returns false if it failed; the
  /// log has the reason. The next change tries again.
  func save() async -> Bool {
    let unsaved = queue.takeUnsaved()
    guard !unsaved.isEmpty else { return true }
    do throws(LibraryError) {
      try await rows.write(unsaved)
      return true
    } catch {
      queue.didNotSave(unsaved)
      return false
    }
  }

  /// Removes the files and the row of a download marked as deleted.
  ///
  /// - Returns: the reason if not all of it could be removed.
  @discardableResult
  func finishDeleting(_ key: TitleKey) async -> String? {
    let folder = folder
    do {
      try await folder.lane.call { Result { () throws(SystemError) in try folder.remove(key) } }.get()
    } catch {
      // The next start tries again.
      logger.warning("cannot remove a download", metadata: ["error": "\(error)"])
      return "\(error)"
    }
    do throws(LibraryError) {
      try await rows.remove(key)
      return nil
    } catch {
      return error.description
    }
  }
}
