private import Glibc

/// One run of a program, without a shell and in a session of its own, so that it can be ended with all its
/// children. If we are killed, its next line of output ends it, since the pipe has no reader.
@LoopActor
package final class ProgramRun {
  private var child: ChildProcess?
  private var continuation: CheckedContinuation<ChildProcess.Exit, Never>?
  private let killing = LoopTimer()
  private let patience: Duration
  /// It was asked to end, or its task was cancelled.
  package private(set) var isEnding = false

  /// - Parameter patience: from the request to end until it is killed.
  package init(patience: Duration = .milliseconds(500)) { self.patience = patience }

  /// Runs it to its end, also when the task is cancelled: that ends it.
  ///
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - environment: `NAME=value`.
  ///   - output: has all lines when this returns, as `errors` has.
  /// - Throws: it could not be started.
  package func exit(
    of arguments: [String], environment: [String], directory: String,
    input: ChildProcess.Descriptor = .ignore, output: ChildOutput, errors: ChildOutput? = nil
  ) async throws(UVError) -> ChildProcess.Exit {
    defer {
      output.end()
      errors?.end()
    }
    var ended: ChildProcess.Exit?
    let child = try ChildProcess(
      arguments: arguments, environment: environment, directory: directory, input: input,
      output: .inherit(output.childEnd), error: errors.map { .inherit($0.childEnd) } ?? .ignore,
      isDetached: true
    ) { [unowned self] exit in
      ended = exit
      // Its children must not continue without it.
      signal(SIGKILL)
      continuation?.resume(returning: exit)
      continuation = nil
    }
    self.child = child
    output.start()
    errors?.start()
    defer {
      self.child = nil
      child.close()
      killing.close()
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let ended { return continuation.resume(returning: ended) }
        self.continuation = continuation
      }
    } onCancel: {
      LoopTask.start { self.end() }
    }
  }

  package func end() {
    isEnding = true
    guard child != nil, !killing.hasStarted else { return }
    guard patience > .zero else { return signal(SIGKILL) }
    signal(SIGTERM)
    killing.start(after: patience) { [weak self] in self?.signal(SIGKILL) }
  }

  /// To the program and all its children: it leads a process group of its own.
  private func signal(_ number: CInt) {
    if let child, child.pid > 1 { kill(-child.pid, number) }
  }
}
