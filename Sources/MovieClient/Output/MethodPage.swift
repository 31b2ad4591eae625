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

/// The shape of a result as an indented list of its fields.
///
///     results               list of Title
///       key                 text; names the title everywhere
///     next_page             integer or null
package struct SchemaOutline {
  private let width: Int
  private var lines = ""
  /// Shapes that were already written out.
  private var shown: Set<String> = []

  private init(width: Int) { self.width = width }

  package static func text(_ schema: Schema, width: Int = Paragraph.width) -> String {
    var outline = SchemaOutline(width: width)
    let view = outline.view(schema)
    if view.fields.isEmpty {
      outline.lines += Paragraph.text(
        view.about.isEmpty ? "nothing: {}" : view.about, indent: 2, width: width)
    }
    outline.add(view.fields, level: 1)
    return outline.lines
  }

  private struct View {
    var type: String
    var about = ""
    var fields: [Schema.Field] = []
  }

  private mutating func add(_ fields: [Schema.Field], level: Int) {
    let column = width < 60 ? 2 * level + 4 : 26
    for field in fields {
      let view = view(field.schema)
      let about = view.type + (view.about.isEmpty ? "" : ": " + view.about)
      let name = String(repeating: "  ", count: level) + field.name
      lines += Paragraph.text(about, indent: column, first: name, width: width)
      add(view.fields, level: level + 1)
    }
  }

  private mutating func view(_ schema: Schema) -> View {
    switch schema {
    case .text(let about), .pattern(_, let about): return View(type: "text", about: about)
    case .date(let about): return View(type: "date", about: about)
    case .time(let about): return View(type: "time", about: about)
    case .constant(let word, let about): return View(type: word, about: about)
    case .other(_, let about): return View(type: "text", about: about)
    case .integer(let about): return View(type: "integer", about: about)
    case .number(let about): return View(type: "number", about: about)
    case .boolean(let about): return View(type: "true or false", about: about)
    case .choice(let words, let about), .only(let words, let about):
      return View(type: words.joined(separator: " | "), about: about)
    case .any(let about): return View(type: "any value", about: about)
    case .anyObject(let about): return View(type: "object", about: about)
    case .object(let fields): return View(type: "object", fields: fields)
    case .oneOf(let schemas, let about):
      let fields = schemas.compactMap { schema -> Schema.Field? in
        if case .named(let named) = schema { .init(named.name, named.schema) } else { nil }
      }
      return View(type: "one of", about: about, fields: fields)
    case .optional(let inner):
      var view = view(inner)
      view.type += inner.words == nil ? " or null" : " | null"
      return view
    case .list(let item, let about):
      var view = view(item)
      view.type = "list of " + Self.plural(view.type)
      if !about.isEmpty { view.about = about }
      return view
    case .map(let value, let about):
      var view = view(value)
      view.type = "object: each value " + view.type
      if !about.isEmpty { view.about = about }
      return view
    case .record(let fields, _, _, let about): return View(type: "object", about: about, fields: fields)
    case .named(let named):
      if let words = schema.words { return View(type: words.joined(separator: " | "), about: named.about) }
      var view = shown.insert(named.name).inserted ? view(named.schema) : View(type: "", about: "as above.")
      view.type = named.name
      if !named.about.isEmpty { view.about = named.about }
      return view
    }
  }

  private static func plural(_ type: String) -> String {
    switch type {
    case "text": "texts"
    case "integer", "number", "object": type + "s"
    default: type
    }
  }
}
