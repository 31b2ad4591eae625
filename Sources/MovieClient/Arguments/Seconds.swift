import JSONRPC

/// A duration as users type it: `2`, `0.5`, `120`.
package struct Seconds: Equatable, Sendable {
  package let value: Double

  package static let usual = Seconds(value: 30)
  package static let max = Seconds(value: 86_400)

  private init(value: Double) { self.value = value }

  /// Nil unless it is a plain decimal number over 0 and at most a day.
  package init?(_ text: String) {
    // Double also reads `inf`, `nan` and `0x1p3`.
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    guard isPlain, let value = Double(text), value > 0, value <= Self.max.value else { return nil }
    self.value = value
  }

  /// `30`, `0.5`: for messages.
  package var text: String {
    value == value.rounded() ? String(Int(value)) : value.description
  }
}
