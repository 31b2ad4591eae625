package import JSONRPC
import MovieProtocol

/// The parameters of a method, gathered from options: only those that were given, in the order of `call`.
///
/// They are sent as `movierpc call METHOD name=text name:=json ...` sends them.
package struct MethodParams: Equatable, Sendable {
  package let method: String
  private(set) var members: [JSONMember] = []
  /// Why the first text that is not of its parameter's type is wrong.
  private var failure: CommandError?

  package init(_ method: String) { self.method = method }

  /// The text is converted to the parameter's type, as with `name=text`, but may be spelled as tables print
  /// it; nil is not sent.
  package mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    guard let parameter = parameter(name) else { return add(name, json: .string(text)) }
    do throws(CommandError) {
      add(name, json: try parameter.value(typed: parameter.type.mended(text), named: option(name)))
    } catch {
      failure = failure ?? error
    }
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
    members.append(JSONMember(name, json))
  }

  /// The names of the method's parameters, as far as this client knows them.
  var names: [String] { MethodTable.method(named: method)?.parameters.map(\.name) ?? [] }

  /// Nil for a parameter that this client does not know.
  func parameter(_ name: String) -> Parameter? {
    MethodTable.method(named: method)?.parameter(named: name)
  }

  /// Nil if there are none.
  package func json() throws(CommandError) -> [UInt8]? {
    if let failure { throw failure }
    return members.isEmpty ? nil : Array(JSONValue.object(members).text().utf8)
  }
}
