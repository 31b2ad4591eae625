/// A value in a message. Programs that translate a message write it their own way.
package protocol MessageArgument: Sendable {
  static var kind: MessageArgumentKind { get }
  /// On the wire.
  var json: JSONValue { get }
  var english: String { get }
}

/// The meaning of an argument.
package enum MessageArgumentKind: String, Sendable, CaseIterable {
  /// A name, or words of another program.
  case text
  case integer
  /// An array of texts.
  case texts
  /// An array of words that a parameter takes.
  case choices
  /// Another message.
  case message
  /// JSON that was sent, which may be cut.
  case excerpt
  /// The name of a parameter.
  case parameter
  case milliseconds
  case bytes
  /// A moment in UTC, as RFC 3339 has it.
  case time
}

extension String: MessageArgument {
  package static var kind: MessageArgumentKind { .text }
  package var json: JSONValue { .string(self) }
  package var english: String { self }
}

extension Int: MessageArgument {
  package static var kind: MessageArgumentKind { .integer }
  package var json: JSONValue { .integer(self) }
  package var english: String { String(self) }
}

extension [String]: MessageArgument {
  package static var kind: MessageArgumentKind { .texts }
  package var json: JSONValue { .array(map { .string($0) }) }
  package var english: String { joined(separator: ", ") }
}

extension Message: MessageArgument {
  package static var kind: MessageArgumentKind { .message }

  package var json: JSONValue {
    .object([JSONMember("id", .string(id)), JSONMember("args", .object(arguments))])
  }
}

package struct MessageChoices: MessageArgument {
  private let words: [String]

  package init(_ words: [String]) { self.words = words }

  package static var kind: MessageArgumentKind { .choices }
  package var json: JSONValue { words.json }
  package var english: String { words.english }
}

package struct MessageExcerpt: MessageArgument {
  private let text: String

  /// - Parameter text: of JSON, short enough to be repeated.
  package init(_ text: String) { self.text = text }

  package static var kind: MessageArgumentKind { .excerpt }
  package var json: JSONValue { .string(text) }
  package var english: String { text }
}

package struct MessageParameter: MessageArgument {
  private let name: String

  package init(_ name: String) { self.name = name }

  package static var kind: MessageArgumentKind { .parameter }
  package var json: JSONValue { .string(name) }
  package var english: String { name }
}

package struct MessageMilliseconds: MessageArgument {
  private let count: Int

  package init(_ count: Int) { self.count = count }

  package static var kind: MessageArgumentKind { .milliseconds }
  package var json: JSONValue { .integer(count) }
  package var english: String { Self.text(count) }

  /// Rounded up: a wait that is too short is of no use. `12 s`, `3 min`, `50 h`
  package static func text(_ count: Int) -> String {
    let units = [(1000, "s"), (60_000, "min"), (3_600_000, "h")]
    let (unit, name) = units[count < 120_000 ? 0 : count < 7_200_000 ? 1 : 2]
    return "\((min(max(count, 0), .max - unit) + unit - 1) / unit) \(name)"
  }
}

package struct MessageBytes: MessageArgument {
  private let count: Int

  package init(_ count: Int) { self.count = count }

  package static var kind: MessageArgumentKind { .bytes }
  package var json: JSONValue { .integer(count) }
  package var english: String { "\(count) bytes" }
}
