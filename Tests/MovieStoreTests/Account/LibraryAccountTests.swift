import Foundation
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

/// The library of a profile with an account, and the account.
private final class Connected {
  let library: Library
  var account = SimulatedAccount()
  var now = Timestamp(seconds: 1_800_000_000)
  private(set) var titles: [AccountItem: StoredTitle] = [:]

  init(folder: String? = nil) async throws {
    library = Library(folder: folder)
    _ = try await library.connect(
      StoredAccount(profile: "default", number: 7, username: "ann", connectedAt: now), session: "s3cret")
  }

  func item(_ number: Int, _ list: LibraryList = .watchlist) -> AccountItem {
    AccountItem(list, .tmdb(.movie, number))
  }

  func change(_ number: Int, _ action: EntryChange.Action, _ list: LibraryList = .watchlist) async throws {
    _ = try await library.change(
      EntryChange(
        profile: "default", list: list, key: .tmdb(.movie, number), action: action,
        title: StoredTitle(.made(number)), at: now))
  }

  func set(_ number: Int, _ isAdded: Bool, _ list: LibraryList = .watchlist) {
    account.set(item(number, list), isAdded, at: now)
  }

  func compare(consent: String? = nil, maxEntries: Int = 100) async throws -> AccountRun {
    let rows = account.items.sorted(by: AccountItem.isBefore).map { item in
      AccountSnapshot.Row(item, item.key.number.map { StoredTitle(.made($0)) })
    }
    let outcome = try await library.compare(
      AccountSnapshot(profile: "default", rows: rows, consent: consent, at: now, maxEntries: maxEntries))
    guard case .done(let run) = outcome else { throw Gone() }
    return run
  }

  struct Gone: Error {}

  /// The first comparison, with the person's word, and what it sends.
  func begin() async throws {
    let run = try await compare(consent: try await compare().plan)
    try await send(run.toSend)
  }

  func send(_ changes: [AccountChange]) async throws {
    for change in changes {
      account.set(change.step.item, change.step.isAdded, at: now)
      try await library.confirm(change, of: "default", at: now)
    }
  }

  func undo(_ id: Int64? = nil) async throws -> AccountUndo {
    let undo = try await library.undo(id, of: "default", at: now)
    for change in undo.toSend {
      account.set(change.step.item, !change.step.isAdded, at: now)
      try await library.confirmUndo(of: change, profile: "default", at: now)
    }
    return undo
  }

  func entries(_ list: LibraryList = .watchlist) async throws -> [LibraryTitle] {
    let params = LibraryParams(list, page: 1, pageSize: 100)
    return try await library.list(params, genres: nil, profile: "default").titles
  }

  func keys(_ list: LibraryList = .watchlist) async throws -> [Int] {
    try await entries(list).compactMap(\.title.key.number).sorted()
  }

  func journal() async throws -> [AccountChange] {
    try await library.accountChanges(of: "default", page: 1, pageSize: 100).changes
  }
}

extension TitleKey {
  fileprivate var number: Int? {
    if case .tmdb(_, let number) = self { number } else { nil }
  }
}

@Suite struct LibraryAccountTests {
  private let add = EntryChange.Action.add(note: nil, isWatched: nil)

  @Test func first_comparison_changes_nothing_without_a_word() async throws {
    let home = try await Connected()
    try await home.change(1, add)
    home.set(2, true)
    home.set(3, true, .favorites)
    let shown = try await home.compare()
    #expect(shown.question == .first && shown.lists == nil)
    #expect(
      Set(shown.changes.map(\.step)) == [
        AccountStep(.tmdb, home.item(1), isAdded: true), AccountStep(.library, home.item(2), isAdded: true),
        AccountStep(.library, home.item(3, .favorites), isAdded: true),
      ])
    #expect(shown.changes.allSatisfy { $0.title != nil && $0.state == .planned && $0.id == 0 })
    #expect(try await home.keys() == [1])
    #expect(try await home.journal() == [])
    // The word is about what was shown.
    home.set(4, true)
    let other = try await home.compare(consent: shown.plan)
    #expect(other.question == .first && other.plan != shown.plan)
    let run = try await home.compare(consent: other.plan)
    #expect(run.question == nil && run.toSend.map(\.step.item) == [home.item(1)])
    try await home.send(run.toSend)
    #expect(try await home.keys() == [1, 2, 4])
    #expect(try await home.keys(.favorites) == [3])
    #expect(try await home.compare().changes == [])
    #expect(try await home.library.load().accounts.first?.consentedAt == home.now)
  }

  @Test func removal_takes_the_note_along_and_undo_brings_it_back() async throws {
    let home = try await Connected()
    try await home.change(1, .add(note: "with Eve", isWatched: true))
    try await home.begin()
    let before = try await home.entries()
    home.now += .seconds(3600)
    home.set(1, false)
    let first = try await home.compare()
    #expect(first.changes == [] && first.pendingRemovals == 1)
    home.now += .seconds(600)
    let run = try await home.compare()
    #expect(run.changes.map(\.step) == [AccountStep(.library, home.item(1), isAdded: false)])
    #expect(try await home.keys() == [])
    let undone = try await home.undo()
    #expect(undone.undone.count == 1 && undone.lists != nil)
    let after = try await home.entries()
    #expect(after.map(\.entry?.note) == ["with Eve"] && after.map(\.title) == before.map(\.title))
    #expect(after.first?.entry?.watchedAt == before.first?.entry?.watchedAt)
    // The difference is wanted now.
    for _ in 0..<3 {
      home.now += .seconds(900)
      let look = try await home.compare()
      #expect(look.changes == [] && look.pendingRemovals == 0)
    }
    #expect(try await home.keys() == [1])
    #expect(home.account.items == [])
  }

  /// Between both looks, or before the first.
  @Test(arguments: [true, false])
  func title_with_a_new_note_stays_though_tmdb_has_lost_it(_ isBetween: Bool) async throws {
    let home = try await Connected()
    home.set(1, true)
    home.set(2, true)
    try await home.begin()
    home.now += .seconds(3600)
    let note = EntryChange.Action.update(note: "mine", isWatched: nil)
    if !isBetween { try await home.change(1, note) }
    for number in 1...2 { home.set(number, false) }
    _ = try await home.compare()
    if isBetween { try await home.change(1, note) }
    home.now += .seconds(900)
    let run = try await home.compare()
    #expect(try await home.keys() == [1])
    #expect(run.changes.contains { $0.step.item.key == "movie/2" && !$0.step.isAdded })
    #expect(try await home.journal().contains { $0.step.item.key == "movie/1" && $0.step.side == .tmdb })
  }

  /// A note that both sides have lived with since is no reason to keep it.
  @Test func old_note_does_not_keep_a_title_that_tmdb_loses() async throws {
    let home = try await Connected()
    home.set(1, true)
    try await home.begin()
    try await home.change(1, .update(note: "mine", isWatched: nil))
    home.now += .seconds(3600)
    _ = try await home.compare()
    home.set(1, false)
    home.now += .seconds(3600)
    _ = try await home.compare()
    home.now += .seconds(900)
    _ = try await home.compare()
    #expect(try await home.keys() == [])
  }

  @Test func undo_takes_back_what_tmdb_got_and_keeps_it_here() async throws {
    let home = try await Connected()
    try await home.change(1, add)
    try await home.begin()
    #expect(home.account.items == [home.item(1)])
    #expect(try await home.undo().toSend.count == 1)
    #expect(home.account.items == [])
    #expect(try await home.journal().map(\.state) == [.undone])
    for _ in 0..<3 {
      home.now += .seconds(900)
      #expect(try await home.compare().changes == [])
    }
    #expect(try await home.keys() == [1])
    #expect(try await home.undo().obstacle == .alreadyUndone)
  }

  /// TMDB may have undone it, or may not; the title is the person's in any case.
  @Test(arguments: [true, false])
  func undo_whose_reply_is_lost_removes_nothing_here(_ isMade: Bool) async throws {
    let home = try await Connected()
    try await home.change(1, add)
    try await home.begin()
    home.now += .seconds(120)
    #expect(try await home.library.undo(nil, of: "default", at: home.now).toSend.count == 1)
    if isMade { home.set(1, false) }
    for _ in 0..<6 {
      home.now += .seconds(300)
      #expect(try await home.compare().changes == [])
      #expect(try await home.keys() == [1])
    }
    #expect(home.account.items == (isMade ? [] : [home.item(1)]))
  }

  @Test func first_comparison_that_finds_nothing_to_change_needs_no_word() async throws {
    let home = try await Connected()
    try await home.change(1, add)
    home.set(1, true)
    #expect(try await home.compare().question == nil)
    #expect(try await home.library.load().accounts.first?.consentedAt == home.now)
    home.set(2, true)
    #expect(try await home.compare().changes.count == 1)
    #expect(try await home.keys() == [1, 2])
  }

  @Test func undo_of_an_added_title_keeps_what_the_person_wrote_on_it() async throws {
    let home = try await Connected()
    home.set(1, true)
    home.set(2, true)
    try await home.begin()
    try await home.change(1, .update(note: "soon", isWatched: nil))
    let undo = try await home.undo()
    #expect(undo.kept.map(\.step.item) == [home.item(1)] && undo.undone.map(\.step.item) == [home.item(2)])
    #expect(try await home.keys() == [1])
    #expect(try await home.compare().changes == [])
  }

  /// Undone or not: the next look tells, and no title is lost.
  @Test(arguments: [true, false])
  func undo_whose_reply_is_lost_loses_nothing(_ isMade: Bool) async throws {
    let home = try await Connected()
    try await home.change(1, add)
    try await home.begin()
    home.now += .seconds(3600)
    let undo = try await home.library.undo(nil, of: "default", at: home.now)
    if isMade { home.set(1, false) }
    for _ in 0..<3 {
      home.now += .seconds(900)
      #expect(try await home.compare().changes == [])
    }
    #expect(try await home.keys() == [1])
    #expect(undo.toSend.count == 1)
    // It can be tried again.
    #expect(try await home.undo().toSend.count == 1)
    #expect(home.account.items == [])
  }

  @Test(arguments: [true, false])
  func change_whose_reply_is_lost_is_in_the_journal_if_it_was_made(_ isMade: Bool) async throws {
    let home = try await Connected()
    try await home.begin()
    try await home.change(1, add)
    let lost = try await home.compare().toSend
    #expect(lost.count == 1)
    if isMade { home.set(1, true) }
    let next = try await home.compare()
    #expect(next.toSend.count == (isMade ? 0 : 1))
    #expect(try await home.journal().map(\.state) == [isMade ? .done : .sent])
  }

  @Test func title_that_tmdb_does_not_take_is_not_sent_again() async throws {
    let home = try await Connected()
    try await home.begin()
    try await home.change(1, add)
    for change in try await home.compare().toSend { try await home.library.giveUp(change, of: "default") }
    #expect(try await home.compare().changes == [])
    #expect(try await home.journal() == [])
    #expect(try await home.keys() == [1])
  }

  @Test func full_list_gets_no_more_titles_and_says_so() async throws {
    let home = try await Connected()
    try await home.begin()
    for number in 1...4 { home.set(number, true) }
    let run = try await home.compare(maxEntries: 3)
    #expect(run.changes.count == 3 && run.skipped == 1)
    #expect(try await home.compare(maxEntries: 4).changes.count == 1)
  }

  @Test func removal_of_most_titles_waits_for_a_word() async throws {
    let home = try await Connected()
    for number in 1...12 { home.set(number, true) }
    try await home.begin()
    home.now += .seconds(3600)
    for number in 1...12 { home.set(number, false) }
    _ = try await home.compare()
    home.now += .seconds(900)
    let shown = try await home.compare()
    #expect(shown.question == .removesMuch && shown.changes.count == 12)
    #expect(try await home.keys().count == 12)
    #expect(try await home.compare(consent: shown.plan).changes.count == 12)
    #expect(try await home.keys() == [])
  }

  @Test func changes_that_tmdb_has_not_got_are_counted() async throws {
    let home = try await Connected()
    home.set(1, true)
    try await home.begin()
    #expect(try await home.library.pendingAccountChanges(of: "default") == 0)
    try await home.change(1, .remove)
    try await home.change(2, add)
    #expect(try await home.library.pendingAccountChanges(of: "default") == 2)
  }

  @Test func same_account_continues_and_another_begins_again() async throws {
    let home = try await Connected()
    home.set(1, true)
    try await home.begin()
    var account = try #require(try await home.library.load().accounts.first)
    #expect(try await home.library.connect(account, session: "new")?.consentedAt == home.now)
    #expect(try await home.library.accountSession(of: "default") == "new")
    account.number = 8
    account.consentedAt = nil
    #expect(try await home.library.connect(account, session: "other")?.consentedAt == nil)
    #expect(try await home.journal() == [])
    home.set(2, true)
    #expect(try await home.compare().question == .first)
  }

  @Test func nothing_of_the_account_is_left_when_it_is_disconnected() async throws {
    let folder = try TemporaryFolder()
    let home = try await Connected(folder: folder.path)
    home.set(1, true)
    try await home.begin()
    #expect(try await home.library.disconnectAccount(of: "default") == "s3cret")
    #expect(try await home.library.disconnectAccount(of: "default") == nil)
    #expect(try await home.library.load().accounts == [])
    #expect(try await home.journal() == [])
    #expect(try await home.keys() == [1])
    await #expect(throws: Connected.Gone.self) { try await home.compare() }
    await home.library.close()
    for name in try folder.names where name.hasPrefix("library.sqlite") && !name.contains("backup") {
      #expect(try folder.read(name).range(of: Data("s3cret".utf8)) == nil, "\(name)")
    }
  }

  @Test func account_follows_the_name_of_its_profile_and_goes_with_it() async throws {
    let home = try await Connected()
    _ = try await home.library.createProfile(StoredProfile("eve"), maximum: 9)
    _ = try await home.library.connect(
      StoredAccount(profile: "eve", number: 9, username: "eve", connectedAt: home.now), session: "e")
    _ = try await home.library.updateProfile("eve", StoredProfile("Eva"))
    #expect(try await home.library.load().accounts.map(\.profile).sorted() == ["Eva", "default"])
    _ = try await home.library.deleteProfile("Eva")
    #expect(try await home.library.load().accounts.map(\.profile) == ["default"])
  }

  @Test func export_has_nothing_of_the_account() async throws {
    let home = try await Connected()
    home.set(1, true)
    try await home.begin()
    let exported = try await home.library.export(of: "default", after: nil, limit: 200)
    #expect(exported.count == 1 && !"\(exported)".contains("s3cret"))
  }

  /// The same histories as in ``AccountMergeTests``, in the library.
  @Test func random_histories_end_with_the_same_lists_and_a_whole_journal() async throws {
    for seed in 1...60 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let home = try await Connected()
      try await home.begin()
      var made: Set<AccountStep> = []
      for _ in 0..<20 {
        let number = Int.random(in: 1...5, using: &dice)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0, 1: try await home.change(number, add)
        case 2: try await home.change(number, .remove)
        case 3: home.set(number, dice.happens(0.6))
        default:
          for change in try await home.compare().toSend {
            if dice.happens(0.2) { continue }
            made.insert(change.step)
            home.account.set(change.step.item, change.step.isAdded, at: home.now)
            if dice.happens(0.7) { try await home.library.confirm(change, of: "default", at: home.now) }
          }
        }
        home.now += .seconds(Int.random(in: 1...900, using: &dice))
      }
      for _ in 0..<4 {
        home.now += .seconds(660)
        try await home.send(try await home.compare().toSend)
      }
      let journal = try await home.journal()
      #expect(try await Set(home.keys().map { home.item($0) }) == home.account.items, "seed \(seed)")
      #expect(journal.allSatisfy { $0.state == .done }, "seed \(seed)")
      #expect(made.isSubset(of: journal.map(\.step)), "seed \(seed)")
      // Everything can be undone, and then nothing happens by itself.
      for change in journal { _ = try await home.undo(change.id) }
      let (left, kept) = (home.account.items, try await home.keys())
      for _ in 0..<3 {
        home.now += .seconds(900)
        #expect(try await home.compare().changes == [], "seed \(seed)")
      }
      #expect(home.account.items == left, "seed \(seed)")
      #expect(try await home.keys() == kept, "seed \(seed)")
    }
  }
}
