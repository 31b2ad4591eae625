package import JSONRPC

/// The JSON of a `Value` as a daemon of any version may send it, read member by member when it is used.
///
///     let title = JSONView<Title>(json)
///     title.year              // Int?: nil if it is missing, null, or no integer
///     title.genres            // [JSONView<Title.Genre>]
///     title[\.mediaType]      // JSONValue?: as it was sent, also a word of a later version
///
/// Names and types are those of the shape. Unlike a value that is read whole, a wrong member spoils nothing else.
@dynamicMemberLookup
package struct JSONView<Value: Sendable>: Sendable {
  package let json: JSONValue
  private let places: JSONPlaces

  package init(_ json: JSONValue, _ shape: Shape<Value>) {
    (self.json, places) = (json, shape.places)
  }

  /// As it was sent. The property must be one of the shape's members.
  package subscript(_ path: PartialKeyPath<Value>) -> JSONValue? { places.value(of: path, in: json) }

  /// As it was sent, if that is text: keys, words and times of later versions too.
  package func text(_ path: PartialKeyPath<Value>) -> String? { self[path]?.stringValue }

  package subscript<Property: JSONScalar>(dynamicMember path: KeyPath<Value, Property>) -> Property? {
    guard let json = self[path] else { return nil }
    return Property(json: json)
  }

  package subscript<Property: JSONScalar>(dynamicMember path: KeyPath<Value, Property?>) -> Property? {
    guard let json = self[path] else { return nil }
    return Property(json: json)
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

  /// Where the result comes from and how old it is; each reply about titles has it.
  package var meta: JSONView<Meta> { JSONView<Meta>(json["meta"] ?? .null) }
}

/// The members that have the properties of a value. Without generics, which would make each read ten times as
/// slow.
struct JSONPlaces: Sendable {
  /// A name that is nil: the property's members are members of the whole object.
  private let all: [(path: any AnyKeyPath & Sendable, name: String?)]

  init<Value>(_ members: [Member<Value>]) {
    all = members.compactMap { member in
      member.path.map { ($0, member.part != nil ? nil : member.fields[0].name) }
    }
  }

  func value(of path: AnyKeyPath, in json: JSONValue) -> JSONValue? {
    for place in all where place.path as AnyKeyPath == path { return place.name.map { json[$0] } ?? json }
    assertionFailure("no member for \(path)")
    return nil
  }
}
