import JSONRPC
package import MovieProtocol

/// The descriptions of the methods: `movierpc methods` and `movierpc describe METHOD`.
package enum MethodPage {
  package static func list(_ methods: [Method], on screen: Screen) -> String {
    let column = (methods.map(\.name.count).max() ?? 0) + 2
    return methods.map { method in
      Paragraph.text(
        method.summary, indent: screen.width < column + 30 ? 4 : column, first: method.name,
        width: screen.width)
    }.joined()
  }

  package static func text(_ method: Method, on screen: Screen) -> String {
    [
      block("\(method.name): \(method.summary)", screen),
      block(method.description, screen),
      method.ownParameters.isEmpty
        ? nil
        : block("Parameters (* is required), in positional order", screen)
          + parameters(method.ownParameters, screen),
      "Common parameters, by name only\n" + parameters(method.commonParameters, screen),
      "Result\n" + SchemaOutline.text(method.result, width: width(screen)),
      block("Errors, and the exit status of `movierpc call`", screen) + errors(method, screen),
      "Example\n"
        + ([MethodExample.pairs(method)] + [MethodExample.json(method)].compactMap(\.self))
        .map { "  \($0)\n" }.joined(),
    ].compactMap(\.self).joined(separator: "\n")
  }

  /// The terminal's, up to the usual one: the columns of these pages do not become wider.
  private static func width(_ screen: Screen) -> Int { min(Paragraph.width, screen.textWidth) }

  private static func block(_ text: String, indent: Int = 0, first: String? = nil, _ screen: Screen) -> String
  {
    Paragraph.text(text, indent: indent, first: first, width: width(screen))
  }

  private static func parameters(_ parameters: ArraySlice<Parameter>, _ screen: Screen) -> String {
    parameters.map { parameter in
      let fallback = parameter.fallback.map { "; default " + words($0.json) } ?? ""
      let name = "  " + parameter.name + (parameter.isRequired ? " *" : "")
      return block(parameter.type.expectation + fallback, indent: 18, first: name, screen)
        + block(parameter.summary, indent: 18, screen)
    }.joined()
  }

  private static func words(_ value: JSONValue) -> String {
    value.stringValue ?? value.arrayValue?.map(words).joined(separator: ", ") ?? value.text()
  }

  private static func errors(_ method: Method, _ screen: Screen) -> String {
    let column = screen.width < 60 ? 6 : 30
    return (method.errors + ErrorCatalogue.common).map { kind in
      let status = ExitStatus(kind: kind.name, code: kind.code).rawValue
      let name = "  " + kind.name + String(repeating: " ", count: max(1, 24 - kind.name.count)) + "\(status)"
      return block(ErrorCatalogue.meaning(kind), indent: column, first: name, screen)
    }.joined()
  }
}
