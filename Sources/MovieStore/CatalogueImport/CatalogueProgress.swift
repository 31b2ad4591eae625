import Synchronization

/// How far a build or an import is, for other threads, and their way to end it.
package final class CatalogueProgress: Sendable {
  private let flag = Atomic(false)
  private let building = Atomic(false)
  private let percentDone = Atomic(0)
  private let linesRead = Atomic(0)
  private let signCount = Atomic(0)

  package init() {}

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// The file is being made, which takes its time; nothing waits for a disk that hangs.
  package var isBuilding: Bool { building.load(ordering: .relaxed) }
  func didBeginBuilding() { building.store(true, ordering: .relaxed) }

  /// Of the whole, from 0 to 100.
  package var percent: Int { percentDone.load(ordering: .relaxed) }
  /// Of the files that are imported.
  package var lines: Int { linesRead.load(ordering: .relaxed) }

  /// Grows while it works, however slowly: on a busy machine its thread may take minutes for a percent.
  package var signsOfLife: Int { signCount.load(ordering: .relaxed) }

  func didRead(lines: Int) { linesRead.store(lines, ordering: .relaxed) }

  /// - Parameter share: from 0 to 1, of the part of the work that these percents are.
  func didReach(_ share: Double, of percents: ClosedRange<Int>) {
    let part = Double(percents.upperBound - percents.lowerBound) * min(max(share, 0), 1)
    percentDone.store(percents.lowerBound + Int(part), ordering: .relaxed)
  }

  func expectRunning() throws(CancellationError) {
    signCount.wrappingAdd(1, ordering: .relaxed)
    if isCancelled { throw CancellationError() }
  }
}
