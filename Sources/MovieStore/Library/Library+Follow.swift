package import MovieProtocol

/// The outcome of a change of the people that a profile follows.
package enum FollowOutcome: Sendable, Equatable {
  /// - Parameters:
  ///   - person: the one that it is about; nil: it was not followed.
  ///   - total: of those followed now.
  case done(isChanged: Bool, person: FollowedPerson?, total: Int)
  /// The maximum number is reached.
  case full
  case profileGone
}

extension Library {
  /// The newest first.
  package func followed(by profile: String) async throws(LibraryError) -> [FollowedPerson] {
    try await read { try FollowedTable($0, of: profile).all() }
  }

  /// One that is followed already stays as it is; in place of one that was known by name only comes the one with
  /// that name and a key.
  package func follow(
    _ person: FollowedPerson, by profile: String, maximum: Int
  ) async throws(LibraryError) -> FollowOutcome {
    try await write { database in
      guard try ProfileRevision.current(of: profile, database) != nil else { return .profileGone }
      let table = FollowedTable(database, of: profile)
      if let there = try table.person(person.identity) {
        return .done(isChanged: false, person: there, total: try table.count())
      }
      let named = FollowedPerson.identity(nil, person.person.name)
      if person.identity != named { _ = try table.remove(named) }
      guard try table.count() < maximum else { return .full }
      try table.replace(person)
      return .done(isChanged: true, person: person, total: try table.count())
    }
  }

  /// - Parameter identity: of a `FollowedPerson`.
  package func unfollow(_ identity: String, by profile: String) async throws(LibraryError) -> FollowOutcome {
    try await write { database in
      guard try ProfileRevision.current(of: profile, database) != nil else { return .profileGone }
      let table = FollowedTable(database, of: profile)
      let there = try table.person(identity)
      return .done(isChanged: try table.remove(identity), person: there, total: try table.count())
    }
  }
}
