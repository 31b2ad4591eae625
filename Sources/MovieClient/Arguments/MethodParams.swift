package import JSONRPC

/// The parameters of a method, gathered from options: only those a person gave, in the order of `call`.
///
/// They become what `movierpc call METHOD name=text ...` sends, by the same code.
package struct MethodParams: Equatable, Sendable {
  package let method: String
  private var words: [String] = []

  package init(_ method: String) { self.method = method }

  /// Text takes the parameter's type, as `name=text` does; nil is not sent.
  package mutating func add(_ name: String, _ text: String?) {
    if let text { words.append("\(name)=\(text)") }
  }

  /// None are not sent.
  package mutating func add(_ name: String, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    words.append("\(name):=\(JSONValue.array(texts.map { .string($0) }).text())")
  }

  /// Sent only where it is set.
  package mutating func add(_ name: String, _ flag: Bool) {
    if flag { words.append("\(name)=true") }
  }

  package mutating func add(_ name: String, json: JSONValue) {
    words.append("\(name):=\(json.text())")
  }

  /// Nil where there are none.
  package func json() throws(Failure) -> [UInt8]? {
    let call = try CallArguments([method] + words)
    // Pairs never read standard input.
    return try CallRequest.params(of: call) { () throws(Failure) in [] }
  }
}
