/// What to do about an error, as data: a program can carry it out, or show it its own way.
package enum Remedy: Hashable, Sendable {
  /// Call a method. `ask`: parameters that a person must supply.
  case method(String, params: [JSONMember] = [], ask: [String] = [])
  /// The same request again with these parameters in place of its own; null: without that parameter.
  case params([JSONMember])
  /// Set a setting.
  case setting(String)
  /// Install a program or a library.
  case install(String)
  /// Send the request again after a time in milliseconds.
  case wait(Int)

  /// `{"method":"profiles.unlock","params":{"name":"Living Room"},"ask":["pin"]}`, `{"params":{"year":2021}}`,
  /// `{"setting":"tmdb.key"}`, `{"install":"mpv"}` or `{"wait_ms":30000}`
  package func write(into writer: inout JSONWriter) {
    writer.object {
      switch self {
      case .method(let method, let params, let ask):
        $0.member("method", method)
        $0.name("params")
        $0.value(.object(params))
        $0.name("ask")
        $0.value(.array(ask.map { .string($0) }))
      case .params(let params):
        $0.name("params")
        $0.value(.object(params))
      case .setting(let name): $0.member("setting", name)
      case .install(let program): $0.member("install", program)
      case .wait(let milliseconds): $0.member("wait_ms", milliseconds)
      }
    }
  }

  /// The same request with one other parameter.
  package static func param(_ name: String, _ value: JSONValue) -> Remedy {
    .params([JSONMember(name, value)])
  }
}

/// What to do about an error: in a sentence, and as data where a program can do it.
package struct Advice: Hashable, Sendable {
  package var hint: Message
  package var remedy: Remedy?

  package init(_ hint: Message, _ remedy: Remedy? = nil) { (self.hint, self.remedy) = (hint, remedy) }
}
