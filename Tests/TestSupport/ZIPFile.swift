/// Writes ZIP archives, also wrong ones.
package struct ZIPFile {
  package struct Entry {
    package var name: String
    package var bytes: [UInt8]
    /// Of another method, its packed form.
    package var packed: [UInt8]
    package var method: UInt16
    package var flags: UInt16 = 0
    /// What the directory says.
    package var size: UInt32
    package var packedSize: UInt32
    package var sum: UInt32

    package init(_ name: String, _ text: String, isDeflated: Bool = true) {
      self.name = name
      bytes = Array(text.utf8)
      packed = isDeflated ? Self.deflated(bytes) : bytes
      method = isDeflated ? 8 : 0
      (size, packedSize) = (UInt32(bytes.count), UInt32(packed.count))
      sum = Self.crc(bytes)
    }

    /// In blocks that are stored: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      var rest = bytes[...]
      repeat {
        let block = rest.prefix(60_000)
        rest = rest.dropFirst(block.count)
        let count = UInt16(block.count)
        result += [rest.isEmpty ? 1 : 0] + ZIPFile.half(count) + ZIPFile.half(~count) + block
      } while !rest.isEmpty
      return result
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
      ~bytes.reduce(~UInt32(0)) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
      }
    }
  }

  package var entries: [Entry]
  package var comment = ""
  /// Nil: as many as there are.
  package var count: UInt16?

  package init(_ entries: [Entry]) { self.entries = entries }

  /// Names and texts.
  package init(_ files: KeyValuePairs<String, String>) { entries = files.map { Entry($0, $1) } }

  package var bytes: [UInt8] {
    var (result, directory): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let start = UInt32(result.count)
      let facts =
        Self.half(20) + Self.half(entry.flags) + Self.half(entry.method) + Self.word(0) + Self.word(entry.sum)
        + Self.word(entry.packedSize) + Self.word(entry.size) + Self.half(UInt16(entry.name.utf8.count))
      // Something behind the name, as many programs write it.
      result += Self.word(0x0403_4b50) + facts + Self.half(3) + entry.name.utf8 + [1, 2, 3] + entry.packed
      directory +=
        Self.word(0x0201_4b50) + Self.half(20) + facts + Self.half(0) + Self.half(0) + Self.half(0)
        + Self.half(0) + Self.word(0) + Self.word(start) + entry.name.utf8
    }
    let number = Self.half(count ?? UInt16(entries.count))
    let end =
      Self.word(0x0605_4b50) + Self.word(0) + number + number + Self.word(UInt32(directory.count))
      + Self.word(UInt32(result.count)) + Self.half(UInt16(comment.utf8.count)) + comment.utf8
    return result + directory + end
  }

  static func half(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
  static func word(_ number: UInt32) -> [UInt8] {
    half(UInt16(number & 0xFFFF)) + half(UInt16(number >> 16))
  }
}
