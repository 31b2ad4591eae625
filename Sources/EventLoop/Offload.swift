internal import CLibuv

extension EventLoop {
  /// Runs long work of the processor on libuv's thread pool (four threads, not shared with anything else;
  /// https://docs.libuv.org/en/v1.x/threadpool.html) and returns its result on the loop. Submitted work
  /// always runs to the end, even when the task is cancelled; `EventLoop.close` waits for it. Nothing that
  /// waits for a disk or a library may be among it: that is for a `BlockingLane`.
  @LoopActor package static func offload<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      OffloadedWork.start(
        Operation(work) { result in continuation.resume(returning: result) })
    }
  }
}

/// The part of a piece of work that the C callbacks see, whatever its result.
private class OffloadedWork {
  /// Called on a thread of the pool.
  func perform() {}
  /// Called afterwards, on the loop.
  func finish() {}

  @LoopActor static func start(_ work: OffloadedWork) {
    let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    request.pointee.data = Unmanaged.passRetained(work).toOpaque()
    let code = uv_queue_work(Loop.shared.uv, request, performOffloaded, finishOffloaded)
    precondition(code == 0, "uv_queue_work refuses only a missing callback")
  }
}

private func performOffloaded(_ request: UnsafeMutablePointer<uv_work_t>?) {
  guard let data = request?.pointee.data else { return }
  Unmanaged<OffloadedWork>.fromOpaque(data).takeUnretainedValue().perform()
}

private func finishOffloaded(_ request: UnsafeMutablePointer<uv_work_t>?, _ status: CInt) {
  guard let request, let data = request.pointee.data else { return }
  request.deallocate()
  Unmanaged<OffloadedWork>.fromOpaque(data).takeRetainedValue().finish()
}

private final class Operation<T: Sendable>: OffloadedWork {
  private let work: @Sendable () -> T
  private let completion: (T) -> Void
  /// Written by the pool's thread, read by the loop's; libuv's queue between them orders the two.
  private var result: T?

  init(_ work: @escaping @Sendable () -> T, _ completion: @escaping (T) -> Void) {
    self.work = work
    self.completion = completion
  }

  override func perform() { result = work() }
  override func finish() { result.map(completion) }
}
