import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct AccountMergeTests {
  private let item = AccountItem(.watchlist, "movie/1")
  private let now = Timestamp(seconds: 1_800_000_000)

  private func plan(
    library: Bool, tmdb: Bool, _ agreement: AccountAgreement?, sent: Bool? = nil, at: Timestamp? = nil
  ) -> AccountMerge.Plan {
    AccountMerge(
      inLibrary: library ? [item] : [], atTMDB: tmdb ? [item] : [],
      sent: sent.map { [item: $0] } ?? [:], agreed: agreement.map { [item: $0] } ?? [:]
    ).plan(at: at ?? now)
  }

  @Test func side_that_lacks_a_new_title_gets_it() {
    #expect(
      plan(library: true, tmdb: false, nil).steps == [AccountStep(.tmdb, item, isAdded: true)])
    #expect(
      plan(library: false, tmdb: true, nil).steps == [AccountStep(.library, item, isAdded: true)])
    let both = plan(library: true, tmdb: true, nil)
    #expect(both.steps == [] && both.agreements == [item: .both])
  }

  @Test(arguments: AccountSide.allCases)
  func removal_is_carried_over_after_two_looks_that_are_apart(_ side: AccountSide) {
    let (library, tmdb) = (side != .library, side != .tmdb)
    let step = AccountStep(side.other, item, isAdded: false)
    let first = plan(library: library, tmdb: tmdb, .both)
    #expect(first.steps == [] && first.pendingRemovals == [step])
    let agreement = first.agreements[item]
    #expect(agreement?.pendingRemoval == .init(side, since: now))
    let soon = plan(library: library, tmdb: tmdb, agreement, at: now + .seconds(599))
    #expect(soon.steps == [] && soon.pendingRemovals == [step] && soon.agreements == [:])
    #expect(plan(library: library, tmdb: tmdb, agreement, at: now + .seconds(600)).steps == [step])
  }

  @Test func title_that_is_seen_again_is_not_removed() {
    let agreement = AccountAgreement(
      isInLibrary: true, isAtTMDB: true, pendingRemoval: .init(.tmdb, since: now))
    let seen = plan(library: true, tmdb: true, agreement, at: now + .seconds(900))
    #expect(seen.steps == [] && seen.agreements == [item: .both])
  }

  /// A person who writes a note wants to keep the title.
  @Test func title_whose_note_has_changed_is_not_removed() {
    func plan(_ agreement: AccountAgreement?, tmdb: Bool) -> AccountMerge.Plan {
      AccountMerge(
        inLibrary: [item], atTMDB: tmdb ? [item] : [], agreed: agreement.map { [item: $0] } ?? [:],
        edited: [item]
      ).plan(at: now)
    }
    let added = [AccountStep(.tmdb, item, isAdded: true)]
    #expect(plan(.both, tmdb: false).steps == added)
    let waiting = AccountAgreement(
      isInLibrary: true, isAtTMDB: true, pendingRemoval: .init(.tmdb, since: now - .seconds(900)))
    #expect(plan(waiting, tmdb: false).steps == added)
    // While both have it, the next comparison counts from now on.
    #expect(plan(.both, tmdb: true).agreements == [item: .both])
  }

  /// Whatever the other list has.
  @Test func many_removals_are_counted_for_each_list() {
    var agreed: [AccountItem: AccountAgreement] = [:]
    for number in 0..<100 {
      agreed[AccountItem(.watchlist, .tmdb(.movie, number + 1))] = .both
      if number < 12 { agreed[AccountItem(.favorites, .tmdb(.movie, number + 1))] = .both }
    }
    let gone = AccountAgreement(
      isInLibrary: true, isAtTMDB: true, pendingRemoval: .init(.tmdb, since: now - .seconds(900)))
    for item in agreed.keys where item.list == .favorites { agreed[item] = gone }
    let plan = AccountMerge(
      inLibrary: Set(agreed.keys), atTMDB: Set(agreed.keys.filter { $0.list == .watchlist }), agreed: agreed
    ).plan(at: now)
    #expect(plan.steps.count == 12 && plan.removesMuch)
  }

  /// The clock was an hour ahead when the first look was made.
  @Test func pending_removal_of_the_future_begins_again() {
    let agreement = AccountAgreement(
      isInLibrary: true, isAtTMDB: true, pendingRemoval: .init(.tmdb, since: now + .seconds(3600)))
    let look = plan(library: true, tmdb: false, agreement)
    #expect(look.steps == [] && look.agreements[item]?.pendingRemoval == .init(.tmdb, since: now))
  }

  /// A title missing on one side before must be missing there again, not on the other.
  @Test func looks_that_miss_it_on_different_sides_do_not_agree() {
    let agreement = AccountAgreement(
      isInLibrary: true, isAtTMDB: true, pendingRemoval: .init(.library, since: now))
    let look = plan(library: true, tmdb: false, agreement, at: now + .seconds(900))
    #expect(look.steps == [] && look.agreements[item]?.pendingRemoval?.side == .tmdb)
  }

  @Test func difference_that_is_agreed_stays_until_a_side_changes() {
    let undone = AccountAgreement(isInLibrary: true, isAtTMDB: false)
    #expect(plan(library: true, tmdb: false, undone) == plan(library: true, tmdb: false, undone))
    #expect(plan(library: true, tmdb: false, undone).steps == [])
    #expect(plan(library: true, tmdb: true, undone).agreements == [item: .both])
    #expect(plan(library: false, tmdb: false, undone).agreements == [item: .neither])
    // Both have changed, and differ: the title stays.
    #expect(
      plan(library: false, tmdb: true, undone).steps == [AccountStep(.library, item, isAdded: true)])
  }

  @Test func list_older_than_a_confirmed_change_is_not_believed() {
    #expect(plan(library: true, tmdb: false, .both, sent: true).pendingRemovals == [])
    #expect(plan(library: false, tmdb: true, nil, sent: false).steps == [])
  }

  @Test func many_removals_at_once_need_a_word() {
    let items = (1...22).map { AccountItem(.favorites, .tmdb(.movie, $0)) }
    func removesMuch(_ left: Int) -> Bool {
      let agreement = AccountAgreement(
        isInLibrary: true, isAtTMDB: true, pendingRemoval: .init(.tmdb, since: now - .seconds(900)))
      return AccountMerge(
        inLibrary: Set(items), atTMDB: Set(items.prefix(left)),
        agreed: Dictionary(uniqueKeysWithValues: items.map { ($0, agreement) })
      ).plan(at: now).removesMuch
    }
    #expect(removesMuch(0) && removesMuch(10) && !removesMuch(11))
  }

  @Test func plan_has_the_same_name_if_its_steps_are_the_same() {
    let one = plan(library: true, tmdb: false, nil)
    #expect(one.id == plan(library: true, tmdb: false, nil, at: now + .seconds(60)).id)
    #expect(one.id != plan(library: false, tmdb: true, nil).id && one.id.count == 16)
  }

  /// 10,000 histories in which people change both sides, replies are lost, requests are doubled, and TMDB shows
  /// old lists.
  @Test func random_histories_end_with_the_same_lists() {
    for seed in 1...10_000 {
      var history = AccountHistory(seed: UInt64(seed))
      for _ in 0..<Int.random(in: 5...30, using: &history.dice) {
        if history.dice.happens(0.6) { history.changeAtRandom() } else { history.compare(isFaulty: true) }
        history.pass(1...900)
      }
      history.settle()
      let kept = history.library
      guard kept == history.account.items, history.compare(isFaulty: false) == 0,
        // Nothing comes from nowhere, and nothing goes that nobody has removed.
        kept.isSubset(of: history.added), history.added.subtracting(history.removed).isSubset(of: kept),
        history.hastyRemovals == 0
      else {
        Issue.record("seed \(seed): \(kept.map(\.key.text)), \(history.account.items.map(\.key.text))")
        continue
      }
      // Once both are the same, a removal is carried over, and takes nothing else.
      guard let item = kept.randomElement(using: &history.dice) else { continue }
      history.change(item, history.dice.happens(0.5) ? .library : .tmdb, false)
      history.settle()
      #expect(
        history.library == kept.subtracting([item]) && history.account.items == history.library,
        "seed \(seed)")
    }
  }
}
