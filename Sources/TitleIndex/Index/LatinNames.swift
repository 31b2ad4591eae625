/// Names in Latin letters as ASCII, which is folded byte by byte: nearly all names are.
struct LatinNames {
  /// In place of whatever else separates words, or is left out.
  private static let punctuation = UInt8(ascii: "-")
  static let apostrophe = UInt8(ascii: "'")

  /// What stands for each scalar below 0x250, and from 0x2010 to 0x202f; nil: it is not Latin.
  private static let table: [[UInt8]?] = scalars.map { scalar in
    Unicode.Scalar(UInt32(scalar)).flatMap { ascii(SearchPieces(String($0)).pieces) }
  }
  private static let scalars = Array(0..<0x250) + Array(0x2010..<0x2030)

  private static func ascii(_ pieces: [SearchPieces.Piece]) -> [UInt8]? {
    let bytes = pieces.map { piece -> UInt8? in
      switch piece {
      case .letter(let scalar): UInt8(exactly: scalar.value).flatMap { $0 < 0x80 ? $0 : nil }
      case .blank: NameFolder.blank
      case .punctuation: punctuation
      case .apostrophe: apostrophe
      case .ampersand: UInt8(ascii: "&")
      case .mark, .unspaced: nil
      }
    }
    return bytes.contains(nil) ? nil : bytes.compactMap(\.self)
  }

  /// nil: it has other letters.
  static func ascii(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var ascii: [UInt8] = []
    ascii.reserveCapacity(name.count)
    var place = 0
    while place < name.count {
      let byte = name[place]
      place += 1
      if byte < 0x80 {
        ascii.append(byte)
        continue
      }
      // The first byte of a sequence of two or three: https://www.rfc-editor.org/rfc/rfc3629
      let more = byte >= 0xe0 ? 2 : 1
      guard byte >= 0xc2, byte < 0xf0, place + more <= name.count else { return nil }
      var scalar = Int(byte) & (more == 2 ? 0xf : 0x1f)
      for _ in 0..<more {
        guard name[place] & 0xc0 == 0x80 else { return nil }
        scalar = scalar << 6 | Int(name[place] & 0x3f)
        place += 1
      }
      let number =
        scalar < 0x250 ? scalar : (0x2010..<0x2030).contains(scalar) ? scalar - 0x2010 + 0x250 : nil
      guard let number, let letters = table[number] else { return nil }
      ascii += letters
    }
    return ascii
  }
}
