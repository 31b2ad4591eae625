package import JSONRPC

/// The shape of a result, written once here and shown as JSON Schema in `rpc.discover`.
///
/// Every field of a result is always present; a value that may be unknown is ``optional``.
/// https://json-schema.org/draft/2020-12/json-schema-validation
package indirect enum Schema: Sendable {
  case text(String)
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
  /// Any object: only the OpenRPC document itself.
  case anyObject(String)
  /// Any value at all, including null.
  case any(String)
  /// A shape with a name, shown under `components/schemas`.
  case named(NamedSchema)

  /// An object with a name.
  static func object(_ name: String, @FieldsBuilder _ fields: () -> [Field]) -> Schema {
    .named(.init(name, .object(fields())))
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

    package init(_ name: String, _ schema: Schema) {
      self.name = name
      self.schema = schema
    }
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
    case .date(let about): Self.typed("string", about, [JSONMember("format", "date")])
    case .time(let about): Self.typed("string", about, [JSONMember("format", "date-time")])
    case .integer(let about): Self.typed("integer", about)
    case .number(let about): Self.typed("number", about)
    case .boolean(let about): Self.typed("boolean", about)
    case .choice(let words, let about):
      Self.typed("string", about, [JSONMember("examples", .array(words.map { .string($0) }))])
    case .optional(let schema):
      .object([JSONMember("anyOf", .array([schema.json, ["type": "null"]]))])
    case .constant(let word): ["type": "string", "const": .string(word)]
    case .oneOf(let schemas, let about):
      ["oneOf": .array(schemas.map(\.json)), "description": .string(about)]
    case .list(let item, let about): Self.typed("array", about, [JSONMember("items", item.json)])
    case .object(let fields):
      .object([
        JSONMember("type", "object"),
        JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema.json) })),
        JSONMember("required", .array(fields.filter(\.isRequired).map { .string($0.name) })),
      ])
    case .map(let value, let about):
      Self.typed("object", about, [JSONMember("additionalProperties", value.json)])
    case .anyObject(let about): Self.typed("object", about)
    case .any(let about): ["description": .string(about)]
    case .named(let named): ["$ref": .string("#/components/schemas/" + named.name)]
    }
  }

  /// Those in it, this one included; one that is used twice is in it twice.
  var namedSchemas: [NamedSchema] {
    switch self {
    case .text, .date, .time, .constant, .integer, .number, .boolean, .choice, .anyObject, .any: []
    case .oneOf(let schemas, _): schemas.flatMap(\.namedSchemas)
    case .optional(let schema), .list(let schema, _), .map(let schema, _): schema.namedSchemas
    case .object(let fields): fields.flatMap(\.schema.namedSchemas)
    case .named(let named): [named] + named.schema.namedSchemas
    }
  }

  private static func typed(_ type: String, _ about: String, _ more: [JSONMember] = []) -> JSONValue {
    var members = [JSONMember("type", .string(type))]
    if !about.isEmpty { members.append(JSONMember("description", .string(about))) }
    return .object(members + more)
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
