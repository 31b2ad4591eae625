import GRDB
import MovieProtocol

extension Library {
  /// Compares the lists with those of a look, changes the library, and writes down what is to be sent to TMDB.
  package func compare(_ look: AccountLook) throws(LibraryError) -> AccountOutcome {
    try write { database in
      var writer = LookWriter(database, look)
      return try writer.outcome()
    }
  }
}

/// One look within a transaction.
private struct LookWriter {
  private let database: Database
  private let look: AccountLook
  private let table: AccountTable
  private let journal: AccountJournal
  private let titles: [AccountItem: StoredTitle]
  private var lists: AccountLists
  private var run = AccountRun(plan: "")

  init(_ database: Database, _ look: AccountLook) {
    (self.database, self.look) = (database, look)
    table = AccountTable(database, of: look.profile)
    journal = AccountJournal(database, of: look.profile)
    titles = Dictionary(look.rows.compactMap { row in row.title.map { (row.item, $0) } }) { first, _ in first
    }
    lists = AccountLists(database, of: look.profile)
  }

  mutating func outcome() throws -> AccountOutcome {
    guard let account = try table.account(), try lists.begin() else { return .gone }
    let atTMDB = Set(look.rows.map(\.item))
    try settle(atTMDB)
    let merge = AccountMerge(
      inLibrary: try table.inLibrary(), atTMDB: atTMDB,
      sent: try journal.confirmed(since: look.at - AccountMerge.settling, until: look.at),
      agreed: try table.agreements())
    let plan = merge.plan(at: look.at)
    for (item, agreement) in plan.agreements { try table.agree(item, agreement) }
    run.plan = plan.id
    run.pendingRemovals = plan.pendingRemovals.count
    let question: AccountRun.Question? =
      account.consentedAt == nil ? .first : plan.removesMuch ? .removesMuch : nil
    // Nobody is asked about nothing.
    if question != nil, look.consent != plan.id, !plan.steps.isEmpty {
      run.question = question
      for step in inOrder(plan.steps) { run.changes.append(try change(step)) }
      return .done(run)
    }
    if account.consentedAt == nil { try table.set("consented_at = ?", look.at.seconds) }
    try apply(plan.steps)
    return .done(run)
  }

  /// What was sent and never confirmed was made if the look shows it; otherwise it is planned again.
  private func settle(_ atTMDB: Set<AccountItem>) throws {
    for change in try journal.unconfirmed() {
      if atTMDB.contains(change.step.item) == change.step.isAdded {
        try journal.set(.done, change.id, at: look.at)
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
    try journal.forgetOld(at: look.at)
  }

  private mutating func add(_ change: AccountChange, _ number: Int) throws {
    let entry = LibraryEntry(addedAt: look.at, revision: 0)
    let item = change.step.item
    guard try lists.count(item.list) < look.maxEntries, try lists.add(item, titles[item], entry) else {
      run.skipped += 1
      return
    }
    run.changes.append(try journal.append(change, run: number, .done))
    try table.agree(item, .both)
  }

  private func change(_ step: AccountStep) throws -> AccountChange {
    let title = try titles[step.item]?.title ?? StoredTitleRow.title(step.item.key, database)
    return AccountChange(step, title: title?.title, at: look.at)
  }

  /// What TMDB's lists got first, the library gets first, so that both show the same order.
  private func inOrder(_ steps: [AccountStep]) -> [AccountStep] {
    let places = Dictionary(look.rows.enumerated().map { ($1.item, $0) }) { first, _ in first }
    return steps.enumerated().sorted { one, other in
      let (a, b) = (places[one.element.item] ?? .max, places[other.element.item] ?? .max)
      return (one.element.isAdded ? 0 : 1, a, one.offset) < (other.element.isAdded ? 0 : 1, b, other.offset)
    }.map(\.element)
  }
}
