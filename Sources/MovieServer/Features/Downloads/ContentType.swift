import MovieProtocol

/// The type of a file, by its first bytes: the server's content type is ignored.
enum ContentType {
  /// This many bytes are needed.
  static let length = 64

  /// Nil: not of that kind, such as an error page.
  static func of(_ bytes: [UInt8], _ kind: Download.Asset.Kind) -> String? {
    kind.isPicture ? picture(bytes) : video(bytes)
  }

  private static func picture(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if has("RIFF", bytes, at: 0), has("WEBP", bytes, at: 8) { return "image/webp" }
    return nil
  }

  private static func video(_ bytes: [UInt8]) -> String? {
    // ISO 14496-12: a box has its size, then its name.
    for box in ["ftyp", "moov", "mdat", "free", "skip", "wide"] where has(box, bytes, at: 4) {
      return box == "ftyp" && has("qt  ", bytes, at: 8) ? "video/quicktime" : "video/mp4"
    }
    // EBML; the document type is near its beginning.
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      return String(decoding: bytes, as: UTF8.self).contains("webm") ? "video/webm" : "video/x-matroska"
    }
    if has("OggS", bytes, at: 0) { return "video/ogg" }
    if has("FLV", bytes, at: 0) { return "video/x-flv" }
    if has("RIFF", bytes, at: 0), has("AVI ", bytes, at: 8) { return "video/x-msvideo" }
    if bytes.starts(with: [0, 0, 1, 0xBA]) { return "video/mpeg" }
    return nil
  }

  private static func has(_ name: String, _ bytes: [UInt8], at place: Int) -> Bool {
    bytes.dropFirst(place).starts(with: name.utf8)
  }
}
