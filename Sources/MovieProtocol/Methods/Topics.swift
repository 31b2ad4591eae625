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
      The reply has the present state of each topic; no event precedes it. If `instance` is still the \
      same, `data` is null where the state has the `rev` that `revs` names, and `changes` of `library` has \
      the changes since then. A topic without a state is in `errors`: one that is forbidden or unknown is \
      not followed, of any other an event follows when it has a state. Topics that all profiles share need \
      no PIN. If no topic has a state, nothing is followed and the answer is the first topic's error, with \
      `topic`. Each later `event` has the whole new state in the same shape, a `rev` that increases while \
      `instance` is the same, and in `dropped` the number of states this subscription missed because it \
      read too slowly. A topic named twice counts once. A subscription ends with `unsubscribe`, a \
      half-close, or its connection.
      """,
    parameters: [topics, instance, revs],
    result: Subscription.shape.schema,
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
    result: answer.schema,
    example: ["subscription": "s1"])

  package static let answer = Shape<Bool>("Unsubscribed") {
    Member("unsubscribed", \.self, "true: the subscription has ended.")
  }
}
