import JSONRPC

/// A member of the JSON object of a `Value`: its name and meaning, and where the value has it.
package struct Member<Value: Sendable>: Sendable {
  /// A pointer, because a value that is borrowed is copied again for each of its members.
  typealias Write = @Sendable (UnsafePointer<Value>, inout JSONWriter) -> Void
  /// False: the whole object cannot be read.
  typealias Read = @Sendable (JSONValue, inout Value) -> Bool
  typealias Path = PartialKeyPath<Value> & Sendable

  /// One, or those of an object that is part of this one.
  let fields: [Schema.Field]
  /// The property; nil: none has this value.
  let path: (any Path)?
  /// The members of the property, which has this shape, are members of the whole object.
  let part: (@Sendable () -> Schema.NamedSchema)?
  let write: Write?
  let read: Read?

  init(
    fields: [Schema.Field], _ path: (any Path)? = nil,
    part: (@Sendable () -> Schema.NamedSchema)? = nil, write: Write?, read: Read? = nil
  ) {
    (self.fields, self.path, self.part, self.write, self.read) = (fields, path, part, write, read)
  }
}

// Members that are written and described, and never read.
extension Member {
  /// - Parameter words: those that a text has today.
  init<Property: JSONConvertible>(
    _ name: String, _ path: any KeyPath<Value, Property> & Sendable, _ about: String,
    words: [String] = []
  ) {
    self.init(name, path, Self.schema(Property.self, about, words), read: nil)
  }

  /// - Parameter each: the meaning of an element.
  init<Property: JSONCollection>(
    _ name: String, _ path: any KeyPath<Value, Property> & Sendable, _ about: String, each: String
  ) {
    self.init(name, path, Property.schema(about, each: each), read: nil)
  }

  /// The word that says which alternative of ``Schema/oneOf`` this object is.
  init(_ name: String, is word: String, _ about: String) {
    let quoted = JSONName(name)
    self.init(fields: [.init(name, .constant(word, about))]) { _, writer in
      writer.name(quoted)
      writer.string(word)
    }
  }

  /// A value in another shape than its own.
  init<Part: Sendable>(
    _ name: String, _ path: any KeyPath<Value, Part> & Sendable, in shape: Shape<Part>, _ about: String
  ) {
    let (quoted, offset) = (JSONName(name), MemoryLayout<Value>.offset(of: path))
    self.init(fields: [.init(name, shape.schema(about))], path) { value, writer in
      writer.name(quoted)
      shape.write(Self.property(path, offset, of: value), into: &writer)
    }
  }

  /// The same; nil: there is none.
  init<Part: Sendable>(
    _ name: String, _ path: any KeyPath<Value, Part?> & Sendable, in shape: Shape<Part>, _ about: String
  ) {
    let (quoted, offset) = (JSONName(name), MemoryLayout<Value>.offset(of: path))
    self.init(fields: [.init(name, .optional(shape.schema(about)))], path) { value, writer in
      writer.name(quoted)
      guard let part = Self.property(path, offset, of: value) else { return writer.null() }
      shape.write(part, into: &writer)
    }
  }

  /// A list of values in another shape than their own.
  init<Element: Sendable>(
    _ name: String, _ path: any KeyPath<Value, [Element]> & Sendable, in shape: Shape<Element>,
    _ about: String
  ) {
    let (quoted, offset) = (JSONName(name), MemoryLayout<Value>.offset(of: path))
    self.init(fields: [.init(name, .list(shape.schema, about))], path) { value, writer in
      writer.name(quoted)
      writer.array { writer in
        for element in Self.property(path, offset, of: value) { shape.write(element, into: &writer) }
      }
    }
  }

  /// The same; nil: unknown.
  init<Element: Sendable>(
    _ name: String, _ path: any KeyPath<Value, [Element]?> & Sendable, in shape: Shape<Element>,
    _ about: String
  ) {
    let (quoted, offset) = (JSONName(name), MemoryLayout<Value>.offset(of: path))
    self.init(fields: [.init(name, .optional(.list(shape.schema, about)))], path) { value, writer in
      writer.name(quoted)
      guard let elements = Self.property(path, offset, of: value) else { return writer.null() }
      writer.array { writer in for element in elements { shape.write(element, into: &writer) } }
    }
  }

  /// A property in another form.
  init<Property: Sendable, Form: JSONConvertible>(
    _ name: String, _ path: any KeyPath<Value, Property> & Sendable, _ about: String,
    as form: @escaping @Sendable (Property) -> Form
  ) {
    let (quoted, offset) = (JSONName(name), MemoryLayout<Value>.offset(of: path))
    self.init(fields: [.init(name, Form.schema(about))], path) { value, writer in
      writer.name(quoted)
      form(Self.property(path, offset, of: value)).write(into: &writer)
    }
  }

  /// A member that is computed.
  init<Property: JSONConvertible>(
    _ name: String, _ about: String, _ property: @escaping @Sendable (Value) -> Property
  ) {
    self.init(name, Property.schema(about), property)
  }

  /// - Parameter each: the meaning of an element.
  init<Property: JSONCollection>(
    _ name: String, _ about: String, each: String, _ property: @escaping @Sendable (Value) -> Property
  ) {
    self.init(name, Property.schema(about, each: each), property)
  }

  /// The members of an object that is part of this one.
  init<Part: JSONObject>(of path: any WritableKeyPath<Value, Part> & Sendable) {
    let offset = MemoryLayout<Value>.offset(of: path)
    self.init(fields: Part.shape.fields, path, part: { Part.shape.namedSchema }) { value, writer in
      withUnsafePointer(to: Self.property(path, offset, of: value)) { part in
        Part.shape.writeMembers(of: part, into: &writer)
      }
    } read: { json, value in
      guard let part = Part(json: json) else { return false }
      value[keyPath: path] = part
      return true
    }
  }

  /// A member that each reply adds to its result.
  init<Property: JSONConvertible>(_ name: String, added _: Property.Type, _ about: String) {
    self.init(fields: [.init(name, Property.schema(about))], write: nil)
  }

  static var meta: Member { Member("meta", added: Meta.self, Meta.about) }
}

// Members that are also read. A value of a wrong type or outside its bound is skipped.
extension Member {
  init<Property: JSONReadable>(
    _ name: String, _ path: any WritableKeyPath<Value, Property> & Sendable, _ bound: Bound<Property>,
    _ about: String
  ) {
    self.init(name, path, bound.schema(about)) { json, value in
      if let property = bound.read(json[name]) { value[keyPath: path] = property }
      return true
    }
  }

  init<Property: JSONReadable>(
    _ name: String, _ path: any WritableKeyPath<Value, Property?> & Sendable, _ bound: Bound<Property>,
    _ about: String
  ) {
    self.init(name, path, .optional(bound.schema(about))) { json, value in
      value[keyPath: path] = bound.read(json[name])
      return true
    }
  }

  /// - Parameter words: those that a text has today.
  init<Property: JSONReadable>(
    _ name: String, _ path: any WritableKeyPath<Value, Property> & Sendable, required bound: Bound<Property>,
    _ about: String, words: [String] = []
  ) {
    self.init(name, path, Self.schema(Property.self, about, words)) { json, value in
      guard let property = bound.read(json[name]) else { return false }
      value[keyPath: path] = property
      return true
    }
  }

  /// A list.
  ///
  /// - Parameters:
  ///   - most: so many elements are written and read.
  ///   - bound: of each element; one outside is left out.
  init<Element: JSONReadable>(
    _ name: String, _ path: any WritableKeyPath<Value, [Element]> & Sendable, upTo most: Int,
    of bound: Bound<Element> = .any, _ about: String, each: String = ""
  ) {
    let (quoted, offset) = (JSONName(name), MemoryLayout<Value>.offset(of: path))
    self.init(fields: [.init(name, .list(Element.schema(each), about))], path) { value, writer in
      writer.name(quoted)
      writer.array { writer in
        for element in Self.property(path, offset, of: value).prefix(most) { element.write(into: &writer) }
      }
    } read: { json, value in
      value[keyPath: path] = (json[name]?.arrayValue?.prefix(most) ?? []).compactMap(bound.read)
      return true
    }
  }
}

extension Member {
  private static func schema(
    _ property: (some JSONConvertible).Type, _ about: String, _ words: [String]
  ) -> Schema {
    words.isEmpty ? property.schema(about) : .choice(words, about)
  }

  private init<Property: JSONConvertible>(
    _ name: String, _ path: any KeyPath<Value, Property> & Sendable, _ schema: Schema, read: Read?
  ) {
    let (quoted, offset) = (JSONName(name), MemoryLayout<Value>.offset(of: path))
    let write: Write = { value, writer in
      writer.name(quoted)
      Self.property(path, offset, of: value).write(into: &writer)
    }
    self.init(fields: [.init(name, schema)], path, write: write, read: read)
  }

  private init<Property: JSONConvertible>(
    _ name: String, _ schema: Schema, _ property: @escaping @Sendable (Value) -> Property
  ) {
    let quoted = JSONName(name)
    self.init(fields: [.init(name, schema)]) { value, writer in
      writer.name(quoted)
      property(value.pointee).write(into: &writer)
    }
  }

  /// Reads a stored property by its offset, which takes a tenth of the time that its key path takes.
  @inline(__always)
  private static func property<Property>(
    _ path: any KeyPath<Value, Property> & Sendable, _ offset: Int?, of value: UnsafePointer<Value>
  ) -> Property {
    guard let offset else { return value.pointee[keyPath: path] }
    return UnsafeRawPointer(value).load(fromByteOffset: offset, as: Property.self)
  }
}

/// The values of a member that are accepted when it is read.
package struct Bound<Property: JSONReadable>: Sendable {
  var schema: @Sendable (String) -> Schema = { Property.schema($0) }
  let accepts: @Sendable (Property) -> Bool

  func read(_ json: JSONValue?) -> Property? {
    guard let json, let property = Property(json: json), accepts(property) else { return nil }
    return property
  }

  static var any: Self { Bound { _ in true } }
}

extension Bound where Property == String {
  static func bytes(_ range: ClosedRange<Int>) -> Self { Bound { range.contains($0.utf8.count) } }
  static var day: Self { Bound(schema: { .date($0) }, accepts: { Day($0) != nil }) }
  static var time: Self { Bound(schema: { .time($0) }, accepts: { Timestamp($0) != nil }) }
}

extension Bound<JSONValue> {
  static var object: Self { Bound(schema: { .anyObject($0) }, accepts: { $0.objectValue != nil }) }
}

extension Bound where Property: Comparable {
  static func within(_ range: some RangeExpression<Property> & Sendable) -> Self {
    Bound(accepts: range.contains)
  }
}

extension Bound<Int> {
  /// See ``JSONRPC/JSONValue/countValue``.
  static var count: Self { .within(JSONValue.counts) }
}
