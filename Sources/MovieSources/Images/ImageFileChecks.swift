import EventLoop

/// Checks files off the loop; all checks requested in one turn run as one job.
@LoopActor
final class ImageFileChecks: EndOfTurn {
  private struct Check {
    let file: ImageFile
    let isNoted: Bool
    let continuation: CheckedContinuation<Result<Bool, LaneError>, Never>
  }

  private let folder: ImageFolder
  private var waiting: [Check] = []
  /// Jobs so far.
  private(set) var count = 0

  init(_ folder: ImageFolder) { self.folder = folder }

  func isThere(_ file: ImageFile, noting isNoted: Bool) async throws(LaneError) -> Bool {
    try await withCheckedContinuation { continuation in
      if waiting.isEmpty { EventLoop.atEndOfTurn(self) }
      waiting.append(Check(file: file, isNoted: isNoted, continuation: continuation))
    }.get()
  }

  func endOfTurn() {
    let checks = waiting
    waiting = []
    count += 1
    let questions = checks.map { ($0.file, $0.isNoted) }
    LoopTask.start { [folder] in
      do throws(LaneError) {
        let answers = try await folder.lane.call { questions.map { folder.has($0.0, noting: $0.1) } }
        for (check, answer) in zip(checks, answers) { check.continuation.resume(returning: .success(answer)) }
      } catch {
        for check in checks { check.continuation.resume(returning: .failure(error)) }
      }
    }
  }
}
