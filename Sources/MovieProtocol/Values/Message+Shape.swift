package import JSONRPC

extension Message: JSONConvertible {
  package static func schema(_ about: String) -> Schema { shape.meaning(about) }

  private static let shape = Schema.NamedSchema(
    "Message",
    .object([
      Field("id", .text("Identifies the sentence; see the table of messages.")),
      Field("args", .anyObject("Its arguments, by the names in the sentence.")),
    ]))
}

extension Member {
  /// `"message":"Living Room has a PIN","text":{"id":"profile_has_pin","args":{"name":"Living Room"}}`
  static func message(_ path: any KeyPath<Value, Message> & Sendable, _ about: String) -> [Member] {
    [Member("message", about) { $0[keyPath: path].english }, Member("text", path, aboutText)]
  }

  /// The same; both are null if there is none.
  static func message(_ path: any KeyPath<Value, Message?> & Sendable, _ about: String) -> [Member] {
    [Member("message", about) { $0[keyPath: path]?.english }, Member("text", path, aboutText)]
  }

  /// `"remedy":{"install":"mpv"},"hint":"install mpv","hint_text":{"id":"install_mpv","args":{}}`
  static func advice(_ path: any KeyPath<Value, Advice?> & Sendable) -> [Member] {
    [
      Member("remedy", "What to do about it, for programs.") { $0[keyPath: path]?.remedy },
      Member("hint", "What to do about it, in one English sentence.") { $0[keyPath: path]?.hint.english },
      Member("hint_text", "The hint, to be translated.") { $0[keyPath: path]?.hint },
    ]
  }

  private static var aboutText: String { "The message, to be translated." }
}

extension Remedy: JSONConvertible {
  package static func schema(_ about: String) -> Schema { shape.meaning(about) }

  /// One object for all remedies: those of later versions add members, and generators need not tell apart
  /// alternatives that share one.
  private static let shape = Schema.NamedSchema(
    "Remedy",
    .object([
      optional("method", .text("A method that helps; params and ask are those of its request.")),
      optional(
        "params", .anyObject("Without method: for the same request again; null: without that parameter.")),
      optional("ask", .list(.text("A parameter."), "Parameters of the method that a person must supply.")),
      optional("setting", .text("A setting to set.")),
      optional("install", .text("A program or a library to install.")),
      optional("wait_ms", .integer("Milliseconds after which the same request may succeed.")),
    ]))

  private static func optional(_ name: String, _ schema: Schema) -> Field {
    Field(name, schema, isRequired: false)
  }
}

extension Timestamp: MessageArgument {
  package static var kind: MessageArgumentKind { .time }
  package var json: JSONValue { .string(text) }
  package var english: String { text }
}
