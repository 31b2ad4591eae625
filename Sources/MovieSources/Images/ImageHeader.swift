/// Detects a picture's format and size from its first bytes, whatever upstream or its name says. Pure.
struct ImageHeader: Equatable, Sendable {
  enum Format: String, Sendable, CaseIterable {
    case jpeg = "jpg"
    case png, webp, gif

    var contentType: String { self == .jpeg ? "image/jpeg" : "image/\(rawValue)" }
  }

  /// Bytes that are read: a JPEG may have profiles and previews before its size.
  static let maxBytes = 512 * 1024
  /// A front end should not have to unpack larger pictures, however few bytes they have.
  static let maxSide = 20_000
  static let maxPixels = 100_000_000

  let format: Format
  let width: Int
  let height: Int

  /// - Parameter bytes: the first ``maxBytes`` of the file, or all of it.
  init(_ bytes: [UInt8]) throws(UnfitImage) {
    let bytes = Bytes(bytes)
    let size: (width: Int, height: Int)?
    if bytes.has([0xFF, 0xD8, 0xFF], at: 0) {
      (format, size) = (.jpeg, bytes.sizeOfJPEG)
    } else if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
      (format, size) = (.png, bytes.sizeOfPNG)
    } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
      (format, size) = (.webp, bytes.sizeOfWebP)
    } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
      (format, size) = (.gif, bytes.sizeOfGIF)
    } else {
      throw UnfitImage.unknown(bytes.all)
    }
    guard let size else { throw UnfitImage("a \(format) without width and height") }
    (width, height) = size
    guard width > 0, height > 0 else { throw UnfitImage("a \(format) without pixels") }
    // Both fit in 32 bits, so their product fits in 64.
    guard width <= Self.maxSide, height <= Self.maxSide, width * height <= Self.maxPixels else {
      throw UnfitImage("a \(format) of \(width) x \(height) pixels")
    }
  }
}

/// The bytes are not an acceptable picture; the reason is text for people: "a page of HTML".
struct UnfitImage: Error, Sendable, Equatable {
  let reason: String
  /// The response is not upstream's: a network that requires a login, or a proxy, has sent it.
  let isForeign: Bool

  init(_ reason: String, isForeign: Bool = false) {
    self.reason = reason
    self.isForeign = isForeign
  }

  fileprivate static func unknown(_ bytes: [UInt8]) -> UnfitImage {
    guard let start = bytes.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      return UnfitImage("an empty body")
    }
    let beginning = String(decoding: bytes[start...].prefix(1024), as: UTF8.self).lowercased()
    // An SVG can contain scripts and external links.
    if beginning.contains("<svg") { return UnfitImage("an SVG drawing") }
    if beginning.hasPrefix("<") { return UnfitImage("a page of HTML", isForeign: true) }
    if beginning.hasPrefix("{") { return UnfitImage("JSON", isForeign: true) }
    return UnfitImage("not a JPEG, PNG, WebP or GIF")
  }
}

/// Reads numbers from bytes; nil if the bytes end before.
private struct Bytes {
  let all: [UInt8]

  init(_ all: [UInt8]) { self.all = all }

  func byte(_ place: Int) -> Int? { all.indices.contains(place) ? Int(all[place]) : nil }

  /// Most significant byte first.
  func big(_ count: Int, at place: Int) -> Int? {
    (0..<count).reduce(0 as Int?) { number, step in
      number.flatMap { number in byte(place + step).map { number << 8 | $0 } }
    }
  }

  func little(_ count: Int, at place: Int) -> Int? {
    (0..<count).reversed().reduce(0 as Int?) { number, step in
      number.flatMap { number in byte(place + step).map { number << 8 | $0 } }
    }
  }

  func has(_ bytes: [UInt8], at place: Int) -> Bool {
    all.count >= place + bytes.count && all[place..<place + bytes.count].elementsEqual(bytes)
  }

  func has(_ text: StaticString, at place: Int) -> Bool {
    has(text.withUTF8Buffer { Array($0) }, at: place)
  }

  /// The first frame header: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.2.2. Each step advances by 1 to
  /// 65,537 bytes within ``ImageHeader/maxBytes``.
  var sizeOfJPEG: (width: Int, height: Int)? {
    var place = 2
    while byte(place) == 0xFF, let code = byte(place + 1) {
      switch code {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD7: place += 2
      // The pixel data begins, or the file ends.
      case 0xD9, 0xDA: return nil
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let height = big(2, at: place + 5), let width = big(2, at: place + 7) else { return nil }
        return (width, height)
      default:
        guard let length = big(2, at: place + 2), length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  /// https://www.w3.org/TR/png-3/#11IHDR
  var sizeOfPNG: (width: Int, height: Int)? {
    guard has("IHDR", at: 12), let width = big(4, at: 16), let height = big(4, at: 20) else { return nil }
    return (width, height)
  }

  /// https://www.w3.org/Graphics/GIF/spec-gif89a.txt, 18
  var sizeOfGIF: (width: Int, height: Int)? {
    guard let width = little(2, at: 6), let height = little(2, at: 8) else { return nil }
    return (width, height)
  }

  /// https://www.rfc-editor.org/rfc/rfc9649#section-2
  var sizeOfWebP: (width: Int, height: Int)? {
    if has("VP8X", at: 12), let width = little(3, at: 24), let height = little(3, at: 27) {
      return (width + 1, height + 1)
    }
    if has("VP8L", at: 12), byte(20) == 0x2F, let bits = little(4, at: 21) {
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    // https://www.rfc-editor.org/rfc/rfc6386#section-9.1
    if has("VP8 ", at: 12), has([0x9D, 0x01, 0x2A], at: 23), let width = little(2, at: 26),
      let height = little(2, at: 28)
    {
      return (width & 0x3FFF, height & 0x3FFF)
    }
    return nil
  }
}
