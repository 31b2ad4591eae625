import EventLoop

/// Whether an import has made no progress for so long that its disk must hang.
struct ImportStall {
  private static let patience: Duration = .seconds(60)
  /// The file of the catalogue is made in one step.
  private static let patienceOfBuilding: Duration = .seconds(600)

  private var percent = -1
  /// When that was reached.
  private var since = LoopInstant.distantPast

  mutating func isOver(_ percent: Int, isBuilding: Bool, at now: LoopInstant) -> Bool {
    if percent != self.percent { (self.percent, since) = (percent, now) }
    return now - since >= (isBuilding ? Self.patienceOfBuilding : Self.patience)
  }
}
