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
      let text = name == "department" ? ValueWord.department(typed: text) : parameter.type.mended(text)
      add(name, json: try parameter.value(typed: text, named: option(name)))
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

/// The names that parameters have on the command line.
extension MethodParams {
  /// `--type` for `media_type`, `LIST` for the list of `browse LIST`, `region` for the setting `set.region`.
  func option(_ parameter: String) -> String {
    if parameter.hasPrefix("set.") { return String(parameter.dropFirst(4)) }
    if ["pin", "new_pin"].contains(parameter) { return localized("the PIN") }
    return CommandTable.command(calling: method)?.command.name(of: parameter)
      ?? Self.words[parameter] ?? "--" + String(parameter.map { $0 == "_" ? "-" : $0 })
  }

  /// Those that commands add themselves.
  private static let words = [
    "key": "KEY", "title": "WORDS", "file": "FILE", "topics": "TOPIC", "set": "VALUE", "reset": "NAME",
    "id": "NUMBER",
  ]

  /// JSON, or the beginning of it, as people type it: `--year 2021` for `{"year":2021}`.
  func typed(_ json: String) -> String {
    (try? JSONValue(parsing: json)).map { value in
      // A text stays in quotes where it stands alone.
      value.stringValue == nil && value != [] ? typed(value) : json
    } ?? json
  }

  func typed(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      members.map { member in
        // `settings set` takes the value alone.
        if member.name == "set", case .object(let settings) = member.value {
          return settings.map { typed($0.value) }.joined(separator: " ")
        }
        let name = option(member.name)
        return (name.hasPrefix("-") ? name + " " : "") + typed(member.value)
      }.joined(separator: " ")
    case .array(let items): items.map(typed).joined(separator: ",")
    case .string(let text): text
    default: value.text()
    }
  }
}
