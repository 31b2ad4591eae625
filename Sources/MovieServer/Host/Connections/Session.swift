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
  let connectedAt: Timestamp

  /// The profile whose library, searches and settings it sees.
  private(set) var profile: Profile
  var verifiedPINs = VerifiedPINs()
  // From `hello`.
  private(set) var client: String?
  private(set) var clientVersion: String?

  // Each owns its state, which only its verbs change. `framer` and `subscriptions` lend what they have to
  // closures, which must not use them; the others call nothing of the session.
  var life = ConnectionState()
  var framer: Framer
  let scanner: EnvelopeScanner
  var framing = ReplyFraming()
  var faults = InputFaults()
  var requests = RequestSequencer()
  var batches = OpenBatches()
  var subscriptions = Subscriptions()
  var held = CountedMemory()
  let readTimeout = ReadTimeout()
  var writeTimeout = WriteTimeout()
  let hits: HitCounter
  var activity: ConnectionActivity

  init(server: Server, stream: UnixStream) {
    self.server = server
    number = server.nextSessionNumber()
    profile = server.profiles.initial
    self.stream = stream
    let limits = server.limits
    framer = Framer(maxLength: limits.lineBytes)
    scanner = EnvelopeScanner(limits: EnvelopeLimits(limits))
    connectedAt = .now
    hits = HitCounter(server.statistics)
    activity = ConnectionActivity(at: EventLoop.now)
    stream.delegate = self
    stream.startReading()
  }

  /// No request in flight, no output waiting, no subscription: may give way to a new connection.
  var isIdle: Bool {
    requests.isEmpty && stream.waitingBytes == 0 && subscriptions.isEmpty && !life.isWaiting
      && !framer.isMidMessage
  }

  var isClosed: Bool { life.isClosed }

  func select(_ profile: Profile) { self.profile = profile }

  func introduce(_ client: String?, version: String?) {
    self.client = client ?? self.client
    clientVersion = version ?? clientVersion
  }

  /// It follows a topic of its profile, or has requested to follow topics, and stays in its profile for that.
  ///
  /// - Parameter request: requests received after it do not count; nil: all count.
  func followsProfile(before request: Request? = nil) -> Bool {
    subscriptions.followProfile
      || server.inFlight.all(of: self).contains {
        $0.handler.role == .follows && $0.number < request?.number ?? .max
      }
  }

  func finish(_ request: Request, _ outcome: Result<Response, RPCError>) {
    requests.remove(request)
    activity.record(at: EventLoop.now)
    if !isClosed {
      server.statistics.record(request.handler.index, since: request.started, failed: outcome.isFailure)
      let id = request.id ?? []
      let named = outcome.mapError { $0.prefixed(with: request.handler.method.name) }
      send(request.id.map { 0..<$0.count }, of: id.span, named, to: request.target)
    }
    server.roomAppeared(for: self)
    if isClosed { server.endIfStopped() } else { closeIfDone() }
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
    if life.inputEnded, requests.count == 0, !life.isWaiting { endSubscriptions() }
    let hasOutput = !life.peerIsGone && (stream.waitingBytes > 0 || subscriptions.areDue)
    switch life.next(inFlight: requests.count, hasOutput: hasOutput) {
    case .stay: break
    case .flush: stream.stopReading()
    case .close:
      // Input that has already arrived still gets the answer that the daemon ends; the read returns here.
      if server.isStopping, life.isRead, stream.hasInput { break }
      close()
    }
  }

  /// Closes and logs the reason.
  @inline(never)
  func close(because reason: String) {
    server.logger.notice(
      "connection closed: \(reason)",
      metadata: ["pid": "\(stream.peer?.pid.map(String.init) ?? "?")", "client": "\(client ?? "?")"])
    close()
  }

  /// Closes now. Requests in flight are cancelled, except changes.
  func close() {
    guard life.close() else { return }
    // First: requests that end make room for others, whose input is counted as well.
    server.held.remove(self)
    readTimeout.close()
    writeTimeout.close()
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
