import GRDB
import MovieProtocol

extension Library {
  /// Compares the lists with those of the snapshot, changes the library, and records what is to be sent to
  /// TMDB.
  package func compare(_ snapshot: AccountSnapshot) async throws(LibraryError) -> AccountOutcome {
    try await write { database in
      var comparison = AccountComparison(database, snapshot)
      return try comparison.outcome()
    }
  }
}

/// One comparison within a transaction.
private struct AccountComparison {
  private let database: Database
  private let snapshot: AccountSnapshot
  private let table: AccountTable
  private let journal: AccountJournal
  private let titles: [AccountItem: StoredTitle]
  private var lists: AccountLists
  private var run = AccountRun(plan: "")

  init(_ database: Database, _ snapshot: AccountSnapshot) {
    (self.database, self.snapshot) = (database, snapshot)
    table = AccountTable(database, of: snapshot.profile)
    journal = AccountJournal(database, of: snapshot.profile)
    let named = snapshot.rows.compactMap { row in row.title.map { (row.item, $0) } }
    titles = Dictionary(named) { first, _ in first }
    lists = AccountLists(database, of: snapshot.profile, language: snapshot.language)
  }

  mutating func outcome() throws -> AccountOutcome {
    guard let account = try table.account(), try lists.begin() else { return .gone }
    let atTMDB = Set(snapshot.rows.map(\.item))
    try confirmSent(atTMDB)
    let merge = AccountMerge(
      inLibrary: try table.inLibrary(), atTMDB: atTMDB,
      sent: try journal.confirmed(since: snapshot.at - AccountMerge.settling, until: snapshot.at),
      agreed: try table.agreements(), edited: try table.edited())
    let plan = merge.plan(at: snapshot.at)
    for (item, agreement) in plan.agreements { try table.agree(item, agreement) }
    run.plan = plan.id
    run.pendingRemovals = plan.pendingRemovals.count
    let question: AccountRun.Question? =
      account.consentedAt == nil ? .first : plan.removesMuch ? .removesMuch : nil
    // Nobody is asked about nothing.
    if question != nil, snapshot.consent != plan.id, !plan.steps.isEmpty {
      run.question = question
      for step in inOrder(plan.steps) { run.changes.append(try change(step)) }
      return .done(run)
    }
    if account.consentedAt == nil { try table.set("consented_at = ?", snapshot.at.seconds) }
    try apply(plan.steps)
    return .done(run)
  }

  /// A change that was sent and never confirmed was made if the snapshot shows it; otherwise it is planned
  /// again.
  private func confirmSent(_ atTMDB: Set<AccountItem>) throws {
    for change in try journal.unconfirmed() {
      if atTMDB.contains(change.step.item) == change.step.isAdded {
        try journal.set(.done, change.id, at: snapshot.at)
      } else {
        try journal.remove(change.id)
      }
    }
  }

  private mutating func apply(_ steps: [AccountStep]) throws {
    let number = try journal.nextRun()
    for step in inOrder(steps) {
      let change = try change(step)
      if step.side == .tmdb {
        run.changes.append(try journal.append(change, run: number, .sent))
      } else if step.isAdded {
        try add(change, number)
      } else if let removed = try lists.remove(step.item) {
        run.changes.append(try journal.append(change, run: number, .done, removed: removed))
        try table.agree(step.item, .neither)
      }
    }
    run.lists = try lists.end()
    try journal.forgetOld(at: snapshot.at)
  }

  private mutating func add(_ change: AccountChange, _ number: Int) throws {
    let entry = LibraryEntry(addedAt: snapshot.at, revision: 0)
    let item = change.step.item
    guard try lists.count(item.list) < snapshot.maxEntries, try lists.add(item, titles[item], entry) else {
      run.skipped += 1
      return
    }
    run.changes.append(try journal.append(change, run: number, .done))
    try table.agree(item, .both)
  }

  private func change(_ step: AccountStep) throws -> AccountChange {
    let title =
      try titles[step.item]?.title ?? StoredTitleRow.title(step.item.key, snapshot.language, database)
    return AccountChange(step, title: title?.title, at: snapshot.at)
  }

  /// The library gets titles in the order in which TMDB's lists got them, so that both show the same order.
  private func inOrder(_ steps: [AccountStep]) -> [AccountStep] {
    let places = Dictionary(snapshot.rows.enumerated().map { ($1.item, $0) }) { first, _ in first }
    return steps.enumerated().sorted { one, other in
      let (a, b) = (places[one.element.item] ?? .max, places[other.element.item] ?? .max)
      return (one.element.isAdded ? 0 : 1, a, one.offset) < (other.element.isAdded ? 0 : 1, b, other.offset)
    }.map(\.element)
  }
}
