import GRDB
import MovieProtocol

/// The tables `account` and `account_agreement` of one profile.
struct AccountTable {
  let database: Database
  let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  static func all(_ database: Database) throws -> [StoredAccount] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT profile, number, username, connected_at, consented_at, synced_at, is_revoked FROM account
        """
    ).map { row in
      var account = StoredAccount(
        profile: try row.decode(atIndex: 0), number: try row.number(at: 1, in: StoredBounds.id),
        username: try row.decode(atIndex: 2), connectedAt: try row.seconds(at: 3))
      account.consentedAt = try row.secondsIfPresent(at: 4)
      account.syncedAt = try row.secondsIfPresent(at: 5)
      account.isRevoked = try row.decode(atIndex: 6)
      return account
    }
  }

  func account() throws -> StoredAccount? {
    try Self.all(database).first { $0.profile.lowercased() == profile.lowercased() }
  }

  func upsert(_ account: StoredAccount, session: String) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO account
          (profile, number, username, session, connected_at, consented_at, synced_at, is_revoked)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        profile, account.number, account.username, session, account.connectedAt.seconds,
        account.consentedAt?.seconds, account.syncedAt?.seconds, account.isRevoked,
      ])
  }

  /// - Parameter assignment: `synced_at = ?`
  func set(_ assignment: String, _ value: (any DatabaseValueConvertible)?) throws {
    try database.execute(
      sql: "UPDATE account SET \(assignment) WHERE profile = ?", arguments: [value, profile])
  }

  /// - Returns: false if there was no account.
  func removeAll() throws -> Bool {
    for table in ["account_agreement", "account_change"] {
      try database.execute(sql: "DELETE FROM \(table) WHERE profile = ?", arguments: [profile])
    }
    try database.execute(sql: "DELETE FROM account WHERE profile = ?", arguments: [profile])
    return database.changesCount > 0
  }

  func agreements() throws -> [AccountItem: AccountAgreement] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT list, key, in_library, at_tmdb, doubt, doubt_since FROM account_agreement WHERE profile = ?
        """, arguments: [profile])
    var agreements: [AccountItem: AccountAgreement] = [:]
    while let row = try rows.next() {
      guard let item = try Self.item(row, at: 0) else { continue }
      var agreement = AccountAgreement(
        isInLibrary: try row.decode(atIndex: 2), isAtTMDB: try row.decode(atIndex: 3))
      if let side = (row.value(at: 4) as String?).flatMap(AccountSide.init(rawValue:)),
        let since = try row.secondsIfPresent(at: 5)
      {
        agreement.pendingRemoval = .init(side, since: since)
      }
      agreements[item] = agreement
    }
    return agreements
  }

  /// The item of the columns `list` and `key`; nil: another program wrote them.
  static func item(_ row: Row, at index: Int) throws -> AccountItem? {
    guard let list = LibraryList(rawValue: try row.decode(atIndex: index)),
      let key: TitleKey = row.value(at: index + 1)
    else { return nil }
    return AccountItem(list, key)
  }

  func agree(_ item: AccountItem, _ agreement: AccountAgreement) throws {
    if agreement == .neither {
      return try database.cachedStatement(
        sql: "DELETE FROM account_agreement WHERE profile = ? AND list = ? AND key = ?"
      ).execute(arguments: [profile, item.list.rawValue, item.key])
    }
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO account_agreement
          (profile, list, key, in_library, at_tmdb, doubt, doubt_since, revision)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
          (SELECT revision FROM entry WHERE (profile, list, key) = (?1, ?2, ?3)))
        """
    ).execute(arguments: [
      profile, item.list.rawValue, item.key, agreement.isInLibrary, agreement.isAtTMDB,
      agreement.pendingRemoval?.side.rawValue, agreement.pendingRemoval?.since.seconds,
    ])
  }

  /// The titles on the lists that TMDB could have.
  func inLibrary() throws -> Set<AccountItem> {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT list, key FROM entry WHERE profile = ? AND key NOT LIKE 'itunes/%'",
      arguments: [profile])
    var items: Set<AccountItem> = []
    while let row = try rows.next() {
      if let item = try Self.item(row, at: 0) { items.insert(item) }
    }
    return items
  }

  /// Those of the lists that have changed since the agreement about them.
  func edited() throws -> Set<AccountItem> {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT list, key FROM entry JOIN account_agreement AS agreed USING (profile, list, key)
        WHERE profile = ? AND entry.revision != agreed.revision
        """, arguments: [profile])
    return Set(try rows.compactMap { try Self.item($0, at: 0) })
  }

  /// How many changes of the lists TMDB has not got yet.
  func waiting() throws -> Int {
    let (present, agreed) = (try inLibrary(), try agreements())
    return present.count { agreed[$0]?.isInLibrary != true }
      + agreed.count { $0.value.isInLibrary && !present.contains($0.key) }
  }
}
