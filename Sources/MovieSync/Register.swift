import JSONRPC

/// Names a library among those that share a folder: 16 hexadecimal digits.
package struct DeviceID: Hashable, Comparable, Sendable, LosslessStringConvertible {
  package let description: String

  package init?(_ text: String) {
    guard text.utf8.count == 16,
      text.utf8.allSatisfy({ $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) })
    else { return nil }
    description = text
  }

  package static func random() -> DeviceID {
    DeviceID(digits: UInt64.random(in: .min ... .max).padded(to: 16, radix: 16))
  }

  private init(digits: String) { description = digits }

  package static func < (one: Self, other: Self) -> Bool { one.description < other.description }
}

/// When a field was changed, and where.
package struct Stamp: Hashable, Comparable, Sendable {
  package var clock: HybridClock
  package var device: DeviceID

  package init(_ clock: HybridClock, _ device: DeviceID) { (self.clock, self.device) = (clock, device) }

  package static func < (one: Self, other: Self) -> Bool {
    (one.clock, one.device) < (other.clock, other.device)
  }
}

/// The value of a field.
package enum SyncValue: Sendable {
  case null
  case integer(Int64)
  case text(String)

  /// At most so many are needed for it in a line.
  package var maxBytes: Int {
    guard case .text(let text) = self else { return 32 }
    // \u001f
    let escaped = text.utf8.count { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    return 32 + text.utf8.count + 5 * escaped
  }
}

extension SyncValue: Comparable {
  /// Texts are compared by their bytes: for Swift a composed and a decomposed é are equal.
  package static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }

  package static func < (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.null, .null): false
    case (.null, _): true
    case (_, .null): false
    case (.integer(let one), .integer(let other)): one < other
    case (.integer, .text): true
    case (.text, .integer): false
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    }
  }
}

/// A field as it is stored: the last writer's value.
package struct Register: Equatable, Sendable {
  package var value: SyncValue
  package var stamp: Stamp

  package init(_ value: SyncValue, _ stamp: Stamp) { (self.value, self.stamp) = (value, stamp) }

  /// Whether it takes the place of `other`: the later stamp wins, from wherever it comes. A library that was
  /// restored from a backup may use a stamp again, for another value; then the greater value wins, so that all
  /// devices agree.
  package func wins(over other: Register?) -> Bool {
    guard let other else { return true }
    return other.stamp < stamp || other.stamp == stamp && other.value < value
  }
}
