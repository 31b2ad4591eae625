import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

/// The people that one profile follows.
struct LiveFollowed: LiveSource {
  /// - Throws: `storage_error`: the library cannot be read.
  func find(
    _ server: Server, _ profile: Profile, _ options: FetchOptions
  ) async throws -> [FollowedPerson] {
    let name = profile.name
    return try await server.profiles.library.read { library throws(LibraryError) in
      try await library.followed(by: name)
    }
  }

  func replaced(
    _ old: [FollowedPerson]?, by new: [FollowedPerson], _ server: Server, _ topic: Topic
  ) {
    if old != new { topic.changed() }
  }

  func lifetime(of value: [FollowedPerson], _ server: Server) -> Duration? { nil }

  func encoded(_ value: [FollowedPerson], _ server: Server, _ profile: Profile) -> [UInt8] {
    FollowedPerson.list.encode(value, reserving: 256 * (value.count + 1))
  }
}
