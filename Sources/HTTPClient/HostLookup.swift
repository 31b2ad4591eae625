import EventLoop

/// One lookup of a name, shared by all who wait for it.
@LoopActor final class HostLookup {
  let startedAt = EventLoop.now
  private let host: String
  private var waiters: [ObjectIdentifier: Waiter] = [:]
  private var end: End?

  init(_ host: String) { self.host = host }

  /// - Parameters:
  ///   - limit: from its beginning. A caller that comes later does not wait.
  ///   - deadline: of this caller.
  /// - Throws: `HTTPError`, `CancellationError`.
  func addresses(within limit: Duration, until deadline: LoopInstant) async throws -> [String] {
    let latest = startedAt + limit
    switch await end(until: min(latest, deadline)) {
    case .found(.success(let addresses)): return addresses
    case .found(.failure(let unknown)):
      throw HTTPError(.resolve, host: host, "Could not resolve host: \(host) (\(unknown.reason))")
    case .late where EventLoop.now < latest:
      throw HTTPError(.timeout, host: host, "timed out: no response")
    case .late:
      throw HTTPError(
        .resolve, host: host,
        "no response from the name server for \((EventLoop.now - startedAt).milliseconds) ms")
    case .cancelled: throw CancellationError()
    }
  }

  private func end(until deadline: LoopInstant) async -> End {
    if let end { return end }
    let waiter = Waiter()
    let key = ObjectIdentifier(waiter)
    waiters[key] = waiter
    defer { waiters[key] = nil }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter.wait(until: deadline, $0) }
    } onCancel: {
      LoopTask.start { waiter.end(.cancelled) }
    }
  }

  func end(_ result: Result<[String], HostResolver.UnknownHost>) {
    end = .found(result)
    for waiter in Array(waiters.values) { waiter.end(.found(result)) }
  }

  private enum End: Sendable {
    case found(Result<[String], HostResolver.UnknownHost>)
    case late
    case cancelled
  }

  @LoopActor private final class Waiter {
    private var continuation: CheckedContinuation<End, Never>?
    private var result: End?
    private let timer = LoopTimer()

    func wait(until deadline: LoopInstant, _ continuation: CheckedContinuation<End, Never>) {
      // The lookup may have ended since: entering a continuation can leave the loop for a moment.
      if let result { return continuation.resume(returning: result) }
      self.continuation = continuation
      guard deadline > EventLoop.now else { return end(.late) }
      timer.start(at: deadline) { self.end(.late) }
    }

    func end(_ result: End) {
      guard self.result == nil else { return }
      self.result = result
      timer.close()
      continuation?.resume(returning: result)
      continuation = nil
    }
  }
}
