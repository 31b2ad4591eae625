import MovieProtocol
import MovieSync
import Testing

@testable import MovieStore

/// One journal costs the others nothing, whatever is in it.
@Suite struct LibrarySyncRoomTests {
  private let file = SyncFile(name: "x.jsonl", inode: 1, bytes: 1, changedAt: 1)
  private let stranger = DeviceID.random()

  private func changes(
    _ count: Int, list: String = "ratings", profile: String = "default", device: DeviceID? = nil
  ) -> [SyncChange] {
    (0..<count).map { number in
      let clock = HybridClock(milliseconds: Timestamp.now.milliseconds)
      return SyncChange(
        SyncItem(profile, list, "movie/\(1000 + number)"), Stamp(clock, device ?? .random()),
        [("note", .text(String(repeating: "\u{1}", count: 100)))])
    }
  }

  private func library() async throws -> SyncedLibrary {
    var one = SyncedLibrary()
    try await one.begin()
    one.rules.maxBytes = 120_000
    return one
  }

  private func merge(
    _ changes: [SyncChange], into one: SyncedLibrary, from file: SyncFile? = nil
  ) async throws -> SyncMerged {
    var (merged, room, refused) = (SyncMerged(), SyncRoom?.none, 0)
    for start in stride(from: 0, to: changes.count, by: 10) {
      let batch = Array(changes[start..<min(start + 10, changes.count)])
      merged = try await one.library.merge(
        batch, from: file ?? self.file, one.rules, room: room, now: .now, reached: .now)
      (room, refused) = (merged.room, refused + merged.refused)
      // As when a snapshot is written, after which it is known what is needed.
      var state = try #require(try await one.library.syncState())
      (state.snapshotBytes, state.mergedBytes) = (try await one.journal().count, 0)
      try await one.library.save(state)
    }
    merged.refused = refused
    return merged
  }

  private func takesTitle(_ one: SyncedLibrary) async throws -> Bool {
    let honest = SyncedLibrary()
    try await honest.begin()
    try await honest.change(1, .add(note: "n", isWatched: nil))
    let merged = try await one.merge(try await honest.journal())
    let count = try await one.content().count
    return !merged.isFull && merged.refused == 0 && count == 1
  }

  @Test(arguments: ["a list", "a profile", "devices", "a device"])
  func journal_of_strange_things_costs_only_itself(_ kind: String) async throws {
    let one = try await library()
    let strange =
      switch kind {
      case "a list": changes(500, device: stranger)
      case "a profile": changes(500, list: "watchlist", profile: "nobody", device: stranger)
      case "devices": changes(500, list: "watchlist")
      default: changes(500, list: "watchlist", device: stranger)
      }
    let merged = try await merge(strange, into: one)
    #expect(merged.refused > 300 && merged.refused < 500 && !merged.isFull)
    let isUnknown = kind.hasPrefix("a list") || kind == "a profile"
    #expect(
      try await one.journal().count <= (isUnknown ? one.rules.maxUnknownBytes : one.rules.maxDeviceBytes)
        + 3000)
    #expect(try await takesTitle(one))
  }

  private func text(_ one: SyncedLibrary) async throws -> String {
    String(decoding: try await one.journal(), as: UTF8.self)
  }

  /// A stranger speaks for a machine whose journal is in the folder: before it was read, and after.
  @Test(arguments: [true, false]) func hearsay_takes_the_room_of_its_journal(_ isFirst: Bool) async throws {
    let (one, honest) = (try await library(), SyncedLibrary())
    try await honest.begin()
    try await honest.change(1, .add(note: "n", isWatched: nil))
    if !isFirst { try await one.merge(try await honest.journal()) }
    let rumours = changes(500, list: "watchlist", device: try await honest.device())
    let merged = try await merge(rumours, into: one, from: .journal(of: stranger))
    #expect(merged.refused > 300 && merged.refused < 500 && !merged.isFull)
    for number in 2..<60 { try await honest.change(number, .add(note: "n", isWatched: nil)) }
    let taken = try await one.merge(try await honest.journal())
    #expect(taken.refused == 0 && !taken.isFull)
    #expect(try await one.content() == (try await honest.content()))
    // Nobody hears of it from here, as long as the device speaks for itself.
    #expect(try await !text(one).contains("movie/1000\""))
    var state = try #require(try await one.library.syncState())
    state.snapshotAt = state.clock
    try await one.library.save(state)
    try await one.library.forgetSyncFiles([SyncFile.name(of: try await honest.device())], areGone: true)
    #expect(try await text(one).contains("movie/1000\""))
    #expect(try #require(try await one.library.syncState()).snapshotAt == .zero)
  }

  @Test func hearsay_in_the_own_name_is_not_written() async throws {
    let one = try await library()
    try await one.change(1, .add(note: "n", isWatched: nil))
    let mine = try await one.device()
    _ = try await merge(changes(20, list: "watchlist", device: mine), into: one, from: .journal(of: stranger))
    #expect(try await one.unexported().allSatisfy { $0.item.key == "movie/1" })
    #expect(try await !text(one).contains("movie/1000\""))
    // Of a title that is its own as well, it is passed on as what it is.
    var note = changes(1, list: "watchlist", device: mine)
    note[0].item.key = "movie/1"
    note[0].stamp.clock = HybridClock(milliseconds: Timestamp.now.milliseconds + 1000)
    _ = try await merge(note, into: one, from: .journal(of: stranger))
    #expect(try await text(one).contains("\"d\":\"\(mine)\""))
    // Until it is changed here.
    try await one.change(1, .update(note: "mine", isWatched: nil))
    #expect(try await !text(one).contains("\"d\":"))
    #expect(try await one.unexported().count == 1)
  }

  @Test func own_word_confirms_hearsay() async throws {
    let (one, honest) = (try await library(), SyncedLibrary())
    try await honest.begin()
    try await honest.change(1, .add(note: "n", isWatched: nil))
    let (device, journal) = (try await honest.device(), try await honest.journal())
    var reader = try JournalReader(journal, now: Timestamp.now.milliseconds)
    _ = try await merge(reader.next(9), into: one, from: .journal(of: stranger))
    try await one.library.forgetSyncFiles([SyncFile.name(of: stranger)])
    #expect(try await text(one).contains("\"d\":\"\(device)\""))
    try await one.merge(journal)
    #expect(try await text(one).contains("\"d\":\"\(device)\""))
  }

  /// A journal has room for its device's own changes, whatever it says of others.
  @Test func hearsay_goes_first() async throws {
    let one = try await library()
    let (speaker, other) = (DeviceID.random(), DeviceID.random())
    _ = try await one.library.merge([], from: .journal(of: other), one.rules, now: .now)
    let count = one.rules.maxDeviceBytes / 800 - 10
    let rumours = changes(count, list: "watchlist", device: other)
    #expect(try await merge(rumours, into: one, from: .journal(of: speaker)).refused == 0)
    var own = changes(count, list: "watchlist", device: speaker)
    for place in own.indices { own[place].item.key = "tv/\(place)" }
    #expect(try await merge(own, into: one, from: .journal(of: speaker)).refused == 0)
    let kept = try await one.library.snapshot(after: nil, limit: 1000).changes
    #expect(kept.count { $0.stamp.device == speaker } == count)
    #expect(kept.count { $0.stamp.device == other } == 0)
  }

  /// So nobody brings back what was forgotten.
  @Test(arguments: ["ratings", "watchlist"])
  func unknown_is_only_taken_from_its_own_device(_ list: String) async throws {
    let (one, other) = (try await library(), try await library())
    let strange = changes(3, list: list, profile: "nobody", device: stranger)
    _ = try await merge(strange, into: one, from: .journal(of: stranger))
    let journal = try await one.journal()
    #expect(String(decoding: journal, as: UTF8.self).contains("nobody"))
    #expect(try await other.merge(journal).refused == 0)
    #expect(try await !text(other).contains("nobody"))
    var third = try await library()
    third.rules.shared["nobody"] = [.watchlist]
    try await third.merge(journal)
    #expect(try await text(third).contains("nobody") == (list == "watchlist"))
  }

  /// Of the same size, again and again. But it may not grow.
  @Test func change_of_what_is_recorded_needs_no_room() async throws {
    let one = try await library()
    let count = one.rules.maxDeviceBytes / 800
    for round in 0..<5 {
      var all = changes(count, list: "watchlist", device: stranger)
      for place in all.indices {
        all[place].stamp.clock = HybridClock(milliseconds: Timestamp.now.milliseconds + Int64(round))
      }
      #expect(try await merge(all, into: one).refused == 0, "round \(round)")
    }
    var larger = changes(count, list: "watchlist", device: stranger)
    for place in larger.indices {
      larger[place].stamp.clock = HybridClock(milliseconds: Timestamp.now.milliseconds + 60_000)
      larger[place].fields[0].value = .text(String(repeating: "x", count: 3000))
    }
    #expect(try await merge(larger, into: one).refused > count / 2)
  }

  /// What is own is taken from the own journal, however much it is.
  @Test func own_journal_has_no_share() async throws {
    var one = try await library()
    one.rules.maxBytes = 1 << 30
    let all = changes(500, list: "watchlist", device: stranger)
    one.rules.maxBytes = 120_000
    let merged = try await one.library.merge(
      all, from: file, one.rules, isOwn: true, now: .now, reached: .now)
    #expect(merged.refused == 0 && merged.room == nil)
  }

  @Test func too_much_that_is_unknown_is_forgotten() async throws {
    var one = try await library()
    one.rules.maxBytes = 1 << 30
    _ = try await one.library.merge(
      changes(300, device: stranger) + changes(3, list: "notes", device: stranger), from: file, one.rules,
      now: .now)
    try await one.change(1, .add(note: "n", isWatched: nil))
    let content = try await one.content()
    one.rules.maxBytes = 120_000
    let state = try #require(try await one.library.syncState())
    try await one.library.tidySync(state, now: .now, reached: .now, one.rules)
    let text = String(decoding: try await one.journal(), as: UTF8.self)
    #expect(!text.contains("ratings") && text.contains("notes") && text.contains("movie/1\""))
    #expect(try #require(try await one.library.syncState()).bytes == -1)
    #expect(try await one.content() == content)
  }

  @Test func reset_keeps_the_lists_and_forgets_all_else() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await one.change(1, .add(note: "n", isWatched: true))
    try await one.change(2, .toggle, .favorites)
    let ahead = HybridClock(milliseconds: Timestamp.now.milliseconds + 400 * 86_400_000)
    var strange = changes(3, device: stranger)
    strange[0].stamp.clock = ahead
    _ = try await one.library.merge(strange, from: file, one.rules, now: .now)
    try await one.library.save(KnownTime(clock: 1, reached: 2, lead: 3))
    let content = try await one.content()
    #expect(try await one.library.resetSync())
    let state = try #require(try await one.library.syncState())
    #expect(state.isReset && state.clock < HybridClock.latest(now: Timestamp.now.milliseconds))
    #expect(try await one.library.knownTime() == nil)
    #expect(try await one.library.syncFiles().isEmpty)
    #expect(try await one.content() == content)
    let journal = try await one.journal()
    #expect(!String(decoding: journal, as: UTF8.self).contains("ratings"))
    try await other.merge(journal)
    #expect(try await other.content() == content)
    // Without a folder there is nothing to forget.
    #expect(try await !Library(folder: nil).resetSync())
  }
}
