package import JSONRPC

/// The shape of a result, written once here and shown as JSON Schema in `rpc.discover`.
///
/// Every field of a result is always present; a value that may be unknown is ``optional``.
/// https://json-schema.org/draft/2020-12/json-schema-validation
package indirect enum Schema: Sendable {
  case text(String)
  /// A text that matches the regular expression.
  case pattern(String, String)
  /// `2026-11-21`
  case date(String)
  /// `2026-11-21T09:30:00Z`
  case time(String)
  case integer(String)
  case number(String)
  case boolean(String)
  /// One of these words; more may come in later versions.
  case choice([String], String)
  /// Always this word: it tells apart the alternatives of ``oneOf``.
  case constant(String)
  case optional(Schema)
  case oneOf([Schema], String)
  case list(Schema, String)
  case object([Field])
  /// An object whose names are data: values of one shape.
  case map(Schema, String)
  /// An object whose names are data: those of these names have shapes of their own.
  case record([Field], others: Schema, String)
  /// Any object: only the OpenRPC document itself.
  case anyObject(String)
  /// Any value at all, including null.
  case any(String)
  /// A shape with a name, shown under `components/schemas`.
  case named(NamedSchema)

  /// An object with a name.
  static func object(
    _ name: String, parts: [NamedSchema] = [], @FieldsBuilder _ fields: () -> [Field]
  ) -> Schema {
    .named(.init(name, .object(fields()), parts: parts))
  }

  package struct Field: Sendable {
    package let name: String
    package let schema: Schema
    /// False: it may be absent, which happens in `data` of errors only.
    package let isRequired: Bool

    package init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
      (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
    }
  }

  package struct NamedSchema: Sendable {
    package let name: String
    package let schema: Schema
    /// Objects whose fields are fields of this one.
    package let parts: [NamedSchema]

    package init(_ name: String, _ schema: Schema, parts: [NamedSchema] = []) {
      (self.name, self.schema, self.parts) = (name, schema, parts)
    }

    /// Its definition: fields of its parts are said there only.
    package var json: JSONValue {
      guard !parts.isEmpty, case .object(let fields) = schema else { return schema.json }
      let inherited = Set(parts.flatMap(\.fields).map(\.name))
      let own = Schema.object(fields.filter { !inherited.contains($0.name) })
      return ["allOf": .array(parts.map { Schema.named($0).json } + [own.json])]
    }

    private var fields: [Field] { if case .object(let fields) = schema { fields } else { [] } }
  }

  @resultBuilder
  enum FieldsBuilder {
    static func buildExpression(_ field: Field) -> [Field] { [field] }
    static func buildExpression(_ fields: [Field]) -> [Field] { fields }
    static func buildOptional(_ fields: [Field]?) -> [Field] { fields ?? [] }
    static func buildBlock(_ fields: [Field]...) -> [Field] { fields.flatMap(\.self) }
  }

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
      Self.described(
        ["anyOf": [["type": "string", "enum": .array(words.map { .string($0) })], ["type": "string"]]], about)
    case .optional(let schema): Self.nullable(schema.json)
    case .constant(let word): ["type": "string", "const": .string(word)]
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
    case .record(let fields, let others, let about):
      Self.typed(
        "object", about,
        [
          JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema.json) })),
          JSONMember("additionalProperties", others.json),
        ])
    case .anyObject(let about): Self.typed("object", about)
    case .any(let about): Self.described([:], about)
    case .named(let named): ["$ref": .string("#/components/schemas/" + named.name)]
    }
  }

  /// Those in it, this one included; one that is used twice is in it twice.
  var namedSchemas: [NamedSchema] {
    switch self {
    case .text, .pattern, .date, .time, .constant, .integer, .number, .boolean, .choice, .anyObject, .any: []
    case .oneOf(let schemas, _): schemas.flatMap(\.namedSchemas)
    case .optional(let schema), .list(let schema, _), .map(let schema, _): schema.namedSchemas
    case .object(let fields): fields.flatMap(\.schema.namedSchemas)
    case .record(let fields, let others, _): fields.flatMap(\.schema.namedSchemas) + others.namedSchemas
    case .named(let named):
      [named] + named.schema.namedSchemas + named.parts.flatMap { Schema.named($0).namedSchemas }
    }
  }

  private static func typed(_ type: String, _ about: String, _ more: [JSONMember] = []) -> JSONValue {
    .object((described(["type": .string(type)], about).objectValue ?? []) + more)
  }

  private static func described(_ schema: JSONValue, _ about: String) -> JSONValue {
    guard !about.isEmpty else { return schema }
    return .object((schema.objectValue ?? []) + [JSONMember("description", .string(about))])
  }

  /// The description stays outside of the alternatives: generators of classes drop those inside.
  private static func nullable(_ schema: JSONValue) -> JSONValue {
    var members = schema.objectValue ?? []
    if let place = members.firstIndex(where: { $0.name == "type" && $0.value.stringValue != nil }) {
      members[place].value = [members[place].value, "null"]
    } else if let place = members.firstIndex(where: { $0.name == "anyOf" }) {
      members[place].value = .array((members[place].value.arrayValue ?? []) + [["type": "null"]])
    } else if !members.isEmpty {
      return ["anyOf": [schema, ["type": "null"]]]
    }
    return .object(members)
  }
}

typealias Field = Schema.Field

extension ParameterType {
  /// The same type as JSON Schema, for the OpenRPC document.
  package var json: JSONValue {
    switch self {
    case .text(let range, _):
      [
        "type": "string", "minLength": .number("\(range.lowerBound)"),
        "maxLength": .number("\(range.upperBound)"),
      ]
    case .integer(let range):
      [
        "type": "integer", "minimum": .number("\(range.lowerBound)"),
        "maximum": .number("\(range.upperBound)"),
      ]
    case .number(let range):
      ["type": "number", "minimum": .double(range.lowerBound), "maximum": .double(range.upperBound)]
    case .boolean: ["type": "boolean"]
    case .choice(let names): ["type": "string", "enum": .array(names.map { .string($0) })]
    case .language: ["type": "string", "pattern": "^[a-z]{2,3}(-[A-Z]{2})?$"]
    case .country: ["type": "string", "pattern": "^[A-Z]{2}$"]
    case .requestID: ["type": ["string", "number", "null"]]
    case .texts(let maximum):
      ["type": "array", "items": ["type": "string"], "maxItems": .number("\(maximum)")]
    case .integers(let range, let maximum):
      [
        "type": "array", "items": Self.integer(range).json, "minItems": 1, "maxItems": .number("\(maximum)"),
      ]
    case .topics:
      [
        "type": "array", "items": ["type": "string", "pattern": .string(TopicTable.pattern)],
        "minItems": 1, "maxItems": .number("\(TopicTable.maxNames)"),
      ]
    case .choices(let names):
      ["type": "array", "items": ["type": "string", "enum": .array(names.map { .string($0) })]]
    case .titleKey:
      ["type": "string", "pattern": "^((movie|tv|itunes)/[1-9][0-9]{0,14}|imdb/tt[0-9]{7,10})$"]
    case .form(let form): ["type": "string", "pattern": .string(form.pattern)]
    case .list(let form, let count):
      [
        "type": "array", "items": ["type": "string", "pattern": .string(form.pattern)],
        "minItems": .number("\(count.lowerBound)"), "maxItems": .number("\(count.upperBound)"),
      ]
    case .counts(let maximum):
      [
        "type": "object", "additionalProperties": ["type": "integer", "minimum": 0],
        "maxProperties": .number("\(maximum)"),
      ]
    case .object(let maximum): ["type": "object", "maxProperties": .number("\(maximum)")]
    }
  }
}
