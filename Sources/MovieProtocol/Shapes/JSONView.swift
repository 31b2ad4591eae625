package import JSONRPC

/// The JSON of a `Value` as a daemon of any version may send it, read member by member when it is used.
///
///     let title = JSONView<Title>(json)
///     title.year              // Int?: nil if it is missing, null, or no integer
///     title.genres            // [String]: without those that are no text
///     title[\.mediaType]      // JSONValue?: as it was sent, also a word of a later version
///
/// Names and types are those of the shape. Unlike a value that is read whole, a wrong member spoils nothing else.
@dynamicMemberLookup
package struct JSONView<Value: Sendable>: Sendable {
  package let json: JSONValue
  private let shape: Shape<Value>

  package init(_ json: JSONValue, _ shape: Shape<Value>) {
    (self.json, self.shape) = (json, shape)
  }

  /// As it was sent. The property must be one of the shape's members.
  package subscript(_ path: PartialKeyPath<Value>) -> JSONValue? {
    guard let member = shape.members.first(where: { $0.path as PartialKeyPath? == path }) else {
      assertionFailure("\(shape.name) has no member for \(path)")
      return nil
    }
    return member.isPart ? json : json[member.fields[0].name]
  }

  /// As it was sent, if that is text: keys, words and times of later versions too.
  package func text(_ path: PartialKeyPath<Value>) -> String? { self[path]?.stringValue }

  package subscript<Property: JSONScalar>(dynamicMember path: KeyPath<Value, Property>) -> Property? {
    self[path].flatMap(Property.init(json:))
  }

  package subscript<Property: JSONScalar>(dynamicMember path: KeyPath<Value, Property?>) -> Property? {
    self[path].flatMap(Property.init(json:))
  }

  package subscript<Element: JSONScalar>(dynamicMember path: KeyPath<Value, [Element]>) -> [Element] {
    self[path]?.arrayValue?.compactMap(Element.init(json:)) ?? []
  }

  /// Without any member if there is none.
  package subscript<Part: JSONObject>(dynamicMember path: KeyPath<Value, Part>) -> JSONView<Part> {
    JSONView<Part>(self[path] ?? .null)
  }

  package subscript<Part: JSONObject>(dynamicMember path: KeyPath<Value, Part?>) -> JSONView<Part>? {
    self[path].flatMap { $0.objectValue == nil ? nil : JSONView<Part>($0) }
  }

  package subscript<Element: JSONObject>(dynamicMember path: KeyPath<Value, [Element]>) -> [JSONView<Element>]
  {
    list(path, Element.shape)
  }

  /// A list in another shape than its elements' own.
  package func list<Element>(
    _ path: KeyPath<Value, [Element]>, _ shape: Shape<Element>
  ) -> [JSONView<Element>] {
    (self[path]?.arrayValue ?? []).map { JSONView<Element>($0, shape) }
  }
}

extension JSONView {
  /// An object whose names are data.
  package func map<Element: JSONObject>(
    _ path: PartialKeyPath<Value>, of _: Element.Type
  ) -> [(name: String, value: JSONView<Element>)] {
    (self[path]?.objectValue ?? []).map { ($0.name, JSONView<Element>($0.value)) }
  }
}

extension JSONView where Value: JSONObject {
  package init(_ json: JSONValue) { self.init(json, Value.shape) }
}

extension JSONView {
  /// Of a result that is a list and nothing else.
  package func rows<Row: JSONObject>() -> [JSONView<Row>] where Value == [Row] { list(\.self, Row.shape) }

  /// What each reply adds to its result.
  package var meta: JSONView<Meta> { JSONView<Meta>(json["meta"] ?? .null) }
}
