package import JSONRPC

/// The members of a value's JSON object. This one list writes the value, reads it, and is its schema.
///
///     extension TitleDetail.CrewMember: JSONObject {
///       static let shape = Shape("CrewMember", from: Self(name: "", job: "")) {
///         Member("name", \.name, required: .bytes(1...200), "The person.")
///         Member("job", \.job, required: .bytes(1...200), "Director, Writer ...")
///       }
///     }
///
/// A class, so that using it counts one reference and does not copy the blank value.
package final class Shape<Value: Sendable>: Sendable {
  /// Under `components/schemas` of the OpenRPC document.
  let name: String
  let members: [Member<Value>]
  let places: JSONPlaces
  /// A request may choose which of its members it gets (``JSONWriter/fields``); `key` is always written.
  private let isSelective: Bool
  /// The starting point of a read value; nil: a value that is never read.
  private let blank: Value?
  /// Apart from the members, so that writing a value counts one reference a member.
  private let writes: [Member<Value>.Write]

  init(
    _ name: String, from blank: Value? = nil, isSelective: Bool = false,
    @MembersBuilder<Value> _ members: () -> [Member<Value>]
  ) {
    (self.name, self.blank, self.isSelective) = (name, blank, isSelective)
    self.members = members()
    places = JSONPlaces(self.members)
    writes = self.members.compactMap(\.write)
  }

  package var schema: Schema { .named(namedSchema) }
  /// - Parameter about: the meaning of the value at this place.
  func schema(_ about: String) -> Schema { namedSchema.meaning(about) }
  var namedSchema: Schema.NamedSchema {
    .init(
      name, .object(fields), parts: members.compactMap { $0.part?() },
      selectable: isSelective ? Set(selectableNames).subtracting(["key"]) : [])
  }
  var fields: [Schema.Field] { members.flatMap(\.fields) }

  /// The names that a request may choose from.
  var selectableNames: [String] { members.filter { $0.write != nil }.flatMap(\.fields).map(\.name) }

  package func write(_ value: Value, into writer: inout JSONWriter) {
    withUnsafePointer(to: value) { value in
      writer.object { writer in writeMembers(of: value, into: &writer) }
    }
  }

  /// - Parameter capacity: bytes that are reserved.
  package func encode(_ value: Value, reserving capacity: Int = 0) -> [UInt8] {
    var writer = JSONWriter(reserving: capacity)
    write(value, into: &writer)
    return writer.bytes
  }

  /// Within an object.
  func writeMembers(of value: UnsafePointer<Value>, into writer: inout JSONWriter) {
    guard isSelective, let fields = writer.fields else {
      for write in writes { write(value, &writer) }
      return
    }
    // A part selects among its own members.
    for member in members
    where member.part != nil || member.fields[0].name == "key" || fields.contains(member.fields[0].name) {
      member.write?(value, &writer)
    }
  }

  /// Nil if a required member is missing or wrong. Any other member of a wrong type, or outside its bound,
  /// counts as unknown.
  func read(_ json: JSONValue) -> Value? {
    guard var value = blank else { return nil }
    for member in members {
      guard member.read?(json, &value) ?? true else { return nil }
    }
    return value
  }
}

/// Each row is type-checked on its own, which an array of them would not be.
@resultBuilder
package enum MembersBuilder<Value: Sendable> {
  package static func buildExpression(_ member: Member<Value>) -> [Member<Value>] { [member] }
  package static func buildExpression(_ members: [Member<Value>]) -> [Member<Value>] { members }
  package static func buildBlock(_ members: [Member<Value>]...) -> [Member<Value>] { members.flatMap(\.self) }
}

/// A value whose JSON is an object.
package protocol JSONObject: JSONReadable {
  static var shape: Shape<Self> { get }
}

extension JSONObject {
  package static var schema: Schema { shape.schema }
  package static func schema(_ about: String) -> Schema { shape.schema(about) }
  package func write(into writer: inout JSONWriter) { Self.shape.write(self, into: &writer) }

  package init?(json: JSONValue) {
    guard let value = Self.shape.read(json) else { return nil }
    self = value
  }

  /// - Parameter capacity: bytes that are reserved.
  package func encoded(reserving capacity: Int = 0) -> [UInt8] {
    Self.shape.encode(self, reserving: capacity)
  }
}
