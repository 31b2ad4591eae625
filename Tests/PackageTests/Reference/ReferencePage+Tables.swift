import Foundation
import JSONRPC
import MovieClient
import MovieProtocol

extension ReferencePage {
  var topics: String {
    let introduction = PageText.wrap(
      """
      \(PageText.link("subscribe", to: "subscribe")) answers the present state of each topic, and a notification \
      `event` has each later one. [Follow](README.md#follow) in the guide says how. The `params` of an event:
      """)
    return PageText.paragraphs([
      introduction, event, TopicTable.all.map(topic).joined(separator: "\n\n"),
    ])
  }

  /// What the events of all topics have; one of them is as good as another.
  private var event: String {
    var first = TopicTable.event
    while true {
      switch first {
      case .named(let named): first = named.schema
      case .oneOf(let schemas, _) where !schemas.isEmpty: first = schemas[0]
      default:
        return [
          shapes.members(first, without: ["topic", "data"]),
          PageText.item("`topic` (text): Name of the topic."),
          PageText.item("`data` (object): The state; its shape is the topic's, as below."),
        ].joined(separator: "\n")
      }
    }
  }

  private func topic(_ topic: TopicDescription) -> String {
    let scope = topic.isShared ? "The same in all profiles; it needs no PIN." : "Each profile has its own."
    return PageText.paragraphs([
      "### \(Self.heading(topic))",
      PageText.wrap(PageText.sentence(topic.summary)),
      PageText.wrap("\(PageText.coded(topic.description)) \(scope) \(Self.pace(topic))"),
      shapes.whole(topic.state, "Data"),
    ])
  }

  private static func pace(_ topic: TopicDescription) -> String {
    guard topic.minInterval > 0 else { return "An event for each change." }
    let progress = 1000 / topic.progressInterval
    return "At most \(1000 / topic.minInterval) events a second, \(progress) where there is only progress."
  }

  var errors: String {
    let introduction = PageText.wrap(
      """
      `code` and `data.kind` of an error say the same; new kinds may be added. `data` of each has `kind`, `text`, \
      `remedy`, `hint` and `hint_text` ([Errors](README.md#errors) in the guide), and the members below its kind. \
      In parentheses: the code, and the exit status of `movierpc` for it.
      """)
    let common: Set<String> = ["kind", "text", "remedy", "hint", "hint_text"]
    let kinds = RPCError.Kind.all.map { kind in
      let status = ExitStatus(kind: kind.name, code: kind.code).rawValue
      let members = shapes.members(ErrorCatalogue.data(kind), without: common, depth: 1)
      // The rest names the members, which follow.
      let meaning = ErrorCatalogue.meaning(kind).components(separatedBy: "; `")[0]
      let line = PageText.item("`\(kind.name)` (\(kind.code); \(status)): \(PageText.sentence(meaning))")
      return members.isEmpty ? line : line + "\n" + members
    }
    return PageText.paragraphs([introduction, kinds.joined(separator: "\n")])
  }
}
