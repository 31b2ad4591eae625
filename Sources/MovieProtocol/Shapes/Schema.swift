/// The shape of a result, written once here and shown as JSON Schema in `rpc.discover`.
///
/// Every field of a result is always present; a value that may be unknown is ``optional``.
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
  /// One of these words, or one of a later version.
  case choice([String], String)
  /// One of these words in every version.
  case only([String], String)
  /// Always this word: it tells apart the alternatives of ``oneOf``.
  case constant(String, String)
  /// A text that does not match the regular expression: a ``constant`` of a later version.
  case other(than: String, String)
  case optional(Schema)
  /// The last alternative has the values of later versions.
  case oneOf([Schema], String)
  case list(Schema, String)
  case object([Field])
  /// An object whose names are data: values of one shape.
  case map(Schema, String)
  /// An object whose names are data: those of these names have shapes of their own, and those that match a
  /// regular expression, which stands in place of the name.
  case record([Field], patterns: [Field], others: Schema, String)
  /// Any object: only the OpenRPC document itself.
  case anyObject(String)
  /// Any value at all, including null.
  case any(String)
  /// A shape with a name, shown under `components/schemas`.
  case named(NamedSchema)

  /// A named shape at a place where it means this.
  func meaning(_ about: String) -> Schema {
    if case .named(let named) = self { named.meaning(about) } else { self }
  }

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
    /// The fields that a request may choose from with `fields`.
    package let selectable: Set<String>
    /// The meaning of the value at the place where it stands.
    package private(set) var about = ""

    package init(
      _ name: String, _ schema: Schema, parts: [NamedSchema] = [], selectable: Set<String> = []
    ) {
      (self.name, self.schema, self.parts, self.selectable) = (name, schema, parts, selectable)
    }

    /// - Parameter about: the meaning of the value at one place.
    func meaning(_ about: String) -> Schema {
      var named = self
      named.about = about
      return .named(named)
    }

    /// None of what is no object.
    package var fields: [Field] { if case .object(let fields) = schema { fields } else { [] } }
  }

  @resultBuilder
  enum FieldsBuilder {
    static func buildExpression(_ field: Field) -> [Field] { [field] }
    static func buildExpression(_ fields: [Field]) -> [Field] { fields }
    static func buildOptional(_ fields: [Field]?) -> [Field] { fields ?? [] }
    static func buildBlock(_ fields: [Field]...) -> [Field] { fields.flatMap(\.self) }
  }

  /// Of a choice, also of one with a name; nil: it is none.
  package var words: [String]? {
    switch self {
    case .choice(let words, _), .only(let words, _): words
    case .named(let named): if case .only(let words, _) = named.schema { words } else { nil }
    default: nil
    }
  }

  /// Those in it, this one included; one that is used twice is in it twice.
  var namedSchemas: [NamedSchema] {
    switch self {
    case .text, .pattern, .date, .time, .choice, .only, .constant, .other, .integer, .number, .boolean,
      .anyObject, .any:
      []
    case .oneOf(let schemas, _): schemas.flatMap(\.namedSchemas)
    case .optional(let schema), .list(let schema, _), .map(let schema, _): schema.namedSchemas
    case .object(let fields): fields.flatMap(\.schema.namedSchemas)
    case .record(let fields, let patterns, let others, _):
      (fields + patterns).flatMap(\.schema.namedSchemas) + others.namedSchemas
    case .named(let named):
      [named] + named.schema.namedSchemas + named.parts.flatMap { Schema.named($0).namedSchemas }
    }
  }
}

typealias Field = Schema.Field
