import EventLoop

/// Checks the disk off the loop, one check at a time.
@LoopActor
final class DiskSpaceCheck {
  private var isUnderWay = false

  nonisolated init() {}

  /// Does nothing while the previous check has not ended.
  func start<Found: Sendable>(
    _ lane: BlockingLane, _ check: @escaping @Sendable () -> Found,
    then body: @escaping @LoopActor (Found) -> Void
  ) {
    guard !isUnderWay else { return }
    isUnderWay = true
    LoopTask.start {
      let found = try? await lane.call(check)
      self.isUnderWay = false
      if let found { body(found) }
    }
  }
}
