import Glibc

/// Makes an index of lines that come one after another: another thread reads them while the next ones are made.
package final class IndexStream {
  private let part: SharedPart
  private var running: (job: Job<Void>, thread: pthread_t?)?

  package init(columns: [TableColumn]) { part = SharedPart(IndexPart(columns, firstRank: 0)) }

  deinit { _ = running.map { $0.job.result(of: $0.thread) } }

  /// - Parameter lines: each ended by a line feed; the best known first.
  /// - Throws: `IndexError` of lines before these.
  package func add(_ lines: [UInt8]) throws {
    try waitForResult()
    let job = Job { [part] in Result { try lines.withUnsafeBufferPointer { try part.value.add($0) } } }
    running = (job, job.start())
  }

  /// Of all lines; nothing can be added after it.
  ///
  /// - Parameter step: called some times with the part of the work that is done, from 0 to 1; may throw to end it.
  package func finish(step: (Double) throws -> Void) throws -> IndexSections {
    try waitForResult()
    part.value.finish()
    return try IndexBuilder.build([part.take()], step: step)
  }

  private func waitForResult() throws {
    defer { running = nil }
    try running.map { try $0.job.result(of: $0.thread).get() }
  }

  /// Belongs to the thread of a job, and to the owner of the stream while there is none.
  private final class SharedPart: @unchecked Sendable {
    var value: IndexPart
    init(_ value: IndexPart) { self.value = value }

    func take() -> IndexPart {
      defer { value = IndexPart([], firstRank: 0) }
      return value
    }
  }
}
