import MovieProtocol
import TestSupport

@testable import MovieStore

extension SeededGenerator {
  mutating func happens(_ chance: Double) -> Bool { .random(in: 0..<1, using: &self) < chance }
}

/// An account at a TMDB that shows old lists for some minutes, as caches do.
struct SimulatedAccount {
  private(set) var items: Set<AccountItem> = []
  private var earlier: [(until: Timestamp, items: Set<AccountItem>)] = []

  mutating func set(_ item: AccountItem, _ isAdded: Bool, at now: Timestamp) {
    earlier.append((now, items))
    if isAdded { items.insert(item) } else { items.remove(item) }
  }

  /// The lists as they were at some moment within `age`.
  func view(at now: Timestamp, age: Duration, _ dice: inout SeededGenerator) -> Set<AccountItem> {
    let moment = now - .seconds(Int.random(in: 0...Int(age.components.seconds), using: &dice))
    return earlier.first { $0.until > moment }?.items ?? items
  }
}

/// A library and an account that people change at random, compared now and then, with replies that are lost or
/// come after a crash, requests that arrive twice, and old lists.
struct AccountHistory {
  static let all = (1...6).flatMap { number in
    LibraryList.allCases.map { AccountItem($0, .tmdb(number % 2 == 0 ? .tv : .movie, number)) }
  }

  var library: Set<AccountItem> = []
  var account = SimulatedAccount()
  private var agreed: [AccountItem: AccountAgreement] = [:]
  private var confirmed: [(item: AccountItem, isAdded: Bool, at: Timestamp)] = []
  var now = Timestamp(seconds: 1_800_000_000)
  var dice: SeededGenerator
  /// By people, on either side.
  private(set) var added: Set<AccountItem> = []
  private(set) var removed: Set<AccountItem> = []
  /// Since when each look has not seen the item where the person removed it.
  private var missing: [AccountSide: [AccountItem: Timestamp]] = [.library: [:], .tmdb: [:]]
  private(set) var hastyRemovals = 0

  init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

  mutating func change(_ item: AccountItem, _ side: AccountSide, _ isAdded: Bool) {
    let isThere = (side == .library ? library : account.items).contains(item)
    guard isThere != isAdded else { return }
    if isAdded { added.insert(item) } else { removed.insert(item) }
    if side == .tmdb {
      account.set(item, isAdded, at: now)
    } else if isAdded {
      library.insert(item)
    } else {
      library.remove(item)
    }
  }

  mutating func changeAtRandom() {
    guard let item = Self.all.randomElement(using: &dice) else { return }
    change(item, dice.happens(0.5) ? .library : .tmdb, dice.happens(0.6))
  }

  mutating func pass(_ seconds: ClosedRange<Int>) { now += .seconds(Int.random(in: seconds, using: &dice)) }

  /// - Returns: the number of steps.
  @discardableResult
  mutating func compare(isFaulty: Bool) -> Int {
    let view = account.view(at: now, age: isFaulty ? .seconds(590) : .zero, &dice)
    let sent = confirmed.filter { $0.at >= now - AccountMerge.settling }
    let merge = AccountMerge(
      inLibrary: library, atTMDB: view,
      sent: sent.reduce(into: [:]) { $0[$1.item] = $1.isAdded }, agreed: agreed)
    let plan = merge.plan(at: now)
    note(merge)
    for (item, agreement) in plan.agreements { agreed[item] = agreement == .neither ? nil : agreement }
    for step in plan.steps {
      if !step.isAdded { checkPatience(step) }
      guard step.side == .tmdb else {
        if step.isAdded { library.insert(step.item) } else { library.remove(step.item) }
        agreed[step.item] = step.isAdded ? .both : nil
        continue
      }
      // Lost on the way, made without a reply, made twice, or made.
      if isFaulty, dice.happens(0.15) { continue }
      account.set(step.item, step.isAdded, at: now)
      if isFaulty, dice.happens(0.2) { continue }
      if isFaulty, dice.happens(0.2) { account.set(step.item, step.isAdded, at: now) }
      agreed[step.item] = step.isAdded ? .both : nil
      confirmed.append((step.item, step.isAdded, now))
    }
    return plan.steps.count
  }

  private mutating func note(_ merge: AccountMerge) {
    for side in AccountSide.allCases {
      let present = side == .library ? merge.inLibrary : merge.atTMDB
      let before = missing[side] ?? [:]
      let absent = Self.all.filter { !present.contains($0) }
      missing[side] = Dictionary(uniqueKeysWithValues: absent.map { ($0, before[$0] ?? now) })
    }
  }

  private mutating func checkPatience(_ step: AccountStep) {
    let since = missing[step.side.other]?[step.item] ?? now
    if now - since < AccountMerge.settling { hastyRemovals += 1 }
  }

  /// Compares without faults until nothing is left to do.
  mutating func settle() {
    for _ in 0..<4 {
      now += .seconds(660)
      compare(isFaulty: false)
    }
  }
}
