package import MovieProtocol

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
