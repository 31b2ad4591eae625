package import EventLoop
import Glibc
import JSONRPC
package import Logging
import MovieProtocol

/// The listening socket and everything its connections share.
@LoopActor
package final class Server {
  let router = Router()
  let inFlight = InFlight()
  let results: EncodedResults
  let statistics: Statistics
  let titles: any MovieSource
  private(set) var logger: Logger
  /// Another one after each start, so that a client can tell a new daemon from the old one.
  let instance = Hexadecimal.text(.random(in: .min ... .max) as UInt32)
  let startedAt = EventLoop.hrtime
  private(set) var configuration: Configuration
  private(set) var isStopping = false
  private(set) var sessions: [Session] = []
  package var onStopping: (@LoopActor () -> Void)?
  /// Called once, when the last connection is gone after `stop`.
  package var onStopped: (@LoopActor () -> Void)?

  private var listener: UnixListener?
  private var waiting = WaitingSessions()
  private var drainTimer: LoopTimer?

  /// Those of the configuration, beside it because every message looks at them.
  private(set) var limits: Limits

  package init(configuration: Configuration, titles: any MovieSource, logger: Logger) {
    self.configuration = configuration
    limits = configuration.limits
    self.titles = titles
    self.logger = logger
    results = EncodedResults(maximumBytes: configuration.limits.keptResultsBytes)
    statistics = Statistics(methods: router.routes.count)
  }

  /// - Parameter descriptor: a bound socket, which becomes the server's.
  package func listen(descriptor: CInt) throws(UVError) {
    let listener = try UnixListener(descriptor: descriptor)
    self.listener = listener
    try listener.listen(backlog: 1024) { self.accept($0) }
  }

  /// What changed counts from the next request; kept results may have been made with other defaults.
  package func use(_ configuration: Configuration) {
    self.configuration = configuration
    limits = configuration.limits
    logger.logLevel = configuration.logLevel
    results.removeAll()
    results.maximumBytes = configuration.limits.keptResultsBytes
  }

  /// Takes no more connections; what is under way has `drain_ms`, then it is answered `cancelled`.
  /// Called a second time, it does not wait.
  package func stop() {
    listener?.close()
    onStopping?()
    onStopping = nil
    let isUrgent = isStopping
    isStopping = true
    let timer = drainTimer ?? LoopTimer()
    drainTimer = timer
    timer.start(after: isUrgent ? 0 : UInt64(limits.drainMilliseconds)) { self.endDrain() }
    for session in sessions { session.drain() }
    endIfStopped()
  }

  private func endDrain() {
    inFlight.cancelAll(by: .shutdown)
    // Answered, but a client that does not read cannot hold the daemon.
    drainTimer?.start(after: 200) {
      for session in self.sessions { session.close() }
    }
  }

  private func endIfStopped() {
    guard isStopping, sessions.isEmpty, let onStopped else { return }
    self.onStopped = nil
    drainTimer?.close()
    inFlight.close()
    onStopped()
  }

  func remove(_ session: Session) {
    sessions.removeAll { $0 === session }
    waiting.remove(session)
    endIfStopped()
  }
}

// Admission: who may connect, and who is read.
extension Server {
  package func accept(_ stream: UnixStream) {
    // The folder is ours alone, so another user's process here was handed the socket; it is not served all the same.
    guard let peer = stream.peer, peer.uid == geteuid() else {
      logger.warning("connection refused: another user", metadata: ["uid": "\(stream.peer?.uid ?? 0)"])
      return stream.close()
    }
    guard !isStopping, sessions.count < limits.connections || dismissLongestIdle() else {
      return TurnedAway.answer(stream, isStopping ? .stopping : .tooManyConnections(limits.connections))
    }
    sessions.append(Session(server: self, stream: stream))
  }

  /// The connection idle longest gives way to a new one, if it has been idle for over a minute.
  private func dismissLongestIdle() -> Bool {
    let idle = sessions.filter(\.isIdle).min { $0.lastActive < $1.lastActive }
    guard let idle, EventLoop.now - idle.lastActive > 60_000 else { return false }
    idle.close(because: "it was idle longest when `connections` was reached")
    return true
  }

  private var isFull: Bool { inFlight.count >= limits.inFlightTotal }

  /// For a connection that is not read. It is looked at again when others make room; what only its own limits keep back
  /// is not put here, since its own answers bring it back, and it would stand before those that could go on.
  func waitForRoom(_ session: Session) {
    if isFull { waiting.add(session) }
  }

  /// An answer has left: `session` may be read again, and so may those that wait for `in_flight_total`.
  func roomAppeared(for session: Session) {
    session.resumeIfRoom()
    while !isFull, let next = waiting.takeFirst() { next.resumeIfRoom() }
  }
}

/// Connections that are not read until there is room, longest waiting first.
private struct WaitingSessions {
  private var sessions: [Session] = []

  mutating func add(_ session: Session) {
    if !sessions.contains(where: { $0 === session }) { sessions.append(session) }
  }

  mutating func remove(_ session: Session) {
    if !sessions.isEmpty { sessions.removeAll { $0 === session } }
  }

  mutating func takeFirst() -> Session? {
    sessions.isEmpty ? nil : sessions.removeFirst()
  }
}
