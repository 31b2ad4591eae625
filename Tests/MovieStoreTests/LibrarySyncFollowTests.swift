import JSONRPC
import MovieProtocol
import MovieSync
import TestSupport
import Testing

@testable import MovieStore

/// People that are followed, on the machines that share a folder.
@Suite struct LibrarySyncFollowTests {
  private func person(_ id: Int?, _ name: String) -> FollowedPerson {
    var person = Person(id.map { PersonKey($0) }, name: name)
    (person.knownForDepartment, person.profilePath) = ("Acting", "/f.jpg")
    return FollowedPerson(person, addedAt: Timestamp(seconds: 1_700_000_000))
  }

  private func follow(_ id: Int?, _ name: String, _ library: SyncedLibrary) async throws {
    _ = try await library.library.follow(person(id, name), by: "default", maximum: 200)
  }

  @Test func person_reaches_another_library_and_a_removal_too() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    try await follow(525, "Christopher Nolan", one)
    try await follow(nil, "Zoe É.", one)
    let journal = try await one.journal()
    let merged = try await other.merge(journal)
    #expect(merged.followed == ["default"])
    let followed = try await other.library.followed(by: "default")
    #expect(followed == (try await one.library.followed(by: "default")) && followed.count == 2)
    // What was merged is no change of this library's own.
    #expect(try await other.unexported().isEmpty)
    #expect(try await other.merge(journal).followed.isEmpty)
    _ = try await other.library.unfollow("person/525", by: "default")
    #expect(try await one.merge(try await other.journal()).followed == ["default"])
    #expect(try await one.library.followed(by: "default").map(\.identity) == ["zoe é."])
  }

  @Test func what_was_there_before_the_folder_is_shared() async throws {
    let (one, other) = (SyncedLibrary(), SyncedLibrary())
    try await follow(525, "Christopher Nolan", one)
    try await one.begin()
    try await other.begin()
    try await other.merge(try await one.journal())
    #expect(try await other.library.followed(by: "default").count == 1)
  }

  @Test func profile_that_does_not_share_them_keeps_its_own() async throws {
    var (one, other) = try await SyncedLibrary.pair()
    other.rules.shared["default"] = [.watchlist]
    try await follow(525, "Christopher Nolan", one)
    #expect(try await other.merge(try await one.journal()).followed.isEmpty)
    other.rules.shared["default"] = [.watchlist, .follow]
    #expect(try await other.follow().followed == ["default"])
    one.rules.shared["default"] = []
    #expect(try await other.library.followed(by: "default").count == 1)
  }

  @Test func deleted_profile_elsewhere_takes_nobody_from_here() async throws {
    let (one, other) = try await SyncedLibrary.pair()
    for library in [one, other] {
      _ = try await library.library.createProfile(StoredProfile("Kids"), maximum: 9)
    }
    _ = try await one.library.follow(person(525, "Nolan"), by: "Kids", maximum: 9)
    try await other.merge(try await one.journal())
    _ = try await one.library.deleteProfile("Kids")
    try await other.merge(try await one.journal())
    #expect(try await other.library.followed(by: "Kids").count == 1)
  }

  @Test(arguments: [
    "person/0", "person/x", "PERSON/525", "somebody else", "",
  ])
  func person_of_a_hostile_journal_is_not_taken(_ identity: String) async throws {
    let library = SyncedLibrary()
    try await library.begin()
    let device = try #require(DeviceID("00000000000000aa"))
    let change = SyncChange(
      SyncItem("default", "follow", identity), Stamp(HybridClock(raw: 1 << 40), device),
      [("in", .integer(1)), ("name", .text("zoe")), ("added_at", .integer(1_700_000_000))])
    var file = SyncFile(name: "other.jsonl", inode: 1, bytes: 1, changedAt: 0)
    file.device = device
    let merged = try await library.library.merge([change], from: file, library.rules, now: .now)
    #expect(merged.followed.isEmpty)
    #expect(try await library.library.followed(by: "default").isEmpty)
  }
}
