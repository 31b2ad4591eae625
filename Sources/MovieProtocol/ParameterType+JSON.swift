package import JSONRPC

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
