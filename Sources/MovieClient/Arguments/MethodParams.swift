package import JSONRPC

/// The parameters of a method, gathered from options: only those that were given, in the order of `call`.
///
/// They become what `movierpc call METHOD name=text ...` sends, by the same code.
package struct MethodParams: Equatable, Sendable {
  package let method: String
  private var words: [String] = []

  package init(_ method: String) { self.method = method }

  /// The text is converted to the parameter's type, as with `name=text`; nil is not sent.
  package mutating func add(_ name: String, _ text: String?) {
    if let text { words.append("\(name)=\(text)") }
  }

  /// An empty list is not sent.
  package mutating func add(_ name: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    words.append("\(name):=\(JSONValue.array(texts.map { .string($0) }).text())")
  }

  /// Sent only if set.
  package mutating func add(_ name: String, _ flag: Bool) {
    if flag { words.append("\(name)=true") }
  }

  package mutating func add(_ name: String, json: JSONValue) {
    words.append("\(name):=\(json.text())")
  }

  /// Nil if there are none.
  package func json() throws(Failure) -> [UInt8]? {
    let call = try CallArguments([method] + words)
    // Pairs never read standard input.
    return try CallRequest.params(of: call) { () throws(Failure) in [] }
  }
}
