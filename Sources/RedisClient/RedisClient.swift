package import EventLoop
package import MovieProtocol

/// A store that speaks Redis' protocol, for things that are useful but never needed: when it does not answer
/// in time, it is left alone for a while, and meanwhile no request waits for it.
///
/// It is connected by the first command, which waits for that as long as for a reply, and after a failure in
/// the background, by the first command after the pause.
@LoopActor package final class RedisClient {
  /// Finds the numeric addresses of a host.
  package typealias Resolve = @LoopActor (String, LoopInstant) async throws -> [String]

  private enum State {
    case idle
    /// `isProbe`: no command waits for it.
    case opening(Task<Void, Never>, OneResult<Bool>, isProbe: Bool)
    case open(RedisConnection)
    case away(until: LoopInstant)
    case closed
  }

  package var url: RedisURL { connector.url }
  /// Why it does not answer; nil: it does, or was not asked yet. Kept until a command has succeeded.
  package private(set) var fault: RedisError?
  /// Called when it begins or ceases to answer.
  package var onChange: (@LoopActor () -> Void)?
  package var limits: Limits
  private let connector: RedisConnector
  private var state = State.idle
  /// Without a long time between them: a store that is full still has some answers.
  private var failures = 0
  private var failedAt = LoopInstant.distantPast

  package struct Limits: Sendable {
    /// How long a command may take.
    package var patience = Duration.milliseconds(50)
    /// For a value that is stored: no request waits for it, and it may be long.
    package var storing = Duration.seconds(1)
    /// For name, connection, TLS and password together.
    package var opening = Duration.seconds(2)
    /// Of one reply.
    package var maxReplyBytes = 1 << 20
    package var firstPause = Duration.seconds(1)
    package var maxPause = Duration.seconds(30)

    package init() {}
  }

  package init(_ url: RedisURL, limits: Limits = Limits(), resolve: @escaping Resolve) {
    self.limits = limits
    connector = RedisConnector(url: url, resolve: resolve)
  }

  package var hasAnswered: Bool { hasSucceeded && fault == nil }
  private var hasSucceeded = false

  /// Nil: it is in use, or the next command connects it.
  package var retryAt: LoopInstant? {
    if case .away(let until) = state { until } else { nil }
  }

  /// - Returns: its reply, never an error; nil: go on without the store.
  package func reply(to command: [[UInt8]]) async throws(CancellationError) -> RESPValue? {
    let deadline = EventLoop.now + limits.patience
    guard let connection = try await connection(until: deadline) else { return nil }
    do {
      let reply = try await connection.reply(to: command, until: deadline)
      return didAnswer(reply, connection) ? reply : nil
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return nil
    }
  }

  /// Sends it, if there is a connection. Nobody waits for the reply.
  package func send(_ command: [[UInt8]]) {
    guard case .open(let connection) = state else { return }
    _ = connection.send(command, until: EventLoop.now + limits.storing) { [weak self] in
      if case .success(let reply) = $0 { _ = self?.didAnswer(reply, connection) }
    }
  }

  /// The reply was none of those that the command can have.
  package func refuse(_ reply: RESPValue) {
    guard case .open(let connection) = state else { return }
    connection.close()
    failed(.protocolError("a reply of an unexpected kind"))
  }

  package func close() {
    switch state {
    case .opening(let task, let result, _):
      task.cancel()
      result.end(false)
    case .open(let connection): connection.close()
    case .idle, .away, .closed: break
    }
    state = .closed
    onChange = nil
  }

  private func connection(until deadline: LoopInstant) async throws(CancellationError) -> RedisConnection? {
    switch state {
    case .open(let connection): return connection
    case .closed, .opening(_, _, isProbe: true): return nil
    case .away(let until):
      if EventLoop.now >= until { open(isProbe: true) }
      return nil
    case .opening(_, let result, isProbe: false): try await wait(for: result, until: deadline)
    case .idle: try await wait(for: open(isProbe: false), until: deadline)
    }
    if case .open(let connection) = state { return connection }
    return nil
  }

  private func wait(for result: OneResult<Bool>, until deadline: LoopInstant) async throws(CancellationError)
  {
    let timer = LoopTimer()
    defer { timer.close() }
    // The others that wait have waited longer, and later commands need not begin to.
    timer.start(at: deadline) { [self] in
      if case .opening(let task, let current, isProbe: false) = state, current === result {
        state = .opening(task, OneResult(), isProbe: true)
        report(.timeout)
      }
      result.end(false)
    }
    _ = try await result.value()
  }

  @discardableResult
  private func open(isProbe: Bool) -> OneResult<Bool> {
    let result = OneResult<Bool>()
    let task = LoopTask.start { [weak self] in
      guard let self else { return }
      do {
        let connection = try await self.connector.connection(self.limits)
        self.didOpen(connection)
      } catch is CancellationError {
      } catch {
        self.failed(error as? RedisError ?? .unreachable("\(error)"))
      }
      result.end(true)
    }
    state = .opening(task, result, isProbe: isProbe)
    return result
  }

  private func didOpen(_ connection: RedisConnection) {
    guard case .opening(_, let result, _) = state else { return connection.close() }
    // Since its last reply.
    if let failure = connection.failure { return failed(failure) }
    connection.onFailure = { [weak self, weak connection] error, wasAwaited in
      guard let self, case .open(let current) = self.state, current === connection else { return }
      // Stores close connections that are not used.
      if error == .closed, !wasAwaited { self.state = .idle } else { self.failed(error) }
    }
    state = .open(connection)
    result.end(true)
  }

  /// False: it refuses the command.
  private func didAnswer(_ reply: RESPValue, _ connection: RedisConnection) -> Bool {
    guard case .error(let text) = reply else {
      hasSucceeded = true
      report(nil)
      return true
    }
    if case .open(let current) = state, current === connection {
      connection.close()
      failed(RedisError(error: text))
    }
    return false
  }

  private func failed(_ error: RedisError) {
    if case .closed = state { return }
    let now = EventLoop.now
    failures = now - failedAt > limits.maxPause * 2 ? 1 : min(failures + 1, 1000)
    failedAt = now
    var pause = limits.firstPause
    for _ in 1..<failures where pause < limits.maxPause { pause = pause * 2 }
    pause = min(pause, limits.maxPause)
    // Many machines lose it together.
    state = .away(until: now + pause / 2 + pause / 2 * Double.random(in: 0...1))
    report(error)
  }

  private func report(_ fault: RedisError?) {
    guard fault != self.fault else { return }
    self.fault = fault
    onChange?()
  }
}
