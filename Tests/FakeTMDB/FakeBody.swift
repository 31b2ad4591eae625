import JSONRPC

/// Malformed bodies.
enum FakeBody {
  static func wrong(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null: 0
    case .bool: "yes"
    case .number: ["a": 1]
    case .string: 5
    case .array(let items): items.isEmpty ? "none" : .array(items.map(wrong))
    case .object(let members): .object(members.map { JSONMember($0.name, wrong($0.value)) })
    }
  }

  static func nulls(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let items):
      .array(items.enumerated().map { $0.offset % 5 == 4 ? .null : nulls($0.element) })
    case .object(let members):
      .object(
        members.enumerated().map { place, member in
          JSONMember(member.name, place % 2 == 1 ? .null : nulls(member.value))
        })
    default: value
    }
  }

  /// https://www.rfc-editor.org/rfc/rfc1952, with stored blocks only.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      gzip += [rest.isEmpty ? 1 : 0] + little(length) + little(~length)
      gzip += block
    } while !rest.isEmpty
    return gzip + little(crc(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
