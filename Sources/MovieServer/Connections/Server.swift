package import EventLoop
import Glibc
import JSONRPC
package import Logging
import MovieProtocol
package import MovieSources
import MovieStore

/// The listening socket and everything its connections share.
@LoopActor
package final class Server {
  let router = Router()
  let inFlight = InFlight()
  private(set) lazy var held = HeldMemory(self)
  let results: ResultCache
  let statistics: Statistics
  let topics: Topics
  let player: Player
  let tasks = ServerTasks()
  let titles: any TitleService
  /// Nil: nobody is asked over the network.
  private let upstreams: Upstreams?
  var images: ImageService? { upstreams?.images }
  let profiles: Profiles
  let downloads: Downloads
  let releases: Releases
  private(set) lazy var calendarWatch = CalendarWatch(self)
  private(set) lazy var pending = PendingImports(self)
  let clock = WallClock()
  private(set) var logger: Logger
  /// Another one after each start, so that a client can tell a new daemon from the old one.
  let instance = Hexadecimal.text(.random(in: .min ... .max) as UInt32)
  let startedAt = EventLoop.hrtime
  private(set) var isStopping = false
  private(set) var sessions: [Session] = []
  private var sessionNumber: UInt64 = 0
  /// Called once, before anything else is done for the end.
  package var onStopping: (@LoopActor () -> Void)?
  /// Called once, when the last connection is gone after `stop`.
  package var onStopped: (@LoopActor () -> Void)?

  private var listener: UnixListener?
  private var isSocketHandedOver = false
  private var waiting: [Session] = []
  private var isWaking = false
  private var drainTimer: LoopTimer?

  /// Today where the user is, `2026-11-21`.
  private(set) var day: String
  /// Seconds of the clock within which ``day`` needs no look.
  private var dayHolds: Range<Int64>

  /// Those of the configuration.
  private(set) var limits: Limits

  /// - Parameter downloads: the folder of their files, made when it is needed.
  package init(
    configuration: Configuration, titles: any TitleService, upstreams: Upstreams? = nil,
    profiles: Profiles, downloads folder: String, logger: Logger
  ) {
    limits = configuration.limits
    self.titles = titles
    self.upstreams = upstreams
    self.profiles = profiles
    self.logger = logger
    let environment = ProcessFacts.environment()
    player = Player(profiles.shared, environment: environment, logger: logger)
    topics = Topics(TopicSource.shared(player))
    results = ResultCache(maxBytes: configuration.limits.cachedResultsBytes)
    statistics = Statistics(methods: router.routes.count)
    let today = Day.local(at: Timestamp.now())
    (day, dayHolds) = (today.day.text, today.holds)
    downloads = Downloads(
      folder: folder, states: profiles.downloads, titles: titles, images: upstreams?.images,
      library: profiles.library, environment: environment, logger: logger)
    releases = Releases(
      titles, profiles.library, store: upstreams,
      isAwaited: { [profiles] key in
        profiles.all.contains { $0.lists.userStates[key]?.isOnWatchlist == true }
      },
      clock: clock)
    downloads.onChange = { [topics] in topics.named(TopicDescription.downloads.name)?.changed() }
    downloads.onStateChange = { [profiles] in profiles.renewScopes() }
    upstreams?.images?.keptElsewhere = { [downloads] in downloads.picture($0) }
    upstreams?.use(Upstreams.Settings(profiles.shared))
    downloads.use(Downloads.Setup(profiles.shared, limits))
    player.onChange = { [topics] in topics.named(TopicDescription.player.name)?.changed() }
    tasks.onChange = { [topics] in topics.named(TopicDescription.server.name)?.changed() }
    upstreams?.onNetworkChange = { [weak self, topics] in
      topics.named(TopicDescription.server.name)?.changed()
      self?.calendarWatch.recheck()
      guard self?.titles.status.network == .online else { return }
      self?.downloads.networkIsBack()
      self?.pending.recheck()
    }
    upstreams?.onRecovery = { [weak self] in self?.pending.recheck() }
    releases.onChange = { [weak self] in self?.calendarWatch.look() }
    releases.walk.onEnd = { [weak self] in self?.calendarWatch.look() }
    // A look at the library may end after the server has.
    profiles.onSettingsChange = { [weak self] in
      guard let self else { return }
      let upstream = Upstreams.Settings(profiles.shared)
      upstreams?.use(upstream)
      pending.use(upstream)
      downloads.use(Downloads.Setup(profiles.shared, limits))
      player.use(profiles.shared)
      calendarWatch.recheck()
    }
    profiles.onLock = { [weak self] in self?.closeFollowers(of: $0) }
    profiles.onLoad = { [weak self] state in
      guard let self else { return }
      beginAgain()
      downloads.take(state.downloads)
      if state.hasPending { pending.begin() }
    }
  }

  func nextSessionNumber() -> UInt64 {
    sessionNumber &+= 1
    return sessionNumber
  }

  /// When ``day`` is over, in seconds since 1970.
  var dayEnds: Int64 { dayHolds.upperBound }

  /// Called for what every read brings, so that lists of today never show yesterday's and an idle daemon has
  /// no timer for it.
  ///
  /// - Parameter isSet: the clock may show something else than one that has just gone on.
  func updateClock(isSet: Bool = false) {
    let now = clock.now()
    guard isSet || !dayHolds.contains(now) else { return }
    let (before, today) = (day, clock.day(now))
    (day, dayHolds) = (today.day.text, today.holds)
    if day != before { profiles.renewScopes() }
  }

  /// Of a profile that has been locked: who follows its topics has to show the PIN.
  ///
  /// - Parameter asking: goes on without its subscriptions, to be answered.
  func closeFollowers(of profile: Profile, besides options: Session? = nil) {
    for session in sessions where session.profile === profile && !session.subscriptions.isEmpty {
      guard !session.isAdmitted(to: profile) else { continue }
      if session === options {
        session.endSubscriptions()
      } else {
        session.close(because: "its profile was locked")
      }
    }
  }

  /// In place of the socket before, where there was one; its connections stay.
  ///
  /// - Parameters:
  ///   - descriptor: a bound socket, which becomes the server's.
  ///   - isHandedOver: a service manager has it too, and who waits at the end waits for the next daemon.
  package func listen(descriptor: CInt, isHandedOver: Bool = false) throws(UVError) {
    let listener = try UnixListener(descriptor: descriptor)
    self.listener?.close()
    self.listener = listener
    isSocketHandedOver = isHandedOver
    try listener.listen(backlog: 1024) { self.accept($0) }
  }

  /// What changed counts from the next request; kept results may have been made with other defaults.
  package func use(_ configuration: Configuration) {
    limits = configuration.limits
    logger.logLevel = configuration.logLevel
    profiles.renewScopes()
    results.maxBytes = limits.cachedResultsBytes
    upstreams?.use(Upstreams.Bounds(limits))
    profiles.use(configuration)
  }

  /// Who connects from now on is told that the daemon ends; what is under way has `drain_ms`, then it is
  /// answered `cancelled`. Called a second time, it does not wait.
  package func stop() {
    onStopping?()
    onStopping = nil
    if isSocketHandedOver { listener?.close() }
    let isUrgent = isStopping
    isStopping = true
    // Before connections are closed, whatever the topic's interval says.
    if !isUrgent { topics.named(TopicDescription.server.name)?.changed(atOnce: true) }
    let timer = drainTimer ?? LoopTimer()
    drainTimer = timer
    timer.start(after: isUrgent ? 0 : UInt64(limits.drainMilliseconds)) { self.endDrain() }
    pending.close()
    tasks.stop()
    for session in sessions { session.drain() }
    endIfStopped()
  }

  private func endDrain() {
    inFlight.cancelAll(by: .shutdown)
    profiles.library.stopWaiting()
    // Answered, but a client that does not read cannot hold the daemon.
    drainTimer?.start(after: 200) {
      for session in self.sessions { session.close() }
    }
  }

  private func endIfStopped() {
    guard isStopping, sessions.isEmpty, let onStopped else { return }
    self.onStopped = nil
    listener?.finish()
    player.close()
    releases.walk.close()
    drainTimer?.close()
    inFlight.close()
    held.close()
    onStopped()
  }

  /// It is known now where connections begin. Before the first look at the library nothing was answered that
  /// depends on it. Later what they follow, and have been told, is another profile's: they are to connect again.
  private func beginAgain() {
    let strangers = sessions.filter { $0.profile !== profiles.initial }
    guard profiles.isReady else {
      for session in strangers { session.profile = profiles.initial }
      return
    }
    guard !strangers.isEmpty else { return }
    logger.notice(
      "connections of the time without a library are closed: they begin in another profile now",
      metadata: ["count": "\(strangers.count)"])
    for session in strangers { session.drain() }
  }

  func remove(_ session: Session) {
    sessions.removeAll { $0 === session }
    held.remove(session)
    waiting.removeAll { $0 === session }
    endIfStopped()
  }
}

// Admission: who may connect, and who is read.
extension Server {
  package func accept(_ stream: UnixStream) {
    // The folder is ours alone, so another user's process here was handed the socket; it is not served all
    // the same.
    guard let peer = stream.peer, peer.uid == geteuid() else {
      logger.warning("connection refused: another user", metadata: ["uid": "\(stream.peer?.uid ?? 0)"])
      return stream.close()
    }
    guard !isStopping else { return RejectedConnection.answer(stream, .stopping, waits: true) }
    guard sessions.count < limits.connections || dismissLongestIdle() else {
      return RejectedConnection.answer(stream, .tooManyConnections(limits.connections))
    }
    sessions.append(Session(server: self, stream: stream))
    held.noteConnection()
  }

  /// The connection idle longest gives way to a new one, if it has been idle for over a minute.
  private func dismissLongestIdle() -> Bool {
    let idle = sessions.filter(\.isIdle).min { $0.lastActive < $1.lastActive }
    guard let idle, EventLoop.now &- idle.lastActive > 60_000 else { return false }
    idle.close(because: "it was idle longest when `connections` was reached")
    return true
  }

  var hasRoom: Bool { inFlight.count < limits.inFlightTotal }

  /// So much of `in_flight_total` each connection has, whatever the others have under way. Together that is at
  /// most twice the limit.
  var shareInFlight: Int { max(1, limits.inFlightTotal / max(1, sessions.count)) }

  /// Remembers a paused connection that `in_flight_total` keeps waiting. One that waits for its own answers
  /// only, or for its reader, finds out by itself.
  func waitForRoom(_ session: Session) {
    if !hasRoom, !waiting.contains(where: { $0 === session }) { waiting.append(session) }
  }

  /// An answer has left: those that wait for `in_flight_total` may be read again, longest waiting first, and
  /// `session` may be where it had reached its own bound.
  func roomAppeared(for session: Session) {
    // One that is woken may make room itself, by a `cancel`; the loop that woke it sees that.
    guard !isWaking else { return }
    isWaking = true
    while hasRoom, !waiting.isEmpty { waiting.removeFirst().resumeIfRoom() }
    isWaking = false
    session.resumeIfRoom()
  }
}
