import EventLoop

/// Checks the disk off the loop, one check at a time: if the disk hangs, that takes up one thread of the few
/// there are, and not one more each second.
@LoopActor
final class DiskSpaceCheck {
  private var isUnderWay = false

  nonisolated init() {}

  /// Does nothing while the previous check has not ended.
  func start<Found: Sendable>(
    _ check: @escaping @Sendable () -> Found, then body: @escaping @LoopActor (Found) -> Void
  ) {
    guard !isUnderWay else { return }
    isUnderWay = true
    LoopTask.start {
      let found = await EventLoop.offload(check)
      self.isUnderWay = false
      body(found)
    }
  }
}
