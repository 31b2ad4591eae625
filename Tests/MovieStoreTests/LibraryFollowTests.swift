import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

/// The people that a profile follows.
@Suite struct LibraryFollowTests {
  private func person(_ id: Int?, _ name: String, at seconds: Int64 = 100) -> FollowedPerson {
    var person = Person(id.map { PersonKey($0) }, name: name)
    (person.knownForDepartment, person.profilePath) = ("Directing", "/f.jpg")
    return FollowedPerson(person, addedAt: Timestamp(seconds: seconds))
  }

  private func follow(
    _ person: FollowedPerson, _ library: Library, by profile: String = "default", maximum: Int = 9
  ) async throws -> FollowOutcome {
    try await library.follow(person, by: profile, maximum: maximum)
  }

  @Test func person_is_followed_once() async throws {
    let library = Library(folder: nil)
    let nolan = person(525, "Christopher Nolan")
    #expect(try await follow(nolan, library) == .done(isChanged: true, person: nolan, total: 1))
    let again = person(525, "C. Nolan", at: 200)
    #expect(try await follow(again, library) == .done(isChanged: false, person: nolan, total: 1))
    _ = try await follow(person(7, "Ann", at: 300), library)
    #expect(try await library.followed(by: "default").map(\.person.name) == ["Ann", "Christopher Nolan"])
    #expect(try await library.followed(by: "default").last == nolan)
    let removed = try await library.unfollow("person/525", by: "default")
    #expect(removed == .done(isChanged: true, person: nolan, total: 1))
    let none = try await library.unfollow("person/525", by: "default")
    #expect(none == .done(isChanged: false, person: nil, total: 1))
  }

  @Test func name_gets_its_key() async throws {
    let library = Library(folder: nil)
    _ = try await follow(person(nil, "Christopher Nolan"), library)
    _ = try await follow(person(nil, "CHRISTOPHER NOLAN"), library)
    #expect(try await library.followed(by: "default").map(\.identity) == ["christopher nolan"])
    _ = try await follow(person(525, "Christopher Nolan"), library)
    #expect(try await library.followed(by: "default").map(\.identity) == ["person/525"])
  }

  @Test func list_has_an_end() async throws {
    let library = Library(folder: nil)
    for id in 1...3 { _ = try await follow(person(id, "\(id)"), library, maximum: 3) }
    #expect(try await follow(person(4, "4"), library, maximum: 3) == .full)
    #expect(try await follow(person(3, "3"), library, maximum: 3).isDone)
    #expect(try await follow(person(4, "4"), library, by: "gone", maximum: 3) == .profileGone)
    #expect(try await library.unfollow("person/1", by: "gone") == .profileGone)
  }

  @Test func people_go_with_their_profile() async throws {
    let library = Library(folder: nil)
    _ = try await library.createProfile(StoredProfile("Ann"), maximum: 9)
    _ = try await follow(person(525, "Nolan"), library, by: "Ann")
    #expect(try await library.followed(by: "default") == [])
    _ = try await library.updateProfile("Ann", StoredProfile("Bo"))
    #expect(try await library.followed(by: "Bo").count == 1)
    _ = try await library.deleteProfile("Bo")
    _ = try await library.createProfile(StoredProfile("Bo"), maximum: 9)
    #expect(try await library.followed(by: "Bo") == [])
  }

  @Test func export_has_them_and_an_import_adds_and_undoes_them() async throws {
    let library = Library(folder: nil)
    for (id, name) in [(525, "Nolan"), (7, "Ann")] { _ = try await follow(person(id, name), library) }
    _ = try await follow(person(nil, "Zoe"), library)
    _ = try await library.change([StoredSetting(profile: "default", name: "region", value: "\"DE\"")])
    for limit in 1...5 {
      var (names, cursor): ([String], ExportCursor?) = ([], nil)
      repeat {
        let found = try await library.export(of: "default", after: cursor, limit: limit)
        names += found.map { $0.cursor.text }
        #expect(found.allSatisfy { ExportCursor($0.cursor.text) == $0.cursor })
        cursor = found.count < limit ? nil : found.last?.cursor
      } while cursor != nil
      #expect(names == ["settings:region", "follow:person/525", "follow:person/7", "follow:zoe"])
    }
    let other = Library(folder: nil)
    _ = try await follow(person(7, "Ann", at: 5), other)
    var change = LibraryImport(profile: "default", maxEntries: 100, maxSearches: 10)
    (change.followed, change.begins) = (try await library.followed(by: "default"), 1000)
    guard case .done(let imported) = try await other.perform(change) else {
      Issue.record("it was not imported")
      return
    }
    #expect(imported.added == 2 && imported.unchanged == 1 && imported.followsOthers)
    #expect(try await other.followed(by: "default").count == 3)
    // One that was followed before stays, and so does one that is followed anew.
    _ = try await other.unfollow("zoe", by: "default")
    _ = try await follow(person(nil, "Zoe", at: 900), other)
    guard case .done(let undone) = try await other.undo(nil, of: "default") else {
      Issue.record("it was not undone")
      return
    }
    #expect(undone.undone == 1 && undone.kept.map(\.item) == [.followed("zoe")] && undone.followsOthers)
    #expect(try await other.followed(by: "default").map(\.identity) == ["zoe", "person/7"])
  }

  @Test func import_stops_at_the_end_of_the_list() async throws {
    let library = Library(folder: nil)
    var change = LibraryImport(profile: "default", maxEntries: 100, maxSearches: 10)
    change.followed = (1...FollowMethod.maxPeople + 2).map { person($0, "\($0)") }
    guard case .done(let imported) = try await library.perform(change) else {
      Issue.record("it was not imported")
      return
    }
    #expect(imported.added == FollowMethod.maxPeople && imported.unfollowed == 2)
  }
}

extension FollowOutcome {
  fileprivate var isDone: Bool { if case .done = self { true } else { false } }
}
