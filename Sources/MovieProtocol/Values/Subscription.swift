package import JSONRPC

/// The result of `subscribe`.
package enum Subscription {
  package static let shape = Shape<
    (
      name: String, instance: String, profile: String, errors: JSONMap<RPCError>, topics: TopicStates
    )
  >("Subscription") {
    Member(
      "subscription", \.name, "Name of the subscription, for `unsubscribe`; each of its events has it.")
    Member(
      "instance", \.instance,
      "Identifies this run of the daemon and the profile; each `rev` belongs to one of them.")
    Member("profile", \.profile, "The connection's profile, whose states these are.")
    Member(
      "errors", \.errors,
      "Topics without a state, by name. Refused ones (forbidden, invalid_params, not_found) are not followed."
    )
    Member("topics", \.topics, "The present states, by topic.")
  }
}

/// The states of topics, by name.
package struct TopicStates: JSONConvertible {
  private let states: JSONMap<TopicState>

  package init(_ states: [(name: String, value: TopicState)]) { self.states = JSONMap(states) }

  package func write(into writer: inout JSONWriter) { states.write(into: &writer) }
  package static func schema(_ about: String) -> Schema { TopicTable.states(about) }
}

/// The state of a topic, of which ``TopicTable/states(_:)`` is the schema.
package struct TopicState: JSONObject {
  package enum Data: JSONConvertible {
    package func write(into writer: inout JSONWriter) {}
    package static func schema(_ about: String) -> Schema { .anyObject(about) }
  }

  package var revision: Int
  /// Nil: the client has it.
  package var data: Encoded<Data>?

  package init(revision: Int, data: Encoded<Data>?) { (self.revision, self.data) = (revision, data) }

  package static let shape = Shape<Self>("TopicState") {
    Member("rev", \.revision, "Increases by one with each new state.")
    Member("data", \.data, "The state; its shape is the topic's. null: it is the one that `revs` names.")
  }
}

/// Written as in a reply that is an error.
extension RPCError: JSONConvertible {
  package static func schema(_ about: String) -> Schema {
    shape.meaning(about)
  }

  private static let shape = Schema.NamedSchema(
    "ErrorObject",
    .object([
      Field("code", .integer("The code of its kind.")),
      Field("message", .text("One English sentence.")),
      Field(
        "data", ErrorCatalogue.anyData.meaning("What all kinds have; x-errors names the shape of each.")),
    ]))
}
