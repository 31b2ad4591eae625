import JSONRPC

package enum SubscribeMethod: RPCMethod {
  package static let topics = Param(
    required: "topics", .topics,
    "Names of topics, at least one: \(TopicTable.all.map(\.name).joined(separator: ", ")).")

  package static let instance = Param(
    "instance", .text(1...64, trimmed: false), "The `instance` to which `revs` belong.")
  package static let revs = Param(
    "revs", .counts(maximum: TopicTable.maxNames), default: [:],
    "The `rev` of the state that the client has, by topic.")

  package static let method = Method(
    "subscribe", "follow topics: their present state, then an event for each change",
    description: """
      The reply has the present state of each topic; no event precedes it. If `instance` is still the same, \
      `data` is null where the state has the `rev` that `revs` names, and `changed` of `library` has the \
      changes since then. A topic without a state yet is in \
      `failed`, and an event follows when it has one. If no topic has a state, nothing is followed and the \
      answer is the first topic's error, with `topic`. Each later `event` has the whole new state in the \
      same shape, a `rev` that increases while `instance` is the same, and in `dropped` the number of states \
      this subscription missed because it read too slowly. A topic named twice counts once. A subscription \
      ends with `unsubscribe`, a half-close, or its connection.
      """,
    parameters: [topics, instance, revs],
    result: .object("Subscription") {
      Field("subscription", .text("Name of the subscription, for `unsubscribe`; each of its events has it."))
      Field("instance", .text("Identifies this run of the daemon; `rev` starts again with a new one."))
      Field(
        "failed",
        .map(
          .object("ErrorObject") {
            Field("code", .integer("The code of its kind."))
            Field("message", .text("One English sentence."))
            Field("data", .anyObject("kind, hint, and what the kind has; see x-errors."))
          },
          "Topics without a state yet, by name. They are followed as well.")
      )
      Field(
        "topics",
        .map(
          .object("TopicState") {
            Field("rev", .integer("Increases by one with each new state."))
            Field(
              "data",
              .optional(
                .anyObject("The state; its shape is the topic's. null: it is the one that `revs` names.")))
          }, "The present states, by topic."))
    },
    errors: [
      .notFound, .forbidden, .limitExceeded, .storageError, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited,
    ],
    example: ["topics": ["server"]])
}

package enum UnsubscribeMethod: RPCMethod {
  package static let subscription = Param(
    required: "subscription", .text(1...64, trimmed: false), "The name from the reply to `subscribe`.")

  package static let method = Method(
    "unsubscribe", "end a subscription",
    description:
      "No event of it follows the reply. False: this connection has no such subscription.",
    parameters: [subscription],
    result: .object("Unsubscribed") {
      Field("unsubscribed", .boolean("true: the subscription has ended."))
    },
    example: ["subscription": "s1"])
}
