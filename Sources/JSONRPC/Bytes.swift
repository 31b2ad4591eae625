/// The ASCII bytes that framing and JSON are made of.
extension UInt8 {
  package static let tab: UInt8 = 0x09
  package static let newline: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let space: UInt8 = 0x20
  package static let quote: UInt8 = 0x22
  static let plus: UInt8 = 0x2B
  package static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  package static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  package static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  /// White space of [RFC 8259, section 2](https://www.rfc-editor.org/rfc/rfc8259#section-2).
  package var isBlank: Bool { self == .space || self == .newline || self == .carriageReturn || self == .tab }
  package var opensBracket: Bool { self == .openBrace || self == .openBracket }
  package var closesBracket: Bool { self == .closeBrace || self == .closeBracket }
  package var isDigit: Bool { self >= .zero && self <= .nine }
  /// Of ASCII, small or capital.
  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  package var isSmallLetter: Bool { isLetter && self & 0x20 != 0 }
  package var isCapitalLetter: Bool { isLetter && self & 0x20 == 0 }
  package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// 0 to 15, or nil if it is not a hexadecimal digit.
  var hexadecimalValue: UInt32? {
    switch self {
    case .zero ... .nine: UInt32(self) - 0x30
    case 0x41...0x46: UInt32(self) - 0x37
    case 0x61...0x66: UInt32(self) - 0x57
    default: nil
    }
  }
}

extension Array<UInt8> {
  /// A copy of borrowed bytes.
  package init(copying bytes: Span<UInt8>) {
    self = bytes.withUnsafeBufferPointer { Array($0) }
  }

  mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
