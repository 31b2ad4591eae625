import GRDB
import MovieProtocol
import MovieSync
import TestSupport
import Testing

@testable import MovieStore

/// What a library takes when there is no room, when others write anything, and when a clock was wrong.
@Suite struct LibrarySyncLimitsTests {
  @Test func full_list_says_so_and_takes_the_rest_later() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    for number in 1...5 { try await one.change(number, .add(note: nil, isWatched: nil)) }
    other.rules.maxEntries = 3
    #expect(try await other.merge(try await one.journal()).full.map(\.list) == [.watchlist])
    #expect(try await other.content().count == 3)
    #expect(try await other.unexported().isEmpty)
    other.rules.maxEntries = 9
    let full = try #require(try await other.library.syncState()).full
    #expect(full.map(\.profile) == ["default"])
    #expect(try await other.library.hasRoom(in: full, other.rules))
    try await other.follow()
    #expect(try await other.content().count == 5)
    #expect(try #require(try await other.library.syncState()).full.isEmpty)
  }

  /// What leaves and what comes within one merge counts.
  @Test func room_is_counted_as_it_changes() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    other.rules.maxEntries = 3
    for number in 1...3 { try await one.change(number, .add(note: nil, isWatched: nil)) }
    try await other.merge(try await one.journal())
    try await one.change(1, .remove)
    try await other.merge(try await one.journal())
    for number in 4...6 { try await one.change(number, .add(note: nil, isWatched: nil)) }
    #expect(try await !other.merge(try await one.journal()).full.isEmpty)
    #expect(try await other.content().count == 3)
    let list = ProfileList(profile: "default", list: .watchlist)
    #expect(try await !other.library.hasRoom(in: [list], other.rules))
    for number in 2...5 { try await one.change(number, .remove) }
    try await other.merge(try await one.journal())
    try await other.follow()
    #expect(try await other.content() == (try await one.content()))
  }

  /// Nothing is taken for read that there was no room for.
  @Test func record_without_room_takes_it_later() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: nil, isWatched: nil))
    try await other.merge(try await one.journal())
    try await one.change(2, .add(note: nil, isWatched: nil))
    var state = try #require(try await other.library.syncState())
    #expect(state.mergedBytes > 100)
    let room = other.rules.maxBytes
    other.rules.maxBytes = 100
    let files = try await other.library.syncFiles()
    let (merged, journal) = (try await other.merge(try await one.journal()), try await one.journal())
    #expect(merged.isFull)
    #expect(try await other.content().count == 1)
    #expect(try await other.library.syncFiles() == files)
    other.rules.maxBytes = room
    #expect(try await !other.merge(journal).isFull)
    #expect(try await other.content().count == 2)
    // A snapshot shows what is needed.
    state.mergedBytes = 0
    try await other.library.save(state)
    #expect(try await other.library.syncState()?.mergedBytes == 0)
  }

  /// Whoever may write to the folder may write anything.
  @Test func hostile_values_are_not_taken() async throws {
    let (_, other) = try await SyncedLibrary.pair()
    let stamp = Stamp(HybridClock(milliseconds: Timestamp.now.milliseconds), .random())
    func entry(_ key: String, _ fields: [SyncChange.Field]) -> SyncChange {
      SyncChange(SyncItem("default", "watchlist", key), stamp, [("in", .integer(1))] + fields)
    }
    let changes = [
      entry("movie/1", []), entry("movie/01", [("title", .text("x")), ("added_at", .integer(5))]),
      entry("imdb/tt0000001", [("title", .text("x")), ("added_at", .integer(5))]),
      entry("movie/2", [("title", .text("x")), ("added_at", .integer(.max))]),
      entry("movie/3", [("title", .integer(3)), ("added_at", .integer(5))]),
      SyncChange(SyncItem("default", "history", "x"), stamp, [("in", .integer(1)), ("term", .text("y"))]),
      SyncChange(SyncItem("default", "settings", "tmdb.key"), stamp, [("value", .text("\"0123456789\""))]),
      SyncChange(
        SyncItem("default", "settings", "tmdb.base_url"), stamp, [("value", .text("\"https://x\""))]),
      SyncChange(SyncItem("", "settings", "tmdb.key"), stamp, [("value", .text("\"0123456789\""))]),
      SyncChange(SyncItem("default", "settings", "page_size"), stamp, [("value", .text("1000"))]),
      SyncChange(SyncItem("default", "ratings", "movie/1"), stamp, [("rating", .integer(9))]),
      entry(
        "movie/4",
        [
          ("title", .text("Good")), ("added_at", .integer(5)), ("genre_ids", .text("[[[")),
          ("poster_path", .text(String(repeating: "x", count: 600))),
          ("note", .text(String(repeating: "n", count: 2001))),
        ]),
    ]
    let file = SyncFile(name: "x.jsonl", inode: 1, bytes: 1, changedAt: 1)
    _ = try await other.library.merge(changes, from: file, other.rules, now: .now)
    #expect(try await other.content() == ["watchlist movie/4 5  0"])
    #expect(try await other.library.settings().isEmpty)
    // What a later version understands is passed on to it.
    #expect(String(decoding: try await other.journal(), as: UTF8.self).contains("ratings"))
  }

  @Test func removals_are_forgotten_after_a_year() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: "n", isWatched: nil))
    try await one.change(2, .add(note: "n", isWatched: nil))
    try await one.change(1, .remove)
    let later = Timestamp.now + .seconds(400 * 86_400)
    let state = try #require(try await one.library.syncState())
    let before = try await one.journal()
    try await one.library.tidySync(state, now: later, maxSearches: 10)
    let text = String(decoding: try await one.journal(), as: UTF8.self)
    #expect(text.contains("movie/2") && !text.contains("movie/1"))
    // Nor are they learned again.
    try await other.merge(before, now: later)
    #expect(!String(decoding: try await other.journal(), as: UTF8.self).contains(#""movie/1","v":{"in":0"#))
  }

  /// The clock was a year ahead for a while: what was changed then counts as changed now.
  @Test func clock_that_was_ahead_is_set_back() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: "n", isWatched: nil))
    let past = Timestamp.now - .seconds(300 * 86_400)
    var reader = try JournalReader(try await one.journal(), now: past.milliseconds)
    #expect(reader.next(100).isEmpty && reader.earliestAhead != nil)
    try await one.library.tidySync(
      try #require(try await one.library.syncState()), now: past, maxSearches: 10)
    #expect(try #require(try await one.library.syncState()).bytes == -1)
    try await other.merge(try await one.journal(), now: past)
    #expect(try await other.content() == (try await one.content()))
    #expect(try await other.content().count == 1)
  }

  /// The clock was too far ahead for a while, and some of what was changed then is still believed.
  @Test func changes_after_a_clock_was_set_back_are_written_and_win() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    let item = SyncItem("default", "watchlist", "movie/1")
    try await one.change(1, .add(note: "old", isWatched: nil))
    let now = Timestamp.now
    let device = try #require(try await one.library.syncState()).device
    func change(ahead hours: Int64, _ fields: [SyncChange.Field]) -> SyncChange {
      let clock = HybridClock(milliseconds: now.milliseconds + hours * 3_600_000)
      return SyncChange(item, Stamp(clock, device), fields)
    }
    try await other.merge(try await one.journal())
    let file = SyncFile(name: "x.jsonl", inode: 1, bytes: 1, changedAt: 1)
    let early = [
      change(ahead: 10, [("note", .text("early"))]), change(ahead: 20, [("watched_at", .integer(7))]),
    ]
    for library in [one, other] {
      _ = try await library.library.merge(early, from: file, library.rules, now: now)
    }
    let late = change(ahead: 48, [("note", .text("late"))])
    _ = try await one.library.merge([late], from: file, one.rules, now: now)
    try await one.library.tidySync(
      try #require(try await one.library.syncState()), now: now, maxSearches: 10)
    // As when its journal is written.
    _ = try await one.unexported()
    try await one.change(2, .add(note: nil, isWatched: nil))
    #expect(try await one.unexported().contains { $0.item.key == "movie/2" })
    try await other.merge(try await one.journal(), now: now)
    let content = try await one.content()
    #expect(content.contains { $0.contains(" late ") })
    #expect(try await other.content() == content)
  }

  /// The facts of a removed title that another device still has.
  @Test func what_is_left_of_a_removed_item_is_forgotten() async throws {
    let (_, other) = try await SyncedLibrary.pair()
    let old = HybridClock(milliseconds: Timestamp.now.milliseconds - 400 * 86_400_000)
    let file = SyncFile(name: "x.jsonl", inode: 1, bytes: 1, changedAt: 1)
    let changes = ["watchlist", "history", "ratings"].map {
      SyncChange(SyncItem("default", $0, "movie/1"), Stamp(old, .random()), [("title", .text("x"))])
    }
    _ = try await other.library.merge(changes, from: file, other.rules, now: .now)
    #expect(try await other.library.snapshot(after: nil, limit: 10).changes.count == 3)
    try await other.library.tidySync(
      try #require(try await other.library.syncState()), now: .now, maxSearches: 10)
    // A later version may have lists without `in`, as the settings are.
    #expect(try await other.library.snapshot(after: nil, limit: 10).changes.map(\.item.list) == ["ratings"])
  }
}
