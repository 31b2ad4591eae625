import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `follow` and its changes: see `MovieProtocol/Methods/Follow.swift`.
@LoopActor
enum FollowHandlers {
  static let handlers = [
    MethodHandler(FollowMethod.self, .waiting(list)),
    MethodHandler(FollowAddMethod.self, .waiting(add), isChange: true),
    MethodHandler(FollowRemoveMethod.self, .waiting(remove), isChange: true),
  ]

  private static func list(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let people = try await followed(call)
    let page = Page(
      of: people, page: request[.page], pageSize: request[.pageSize],
      revision: ListRevision.text(of: people.map(\.identity)))
    return .bytes(FollowedPerson.page.encode(page, reserving: 256 * (page.results.count + 1)))
  }

  private static func add(_ call: Call) async throws -> Response {
    let choice = try PersonChoice(call[PersonMethod.key], call[FollowAddMethod.name])
    let person = try await PersonResolver(call).person(choice)
    let followed = FollowedPerson(person, addedAt: .now)
    return try await change(call) { library, profile throws(LibraryError) in
      try await library.follow(followed, by: profile, maximum: FollowMethod.maxPeople)
    }
  }

  private static func remove(_ call: Call) async throws -> Response {
    let choice = try PersonChoice(call[PersonMethod.key], call[FollowRemoveMethod.name])
    let identity = try PersonResolver(call).identity(choice, among: try await followed(call))
    return try await change(call) { library, profile throws(LibraryError) in
      try await library.unfollow(identity, by: profile)
    }
  }

  private static func followed(_ call: Call) async throws -> [FollowedPerson] {
    let name = try call.profile.name
    return try await call.server.profiles.library.read { library throws(LibraryError) in
      try await library.followed(by: name)
    }
  }

  /// In the profile as it is now: while a person was fetched it may have been renamed.
  private static func change(
    _ call: Call,
    _ make: @escaping @Sendable (Library, String) async throws(LibraryError) -> FollowOutcome
  ) async throws -> Response {
    let profile = try call.presentProfile
    let name = profile.name
    let outcome = try await call.change {
      try await call.server.profiles.library.perform { library throws(LibraryError) in
        try await make(library, name)
      }
    }
    switch outcome {
    case .done(let isChanged, let person, let total):
      if isChanged {
        profile.invalidateCache()
        call.server.tell(.libraryChanged)
      }
      let answer = FollowChange(isChanged: isChanged, person: person, total: total)
      return .bytes(FollowChange.shape.encode(answer, reserving: 512))
    case .full:
      throw RPCError.limitExceeded(
        "followed", max: FollowMethod.maxPeople, got: FollowMethod.maxPeople + 1,
        Advice(.unfollowSomebody, .method(FollowMethod.method.name)))
    case .profileGone: throw RPCError.profileGone(name)
    }
  }
}
