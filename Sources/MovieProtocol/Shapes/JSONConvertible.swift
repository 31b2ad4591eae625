package import JSONRPC

/// A value that has a form in JSON, and a description of it.
package protocol JSONConvertible: Sendable {
  func write(into writer: inout JSONWriter)
  /// - Parameter about: the meaning of this value at this place.
  static func schema(_ about: String) -> Schema
}

/// A list, or an object whose names are data.
package protocol JSONCollection: JSONConvertible {
  /// - Parameter each: the meaning of an element.
  static func schema(_ about: String, each: String) -> Schema
}

extension JSONCollection {
  package static func schema(_ about: String) -> Schema { schema(about, each: "") }
}

/// A value that can also be read back, from a file or from another program.
package protocol JSONReadable: JSONConvertible {
  /// Nil if this is a value of another type.
  init?(json: JSONValue)
}

/// A text, a number, true or false, or a word of an enumeration.
package protocol JSONScalar: JSONReadable {}

extension String: JSONScalar {
  package func write(into writer: inout JSONWriter) { writer.string(self) }
  package static func schema(_ about: String) -> Schema { .text(about) }

  package init?(json: JSONValue) {
    guard let text = json.stringValue else { return nil }
    self = text
  }
}

extension Int: JSONScalar {
  package func write(into writer: inout JSONWriter) { writer.integer(self) }
  package static func schema(_ about: String) -> Schema { .integer(about) }

  package init?(json: JSONValue) {
    guard let number = json.intValue else { return nil }
    self = number
  }
}

extension Int64: JSONScalar {
  package func write(into writer: inout JSONWriter) { writer.integer(Int(self)) }
  package static func schema(_ about: String) -> Schema { .integer(about) }

  package init?(json: JSONValue) {
    guard let number = json.intValue else { return nil }
    self = Int64(number)
  }
}

extension Double: JSONScalar {
  package func write(into writer: inout JSONWriter) { writer.double(self) }
  package static func schema(_ about: String) -> Schema { .number(about) }

  package init?(json: JSONValue) {
    guard let number = json.doubleValue else { return nil }
    self = number
  }
}

extension Bool: JSONScalar {
  package func write(into writer: inout JSONWriter) { writer.boolean(self) }
  package static func schema(_ about: String) -> Schema { .boolean(about) }

  package init?(json: JSONValue) {
    guard let flag = json.boolValue else { return nil }
    self = flag
  }
}

/// Enumerations of words.
extension JSONReadable where Self: RawRepresentable<String> & CaseIterable {
  package func write(into writer: inout JSONWriter) { writer.string(rawValue) }
  package static func schema(_ about: String) -> Schema { .choice(allCases.map(\.rawValue), about) }

  package init?(json: JSONValue) {
    guard let word = json.stringValue else { return nil }
    self.init(rawValue: word)
  }
}

extension Day: JSONConvertible {
  package func write(into writer: inout JSONWriter) { writer.string(text) }
  package static func schema(_ about: String) -> Schema { .date(about) }
}

extension Timestamp: JSONConvertible {
  package func write(into writer: inout JSONWriter) { writer.string(text) }
  package static func schema(_ about: String) -> Schema { .time(about) }
}

/// Of any shape.
extension JSONValue: JSONReadable {
  package func write(into writer: inout JSONWriter) { writer.value(self) }
  package static func schema(_ about: String) -> Schema { .any(about) }

  package init?(json: JSONValue) { self = json }
}

extension Array: JSONConvertible, JSONCollection where Element: JSONConvertible {
  package func write(into writer: inout JSONWriter) {
    writer.array { writer in for element in self { element.write(into: &writer) } }
  }

  package static func schema(_ about: String, each: String) -> Schema { .list(Element.schema(each), about) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package func write(into writer: inout JSONWriter) {
    if let self { self.write(into: &writer) } else { writer.null() }
  }

  package static func schema(_ about: String) -> Schema { .optional(Wrapped.schema(about)) }
}
