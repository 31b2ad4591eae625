import GRDB
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryProfilesTests {
  private func create(
    _ library: Library, _ name: String, ageLimit: Int? = nil, pin: String? = nil, maximum: Int = 32
  ) async throws -> ProfileOutcome {
    try await library.createProfile(
      StoredProfile(name, ageLimit: ageLimit, ageRegion: ageLimit.map { _ in "DE" }, pin: pin),
      maximum: maximum)
  }

  private func add(_ library: Library, _ key: TitleKey, _ profile: String) async throws {
    let title = StoredTitle(.made(Int(key.text.dropFirst(6)) ?? 0))
    _ = try await library.change(
      EntryChange(
        profile: profile, list: .favorites, key: key, action: .add(note: nil, isWatched: nil), title: title,
        at: 100))
  }

  private func names(_ library: Library) async throws -> [String] {
    try await library.load().profiles.map(\.name)
  }

  @Test func profile_is_there_the_next_time() async throws {
    let folder = try TemporaryFolder()
    let first = Library(folder: folder.path)
    #expect(try await create(first, "Kids", ageLimit: 12, pin: "hash") == .done)
    #expect(try await first.makeDefault("Kids") == .done)
    await first.close()
    let second = Library(folder: folder.path)
    let profiles = try await second.load().profiles
    #expect(profiles.map(\.name) == ["default", "Kids"])
    #expect(profiles.map(\.ageLimit) == [nil, 12] && profiles.map(\.pin) == [nil, "hash"])
    #expect(profiles.map(\.isDefault) == [false, true] && profiles.map(\.revision) == [0, 0])
    await second.close()
  }

  @Test func name_is_there_once_whatever_its_case() async throws {
    let library = Library(folder: nil)
    #expect(try await create(library, "Äpfel") == .done)
    for name in ["Äpfel", "äPFEL", "A\u{308}pfel", "Default"] {
      #expect(try await create(library, name) == .exists)
    }
    #expect(try await names(library) == ["default", "Äpfel"])
  }

  @Test func there_are_no_more_than_there_may_be() async throws {
    let library = Library(folder: nil)
    #expect(try await create(library, "a", maximum: 2) == .done)
    #expect(try await create(library, "b", maximum: 2) == .full)
    #expect(try await library.deleteProfile("a") == .done)
    #expect(try await create(library, "b", maximum: 2) == .done)
  }

  @Test func deleted_profile_takes_all_with_it_and_nothing_of_others() async throws {
    let library = Library(folder: nil)
    _ = try await create(library, "Kids")
    for key: TitleKey in ["movie/1", "movie/2"] { try await add(library, key, "Kids") }
    try await add(library, "movie/2", "default")
    for profile in ["Kids", "default"] {
      _ = try await library.record(
        [SearchTerm(term: "dune", at: 1, totalResults: 1)], profile: profile, maximum: 9)
      _ = try await library.change([StoredSetting(profile: profile, name: "page_size", value: "7")])
    }
    #expect(try await library.deleteProfile("Kids") == .done)
    #expect(try await library.deleteProfile("Kids") == .missing)
    let state = try await library.load()
    #expect(state.profiles.map(\.name) == ["default"])
    #expect(state.profiles[0].userStates.keys.sorted() == ["movie/2"])
    #expect(state.settings == [StoredSetting(profile: "default", name: "page_size", value: "7")])
    #expect(try await library.history(of: "default", rows: 0..<9).terms.count == 1)
    // Another one of that name begins with nothing.
    _ = try await create(library, "Kids")
    #expect(try await library.history(of: "Kids", rows: 0..<9).terms == [])
    #expect(try await library.load().profiles[1].userStates.isEmpty)
    let titles = try await library.write { try String.fetchAll($0, sql: "SELECT key FROM title") }
    #expect(titles == ["movie/2"])
  }

  @Test func settings_that_came_too_late_are_not_the_next_ones() async throws {
    let library = Library(folder: nil)
    _ = try await create(library, "Kids")
    _ = try await library.deleteProfile("Kids")
    _ = try await library.change([StoredSetting(profile: "Kids", name: "page_size", value: "7")])
    _ = try await create(library, "Kids")
    #expect(try await library.settings() == [])
  }

  @Test func changed_profile_keeps_all_it_owns() async throws {
    let folder = try TemporaryFolder()
    let library = Library(folder: folder.path)
    _ = try await create(library, "Kids", ageLimit: 12, pin: "hash")
    try await add(library, "movie/1", "Kids")
    _ = try await library.record(
      [SearchTerm(term: "dune", at: 1, totalResults: 1)], profile: "Kids", maximum: 9)
    _ = try await library.change([StoredSetting(profile: "Kids", name: "page_size", value: "7")])
    try await library.recordPINs(wrong: 3, blockedUntil: 99, profile: "Kids")
    #expect(try await library.makeDefault("Kids") == .done)
    for name in ["default", "DEFAULT"] {
      #expect(try await library.updateProfile("Kids", StoredProfile(name)) == .exists)
    }
    #expect(try await library.updateProfile("nobody", StoredProfile("x")) == .missing)
    let teens = StoredProfile("Teens", ageLimit: 16, ageRegion: "US", pin: "hash")
    #expect(try await library.updateProfile("Kids", teens) == .done)
    await library.close()
    let next = Library(folder: folder.path)
    let state = try await next.load()
    let profile = state.profiles[1]
    #expect(profile.name == "Teens" && profile.isDefault && profile.revision == 1)
    #expect(profile.ageLimit == 16 && profile.ageRegion == "US" && profile.pin == "hash")
    #expect(profile.userStates.keys.sorted() == ["movie/1"])
    #expect(state.settings == [StoredSetting(profile: "Teens", name: "page_size", value: "7")])
    #expect(try await next.history(of: "Teens", rows: 0..<9).terms.count == 1)
    #expect(try await next.history(of: "Kids", rows: 0..<9).terms == [])
    // Tries were of this PIN, and are forgotten with it.
    #expect(profile.wrongPINs == 3 && profile.pinBlockedUntil == 99)
    #expect(try await next.updateProfile("Teens", StoredProfile("TEENS", pin: "other")) == .done)
    let last = try await next.load().profiles[1]
    #expect(last.name == "TEENS" && last.ageLimit == nil && last.pin == "other")
    #expect(last.wrongPINs == 0 && last.pinBlockedUntil == 0 && last.userStates.count == 1)
    await next.close()
  }

  @Test func there_is_always_one_where_connections_begin() async throws {
    let library = Library(folder: nil)
    _ = try await create(library, "a")
    #expect(try await library.makeDefault("b") == .missing)
    #expect(try await library.load().profiles.map(\.isDefault) == [true, false])
    #expect(try await library.makeDefault("a") == .done)
    #expect(try await library.load().profiles.map(\.isDefault) == [false, true])
    #expect(try await library.deleteProfile("a") == .done)
    #expect(try await library.load().profiles.map(\.isDefault) == [true])
  }

  @Test func change_of_a_list_of_nobody_is_refused() async throws {
    let library = Library(folder: nil)
    let change = EntryChange(
      profile: "gone", list: .watchlist, key: "movie/1", action: .add(note: nil, isWatched: nil),
      title: StoredTitle(.made(1)), at: 100)
    #expect(try await library.change(change) == .profileGone)
  }
}
