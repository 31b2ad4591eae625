import GRDB
import MovieProtocol

extension StoredAccount: StoredRow {
  static let empty = Self(profile: "", number: 0, username: "", connectedAt: .epoch)
  static let columns: [Column<Self>] = [
    Column("profile", \.profile), Column("number", \.number, in: StoredBounds.id),
    Column("username", \.username), Column("connected_at", \.connectedAt),
    Column("consented_at", \.consentedAt), Column("synced_at", \.syncedAt), Column("is_revoked", \.isRevoked),
  ]
}

extension AccountItem: StoredRow {
  static let empty = Self(.watchlist, .itunes(0))
  static let columns: [Column<Self>] = [Column(known: "list", \.list), Column(known: "key", \.key)]
}

extension AccountAgreement: StoredRow {
  static let empty = neither
  static let columns: [Column<Self>] = [
    Column("in_library", \.isInLibrary), Column("at_tmdb", \.isAtTMDB), Column("doubt", \.doubt),
    Column("doubt_since", \.doubtSince),
  ]

  private var doubt: AccountSide? {
    get { pendingRemoval?.side }
    set { pendingRemoval = newValue.map { PendingRemoval($0, since: .epoch) } }
  }

  private var doubtSince: Timestamp? {
    get { pendingRemoval?.since }
    set { pendingRemoval = newValue.flatMap { since in doubt.map { PendingRemoval($0, since: since) } } }
  }
}

/// The tables `account` and `account_agreement` of one profile.
struct AccountTable {
  let database: Database
  let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  func account() throws -> StoredAccount? {
    try StoredAccount.all("FROM account", [], database).first {
      $0.profile.lowercased() == profile.lowercased()
    }
  }

  func upsert(_ account: StoredAccount, session: String) throws {
    try database.write("INSERT OR REPLACE INTO account", account.values + ["session": session])
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
      sql: "SELECT \(AccountItem.names), \(AccountAgreement.names) FROM account_agreement WHERE profile = ?",
      arguments: [profile])
    var agreements: [AccountItem: AccountAgreement] = [:]
    while let row = try rows.next() {
      guard let item = try AccountItem.read(row) else { continue }
      agreements[item] = try AccountAgreement.read(row, at: AccountItem.columns.count)
    }
    return agreements
  }

  func agree(_ item: AccountItem, _ agreement: AccountAgreement) throws {
    if agreement == .neither {
      return try database.run(
        "DELETE FROM account_agreement WHERE profile = ? AND list = ? AND key = ?",
        [profile, item.list, item.key])
    }
    let revision = try EntryTable(database, of: profile).entry(item.list, item.key)?.revision
    try database.write(
      "INSERT OR REPLACE INTO account_agreement",
      ["profile": profile, "revision": revision] + item.values + agreement.values)
  }

  /// The titles on the lists that TMDB could have.
  func inLibrary() throws -> Set<AccountItem> {
    Set(try AccountItem.all("FROM entry WHERE profile = ? AND key NOT LIKE 'itunes/%'", [profile], database))
  }

  /// Those of the lists that have changed since the agreement about them.
  func edited() throws -> Set<AccountItem> {
    Set(
      try AccountItem.all(
        """
        FROM entry JOIN account_agreement AS agreed USING (profile, list, key)
        WHERE profile = ? AND entry.revision != agreed.revision
        """, [profile], database))
  }

  /// How many changes of the lists TMDB has not got yet.
  func waiting() throws -> Int {
    let (present, agreed) = (try inLibrary(), try agreements())
    return present.count { agreed[$0]?.isInLibrary != true }
      + agreed.count { $0.value.isInLibrary && !present.contains($0.key) }
  }
}
