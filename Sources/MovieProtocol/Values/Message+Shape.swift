package import JSONRPC

extension Message: JSONConvertible {
  package static func schema(_ about: String) -> Schema {
    .object("Message") {
      Field("id", .text("Identifies the sentence; see the table of messages."))
      Field("args", .anyObject("Its arguments, by the names in the sentence."))
    }
  }
}

extension Member {
  /// `"message":"Living Room has a PIN","text":{"id":"profile_has_pin","args":{"name":"Living Room"}}`
  static func message(_ path: any KeyPath<Value, Message> & Sendable, _ about: String) -> [Member] {
    [Member("message", about) { $0[keyPath: path].english }, Member("text", path)]
  }

  /// The same; both are null if there is none.
  static func message(_ path: any KeyPath<Value, Message?> & Sendable, _ about: String) -> [Member] {
    [Member("message", about) { $0[keyPath: path]?.english }, Member("text", path)]
  }
}

extension Remedy: JSONConvertible {
  /// One of these shapes.
  package static func schema(_ about: String) -> Schema {
    .oneOf(
      [
        .object("MethodRemedy") {
          Field("method", .text("A method that helps."))
          Field("params", .anyObject("Its parameters."))
          Field("ask", .list(.text("A parameter."), "Parameters that a person must supply."))
        },
        .object("ParamsRemedy") {
          Field("params", .anyObject("For the same request again; null: without that parameter."))
        },
        .object("SettingRemedy") { Field("setting", .text("A setting to set.")) },
        .object("InstallRemedy") { Field("install", .text("A program or a library to install.")) },
        .object("WaitRemedy") {
          Field("wait_ms", .integer("Milliseconds after which the same request may succeed."))
        },
      ], about)
  }
}
