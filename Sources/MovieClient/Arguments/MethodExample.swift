import JSONRPC
package import MovieProtocol

/// A method's example as commands to type.
package enum MethodExample {
  /// `movierpc call hello client=mybar version=0.1 require:='["batch"]'`
  package static func pairs(_ method: Method) -> String {
    let members = method.example.objectValue ?? []
    return (["movierpc", "call", method.name] + members.map { word($0, method) }).joined(separator: " ")
  }

  /// `movierpc call search '{"q":"dune"}'`, or nil if there is nothing to send.
  package static func json(_ method: Method) -> String? {
    guard method.example.objectValue?.isEmpty == false else { return nil }
    return "movierpc call \(method.name) " + ShellWord.quoted(method.example.text())
  }

  private static func word(_ member: JSONMember, _ method: Method) -> String {
    let json = member.value.text()
    let text = member.value.stringValue ?? json
    let type = method.parameter(named: member.name)?.type
    // `name=text` only if it means exactly this value.
    let isPlain = type.map { $0.value(typed: text) == member.value } ?? (member.value.stringValue != nil)
    return member.name + (isPlain ? "=" + quotedIfNeeded(text) : ":=" + quotedIfNeeded(json))
  }

  private static func quotedIfNeeded(_ text: String) -> String {
    text.isEmpty ? "" : ShellWord.quoted(text)
  }
}
