import GRDB

/// A change that waits for the transaction it will be part of.
struct LibraryChange: Sendable {
  typealias Answer = @Sendable () -> Void

  /// Makes the change. Called again if the transaction it was part of could not be committed.
  ///
  /// - Returns: answers the caller; to be called after the commit.
  let make: @Sendable (Database) throws -> Answer
  let fail: @Sendable (LibraryError) -> Void

  init<Answer: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Answer,
    _ answer: @escaping @Sendable (Result<Answer, LibraryError>) -> Void
  ) {
    make = { database in
      let value = try work(database)
      return { answer(.success(value)) }
    }
    fail = { answer(.failure($0)) }
  }
}
