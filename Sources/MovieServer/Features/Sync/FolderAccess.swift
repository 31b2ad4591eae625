import EventLoop

/// The way to the files of one folder. Its calls run on threads of their own: a network drive whose server is gone
/// holds a thread for as long as it likes, so neither the loop nor the threads of others may wait for it.
@LoopActor
final class FolderAccess {
  /// Threads of calls that were given up.
  @LoopActor
  final class Abandoned {
    static let ofAllFolders = Abandoned()
    private static let max = 4

    fileprivate var count = 0
    fileprivate var isFull: Bool { count >= Self.max }
  }

  nonisolated let folder: SyncFolder
  private let patience: Duration
  private let onSilence: @LoopActor () -> Void
  private let abandoned: Abandoned
  private let timer = LoopTimer()
  private var abandon: (@LoopActor () -> Void)?
  private var isGivenUp = false

  /// - Parameter onSilence: called while a call takes longer than `patience`. It is not given up by that: slow
  ///   drives exist.
  init(
    _ folder: SyncFolder, patience: Duration = .seconds(10), abandoned: Abandoned = .ofAllFolders,
    onSilence: @escaping @LoopActor () -> Void
  ) {
    (self.folder, self.patience, self.onSilence) = (folder, patience, onSilence)
    self.abandoned = abandoned
  }

  nonisolated var path: String { folder.path }

  func call<Value: Sendable>(
    _ work: @escaping @Sendable (SyncFolder) throws(SyncFolder.Fault) -> Value
  ) async throws(SyncFolder.Fault) -> Value {
    guard !isGivenUp, !abandoned.isFull else { throw .silent }
    let outcome = Outcome<Value>()
    let isBegun = DetachedThread.start { [folder, abandoned] in
      let result = Result { () throws(SyncFolder.Fault) in try work(folder) }
      LoopTask.start { if !outcome.end(result) { abandoned.count -= 1 } }
    }
    guard isBegun else { throw .silent }
    abandon = { [abandoned] in if outcome.end(.failure(.silent)) { abandoned.count += 1 } }
    timer.start(after: patience, onSilence)
    defer {
      timer.stop()
      abandon = nil
    }
    let result = await outcome.result()
    // It may have been given up between its end and now.
    guard !isGivenUp else { throw .silent }
    return try result.get()
  }

  /// The call that is under way, and all later ones, fail. Its thread ends when it can.
  func giveUp() {
    isGivenUp = true
    abandon?()
    timer.close()
  }
}

/// Comes once, from the thread or from who gave it up.
@LoopActor
private final class Outcome<Value: Sendable> {
  typealias Ended = Result<Value, SyncFolder.Fault>

  private var ended: Ended?
  private var continuation: CheckedContinuation<Ended, Never>?

  func result() async -> Ended {
    if let ended { return ended }
    return await withCheckedContinuation { continuation in
      // It may have ended since: entering a continuation can leave the loop for a moment.
      if let ended { continuation.resume(returning: ended) } else { self.continuation = continuation }
    }
  }

  /// - Returns: false if it has ended already.
  func end(_ result: Ended) -> Bool {
    guard ended == nil else { return false }
    ended = result
    continuation?.resume(returning: result)
    continuation = nil
    return true
  }
}
