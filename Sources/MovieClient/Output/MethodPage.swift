import JSONRPC
package import MovieProtocol

/// The descriptions of the methods: `movierpc methods` and `movierpc describe METHOD`.
package enum MethodPage {
  package static func list(_ methods: [Method]) -> String {
    let width = methods.map(\.name.count).max() ?? 0
    return methods.map { method in
      method.name + String(repeating: " ", count: width - method.name.count + 2) + method.summary + "\n"
    }.joined()
  }

  package static func text(_ method: Method) -> String {
    [
      Paragraph.text("\(method.name): \(method.summary)"),
      Paragraph.text(method.description),
      method.ownParameters.isEmpty
        ? nil : "Parameters (* is required), in positional order\n" + parameters(method.ownParameters),
      "Common parameters, by name only\n" + parameters(method.commonParameters),
      "Result\n" + SchemaOutline.text(method.result),
      "Errors, and the exit status of `movierpc call`\n" + errors(method),
      "Example\n"
        + ([MethodExample.pairs(method)] + [MethodExample.json(method)].compactMap(\.self))
        .map { "  \($0)\n" }.joined(),
    ].compactMap(\.self).joined(separator: "\n")
  }

  private static func parameters(_ parameters: ArraySlice<Parameter>) -> String {
    parameters.map { parameter in
      let fallback = parameter.fallback.map { "; default " + words($0.json) } ?? ""
      let name = "  " + parameter.name + (parameter.isRequired ? " *" : "")
      return Paragraph.text(parameter.type.expectation + fallback, indent: 18, first: name)
        + Paragraph.text(parameter.summary, indent: 18)
    }.joined()
  }

  private static func words(_ value: JSONValue) -> String {
    value.stringValue ?? value.arrayValue?.map(words).joined(separator: ", ") ?? value.text()
  }

  private static func errors(_ method: Method) -> String {
    (method.errors + ErrorCatalogue.common).map { kind in
      let status = ExitStatus(kind: kind.name, code: kind.code).rawValue
      let name = "  " + kind.name + String(repeating: " ", count: max(1, 24 - kind.name.count)) + "\(status)"
      return Paragraph.text(ErrorCatalogue.meaning(kind), indent: 30, first: name)
    }.joined()
  }
}
