/// A message of D-Bus, as far as a service of a few properties needs it. It trusts its bus.
/// https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-messages
struct DBusMessage {
  static let call: UInt8 = 1
  static let reply: UInt8 = 2
  static let error: UInt8 = 3

  /// Codes of header fields.
  enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, replySerial, destination, sender, signature
  }

  enum Value: Equatable {
    case text(String)
    case path(String)
    case signature(String)
    case number(UInt32)
    case boolean(Bool)

    fileprivate var type: String {
      switch self {
      case .text: "s"
      case .path: "o"
      case .signature: "g"
      case .number: "u"
      case .boolean: "b"
      }
    }
  }

  var type: UInt8
  var serial: UInt32 = 0
  var fields: [Field: Value] = [:]
  var body: [Value] = []
  /// The only value of the body is one of any type.
  var isVariant = false

  func text(_ field: Field) -> String {
    if case .text(let text) = fields[field] { return text }
    return ""
  }

  // MARK: Bytes, in little-endian order

  var bytes: [UInt8] {
    var content = Writer()
    for value in body {
      if isVariant { content.write(.signature(value.type)) }
      content.write(value)
    }
    var fields = fields
    if !body.isEmpty { fields[.signature] = .signature(isVariant ? "v" : body.map(\.type).joined()) }
    var header = Writer()
    for (field, value) in fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      header.align(to: 8)
      header.bytes.append(field.rawValue)
      header.write(.signature(value.type))
      header.write(value)
    }
    var message = Writer()
    message.bytes = [UInt8(ascii: "l"), type, 0, 1]
    message.write(.number(UInt32(content.bytes.count)))
    message.write(.number(serial))
    message.write(.number(UInt32(header.bytes.count)))
    // The header's values are aligned from the start of the message, which is 16 bytes before.
    message.bytes += header.bytes
    message.align(to: 8)
    return message.bytes + content.bytes
  }

  /// How many bytes a message has, from its first 16.
  static func length(_ start: [UInt8]) -> Int {
    var reader = Reader(bytes: start, at: 4)
    let body = Int(reader.number())
    reader.at = 12
    return (16 + Int(reader.number()) + 7) / 8 * 8 + body
  }

  init(type: UInt8) { self.type = type }

  init(_ bytes: [UInt8]) {
    type = bytes[1]
    var reader = Reader(bytes: bytes, at: 8)
    serial = reader.number()
    let end = 16 + Int(reader.number())
    while reader.at < end {
      reader.align(to: 8)
      let field = Field(rawValue: bytes[reader.at])
      reader.at += 1
      let value = reader.value(of: reader.signature())
      if let field { fields[field] = value }
    }
    reader.align(to: 8)
    guard case .signature(let signature) = fields[.signature] else { return }
    // Bodies with other types are not read.
    guard signature.allSatisfy({ "sogub".contains($0) }) else { return }
    body = signature.map { reader.value(of: String($0)) }
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func align(to size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

    mutating func write(_ value: Value) {
      switch value {
      case .text(let text), .path(let text):
        write(.number(UInt32(text.utf8.count)))
        bytes += Array(text.utf8) + [0]
      case .signature(let text): bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
      case .number(let number):
        align(to: 4)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
      case .boolean(let isTrue): write(.number(isTrue ? 1 : 0))
      }
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var at: Int

    mutating func align(to size: Int) { at = (at + size - 1) / size * size }

    mutating func number() -> UInt32 {
      align(to: 4)
      at += 4
      return bytes[at - 4..<at].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func text(_ count: Int) -> String {
      at += count + 1
      return String(decoding: bytes[at - count - 1..<at - 1], as: UTF8.self)
    }

    mutating func signature() -> String {
      at += 1
      return text(Int(bytes[at - 1]))
    }

    mutating func value(of type: String) -> Value {
      switch type {
      case "s": .text(text(Int(number())))
      case "o": .path(text(Int(number())))
      case "g": .signature(signature())
      case "b": .boolean(number() != 0)
      default: .number(number())
      }
    }
  }
}
