import JSONRPC
import MovieClient
import MovieProtocol
import TestSupport

/// `Protocol/reference.md`: the whole contract, made of its tables.
struct ReferencePage {
  let shapes = SchemaText()
  /// Of the transcripts, by method.
  let examples: [String: JSONValue]

  init() throws {
    let methods = try Examples.document()["methods"]?.arrayValue ?? []
    examples = Dictionary(
      uniqueKeysWithValues: methods.compactMap { method in
        guard let name = method["name"]?.stringValue else { return nil }
        return (name, method["examples"]?.arrayValue?.first ?? .null)
      })
  }

  var text: String {
    PageText.paragraphs([
      "# Reference of the protocol, version \(Version.wire)",
      PageText.wrap(
        """
        Made from the contract by `make docs`; do not edit it. The [guide](README.md) says how to connect, ask and \
        follow. [openrpc.json](openrpc.json) has the same for programs. A member of a result is always there, \
        unless `fields` chose others; where its type ends in "or null", null means that the value is unknown or that there is none. Words may be \
        added wherever a list of words stands for a text of a result, except `media_type` of a title.
        """),
      "## Contents", contents,
      "## Methods", methodsIntroduction,
      "### Common parameters", commonParameters,
      MethodTable.all.map(method).joined(separator: "\n\n"),
      "## Topics", topics,
      "## Shapes",
      PageText.wrap(
        """
        The objects that several results have, or that are within a result. Times are RFC 3339 in UTC, dates are \
        like 2021-09-15.
        """),
      shapes.shapes.map(shape).joined(separator: "\n\n"),
      "## Errors", errors,
      "## All settings", SettingsText.introduction, SettingsText.settings(heading: "###"),
      "## Limits", SettingsText.aboutLimits, SettingsText.limits(prefix: ""),
    ]) + "\n"
  }

  /// A capability with what it has.
  private var contents: String {
    let capabilities = Capability.all.map { capability in
      let methods = capability.methods.map { PageText.link($0.name, to: $0.name) }
      let topics = capability.topics.map { PageText.link("topic \($0.name)", to: Self.heading($0)) }
      let parts = (methods + topics).joined(separator: ", ")
      return PageText.item("`\(capability.name)`: " + (parts.isEmpty ? Self.bare(capability) : parts))
    }
    let intro = PageText.wrap(
      """
      By capability. `require` of \(PageText.link("hello", to: "hello")) takes these names; a daemon that has a \
      capability has all that is listed for it here.
      """)
    let rest = ["Topics", "Shapes", "Errors", "All settings", "Limits"].map { PageText.link($0, to: $0) }
    return PageText.paragraphs([
      intro, capabilities.joined(separator: "\n"),
      PageText.wrap("Then: " + rest.joined(separator: ", ") + "."),
    ])
  }

  /// One about how requests are sent.
  private static func bare(_ capability: Capability) -> String {
    "no method of its own; see [the guide](README.md#batches-and-content-length)"
  }

  static func heading(_ topic: TopicDescription) -> String { "Topic: \(topic.name)" }

  private func shape(_ named: Schema.NamedSchema) -> String {
    let members = shapes.members(of: named)
    let body = members.isEmpty ? PageText.wrap(PageText.sentence(shapes.type(named.schema))) : members
    return "### \(SchemaText.heading(named.name))\n\n\(body)"
  }
}
