import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// The listening socket and everything its connections share.
@LoopActor
final class Server {
  private(set) var router = Router([])
  let inFlight = RequestsInFlight()
  private(set) lazy var held = BufferedMemory(self)
  let results: ResultCache
  let statistics: Statistics
  let topics = Topics()
  let serverTopic: Topic
  let profilesTopic: Topic
  let tasks = ServerTasks()
  let titles: any TitleService
  /// Nil: nothing is fetched over the network.
  let upstreams: Upstreams?
  let profiles: Profiles
  /// In the order in which they hear of events.
  var features: [any Feature] = []
  /// Nil: no feature has any.
  private(set) lazy var storedVideos = features.lazy.compactMap { $0 as? any StoredVideos }.first
  /// Nil: no feature has any.
  private(set) lazy var followedTitles = features.lazy.compactMap { $0 as? any FollowedTitles }.first
  let clock = WallClock()
  let time: ClockCheck
  private(set) var logger: Logger
  /// A new one at each start, so that a client can tell a new daemon from the old one.
  let instance = UInt32.random(in: .min ... .max).padded(to: 8, radix: 16)
  /// The `instance` of replies: a `rev` of one profile's topics means nothing in another.
  func instance(of profile: Profile) -> String { "\(instance)-\(profile.number)" }
  let startedAt = HighResolutionInstant.now
  /// Nil: it is not about to end.
  private(set) var stopReason: ServerState.Reason?
  var isStopping: Bool { stopReason != nil }
  private(set) var sessions: [Session] = []
  private var sessionNumber: UInt64 = 0
  /// Called once, before any other step of stopping.
  var onStopping: (@LoopActor () -> Void)?
  /// Called once, when the last connection has closed after `stop`.
  var onStopped: (@LoopActor () -> Void)?

  private var listener: UnixListener?
  private var isSocketHandedOver = false
  private var waiting: [Session] = []
  private var isWaking = false
  private let drainTimer = LoopTimer()
  private var waitsForChanges = true
  /// How long, after `drain_ms`, changes that a slow disk still makes hold up the end.
  var changeTimeout: Duration = .milliseconds(ShutdownMethod.maxChangeMilliseconds)
  /// When the daemon is to have ended, unless a disk holds it up: a little less than a second after the drain.
  private(set) var endsAt = LoopInstant.distantFuture
  /// When its process is to be gone, whatever hangs: a little before clients that wait for that would kill it.
  private(set) var lastMoment = LoopInstant.distantFuture

  /// The limits of the configuration.
  private(set) var limits: Limits
  /// How many connections the system has descriptors for.
  var maxOpen = Int.max

  init(
    configuration: Configuration, titles: any TitleService, upstreams: Upstreams? = nil,
    profiles: Profiles, logger: Logger, features: (Server) -> [any Feature]
  ) {
    limits = configuration.limits
    self.titles = titles
    self.upstreams = upstreams
    self.profiles = profiles
    self.logger = logger
    serverTopic = topics.add(.server)
    profilesTopic = topics.add(.profiles)
    results = ResultCache(maxBytes: configuration.limits.cachedResultsBytes)
    statistics = Statistics(methods: MethodTable.all.count)
    time = ClockCheck(clock, profiles.library, logger: logger)
    time.evidence = { [upstreams] in upstreams?.saidTimes ?? [] }
    self.features = features(self)
    router = Router(Self.handlers + self.features.flatMap(\.handlers))
    beginFeatures()
  }

  func nextSessionNumber() -> UInt64 {
    sessionNumber &+= 1
    return sessionNumber
  }

  /// Today in the user's time zone, `2026-11-21`.
  var day: String { clock.today }

  /// Called at every read, so that lists of today never show yesterday's and an idle daemon needs no timer
  /// for it.
  ///
  /// - Parameter isSet: the clock may have been set, not only have advanced.
  func updateClock(isSet: Bool = false) {
    if clock.update(isSet: isSet) { profiles.invalidateCaches() }
  }

  /// Replaces the previous socket, if there was one; its connections stay, those not accepted yet included.
  ///
  /// - Parameters:
  ///   - descriptor: a bound socket, which the server then owns.
  ///   - isHandedOver: a service manager holds it as well; clients not yet accepted at the end wait for the
  ///     next daemon.
  func listen(descriptor: CInt, isHandedOver: Bool = false) throws(UVError) {
    let listener = try UnixListener(descriptor: descriptor)
    self.listener?.finish()
    self.listener = listener
    isSocketHandedOver = isHandedOver
    try listener.listen(backlog: 1024) { self.accept($0) }
  }

  /// Changes take effect with the next request; cached results may have been made with other defaults.
  func use(_ configuration: Configuration) {
    limits = configuration.limits
    logger.logLevel = configuration.logLevel
    profiles.invalidateCaches()
    results.maxBytes = limits.cachedResultsBytes
    upstreams?.use(limits)
    profiles.use(configuration)
  }

  /// New connections are told that the daemon ends; requests in flight have `drain_ms`, then they are
  /// answered `cancelled`. A second call does not wait.
  func stop(_ reason: ServerState.Reason = .shutdown) {
    onStopping?()
    onStopping = nil
    if isSocketHandedOver { listener?.close() }
    let isUrgent = isStopping
    stopReason = stopReason ?? reason
    // Before connections are closed, regardless of the topic's interval.
    if !isUrgent { serverTopic.changed(atOnce: true) }
    let drain: Duration = isUrgent ? .zero : .milliseconds(limits.drainMilliseconds)
    endsAt = EventLoop.now + drain + .milliseconds(800)
    lastMoment = EventLoop.now + drain + changeTimeout
    drainTimer.start(after: drain) { self.endDrain() }
    tell(.stopping)
    tasks.stop()
    for session in sessions { session.drain() }
    endIfStopped()
  }

  private func endDrain() {
    profiles.library.stopWaiting()
    inFlight.end()
    tell(.drained)
    closeSessions(by: EventLoop.now + changeTimeout)
  }

  /// What is left are changes that the library has begun. Once they are answered, a client that does not read
  /// must not hold up the daemon, and neither must a disk that hangs.
  private func closeSessions(by deadline: LoopInstant) {
    drainTimer.start(after: .milliseconds(200)) {
      if self.inFlight.count > 0, EventLoop.now < deadline { return self.closeSessions(by: deadline) }
      self.waitsForChanges = false
      for session in self.sessions { session.close() }
      self.endIfStopped()
    }
  }

  /// Changes of connections that were closed are waited for as well.
  func endIfStopped() {
    guard isStopping, sessions.isEmpty, inFlight.count == 0 || !waitsForChanges, let onStopped else {
      return
    }
    self.onStopped = nil
    listener?.finish()
    tell(.stopped)
    drainTimer.close()
    inFlight.close()
    held.close()
    onStopped()
  }

  func remove(_ session: Session) {
    sessions.removeAll { $0 === session }
    held.remove(session)
    waiting.removeAll { $0 === session }
    endIfStopped()
  }
}

// Admission: which connections are accepted, and which are read.
extension Server {
  func accept(_ stream: UnixStream) {
    // The folder is ours alone, so a process of another user was handed the socket; it is refused all the
    // same.
    guard let peer = stream.peer, peer.uid == geteuid() else {
      logger.warning(
        "connection refused: another user",
        metadata: ["uid": "\(stream.peer.map { String($0.uid) } ?? "?")"])
      return stream.close()
    }
    guard !isStopping else { return RejectedConnection.answer(stream, .stopping, waits: true) }
    guard sessions.count < min(limits.connections, maxOpen) || dismissLongestIdle() else {
      return RejectedConnection.answer(
        stream, .tooManyConnections(sessions.count, isConfigured: limits.connections <= maxOpen))
    }
    sessions.append(Session(server: self, stream: stream))
    held.recordConnection()
  }

  /// Closes the connection that has been idle longest for a new one, if it has been idle for over a minute.
  private func dismissLongestIdle() -> Bool {
    let idle = sessions.filter(\.isIdle).min { $0.activity.lastActive < $1.activity.lastActive }
    guard let idle, EventLoop.now - idle.activity.lastActive > .seconds(60) else { return false }
    idle.close(because: "idle longest when there was no room for another")
    return true
  }

  var hasRoom: Bool { inFlight.count < limits.inFlightTotal }

  /// The part of `in_flight_total` that each connection has, whatever the others have in flight. Together
  /// that is at most twice the limit.
  var shareInFlight: Int { max(1, limits.inFlightTotal / max(1, sessions.count)) }

  /// Remembers a paused connection that `in_flight_total` keeps waiting. A connection that waits only for its
  /// own answers, or for its reader, resumes by itself.
  func waitForRoom(_ session: Session) {
    if !hasRoom, !waiting.contains(where: { $0 === session }) { waiting.append(session) }
  }

  /// An answer has left: connections that wait for `in_flight_total` may be read again, the longest waiting
  /// first, and so may `session` if it had reached its own limit.
  func roomAppeared(for session: Session) {
    // A connection that resumes may itself make room, by a `cancel`; the loop that resumed it sees that.
    guard !isWaking else { return }
    isWaking = true
    while hasRoom, !waiting.isEmpty { waiting.removeFirst().resumeIfRoom() }
    isWaking = false
    session.resumeIfRoom()
  }
}
