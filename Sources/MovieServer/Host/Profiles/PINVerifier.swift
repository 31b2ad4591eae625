import EventLoop
import JSONRPC
import Logging
import MovieProtocol

/// The PIN of a profile, and the tries to enter it.
///
/// One try at a time, from all connections together. Each is answered after a fixed time, right or wrong, and
/// after several wrong ones further tries are refused for a while, without being checked.
@LoopActor
final class PINVerifier {
  /// Called with each count before the try is answered, to store it. A try counts as wrong until it is found
  /// right, so that ending the daemon does not undo it.
  var onCount: (@LoopActor (PINAttempts) async -> Void)?
  let hash: String
  private let delay: Duration
  private let logger: Logger
  private var attempts: PINAttempts
  private let mutex = AsyncMutex()

  /// - Parameter delay: milliseconds from a try to its answer; the hash takes a small part of them.
  init(_ hash: String, delay: Duration, attempts: PINAttempts = PINAttempts(), logger: Logger) {
    (self.hash, self.delay, self.logger) = (hash, delay, logger)
    self.attempts = attempts
  }

  private enum Outcome {
    case right, wrong
    case refused(wait: Duration)
    case unavailable(PINHash.Unavailable)
  }

  /// Returns if the PIN is right.
  ///
  /// - Parameters:
  ///   - pin: nil: none was sent, which does not count as a try.
  ///   - name: of the profile.
  ///   - reason: why it is needed, for the error if none was sent.
  func expect(
    _ pin: String?, of name: String, reason: Message? = nil
  ) async throws(RPCError) {
    guard let pin else {
      throw .needsPIN(reason ?? .profileHasPIN(name), .unlock(name), retryAfter: wait)
    }
    // In a task of its own: a try takes its time and is counted even if its request is cancelled.
    switch await LoopTask.start({ await self.mutex.withLock { await self.attempt(pin) } }).value {
    case .right: return
    case .wrong:
      logger.notice("wrong PIN entered")
      // Read once, so that both have the same time.
      let wait = self.wait
      throw .needsPIN(.pinWrong(name), wait.map(Self.waiting) ?? .unlock(name), retryAfter: wait)
    case .refused(let wait):
      throw .needsPIN(.pinWrongTooOften(name), Self.waiting(wait), retryAfter: wait)
    case .unavailable(let missing): throw RPCError(missing)
    }
  }

  private static func waiting(_ wait: Duration) -> Advice {
    Advice(.waitThenTry, .wait(Int(wait.milliseconds)))
  }

  private var wait: Duration? { attempts.wait(at: .now) }

  private func attempt(_ pin: String) async -> Outcome {
    if let wait { return .refused(wait: wait) }
    let answerAt = EventLoop.now + delay
    let before = attempts
    await count(isRight: false)
    let fits = await EventLoop.offload { [hash] in
      Result { () throws(PINHash.Unavailable) in try PINHash.fits(pin, hash) }
    }
    let now = EventLoop.now
    if answerAt > now { try? await EventLoop.sleep(for: answerAt - now) }
    switch fits {
    case .success(true):
      await count(isRight: true)
      return .right
    case .success(false): return .wrong
    case .failure(let missing):
      attempts = before
      await onCount?(attempts)
      return .unavailable(missing)
    }
  }

  private func count(isRight: Bool) async {
    attempts.record(isRight: isRight, at: .now)
    await onCount?(attempts)
  }
}

extension RPCError {
  /// `forbidden`: sending the right `pin` would help.
  static func needsPIN(_ text: Message, _ advice: Advice? = nil, retryAfter: Duration? = nil) -> RPCError {
    forbidden(text, needs: "pin", advice, retryAfter: retryAfter)
  }

  /// `forbidden`: the age limit of the profile does not allow it.
  static func needsAge(_ text: Message, _ advice: Advice) -> RPCError {
    forbidden(text, needs: "age", advice)
  }

  static func forbidden(
    _ text: Message, needs: JSONValue, _ advice: Advice?, retryAfter: Duration? = nil
  ) -> RPCError {
    RPCError(
      .forbidden, text, advice,
      details: [
        "needs": needs, "retry_after_ms": retryAfter.map { .integer(Int($0.milliseconds)) } ?? .null,
      ])
  }

  init(_ missing: PINHash.Unavailable) {
    self.init(
      .notAvailable, .pinsNeedLibrary(missing.reason), Advice(.installLibcrypt, .install("libcrypt")),
      details: ["missing": "libcrypt"])
  }
}
