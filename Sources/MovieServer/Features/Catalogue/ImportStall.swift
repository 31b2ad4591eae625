import EventLoop

/// Whether an import has made no progress for so long that its disk must hang.
struct ImportStall {
  private static let patience: Duration = .seconds(60)
  /// The file of the catalogue is made in one step.
  private static let patienceOfBuilding: Duration = .seconds(600)

  private var progress = -1
  /// When that was reached.
  private var since = LoopInstant.distantPast

  /// - Parameter progress: any number that changes while it works.
  mutating func isOver(_ progress: Int, isBuilding: Bool, at now: LoopInstant) -> Bool {
    if progress != self.progress { (self.progress, since) = (progress, now) }
    return now - since >= (isBuilding ? Self.patienceOfBuilding : Self.patience)
  }
}
