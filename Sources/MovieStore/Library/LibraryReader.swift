import GRDB
import MovieProtocol

/// Reads the library, on a thread and through a connection of its own.
actor LibraryReader {
  private let thread = DatabaseThread(name: "movierpc-read")
  private let writer: LibraryWriter
  /// Nil: to be asked for, as before each read while it is not lasting.
  private var connection: LibraryConnection?
  private var isClosed = false
  /// Of the stored titles; built for the first search.
  private var index: StoredTitleIndex?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ writer: LibraryWriter) { self.writer = writer }

  func read<Answer: Sendable>(
    _ work: @Sendable (inout StoredTitleIndex, Database) throws -> Answer
  ) async throws(LibraryError) -> Answer {
    let connection = try await open()
    try connection.identity?.expect(at: connection.path)
    switch read(through: connection, work) {
    case .success(let answer): return answer
    case .failure(let error): throw await writer.record(error)
    }
  }

  private func read<Answer>(
    through connection: LibraryConnection, _ work: (inout StoredTitleIndex, Database) throws -> Answer
  ) -> Result<Answer, any Error> {
    var index = index ?? StoredTitleIndex()
    // Avoids a copy of its memory while it is changed.
    self.index = nil
    defer { self.index = index }
    return Result { try connection.read { try work(&index, $0) } }
  }

  func forget(_ keys: [TitleKey]) {
    for key in keys { index?.forget(key) }
  }

  func probe() {}

  /// The connection is then used no more, and the writer closes it.
  func close() { isClosed = true }

  /// Once there is a lasting connection, a read asks nobody else.
  private func open() async throws(LibraryError) -> LibraryConnection {
    var found = connection
    if found == nil { found = try await writer.connection() }
    guard let found, !isClosed else { throw writer.closed }
    if found.isLasting { connection = found }
    return found
  }
}
