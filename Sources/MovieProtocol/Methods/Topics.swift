import JSONRPC

package enum SubscribeMethod: RPCMethod {
  package static let topics = Param(
    required: "topics", .texts(maximum: TopicTable.maxNames),
    "Names of topics, at least one: \(TopicTable.all.map(\.name).joined(separator: ", ")).")

  package static let method = Method(
    "subscribe", "follow topics: their state now, and an event for each later one",
    description: """
      The reply has the present state of each topic; no event precedes it. A topic whose state is not to be had \
      stands in `failed`, and an event comes as soon as there is one; where none is to be had, nothing is followed \
      and the first one's error, with `topic`, is the answer. Each later `event` has the whole new \
      state in the same shape, a `rev` that grows while `instance` stays, and in `dropped` how many states this \
      subscription did not get because it read too slowly. A topic named twice counts once. A subscription ends \
      by `unsubscribe`, by a half-close, and with its connection.
      """,
    parameters: [topics],
    result: .object([
      .init("subscription", .text("Its name in this connection, for `unsubscribe`; its events carry it.")),
      .init("instance", .text("Another one after each start of the daemon; `rev` begins anew with it.")),
      .init(
        "failed",
        .map(
          .anyObject("The error: code, message and data."),
          "Topics that have no state yet, by their names. They are followed all the same.")),
      .init(
        "topics",
        .map(
          .object([
            .init("rev", .integer("Grows by one with each new state.")),
            .init("data", .anyObject("The state; its shape is the topic's.")),
          ]), "The present states, by the names of the topics.")),
    ]),
    errors: [
      .notFound, .forbidden, .limitExceeded, .storageError, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited,
    ],
    example: ["topics": ["server"]])
}

package enum UnsubscribeMethod: RPCMethod {
  package static let subscription = Param(
    required: "subscription", .text(1...64, trimmed: false), "As the reply to `subscribe` named it.")

  package static let method = Method(
    "unsubscribe", "end a subscription",
    description:
      "After the reply no event of it comes any more. False: this connection has no such subscription.",
    parameters: [subscription],
    result: .object([.init("unsubscribed", .boolean("It was there, and has ended."))]),
    example: ["subscription": "s1"])
}
