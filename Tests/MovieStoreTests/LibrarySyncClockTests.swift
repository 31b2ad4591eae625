import MovieProtocol
import MovieSync
import Testing

@testable import MovieStore

/// What was recorded while a clock was ahead.
@Suite struct LibrarySyncClockTests {
  private static let lead: Int64 = 400 * 86_400_000
  private let now = Timestamp.now
  private let file = SyncFile(name: "x.jsonl", inode: 1, bytes: 1, changedAt: 1)

  /// - Parameter minutes: before now.
  private func note(
    _ text: String, _ number: Int, _ device: DeviceID, minutes: Int64, ahead: Int64 = 0
  ) -> SyncChange {
    let clock = HybridClock(milliseconds: now.milliseconds - minutes * 60_000 + ahead)
    return SyncChange(
      SyncItem("default", "watchlist", "movie/\(number)"), Stamp(clock, device),
      [
        ("in", .integer(1)), ("added_at", .integer(5)), ("title", .text("Title")), ("note", .text(text)),
      ])
  }

  private func merge(_ changes: [SyncChange], into one: SyncedLibrary) async throws {
    let later = now + .milliseconds(2 * Self.lead)
    _ = try await one.library.merge(changes, from: file, one.rules, now: later, reached: now)
  }

  private func tidy(_ one: SyncedLibrary, lead: Int64 = lead) async throws {
    let state = try #require(try await one.library.syncState())
    try await one.library.tidySync(state, now: now, reached: now, lead: lead, one.rules)
  }

  private func notes(_ one: SyncedLibrary) async throws -> [String] {
    try await one.content().map { String($0.split(separator: " ")[3]) }
  }

  /// It lost to nothing that came later, and wins over all that came before.
  @Test func own_changes_become_as_old_as_they_are() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    let (mine, theirs) = (try await one.device(), try await other.device())
    let earlier = (1...3).map { note("earlier", $0, theirs, minutes: 60) }
    let ahead = (1...3).map { note("mine", $0, mine, minutes: 30 - Int64($0), ahead: Self.lead) }
    let later = [note("later", 2, theirs, minutes: 10)]
    try await merge(earlier + later, into: other)
    // The later one is lost here, until all is read again.
    try await merge(earlier + ahead + later, into: one)
    #expect(try await notes(one) == ["mine", "mine", "mine"])
    try await tidy(one)
    #expect(try await one.library.syncFiles().isEmpty)
    #expect(try #require(try await one.library.syncState()).bytes == -1)
    try await other.merge(try await one.journal(), now: now)
    try await one.merge(try await other.journal(), now: now)
    #expect(try await notes(one) == ["mine", "later", "mine"])
    #expect(try await notes(other) == (try await notes(one)))
    // What is done now is later than all.
    try await one.change(2, .update(note: "last", isWatched: nil))
    try await other.merge(try await one.journal(), now: now + .seconds(60))
    #expect(try await notes(other) == ["mine", "last", "mine"])
  }

  /// They may have been recorded by one whose clock was ahead as well.
  @Test func changes_of_others_wait_for_their_own_devices() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    let third = DeviceID.random()
    let ahead = (1...2).map { note("ahead", $0, third, minutes: 5, ahead: Self.lead) }
    try await merge(ahead, into: one)
    try await tidy(one)
    #expect(try await notes(one) == ["ahead", "ahead"])
    try await merge([note("old", 1, third, minutes: 5000)], into: other)
    try await other.merge(try await one.journal(), now: now)
    #expect(try await notes(other) == ["old", "ahead"])
    try await one.merge(try await other.journal(), now: now)
    #expect(try await notes(one) == ["old", "ahead"])
  }

  @Test(arguments: [0, 86_400_000]) func unknown_lead_counts_as_now(_ lead: Int64) async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await merge([note("mine", 1, try await one.device(), minutes: 5, ahead: Self.lead)], into: one)
    try await tidy(one, lead: lead)
    try await other.merge(try await one.journal(), now: now)
    #expect(try await notes(other) == ["mine"])
    let clock = try #require(try await one.library.syncState()).clock
    #expect(clock <= HybridClock.latest(now: now.milliseconds))
  }

  /// By the clock it is a year later, by all else it is not.
  @Test func removal_is_not_forgotten_because_of_a_clock() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: nil, isWatched: nil))
    let before = try await one.journal()
    try await one.change(1, .remove)
    let state = try #require(try await one.library.syncState())
    let ahead = now + .milliseconds(Self.lead)
    try await one.library.tidySync(state, now: ahead, reached: now, one.rules)
    try await other.merge(before)
    try await other.merge(try await one.journal(), now: ahead)
    #expect(try await other.content().isEmpty)
    try await one.merge(before)
    #expect(try await one.content().isEmpty)
  }

  @Test func known_time_is_stored() async throws {
    let library = Library(folder: nil)
    #expect(try await library.knownTime() == nil)
    var time = KnownTime(built: 7)
    time.look(at: 1000)
    try await library.save(time)
    #expect(try await library.knownTime() == time)
    time.look(at: 2000)
    try await library.save(time)
    #expect(try await library.knownTime() == time)
  }
}
