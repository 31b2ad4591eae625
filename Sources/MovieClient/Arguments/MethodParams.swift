package import JSONRPC
import MovieProtocol

/// The parameters of a method, gathered from options: only those that were given, in the order of `call`.
///
/// They become what `movierpc call METHOD name=text name:=json ...` sends, by the same code.
package struct MethodParams: Equatable, Sendable {
  package let method: String
  private var pairs: [Pair] = []

  package init(_ method: String) { self.method = method }

  /// The text is converted to the parameter's type, as with `name=text`, but may be spelled as tables print
  /// it; nil is not sent.
  package mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    pairs.append(Pair(name, type(name)?.mended(text) ?? text))
  }

  /// An empty list is not sent.
  package mutating func add(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { add(name, json: .array(texts.map { .string($0) })) }
  }

  /// Sent only if set.
  package mutating func add(_ name: String, _ flag: Bool) {
    if flag { add(name, json: true) }
  }

  package mutating func add(_ name: String, json: JSONValue) {
    pairs.append(Pair(name, json.text(), isJSON: true))
  }

  /// The names of the method's parameters, as far as this client knows them.
  var names: [String] { MethodTable.method(named: method)?.parameters.map(\.name) ?? [] }

  /// Nil for a parameter that this client does not know.
  func type(_ parameter: String) -> ParameterType? {
    MethodTable.method(named: method)?.parameter(named: parameter)?.type
  }

  /// Nil if there are none.
  package func json() throws(CommandError) -> [UInt8]? {
    pairs.isEmpty ? nil : try CallRequest.object(pairs, method: method, named: Self.option)
  }
}
