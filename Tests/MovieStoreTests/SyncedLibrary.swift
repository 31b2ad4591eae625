import MovieProtocol
import MovieSync
import Testing

@testable import MovieStore

// With a clock that is right.
extension Library {
  func merge(
    _ changes: [SyncChange], from file: SyncFile, _ rules: SyncRules, now: Timestamp
  ) async throws(LibraryError) -> SyncMerged {
    try await merge(changes, from: file, rules, now: now, reached: now)
  }

  func tidySync(_ state: SyncState, now: Timestamp, maxSearches: Int) async throws(LibraryError) {
    let rules = SyncRules(
      shared: ["default": Set(SyncedList.allCases)], maxEntries: 100, maxSearches: maxSearches)
    try await tidySync(state, now: now, reached: now, rules)
  }
}

extension SyncFile {
  /// Its own one.
  static func journal(of device: DeviceID) -> SyncFile {
    var file = SyncFile(name: name(of: device), inode: 1, bytes: 1, changedAt: 1)
    file.device = device
    return file
  }
}

/// A library in memory that exchanges its changes with others by the lines of journals.
struct SyncedLibrary {
  let library = Library(folder: nil)
  var rules = SyncRules(
    shared: ["default": Set(SyncedList.allCases), "Kids": Set(SyncedList.allCases)], maxEntries: 100,
    maxSearches: 100)

  func device() async throws -> DeviceID { try #require(try await library.syncState()).device }

  static func pair() async throws -> (SyncedLibrary, SyncedLibrary) {
    let (one, other) = (SyncedLibrary(), SyncedLibrary())
    try await one.begin()
    try await other.begin()
    return (one, other)
  }

  func begin() async throws {
    _ = try await library.beginSync(folder: "/shared", machine: "machine")
  }

  /// All that it knows, as its journal has it.
  func journal() async throws -> [UInt8] {
    let state = try #require(try await library.syncState())
    let header = JournalHeader(state.device, name: "test", clock: state.clock, number: 0)
    return try await library.snapshot(after: nil, limit: 10_000, forOthers: true).changes.reduce(
      into: header.encoded()
    ) {
      for part in $1.parts { $0 += JournalLine.encode(part, number: nil, owner: state.device) ?? [] }
    }
  }

  @discardableResult
  func merge(_ journal: [UInt8], now: Timestamp = .now) async throws -> SyncMerged {
    var reader = try JournalReader(journal, now: now.milliseconds)
    let changes = reader.next(10_000)
    #expect(reader.isAtEnd && reader.badLines == 0)
    let file = SyncFile.journal(of: reader.header.device)
    return try await library.merge(changes, from: file, rules, now: now)
  }

  /// What this device has changed since the last call.
  func unexported() async throws -> [SyncChange] {
    var state = try #require(try await library.syncState())
    let (changes, upTo) = try await library.unexported(state, limit: 10_000)
    state.exported = upTo
    try await library.save(state)
    return changes
  }

  func change(
    _ number: Int, _ action: EntryChange.Action, _ list: LibraryList = .watchlist,
    profile: String = "default", at: Timestamp = .now
  ) async throws {
    let change = EntryChange(
      profile: profile, list: list, key: TitleKey.tmdb(.movie, number), action: action,
      title: StoredTitle(.made(number), imdbID: "tt0000\(100 + number)"), at: at)
    guard case .done = try await library.change(change) else { throw NotDone() }
  }

  /// As for a profile that shares more, or has more room.
  @discardableResult
  func follow() async throws -> SyncMerged {
    try await library.follow(after: nil, limit: 10_000, rules).merged
  }

  struct NotDone: Error {}

  /// What a user sees, without the revisions, which every library counts for itself.
  func content(_ profile: String = "default") async throws -> [String] {
    var lines: [String] = []
    for list in LibraryList.allCases {
      let params = LibraryParams(list, page: 1, pageSize: 100)
      for title in try await library.list(params, genres: nil, profile: profile).titles {
        let entry = title.entry
        lines.append(
          "\(list) \(title.title.key) \(entry?.addedAt.seconds ?? 0) \(entry?.note ?? "") "
            + "\(entry?.watchedAt?.seconds ?? 0)")
      }
    }
    for search in try await library.history(of: profile, rows: 0..<100).terms {
      lines.append("history \(search.term) \(search.at.milliseconds) \(search.count) \(search.totalResults)")
    }
    for setting in try await library.settings() where setting.profile == profile {
      lines.append("setting \(setting.name) \(setting.value ?? "")")
    }
    return lines.sorted()
  }
}
