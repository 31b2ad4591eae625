/// Valid pictures of one grey, as small as their format allows, in the requested size, generated here.
package enum FakePicture {
  /// The picture server's answer for `/t/p/SIZE/NAME.ENDING`; nil: not found. Names that begin with "missing"
  /// do not exist; those with b are wide, those with l are square, all others upright.
  static func answer(_ target: String) -> (type: String, bytes: [UInt8])? {
    let parts = target.split(separator: "/").map(String.init)
    guard parts.count == 4, parts[0] == "t", parts[1] == "p", let size = size(parts[2], parts[3]),
      case let name = parts[3].split(separator: ".").map(String.init), name.count == 2,
      !name[0].hasPrefix("missing")
    else { return nil }
    switch name[1] {
    case "png": return ("image/png", png(size.width, size.height))
    case "jpg": return ("image/jpeg", jpeg(size.width, size.height, note: name[0]))
    default: return nil
    }
  }

  private static func size(_ size: String, _ name: String) -> (width: Int, height: Int)? {
    let number = Int(size.dropFirst())
    let width =
      switch (size, number) {
      case ("original", _): 2000
      case (_, let number?) where size.hasPrefix("w"): number
      case (_, let number?) where size.hasPrefix("h"): number * 2 / 3
      default: 0
      }
    guard (1...4000).contains(width) else { return nil }
    return switch name.first {
    case "b": (width, width * 9 / 16)
    case "l": (width, width)
    default: (width, width * 3 / 2)
    }
  }

  /// https://www.w3.org/Graphics/JPEG/itu-t81.pdf: one component, and a code of one bit each for "as grey as
  /// the block before" and "nothing else in this block".
  package static func jpeg(_ width: Int, _ height: Int, note: String = "") -> [UInt8] {
    let blocks = (width + 7) / 8 * ((height + 7) / 8)
    let full = blocks / 4
    let rest = blocks % 4
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    bytes += segment(0xFE, Array(note.utf8))
    bytes += segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
    bytes += segment(0xC0, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
    for table: UInt8 in [0x00, 0x10] {
      bytes += segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0])
    }
    bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
    bytes += [UInt8](repeating: 0, count: full)
    // The rest of the last byte is filled with ones.
    if rest > 0 { bytes.append(0xFF >> UInt8(2 * rest)) }
    return bytes + [0xFF, 0xD9]
  }

  private static func segment(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, code] + big(body.count + 2, 2) + body
  }

  /// https://www.w3.org/TR/png-3/: one bit a pixel, in stored blocks only.
  package static func png(_ width: Int, _ height: Int) -> [UInt8] {
    let row = [0] + [UInt8](repeating: 0xFF, count: (width + 7) / 8)
    let pixels = (0..<height).flatMap { _ in row }
    var stored: [UInt8] = [0x78, 0x01]
    var rest = pixels[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      stored +=
        [rest.isEmpty ? 1 : 0] + big(block.count, 2).reversed() + big(~block.count & 0xFFFF, 2).reversed()
      stored += block
    } while !rest.isEmpty
    let (a, b) = pixels.reduce((1, 0)) { sums, byte in
      let a = (sums.0 + Int(byte)) % 65_521
      return (a, (sums.1 + a) % 65_521)
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(width, 4) + big(height, 4) + [1, 0, 0, 0, 0])
      + chunk("IDAT", stored + big(b << 16 | a, 4)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return big(body.count, 4) + named + big(Int(FakeBody.crc(named)), 4)
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
