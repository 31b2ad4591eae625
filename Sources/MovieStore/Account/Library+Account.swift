import GRDB
package import MovieProtocol

// The TMDB accounts of the profiles. Who has none has no row in any of these tables.
extension Library {
  /// The session with which TMDB answers for the account: a secret, read when it is needed.
  package func accountSession(of profile: String) async throws(LibraryError) -> String? {
    try await read {
      try String.fetchOne($0, sql: "SELECT session FROM account WHERE profile = ?", arguments: [profile])
    }
  }

  /// Replaces an account that the profile has. If it was the same one, what was agreed stays.
  ///
  /// - Returns: the account as it is stored; nil: there is no such profile.
  package func connect(_ account: StoredAccount, session: String) async throws(LibraryError) -> StoredAccount?
  {
    try await write { database in
      guard try ProfileRevision.current(of: account.profile, database) != nil else { return nil }
      let table = AccountTable(database, of: account.profile)
      var account = account
      if let earlier = try table.account() {
        if earlier.number == account.number {
          (account.consentedAt, account.syncedAt) = (earlier.consentedAt, earlier.syncedAt)
        } else {
          _ = try table.removeAll()
        }
      }
      try table.upsert(account, session: session)
      return account
    }
  }

  /// Forgets the session, what was agreed, and the journal. The lists stay.
  ///
  /// - Returns: the session; nil: there was no account.
  package func disconnectAccount(of profile: String) async throws(LibraryError) -> String? {
    try await write { database in
      let session: String? = try database.first("SELECT session FROM account WHERE profile = ?", [profile])
      return try AccountTable(database, of: profile).removeAll() ? session : nil
    }
  }

  /// All that a comparison led to is done.
  package func markAccountSynced(of profile: String, at now: Timestamp) async throws(LibraryError) {
    try await write { try AccountTable($0, of: profile).set("synced_at = ?", now.seconds) }
  }

  /// TMDB refuses the session.
  package func markAccountRevoked(of profile: String) async throws(LibraryError) {
    try await write { try AccountTable($0, of: profile).set("is_revoked = ?", true) }
  }

  /// How many changes of the profile's lists TMDB has not got yet.
  package func pendingAccountChanges(of profile: String) async throws(LibraryError) -> Int {
    try await read { try AccountTable($0, of: profile).waiting() }
  }

  /// A page of the journal, the newest change first, with the number of all changes and the id of the last one.
  package func accountChanges(
    of profile: String, page: Int, pageSize: Int
  ) async throws(LibraryError) -> (changes: [AccountChange], total: Int, last: Int64) {
    try await read { database in
      let journal = AccountJournal(database, of: profile)
      return (
        try journal.changes(TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0), try journal.count(),
        try journal.changes(0..<1).first?.id ?? 0
      )
    }
  }

  /// TMDB has made the change.
  package func confirm(_ change: AccountChange, of profile: String, at now: Timestamp)
    async throws(LibraryError)
  {
    try await agree(change, of: profile) { database in
      try AccountJournal(database, of: profile).set(.done, change.id, at: now)
      let isAdded = change.step.isAdded
      return AccountAgreement(isInLibrary: isAdded, isAtTMDB: isAdded)
    }
  }

  /// TMDB cannot make the change: the difference stays.
  package func giveUp(_ change: AccountChange, of profile: String) async throws(LibraryError) {
    try await agree(change, of: profile) { database in
      try AccountJournal(database, of: profile).remove(change.id)
      let isAdded = change.step.isAdded
      return AccountAgreement(isInLibrary: isAdded, isAtTMDB: !isAdded)
    }
  }

  private func agree(
    _ change: AccountChange, of profile: String,
    _ work: @escaping @Sendable (Database) throws -> AccountAgreement
  ) async throws(LibraryError) {
    try await write { database in
      let table = AccountTable(database, of: profile)
      // The account may be disconnected by now.
      guard try table.account() != nil else { return }
      try table.agree(change.step.item, try work(database))
    }
  }
}
