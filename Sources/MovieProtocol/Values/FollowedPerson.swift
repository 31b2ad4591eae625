import JSONRPC

/// A person whose new titles a profile wants to hear of.
///
///     {"key":"person/525","id":525,"name":"Christopher Nolan",...,"added_at":"2026-11-21T09:30:00Z"}
package struct FollowedPerson: Sendable, Equatable {
  /// As it was when it was added.
  package var person: Person
  package var addedAt: Timestamp

  package init(_ person: Person, addedAt: Timestamp) {
    self.person = person
    (self.person.originalName, self.person.popularity) = (nil, nil)
    self.addedAt = addedAt
  }

  /// Names it in a profile: the key, or the name in small letters where only that is known.
  package var identity: String { Self.identity(person.key, person.name) }

  package static func identity(_ key: PersonKey?, _ name: String) -> String {
    key?.text ?? name.lowercased()
  }

  /// Characters.
  package static let maxName = 200
}

extension FollowedPerson: JSONObject {
  package static let shape = Shape<Self>("FollowedPerson") {
    Member("key", \.person.key, "person/N with TMDB's number; null if only the name is known.")
    Member("name", \.person.name, "Name of the person, as when it was added.")
    Member("known_for_department", \.person.knownForDepartment, "Acting, Directing, Writing ...")
    Member("profile_path", \.person.profilePath, "TMDB's path of a picture.")
    Member("added_at", \.addedAt, "When the profile began to follow the person.")
  }

  /// The answer of `follow`.
  package static let page = Shape<Page<FollowedPerson>>("FollowedPage") {
    Page.members("Newest first.")
  }

  /// The state of the topic.
  package static let list = Shape<[FollowedPerson]>("FollowState") {
    Member("results", \.self, "Newest first.")
  }
}
