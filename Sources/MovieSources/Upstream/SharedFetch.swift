import EventLoop

/// Work that is done once for all waiters.
///
/// A waiter may leave, because it is cancelled or because its deadline has passed; when the last one leaves,
/// the work is cancelled, unless it is unattended, and a later caller must start its own.
@LoopActor
final class SharedFetch<Value: Sendable> {
  /// A waiter's deadline passed before the work was done.
  struct DeadlineExceeded: Error {}

  private struct Waiter {
    let continuation: CheckedContinuation<Result<Value, any Error>, Never>
    let timer = LoopTimer()
  }

  private var waiters: [Int: Waiter] = [:]
  private var nextNumber = 0
  private var result: Result<Value, any Error>?
  private var task: Task<Void, Never>?
  /// The work continues even without waiters.
  private(set) var isUnattended: Bool

  /// - Parameter onEnd: called once, when no caller can join any more: the work has ended, or all waiters
  ///   have left.
  init(
    isUnattended: Bool = false, _ work: @escaping @LoopActor () async throws -> Value,
    onEnd: @escaping @LoopActor () -> Void = {}
  ) {
    self.isUnattended = isUnattended
    self.onEnd = onEnd
    task = LoopTask.start { [weak self] in
      let result: Result<Value, any Error>
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      self?.finish(result)
    }
  }

  private var onEnd: (@LoopActor () -> Void)?

  /// - Parameter isLeftRunning: asked at the deadline: the work becomes unattended.
  /// - Throws: the error of the work; `DeadlineExceeded`; `CancellationError` when this waiter's task is
  ///   cancelled.
  func value(
    until deadline: LoopInstant? = nil, isLeftRunning: @escaping @LoopActor () -> Bool = { false }
  ) async throws -> Value {
    if let result { return try result.get() }
    let number = nextNumber
    nextNumber += 1
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { join(number, until: deadline, isLeftRunning: isLeftRunning, $0) }
    } onCancel: {
      LoopTask.start { self.leave(number, CancellationError()) }
    }.get()
  }

  /// The waiters get the error, and the work continues without them.
  func detach(_ error: any Error) {
    isUnattended = true
    for number in Array(waiters.keys) { leave(number, error) }
  }

  /// The waiters get a `CancellationError` once the work has noticed.
  func cancel() { task?.cancel() }

  private func join(
    _ number: Int, until deadline: LoopInstant?, isLeftRunning: @escaping @LoopActor () -> Bool,
    _ continuation: CheckedContinuation<Result<Value, any Error>, Never>
  ) {
    // The work may have ended since the caller's check: entering a continuation can leave the loop for a
    // moment.
    if let result { return continuation.resume(returning: result) }
    guard !Task.isCancelled else {
      // The handler has run already, and found no waiter to remove.
      continuation.resume(returning: .failure(CancellationError()))
      return endIfAbandoned()
    }
    let waiter = Waiter(continuation: continuation)
    if let deadline {
      waiter.timer.start(at: deadline) {
        if isLeftRunning() { self.isUnattended = true }
        self.leave(number, DeadlineExceeded())
      }
    }
    waiters[number] = waiter
  }

  private func leave(_ number: Int, _ reason: any Error) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    waiter.timer.close()
    waiter.continuation.resume(returning: .failure(reason))
    endIfAbandoned()
  }

  private func endIfAbandoned() {
    guard waiters.isEmpty, !isUnattended, result == nil else { return }
    end()
    task?.cancel()
  }

  private func finish(_ result: Result<Value, any Error>) {
    self.result = result
    end()
    let waiting = waiters.values
    waiters = [:]
    for waiter in waiting {
      waiter.timer.close()
      waiter.continuation.resume(returning: result)
    }
  }

  private func end() {
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }
}
