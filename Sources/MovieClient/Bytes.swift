/// The ASCII bytes the client searches for.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")

  /// White space of [RFC 8259, section 2](https://www.rfc-editor.org/rfc/rfc8259#section-2).
  var isBlank: Bool { self == .space || self == .newline || self == .carriageReturn || self == .tab }
  var opensBracket: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
  var closesBracket: Bool { self == UInt8(ascii: "}") || self == UInt8(ascii: "]") }
}
