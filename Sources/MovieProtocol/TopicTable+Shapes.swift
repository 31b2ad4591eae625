/// The shapes of events, and of the states that `subscribe` answers.
extension TopicTable {
  /// The parameters of the notification `event`: one shape for each topic, and one for those of later versions.
  package static let event = Schema.named(
    .init(
      "Event", .oneOf(all.map(event) + [otherEvent], "The name in `topic` says which it is.")))

  private static func event(of topic: TopicDescription) -> Schema {
    event(
      topic.typeName,
      topic: topic.isFamily
        ? .pattern(family, "browse:LIST or browse:LIST/TYPE.") : .constant(topic.name, "Name of the topic."),
      data: topic.state.meaning(aboutData))
  }

  private static let otherEvent = event(
    "Other",
    topic: .other(
      than: "^(\(all.filter { !$0.isFamily }.map(\.name).joined(separator: "|")))$|\(family)",
      "Name of a topic of a later version."), data: .anyObject(aboutData))

  private static func event(_ typeName: String, topic: Schema, data: Schema) -> Schema {
    .object(typeName + "Event", parts: [.init("EventHead", .object(eventFields))]) {
      eventFields
      Field("topic", topic)
      Field("data", data)
    }
  }

  /// A regular expression for the names of the topics of lists.
  private static let family = "^" + BrowseTopicName.prefix
  private static let aboutData = "The state of the topic."

  private static let eventFields = [
    Field("subscription", .text("Name of the subscription.")),
    Field("profile", .optional(.text("The profile whose state it is; null: it is the same in all."))),
    Field("rev", .integer("Increases by one with each new state.")),
    Field("dropped", .integer("States that this subscription missed.")),
  ]

  /// The present states, as `subscribe` answers them.
  static func states(_ about: String) -> Schema {
    .record(
      all.filter { !$0.isFamily }.map { Field($0.name, stateNow(of: $0)) },
      patterns: all.filter(\.isFamily).map { Field(family, stateNow(of: $0)) },
      others: stateNow("Other") { .anyObject($0) }, about)
  }

  private static func stateNow(of topic: TopicDescription) -> Schema {
    stateNow(topic.typeName) { topic.state.meaning($0) }
  }

  private static func stateNow(_ typeName: String, _ data: (String) -> Schema) -> Schema {
    let shape = Schema.NamedSchema(
      typeName + "Topic",
      .object([
        Field("rev", .integer("Increases by one with each new state.")),
        Field("data", .optional(data("The state; null: it is the one that `revs` names."))),
      ]))
    return shape.meaning("The present state.")
  }
}
