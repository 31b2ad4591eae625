import JSONRPC
import MovieProtocol

/// Shapes in words: types, members, and where a shape is described.
struct SchemaText {
  /// The shapes that have a place of their own, in the order of their names.
  let shapes: [Schema.NamedSchema]
  /// How often each is named; a shape that is named once is described there.
  private let counts: [String: Int]

  init() {
    let roots = MethodTable.all.map(\.result) + TopicTable.all.map(\.state)
    let faults = RPCError.Kind.all.map(ErrorCatalogue.data)
    var counts: [String: Int] = [:]
    var found: [String: Schema.NamedSchema] = [:]
    func visit(_ schema: Schema) {
      for named in Self.named(in: schema) {
        counts[named.name, default: 0] += 1
        guard found.updateValue(named, forKey: named.name) == nil else { continue }
        visit(Self.own(named))
        for part in named.parts { visit(.named(part)) }
      }
    }
    for schema in roots { visit(schema) }
    // Errors are described with their kinds.
    for fault in faults { visit(Self.content(fault)) }
    self.counts = counts
    let ownRoots = Set(roots.flatMap(Self.named).map(\.name).filter { counts[$0] == 1 })
    shapes = found.values.filter { !ownRoots.contains($0.name) }.sorted { $0.name < $1.name }
  }

  static func heading(_ name: String) -> String { "Shape: \(name)" }

  /// The whole of a result or a state: its members, or the name of the shape that others have too.
  func whole(_ schema: Schema, _ what: String) -> String {
    guard case .named(let named) = schema, counts[named.name] == 1 else { return "\(what): \(type(schema))." }
    let members = members(of: named)
    return members.isEmpty ? "\(what): \(type(named.schema))." : "\(what):\n\n\(members)"
  }

  /// Those that it has from other shapes are said there.
  func members(of named: Schema.NamedSchema) -> String {
    let parts = named.parts.map { PageText.item("all members of \(type(.named($0)))") }
    return (parts + [members(Self.own(named))]).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func own(_ named: Schema.NamedSchema) -> Schema {
    let others = Set(named.parts.flatMap { fields(.named($0)) }.map(\.name))
    guard !others.isEmpty else { return named.schema }
    return .object(fields(named.schema).filter { !others.contains($0.name) })
  }

  /// A line for each member.
  func members(_ schema: Schema, without left: Set<String> = [], depth: Int = 0) -> String {
    Self.fields(schema).filter { !left.contains($0.name) }.map { field in
      let absent = field.isRequired ? "" : "; may be absent"
      let about = PageText.coded(Self.about(field.schema))
      return PageText.item(
        "`\(field.name)` (\(type(field.schema))\(absent))\(about.isEmpty ? "" : ": \(about)")", depth: depth)
    }.joined(separator: "\n")
  }

  func type(_ schema: Schema) -> String {
    switch schema {
    case .text, .pattern: "text"
    case .date: "date"
    case .time: "time"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "true or false"
    case .choice(let words, _), .only(let words, _): PageText.choice(words)
    case .constant(let word, _): "`\(word)`"
    case .other: "text"
    case .optional(let schema):
      schema.words.map { PageText.choice($0, last: "null") } ?? type(schema) + " or null"
    case .oneOf(let schemas, _): schemas.map(type).joined(separator: " or ")
    case .list(let item, _): "array of \(plural(item))"
    case .map(let value, _): "object: name to \(type(value))"
    case .record(_, _, let others, _):
      "object: name to an object with \(PageText.choice(Self.fields(others).map(\.name), "and"))"
    case .object, .anyObject: "object"
    case .any: "any value"
    case .named(let named):
      schema.words.map { PageText.choice($0) } ?? PageText.link(named.name, to: Self.heading(named.name))
    }
  }

  private func plural(_ schema: Schema) -> String {
    switch schema {
    case .text, .date, .time, .integer, .number, .anyObject: type(schema) + "s"
    default: type(schema)
    }
  }

  static func fields(_ schema: Schema) -> [Schema.Field] { content(schema).objectFields }

  /// What a member means, whatever is around its type.
  static func about(_ schema: Schema) -> String {
    switch schema {
    case .text(let about), .pattern(_, let about), .date(let about), .time(let about), .integer(let about),
      .number(let about), .boolean(let about), .choice(_, let about), .only(_, let about),
      .constant(_, let about), .other(_, let about), .oneOf(_, let about), .anyObject(let about),
      .any(let about), .record(_, _, _, let about):
      about
    case .list(let item, let about), .map(let item, let about):
      [about, Self.about(item)].filter { !$0.isEmpty }.joined(separator: " Each: ")
    case .optional(let schema): about(schema)
    case .named(let named): named.about
    case .object: ""
    }
  }

  private static func content(_ schema: Schema) -> Schema {
    if case .named(let named) = schema { named.schema } else { schema }
  }

  /// Those that a schema names itself, not those within them.
  private static func named(in schema: Schema) -> [Schema.NamedSchema] {
    switch schema {
    case .text, .pattern, .date, .time, .choice, .only, .constant, .other, .integer, .number, .boolean,
      .anyObject, .any:
      []
    // One for each topic, which is described there.
    case .record: []
    case .oneOf(let schemas, _): schemas.flatMap(named)
    case .optional(let schema), .list(let schema, _), .map(let schema, _): named(in: schema)
    case .object(let fields): fields.flatMap { named(in: $0.schema) }
    case .named(let named): schema.words == nil ? [named] : []
    }
  }
}

extension Schema {
  fileprivate var objectFields: [Field] {
    if case .object(let fields) = self { fields } else { [] }
  }
}
