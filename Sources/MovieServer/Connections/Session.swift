import EventLoop
import JSONRPC
import Logging
import MovieProtocol

/// One connection: its framing, its requests in flight and how much it may still send.
///
/// Owned by ``Server`` and by its stream from accept to close, which breaks every cycle (nothing here is
/// weak: a weak reference makes all others slow). The path of a message: `stream` lends bytes, `framer` cuts
/// a message for `Session+Receive`, `Session+Requests` finds the method and answers or starts a ``Request``,
/// `Session+Send` queues the answer, and the end of the turn writes it.
@LoopActor
final class Session {
  let server: Server
  /// From 1, unique for each connection of this daemon.
  let number: UInt64
  let stream: UnixStream
  let connectedAt: Int64
  var framer: Framer
  let scanner: EnvelopeScanner
  /// Known from the first byte that is not blank.
  var framing: Framing?

  /// The profile whose library, history and settings it sees.
  var profile: Profile
  /// The locks whose PIN it has shown.
  var shownPINs: [PINLock] = []
  /// The last change requested: each waits for the one before.
  var lastChange: Request?

  // From `hello`.
  var client: String?
  var clientVersion: String?

  var inFlight = 0
  /// The size of the parameters of requests in flight, and of answers that wait for the rest of their batch.
  var requestBytes = 0
  var batchBytes = 0
  /// The bytes that ``HeldMemory`` counts for this connection.
  var countedBytes = 0
  var requestCount = 0
  /// The request that waits under each name, which the next one ends.
  var superseding: [String: Request] = [:]
  // Hits of this read that are not in the statistics yet.
  var hitRoute = 0
  var hitCount = 0
  var hitsBegan: UInt64 = 0
  var lastRoute: Int?
  /// Loop time in milliseconds of the last message or answer.
  var lastActive: UInt64

  /// A message that arrived when there was no room for it; it is handled first when there is.
  var deferred: [UInt8]?
  /// How many places its requests would need.
  var deferredPlaces = 1
  var life = ConnectionLife()
  var faultsInARow = 0
  var longLines = 0

  /// Complete messages received, and the count at which the line timer was started.
  var messageCount = 0
  var timedMessage = 0
  var lineTimer: LoopTimer?
  var stallTimer: LoopTimer?
  var progressAtLastCheck: UInt64 = 0

  var subscriptions = Subscriptions()

  init(server: Server, stream: UnixStream) {
    self.server = server
    number = server.nextSessionNumber()
    profile = server.profiles.initial
    self.stream = stream
    let limits = server.limits
    framer = Framer(maxLength: limits.lineBytes)
    scanner = EnvelopeScanner(limits: EnvelopeLimits(limits))
    connectedAt = Timestamp.now()
    lastActive = EventLoop.now
    stream.delegate = self
    stream.startReading()
  }

  /// No request in flight, no output waiting, no subscription: may give way to a new connection.
  var isIdle: Bool {
    inFlight == 0 && stream.waitingBytes == 0 && subscriptions.isEmpty && !life.isPaused
      && !framer.isMidMessage
  }

  var isClosed: Bool { life.isClosed }

  /// It follows a topic, or has requested to, and stays in its profile for that.
  ///
  /// - Parameter request: requests received after it do not count; nil: all count.
  func follows(before request: Request? = nil) -> Bool {
    !subscriptions.isEmpty
      || server.inFlight.all(of: self).contains {
        $0.route.method === Method.subscribe && $0.number < request?.number ?? .max
      }
  }

  func finish(_ request: Request, _ outcome: Result<Outcome, RPCError>) {
    inFlight -= 1
    requestBytes -= request.bytes
    lastActive = EventLoop.now
    if let name = request.supersedes, superseding[name] === request { superseding[name] = nil }
    // They hold each other.
    if lastChange === request { lastChange = nil }
    if !isClosed {
      server.statistics.record(request.route.index, since: request.started, failed: outcome.isFailure)
      let id = request.id ?? []
      let named = outcome.mapError { $0.prefixed(with: request.route.method.name) }
      send(request.id.map { 0..<$0.count }, of: id.span, named, to: request.target)
    }
    server.roomAppeared(for: self)
    closeIfDone()
  }

  /// An older search of the same name is answered as soon as a newer one is received: its debounce must not
  /// end while the newer one waits for its turn.
  func cancelOlder(than newer: Request) {
    guard let name = newer.supersedes else { return }
    // At most one waits under a name, because it has ended the one before it.
    superseding.updateValue(newer, forKey: name)?.cancel(by: .newer)
  }

  /// The connection is closed as soon as all its requests are answered and written. Until then it is read;
  /// while the daemon ends, new requests are refused.
  func drain() {
    life.drain()
    resumeIfRoom()
    closeIfDone()
  }

  func closeIfDone() {
    // A half-close ends subscriptions once all is answered. The end of the daemon is still announced.
    if life.inputEnded, inFlight == 0, !life.isPaused { endSubscriptions() }
    let hasOutput = stream.waitingBytes > 0 || subscriptions.areDue
    switch life.next(inFlight: inFlight, hasOutput: hasOutput) {
    case .stay: break
    case .flush: stream.stopReading()
    case .close:
      // Input that has already arrived still gets the answer that the daemon ends; the read returns here.
      if server.isStopping, life.isRead, stream.hasInput { break }
      close()
    }
  }

  /// Closes and logs the reason.
  func close(because reason: String) {
    server.logger.notice(
      "connection closed: \(reason)",
      metadata: ["pid": "\(stream.peer?.pid ?? 0)", "client": "\(client ?? "?")"])
    close()
  }

  /// Closes now. Requests in flight are cancelled, except changes.
  func close() {
    guard life.close() else { return }
    lineTimer?.close()
    stallTimer?.close()
    endSubscriptions()
    for request in server.inFlight.all(of: self) { request.cancel(by: .shutdown) }
    stream.close()
    server.remove(self)
  }
}

extension EnvelopeLimits {
  init(_ limits: Limits) {
    self.init(
      depth: limits.depth, methodBytes: limits.methodBytes, idBytes: limits.idBytes,
      batchItems: limits.batchItems)
  }
}

extension Result {
  var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
