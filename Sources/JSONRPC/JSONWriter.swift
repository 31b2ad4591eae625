/// Appends compact JSON to bytes. It places the commas; it never writes a raw newline.
///
///     var writer = JSONWriter()
///     writer.object {
///       $0.member("id", 7)
///       $0.name("genres")
///       $0.array { for genre in genres { $0.string(genre) } }
///     }
///
/// It cannot ensure that each value within an object has a name before it.
package struct JSONWriter {
  package var bytes: [UInt8] = []
  /// Where ``placeholder()`` was called, in their order.
  package private(set) var placeholders: [Int] = []
  /// The members that objects of selective shapes are written with; nil: all.
  package var fields: Set<String>?
  /// A value precedes this position in the array or object; a name or another value needs a comma.
  private var needsComma = false

  package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(.openBrace)
    body(&self)
    close(.closeBrace)
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    open(.openBracket)
    body(&self)
    close(.closeBracket)
  }

  /// A name known at compile time, in which nothing needs an escape.
  package mutating func name(_ name: StaticString) {
    beginValue()
    bytes.append(.quote)
    bytes.append(name)
    bytes.append(.quote)
    bytes.append(.colon)
    needsComma = false
  }

  package mutating func name(_ name: String) {
    beginValue()
    bytes.append(quoting: name)
    bytes.append(.colon)
    needsComma = false
  }

  package mutating func name(_ name: JSONName) {
    bytes.append(copying: name.bytes.span.extracting((needsComma ? 0 : 1)...))
    needsComma = false
  }

  package mutating func string(_ value: String) {
    beginValue()
    bytes.append(quoting: value)
  }

  /// A word in which nothing needs an escape, followed by a number.
  package mutating func string(_ word: StaticString, _ number: Int) {
    beginValue()
    bytes.append(.quote)
    bytes.append(word)
    bytes.append(decimal: number)
    bytes.append(.quote)
  }

  package mutating func integer(_ value: Int) {
    beginValue()
    bytes.append(decimal: value)
  }

  /// A 0, to be replaced once the number is known.
  package mutating func placeholder() {
    beginValue()
    placeholders.append(bytes.count)
    bytes.append(UInt8(ascii: "0"))
  }

  /// The shortest text that reads back as the same Double; null for values that JSON has no number for.
  package mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    beginValue()
    bytes.append(contentsOf: value.description.utf8)
  }

  package mutating func boolean(_ value: Bool) {
    beginValue()
    bytes.append(value ? "true" : "false")
  }

  package mutating func null() {
    beginValue()
    bytes.append("null")
  }

  /// One value that is already JSON. Line ends between its parts become spaces.
  package mutating func raw(_ json: Span<UInt8>) {
    beginValue()
    var start = bytes.count
    bytes.append(copying: json)
    while let newline = bytes.span.firstIndex(of: .newline, from: start) {
      bytes[newline] = .space
      start = newline + 1
    }
  }

  package mutating func raw(_ json: [UInt8]) { raw(json.span) }

  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): boolean(value)
    case .number(let text):
      beginValue()
      bytes.append(contentsOf: text.utf8)
    case .string(let value): string(value)
    case .array(let items): array { for item in items { $0.value(item) } }
    case .object(let members):
      object {
        for member in members {
          $0.name(member.name)
          $0.value(member.value)
        }
      }
    }
  }

  private mutating func open(_ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func beginValue() {
    if needsComma { bytes.append(.comma) }
    needsComma = true
  }
}

/// The name of a member, encoded once for many objects.
package struct JSONName: Sendable {
  /// With the comma that it needs after another member.
  fileprivate var bytes: [UInt8] = [.comma]

  package init(_ name: String) {
    bytes.append(quoting: name)
    bytes.append(.colon)
  }
}
