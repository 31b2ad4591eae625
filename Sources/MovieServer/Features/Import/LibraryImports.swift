import EventLoop
import JSONRPC
import MovieProtocol

/// Imports into the libraries, one at a time: each may hold as much memory as its file has, and all query the same
/// upstream.
@LoopActor
final class LibraryImports {
  /// One import, from its request to its answer.
  @LoopActor final class Run {
    let shown: ServerTask
    fileprivate(set) var isCancelled = false
    /// It is too late to cancel it: what it has found is being written.
    private(set) var isWriting = false

    fileprivate init(_ shown: ServerTask) { self.shown = shown }

    /// - Throws: if it was cancelled before.
    func beginWriting() throws(CancellationError) {
      if isCancelled { throw CancellationError() }
      isWriting = true
    }
  }

  private let tasks: ServerTasks
  private var current: Run?
  /// Ends what the current one waits for, with a `CancellationError`.
  private var stop: (@LoopActor () -> Void)?

  nonisolated init(_ tasks: ServerTasks) { self.tasks = tasks }

  func begin(_ name: String, stop: @escaping @LoopActor () -> Void) throws(RPCError) -> Run {
    try expectNone()
    let run = Run(tasks.begin(name, onStop: stop))
    (current, self.stop) = (run, stop)
    return run
  }

  func expectNone() throws(RPCError) {
    guard current != nil else { return }
    throw RPCError(
      .conflict, .importInProgress,
      Advice(.followOrCancelImport, .method(LibraryImportCancelMethod.method.name)),
      details: ["state": "importing"])
  }

  func end(_ run: Run) {
    run.shown.end()
    (current, stop) = (nil, nil)
  }

  /// - Returns: whether there is one that ends because of this.
  func cancel() -> Bool {
    guard let current, !current.isWriting else { return false }
    current.isCancelled = true
    stop?()
    return true
  }
}
