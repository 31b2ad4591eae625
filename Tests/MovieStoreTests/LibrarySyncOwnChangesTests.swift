import MovieProtocol
import MovieSync
import TestSupport
import Testing

@testable import MovieStore

/// Only what a user has changed is recorded as changed: what another device wrote, and this library does not show,
/// stays.
@Suite struct LibrarySyncOwnChangesTests {
  private func search(_ number: Int) -> SearchTerm {
    SearchTerm(term: "term \(number)", at: Timestamp(seconds: Int64(number)), count: 1, totalResults: 7)
  }

  /// A person who writes a note wants to keep the title.
  @Test func title_that_was_removed_elsewhere_before_it_was_changed_here_stays() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    for number in 1...2 { try await one.change(number, .add(note: nil, isWatched: nil)) }
    try await other.merge(try await one.journal())
    try await other.change(2, .update(note: "earlier", isWatched: nil))
    try await one.change(1, .remove)
    // Of another millisecond: their clocks are not one.
    try await Task.sleep(for: .milliseconds(5))
    try await one.change(2, .remove)
    try await other.change(1, .update(note: "later", isWatched: nil))
    try await other.merge(try await one.journal())
    try await one.merge(try await other.journal())
    #expect(try await one.content() == (try await other.content()))
    let content = try await one.content()
    #expect(content.count == 1 && content.first?.contains(" movie/1 ") == true)
    #expect(content.first?.contains(" later ") == true)
  }

  /// It is recorded here, but not on the list: there was no room for it, or it is not shared.
  @Test(arguments: [true, false])
  func title_that_is_added_though_it_is_recorded_was_added_now(_ hasNote: Bool) async throws {
    var (one, other) = try await SyncedLibrary.pair()
    try await other.change(50, .add(note: nil, isWatched: nil), at: 1_000)
    one.rules.shared["default"] = []
    try await one.merge(try await other.journal())
    #expect(try await one.content() == [])
    try await other.change(50, .remove)
    // Of another millisecond: their clocks are not one.
    try await Task.sleep(for: .milliseconds(5))
    one.rules.shared["default"] = Set(SyncedList.allCases)
    // As it is recorded, but for the note.
    try await one.change(50, .add(note: hasNote ? "mine" : nil, isWatched: nil), at: 1_000)
    try await other.merge(try await one.journal())
    try await one.merge(try await other.journal())
    let content = try await one.content()
    #expect(content.count == 1 && content.first?.contains(hasNote ? " mine " : " movie/50 ") == true)
    #expect(try await other.content() == content)
  }

  @Test func search_that_is_made_again_though_it_is_recorded_is_there() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    _ = try await other.library.record([search(1)], profile: "default", maximum: 9)
    one.rules.shared["default"] = []
    try await one.merge(try await other.journal())
    _ = try await other.library.forget("term 1", profile: "default")
    try await Task.sleep(for: .milliseconds(5))
    one.rules.shared["default"] = Set(SyncedList.allCases)
    _ = try await one.library.record([search(1)], profile: "default", maximum: 9)
    try await other.merge(try await one.journal())
    try await one.merge(try await other.journal())
    #expect(try await one.content().count == 1)
    #expect(try await other.content() == (try await one.content()))
  }

  @Test func title_added_before_the_library_follows_keeps_its_note() async throws {
    var one = SyncedLibrary()
    one.rules.shared["kids"] = Set(SyncedList.allCases)
    let other = SyncedLibrary()
    try await one.begin()
    try await other.begin()
    _ = try await one.library.createProfile(StoredProfile("kids"), maximum: 9)
    try await one.change(
      1, .add(note: "theirs", isWatched: true), profile: "kids", at: .now - .seconds(3600))
    try await other.merge(try await one.journal())
    _ = try await other.library.createProfile(StoredProfile("Kids"), maximum: 9)
    try await other.change(1, .add(note: nil, isWatched: nil), profile: "Kids")
    try await other.follow()
    try await one.merge(try await other.journal())
    let content = try await one.content("kids")
    #expect(content.count == 1 && content[0].contains(" theirs ") && !content[0].hasSuffix(" 0"))
    #expect(content == (try await other.content("Kids")))
  }

  @Test func change_of_one_field_while_nothing_is_shared_leaves_the_others() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: nil, isWatched: nil))
    try await other.merge(try await one.journal())
    other.rules.shared["default"] = []
    try await one.change(1, .update(note: "theirs", isWatched: nil))
    try await other.merge(try await one.journal())
    try await other.change(1, .update(note: nil, isWatched: true))
    other.rules.shared["default"] = Set(SyncedList.allCases)
    try await other.follow()
    try await one.merge(try await other.journal())
    let content = try await one.content()
    #expect(content.count == 1 && content[0].contains(" theirs ") && !content[0].hasSuffix(" 0"))
    #expect(content == (try await other.content()))
    // But what is erased here is erased there.
    try await other.change(1, .update(note: "", isWatched: false))
    try await one.merge(try await other.journal())
    #expect(try await one.content()[0].hasSuffix("  0"))
  }

  /// An item that is added again has nothing of what it had before.
  @Test func title_that_is_added_again_begins_anew() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: "old", isWatched: true))
    try await one.change(1, .remove)
    try await other.merge(try await one.journal())
    try await other.change(1, .add(note: nil, isWatched: nil))
    try await one.merge(try await other.journal())
    let content = try await one.content()
    #expect(content.count == 1 && content[0].hasSuffix("  0"))
  }

  @Test func cleared_searches_that_had_no_room_stay_cleared() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    _ = try await one.library.record((1...5).map(search), profile: "default", maximum: 2)
    #expect(try await one.library.history(of: "default", rows: 0..<9).terms.count == 2)
    try await other.merge(try await one.journal())
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.count == 5)
    _ = try await one.library.forget("Term 1", profile: "default")
    try await other.merge(try await one.journal())
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.count == 4)
    _ = try await one.library.forget(nil, profile: "default")
    try await one.follow()
    #expect(try await one.library.history(of: "default", rows: 0..<9).terms.isEmpty)
    try await other.merge(try await one.journal())
    #expect(try await other.library.history(of: "default", rows: 0..<9).terms.isEmpty)
  }

  @Test func removed_searches_are_remembered_beyond_the_limit() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    _ = try await one.library.record((1...6).map(search), profile: "default", maximum: 100)
    let before = try await one.journal()
    try await other.merge(before)
    _ = try await other.library.forget("term 1", profile: "default")
    let state = try #require(try await other.library.syncState())
    try await other.library.tidySync(state, now: .now, maxSearches: 1)
    // A device that was away brings all of them: the second is older than the limit remembers.
    try await other.merge(before)
    let terms = try await other.library.history(of: "default", rows: 0..<9).terms.map(\.term)
    #expect(terms.sorted() == (2...6).map { "term \($0)" })
  }
}
