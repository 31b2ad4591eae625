import JSONRPC

// The people that a profile follows.

package enum FollowMethod: RPCMethod {
  /// Of a profile.
  package static let maxPeople = 200

  package static let method = Method(
    "follow", "list the people that the profile follows",
    description: "Their new titles are in `releases`, with the kind followed. At most 200 people.",
    parameters: [.page, .pageSize],
    result: FollowedPerson.page.schema, errors: [.notFound, .forbidden, .storageError])
}

package enum FollowAddMethod: RPCMethod {
  package static let name = Param(
    "name", .text(1...200, trimmed: true),
    "In place of key: the person's whole name, or the address of a person at TMDB.")

  package static let method = Method.change(
    "follow.add", "follow a person",
    """
    Without a TMDB key the person is one of the catalogue, who is known by name only. One that is followed \
    already is not changed.
    """, name: name,
    errors: [.limitExceeded, .upstreamUnavailable, .upstreamUnauthorized, .rateLimited])
}

package enum FollowRemoveMethod: RPCMethod {
  package static let name = Param(
    "name", .text(1...200, trimmed: true), "In place of key: the person's whole name.")

  package static let method = Method.change(
    "follow.remove", "follow a person no longer",
    "changed is false if the key is that of a person that is not followed.", name: name, errors: [])
}

/// The answer to a change.
package struct FollowChange: Sendable {
  package var isChanged: Bool
  /// Nil: the person is not followed.
  package var person: FollowedPerson?
  package var total: Int

  package init(isChanged: Bool, person: FollowedPerson?, total: Int) {
    (self.isChanged, self.person, self.total) = (isChanged, person, total)
  }
}

extension FollowChange: JSONObject {
  package static let shape = Shape<Self>("FollowChange") {
    Member("changed", \.isChanged, "The list is another one now.")
    Member("item", \.person, "The person; null: there was none of that key.")
    Member("total_results", \.total, "Number of people that the profile follows now.")
  }
}

extension Method {
  fileprivate static func change(
    _ method: String, _ summary: String, _ description: String, name: Parameter,
    errors: [RPCError.Kind]
  ) -> Method {
    Method(
      method, summary,
      description: """
        \(description) A name is that of the person, whole: of several people with that name the one is meant \
        that is three times as popular as each other. Anything else is `ambiguous`; its candidates have a `name` \
        in place of a `title`. The answer is sent when the change is on disk.
        """,
      parameters: [PersonMethod.key, name], alternatives: [PersonMethod.key, name],
      result: FollowChange.shape.schema,
      errors: [.notFound, .ambiguous, .forbidden, .storageError] + errors, example: ["key": "person/525"])
  }
}
