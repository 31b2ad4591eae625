import GRDB
package import MovieProtocol

/// What an undo has done, and what it asks of TMDB.
package struct AccountUndo: Sendable {
  /// In the library, where they are undone.
  package var undone: [AccountChange] = []
  /// TMDB has to undo them: see ``Library/confirmUndo(of:profile:at:)``.
  package var toSend: [AccountChange] = []
  /// They stay: the person has changed the title since.
  package var kept: [AccountChange] = []
  /// The lists afterwards; nil if unchanged.
  package var lists: LibraryImported.Lists?
  /// Not nil: nothing can be undone.
  package var obstacle: Obstacle?

  package enum Obstacle: Sendable {
    case noSuchChange, alreadyUndone
    /// TMDB has not confirmed it, so it may not have been made.
    case unconfirmed
  }
}

extension Library {
  /// Undoes changes of the journal. Afterwards both sides differ, which is then what the person wants: nothing
  /// is carried over until one of them changes.
  ///
  /// - Parameter id: nil: all changes of the last comparison, and none of an earlier one: doing it again does
  ///   nothing.
  package func undo(_ id: Int64?, of profile: String, at now: Timestamp) async throws(LibraryError)
    -> AccountUndo
  {
    try await write { database in
      var writer = UndoWriter(database, profile, now)
      return try writer.undo(id)
    }
  }

  /// TMDB has undone the change.
  package func confirmUndo(
    of change: AccountChange, profile: String, at now: Timestamp
  ) async throws(LibraryError) {
    try await write { try AccountJournal($0, of: profile).set(.undone, change.id, at: now) }
  }
}

private struct UndoWriter {
  private let table: AccountTable
  private let journal: AccountJournal
  private let now: Timestamp
  private var lists: AccountLists
  private var result = AccountUndo()

  init(_ database: Database, _ profile: String, _ now: Timestamp) {
    table = AccountTable(database, of: profile)
    journal = AccountJournal(database, of: profile)
    lists = AccountLists(database, of: profile)
    self.now = now
  }

  mutating func undo(_ id: Int64?) throws -> AccountUndo {
    let changes = try lists.begin() ? journal.changes(id) : []
    let done = changes.filter { $0.state == .done }
    guard !done.isEmpty else {
      result.obstacle =
        changes.isEmpty
        ? .noSuchChange : changes.contains { $0.state == .sent } ? .unconfirmed : .alreadyUndone
      return result
    }
    let agreed = try table.agreements()
    for change in done {
      let (item, agreement) = (change.step.item, agreed[change.step.item] ?? .neither)
      switch change.step.side {
      case .tmdb:
        // Before it is sent: if the reply is lost, the difference must not be taken for a wish of the person.
        let isInLibrary = try lists.entry(item) != nil
        try table.agree(item, AccountAgreement(isInLibrary: isInLibrary, isAtTMDB: !change.step.isAdded))
        try journal.set(.done, change.id, at: now)
        result.toSend.append(change)
      case .library:
        guard try change.step.isAdded ? remove(change) : restore(change) else {
          result.kept.append(change)
          continue
        }
        try table.agree(
          item, AccountAgreement(isInLibrary: !change.step.isAdded, isAtTMDB: agreement.isAtTMDB))
        try journal.set(.undone, change.id, at: now)
        result.undone.append(change.undone(at: now))
      }
    }
    result.lists = try lists.end()
    return result
  }

  /// Unless the person has written a note or marked it as watched.
  private mutating func remove(_ change: AccountChange) throws -> Bool {
    guard let entry = try lists.entry(change.step.item), entry.note.isEmpty, entry.watchedAt == nil,
      entry.addedAt.seconds == change.at.seconds
    else { return false }
    return try lists.remove(change.step.item) != nil
  }

  private mutating func restore(_ change: AccountChange) throws -> Bool {
    guard try lists.entry(change.step.item) == nil, let removed = try journal.removed(change.id) else {
      return false
    }
    return try lists.add(change.step.item, removed.title, removed.entry)
  }
}
