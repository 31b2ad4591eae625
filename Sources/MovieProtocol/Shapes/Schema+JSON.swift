package import JSONRPC

/// Shapes as JSON Schema. https://json-schema.org/draft/2020-12/json-schema-validation
extension Schema {
  package var json: JSONValue {
    switch self {
    case .text(let about): Self.typed("string", about)
    case .pattern(let pattern, let about):
      Self.typed("string", about, [JSONMember("pattern", .string(pattern))])
    case .date(let about): Self.typed("string", about, [JSONMember("format", "date")])
    case .time(let about): Self.typed("string", about, [JSONMember("format", "date-time")])
    // Generated types of some languages have 32 bits without it.
    case .integer(let about): Self.typed("integer", about, [JSONMember("format", "int64")])
    case .number(let about): Self.typed("number", about)
    case .boolean(let about): Self.typed("boolean", about)
    case .choice(let words, let about):
      // Not as an enumeration beside any string: generators make two types of that, or none.
      Self.typed("string", about, [JSONMember("examples", .array(words.map { .string($0) }))])
    case .only(let words, let about):
      Self.typed("string", about, [JSONMember("enum", .array(words.map { .string($0) }))])
    case .optional(let schema): Self.nullable(schema.json)
    case .constant(let word, let about): Self.typed("string", about, [JSONMember("const", .string(word))])
    case .other(let pattern, let about):
      Self.typed("string", about, [JSONMember("not", ["pattern": .string(pattern)])])
    case .oneOf(let schemas, let about):
      Self.described(["oneOf": .array(schemas.map(\.json))], about)
    case .list(let item, let about): Self.typed("array", about, [JSONMember("items", item.json)])
    case .object(let fields):
      .object([
        JSONMember("type", "object"),
        JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema.json) })),
        JSONMember("required", .array(fields.filter(\.isRequired).map { .string($0.name) })),
      ])
    case .map(let value, let about):
      Self.typed("object", about, [JSONMember("additionalProperties", value.json)])
    case .record(let fields, let patterns, let others, let about):
      Self.typed(
        "object", about,
        [
          JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema.json) })),
          JSONMember("patternProperties", .object(patterns.map { JSONMember($0.name, $0.schema.json) })),
          JSONMember("additionalProperties", others.json),
        ])
    case .anyObject(let about): Self.typed("object", about)
    case .any(let about): Self.described([:], about)
    case .named(let named):
      Self.described(["$ref": .string("#/components/schemas/" + named.name)], named.about)
    }
  }

  private static func typed(_ type: String, _ about: String, _ more: [JSONMember] = []) -> JSONValue {
    described(["type": .string(type)], about).adding(more)
  }

  private static func described(_ schema: JSONValue, _ about: String) -> JSONValue {
    guard !about.isEmpty else { return schema }
    return schema.adding([JSONMember("description", .string(about))])
  }

  /// The description stays outside of the alternatives: generators of classes drop those inside.
  private static func nullable(_ schema: JSONValue) -> JSONValue {
    var members = schema.objectValue ?? []
    if let place = members.firstIndex(where: { $0.name == "type" && $0.value.stringValue != nil }) {
      members[place].value = [members[place].value, "null"]
    } else if case let type = members.filter({ $0.name != "description" }), !type.isEmpty {
      members.removeAll { $0.name != "description" }
      members.insert(JSONMember("anyOf", [.object(type), ["type": "null"]]), at: 0)
    }
    return .object(members)
  }
}

extension Schema.NamedSchema {
  /// Its definition: fields of its parts are said there only.
  package var json: JSONValue {
    guard !parts.isEmpty, case .object(let fields) = schema else { return schema.json.adding(selection) }
    let inherited = Set(parts.flatMap(\.fields).map(\.name))
    let own = Schema.object(fields.filter { !inherited.contains($0.name) })
    let whole: JSONValue = ["allOf": .array(parts.map { Schema.named($0).json } + [own.json])]
    return whole.adding(selection)
  }

  /// JSON Schema cannot say that `required` depends on the request.
  private var selection: [JSONMember] {
    guard !selectable.isEmpty else { return [] }
    let required = fields.map(\.name).filter { !selectable.contains($0) }
    return [
      JSONMember(
        "description",
        .string(
          "With the parameter `fields`: only the members that it names, and \(required.joined(separator: ", "))."
        )),
      JSONMember("x-requiredWithFields", .array(required.map { .string($0) })),
    ]
  }
}

extension JSONValue {
  /// An object with more members.
  func adding(_ members: [JSONMember]) -> JSONValue { .object((objectValue ?? []) + members) }
}
