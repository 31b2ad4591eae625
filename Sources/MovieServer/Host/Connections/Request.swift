import EventLoop
import JSONRPC
import MovieProtocol

/// A request that could not be answered at once: all that is needed to answer it later, exactly once.
///
/// Owned by ``RequestsInFlight`` from its start until its answer; its task holds it as well. The first to finish
/// answers: the task, its deadline, a `cancel`, a newer request or the end of the daemon. The others find it
/// answered.
@LoopActor
final class Request {
  let session: Session
  /// From 1, in the order in which the requests of its connection arrived.
  let number: Int
  /// As received; nil: a notification, which gets no answer.
  let id: [UInt8]?
  let handler: MethodHandler
  let target: ReplyTarget
  let started: HighResolutionInstant
  let timeout: Int
  /// `.distantFuture`: none.
  let deadline: LoopInstant
  /// The name by which a newer request replaces this one.
  let supersedes: String?
  var task: Task<Void, Never>?
  private var isReleased = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The size of its parameters.
  let bytes: Int
  /// Index in ``RequestsInFlight``, which keeps it current; nil once answered.
  var place: Int?

  init(
    session: Session, id: [UInt8]?, handler: MethodHandler, target: ReplyTarget, _ arguments: Arguments,
    bytes: Int
  ) {
    self.session = session
    number = session.activity.requests
    self.bytes = bytes
    self.id = id
    self.handler = handler
    self.target = target
    supersedes = handler.method.isAboutTitles ? arguments[.supersedes] : nil
    timeout = arguments[.timeout]
    started = .now
    deadline = handler.isChange ? .distantFuture : EventLoop.now + .milliseconds(timeout)
  }

  var isAnswered: Bool { place == nil }

  /// A change is made completely or not at all, so no deadline, `cancel`, vanished client or end of the
  /// daemon interrupts it: only its task answers. At the end of the drain, its task is cancelled.
  var isChange: Bool { handler.isChange }

  func answer(_ outcome: Result<Response, RPCError>) {
    guard !isAnswered else { return }
    session.server.inFlight.remove(self)
    session.finish(self, outcome)
  }

  /// What ended a request before it was done.
  enum Ender: String {
    case cancel, newer, shutdown

    fileprivate var text: Message {
      switch self {
      case .cancel: .cancelledOnRequest
      case .newer: .cancelledByNewer
      case .shutdown: .cancelledByShutdown
      }
    }
  }

  /// Answers `cancelled` now and cancels the task, which may take a while to notice. Not for a change.
  func cancel(by ender: Ender) {
    guard !isChange else { return }
    answer(.failure(.cancelled(by: ender)))
    task?.cancel()
  }

  /// A disk that hangs holds up the change, which goes on.
  ///
  /// - Parameter resource: what is on the disk.
  func isLate(_ resource: Message = .dataFolder) {
    answer(.failure(RPCError(.storageError, .changeUnderWay(resource), Advice(.checkDisk))))
    release()
  }

  /// Returns when later requests of its connection may go on.
  func released() async {
    await withCheckedContinuation { continuation in
      if isReleased { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  /// Its task has ended, or is not to be waited for.
  func release() {
    isReleased = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func expire() {
    answer(.failure(.notFinished(in: timeout)))
    task?.cancel()
  }
}

extension RPCError {
  static func cancelled(by ender: Request.Ender) -> RPCError {
    RPCError(
      .cancelled, ender.text, ender == .shutdown ? Advice(.sendAgainSoon, .wait(1000)) : nil,
      details: ["by": .string(ender.rawValue)])
  }

  static func notFinished(in timeout: Int, _ reason: Message? = nil) -> RPCError {
    RPCError(
      .timeout, reason.map { .notFinishedBecause(timeout, $0) } ?? .notFinished(timeout),
      timeout < Parameter.timeouts.upperBound ? Advice(.waitLonger) : nil,
      details: ["timeout_ms": .integer(timeout)])
  }
}

/// What a handler returns.
enum Response {
  /// A whole result, encoded.
  case bytes([UInt8])
  /// A cached result; its `meta` is written beside it.
  case cached(EncodedResult)
}

/// Where an answer goes.
enum ReplyTarget {
  case connection
  case batch(BatchReply, slot: Int)
}
