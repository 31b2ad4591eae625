import MovieProtocol
import MovieSync
import Testing

@testable import MovieStore

/// What is removed as a whole, a profile or all searches, leaves no word of it in the records.
@Suite struct RangeTombstonesTests {
  private func search(_ term: String) -> SearchTerm {
    SearchTerm(term: term, at: .now, count: 1, totalResults: 7)
  }

  private func record(_ term: String, _ machine: SyncedLibrary, profile: String = "default") async throws {
    _ = try await machine.library.record([search(term)], profile: profile, maximum: 100)
    // Of another millisecond than what follows.
    let clock = try #require(try await machine.library.syncState()).clock
    while Timestamp.now.milliseconds <= clock.milliseconds {}
  }

  private func text(_ machine: SyncedLibrary) async throws -> String {
    String(decoding: try await machine.journal(), as: UTF8.self)
  }

  private func kids(_ machine: SyncedLibrary) async throws {
    _ = try await machine.library.createProfile(StoredProfile("Kids", pin: "hash"), maximum: 9)
    try await machine.change(1, .add(note: "private note", isWatched: nil), profile: "Kids")
    try await record("private search", machine, profile: "Kids")
    _ = try await machine.library.change([StoredSetting(profile: "Kids", name: "page_size", value: "7")])
  }

  /// Each reads what the others have, until nothing is new.
  private func exchange(_ machines: SyncedLibrary...) async throws {
    for _ in 0..<3 {
      for machine in machines {
        for other in machines { try await machine.merge(try await other.journal()) }
      }
    }
  }

  @Test func removed_profile_leaves_nothing_and_does_not_come_back() async throws {
    let one = SyncedLibrary()
    try await one.begin()
    try await kids(one)
    let before = try await one.journal()
    #expect(try await text(one).contains("private note"))
    _ = try await one.library.deleteProfile("Kids")
    for word in ["private", "movie/1", "page_size"] { #expect(try await !text(one).contains(word)) }
    // Its own journal, as it was found in the folder, is no reason to have it again.
    try await one.merge(before)
    #expect(try await !text(one).contains("private"))
    _ = try await one.library.createProfile(StoredProfile("Kids"), maximum: 9)
    try await one.merge(before)
    try await one.follow()
    #expect(try await one.content("Kids") == [])
    try await one.change(2, .add(note: "new", isWatched: nil), profile: "Kids")
    try await one.merge(before)
    #expect(try await one.content("Kids").count == 1)
  }

  @Test func renamed_profile_leaves_nothing_under_its_old_name() async throws {
    let one = SyncedLibrary()
    try await one.begin()
    try await kids(one)
    _ = try await one.library.updateProfile("Kids", StoredProfile("Teens", pin: "hash"))
    _ = try await one.library.createProfile(StoredProfile("Kids"), maximum: 9)
    try await one.follow()
    #expect(try await one.content("Kids") == [])
    #expect(try await one.content("Teens").count == 3)
    #expect(try await !text(one).contains(#""p":"kids","l":"watchlist""#))
    // Another spelling is the same name.
    _ = try await one.library.updateProfile("Teens", StoredProfile("TEENS", pin: "hash"))
    #expect(try await text(one).contains("private note"))
  }

  @Test func machine_that_still_has_the_profile_keeps_it_and_gives_it_back() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await kids(one)
    _ = try await other.library.createProfile(StoredProfile("Kids"), maximum: 9)
    try await exchange(one, other)
    let content = try await one.content("Kids")
    #expect(content.count == 3)
    #expect(try await other.content("Kids") == content)
    _ = try await one.library.deleteProfile("Kids")
    try await exchange(one, other)
    #expect(try await other.content("Kids") == content)
    _ = try await one.library.createProfile(StoredProfile("Kids"), maximum: 9)
    try await one.follow()
    try await exchange(one, other)
    #expect(try await one.content("Kids") == content)
    #expect(try await other.content("Kids") == content)
  }

  @Test func machine_without_the_profile_forgets_what_it_passed_on() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await kids(one)
    try await exchange(one, other)
    #expect(try await text(other).contains("private note"))
    let stale = try await other.journal()
    var state = try #require(try await other.library.syncState())
    state.snapshotAt = state.clock
    try await other.library.save(state)
    _ = try await one.library.deleteProfile("Kids")
    try await exchange(one, other)
    #expect(try await !text(other).contains("private"))
    // Its journal is written again, as the snapshot is too old.
    #expect(try await other.library.syncState()?.snapshotAt == .zero)
    _ = try await one.library.createProfile(StoredProfile("Kids"), maximum: 9)
    try await one.merge(stale)
    try await one.follow()
    try await exchange(one, other)
    #expect(try await one.content("Kids") == [])
  }

  @Test func cleared_searches_leave_no_word_on_any_machine() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    for term in ["secret one", "secret two"] { try await record(term, one) }
    _ = try await one.library.forget("secret two", profile: "default")
    try await record("secret three", other)
    try await exchange(one, other)
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.count == 2)
    let stale = try await other.journal()
    _ = try await one.library.forget(nil, profile: "default")
    #expect(try await !text(one).contains("secret"))
    try await exchange(one, other)
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.isEmpty)
    #expect(try await !text(other).contains("secret"))
    // A machine that was away brings them, and they are gone again.
    try await one.merge(stale)
    #expect(try await !text(one).contains("secret"))
    try await record("new", other)
    try await exchange(one, other)
    #expect(try await one.library.history(of: "default", rows: 0..<9).terms.map(\.term) == ["new"])
  }

  /// The machine that has not heard of it yet has searched for one of them again.
  @Test func search_after_the_clearing_stays_with_all_its_fields() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await record("Dune", one)
    try await record("Solaris", one)
    try await exchange(one, other)
    let late = SyncedLibrary()
    try await late.begin()
    _ = try await one.library.forget(nil, profile: "default")
    let cleared = try await one.journal()
    try await record("Solaris", one)
    try await record("Dune", other)
    // The lines of the first and the second search come apart.
    let state = try #require(try await other.library.syncState())
    let again = try await other.library.unexported(state, limit: 10_000).changes
    try await late.merge(cleared)
    let file = SyncFile(name: "other.jsonl", inode: 1, bytes: 1, changedAt: 0)
    _ = try await late.library.merge(again, from: file, late.rules, now: .now)
    try await exchange(one, other, late)
    for machine in [one, other, late] {
      #expect(
        try await machine.library.history(of: "default", rows: 0..<9).terms.map(\.term) == [
          "Dune", "Solaris",
        ])
    }
  }

  /// Who shares no history clears only the own one.
  @Test func clearing_is_for_those_who_share() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    try await record("mine", one)
    try await record("theirs", other)
    other.rules.shared["default"] = [.watchlist]
    _ = try await one.library.forget(nil, profile: "default")
    try await other.merge(try await one.journal())
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.map(\.term) == ["theirs"])
    one.rules.shared["default"] = [.watchlist]
    let item = SyncItem("default", RangeTombstones.list, "history")
    #expect(!one.rules.exports(item) && !other.rules.exports(item))
    // It is the last thing that was done.
    other.rules.shared["default"] = Set(SyncedList.allCases)
    try await other.follow()
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.isEmpty)
  }
}
