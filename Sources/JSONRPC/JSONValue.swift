/// A small JSON tree, for everything that is not the hot path.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The text as written, so that no precision is lost. It must be a JSON number.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order written; a name may occur twice.
  case object([JSONMember])
}

package struct JSONMember: Hashable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
}

extension JSONValue {
  package static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

  /// Null unless finite, as in `JSONWriter`.
  package static func double(_ value: Double) -> JSONValue {
    value.isFinite ? .number(value.description) : .null
  }

  /// The first member of that name; nil also when this is not an object.
  package subscript(name: String) -> JSONValue? {
    objectValue?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// Nil outside the array, and when this is not an array.
  package subscript(index: Int) -> JSONValue? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  package var isNull: Bool { self == .null }

  package var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  package var objectValue: [JSONMember]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Whole numbers in any notation: 20, 20.0 and 2e1. Nil for 20.5 and beyond the range of Int.
  package var intValue: Int? {
    if case .number(let text) = self { JSONNumber.integer(text) } else { nil }
  }

  /// The nearest Double; nil if that is infinite.
  package var doubleValue: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
