/// `SearchFold` for bytes: nearly all names are ASCII, and need no scalars.
struct NameFolder {
  static let blank = UInt8(ascii: " ")

  /// All spellings of a name, in their search form; the first is the plain one.
  ///
  /// - Parameter areNames: false: only the plain one.
  func spellings(_ name: UnsafeBufferPointer<UInt8>, areNames: Bool) -> [[UInt8]] {
    if let folded = ascii(name), !folded.isSpecial || !areNames { return [folded.text] }
    let name = String(decoding: name, as: UTF8.self)
    guard areNames else { return SearchFold.plain(name).map { [Array($0.text.utf8)] } ?? [] }
    let spellings = SearchFold.spellings(ofTitle: name)
    // "D'une" is not "dune".
    return spellings.dropFirst(spellings.count > 1 && Elision.isIn(name) ? 1 : 0).map { Array($0.text.utf8) }
  }

  func plain(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    if let folded = ascii(name) { return folded.text }
    return SearchFold.plain(String(decoding: name, as: UTF8.self)).map { Array($0.text.utf8) }
  }

  /// - Returns: nil if it is not ASCII, or has no letter. It is special with punctuation or digits, which have
  ///   several spellings.
  private func ascii(_ name: UnsafeBufferPointer<UInt8>) -> (text: [UInt8], isSpecial: Bool)? {
    var text: [UInt8] = []
    text.reserveCapacity(name.count)
    var isSpecial = false
    for byte in name {
      switch byte {
      case 0x61...0x7a: text.append(byte)
      case 0x41...0x5a: text.append(byte + 0x20)
      case 0x30...0x39:
        isSpecial = true
        text.append(byte)
      case 0x20: if let last = text.last, last != Self.blank { text.append(Self.blank) }
      case 0x27, 0x60: isSpecial = true
      case 0x80...: return nil
      default:
        isSpecial = true
        if let last = text.last, last != Self.blank { text.append(Self.blank) }
      }
    }
    if text.last == Self.blank { text.removeLast() }
    return text.isEmpty ? nil : (text, isSpecial)
  }

  static func eachWord(_ text: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    text.withUnsafeBufferPointer { text in
      var start = 0
      for end in 0...text.count where end == text.count || text[end] == blank {
        if end > start { body(UnsafeBufferPointer(rebasing: text[start..<end])) }
        start = end + 1
      }
    }
  }

  private static let articles = [
    "the", "a", "an", "le", "la", "les", "un", "une", "der", "die", "das", "ein", "eine", "el", "los", "las",
    "una",
    "il", "lo", "gli", "de", "het", "een", "den", "det", "en", "ett", "os", "as", "um", "uma",
  ].map { Array($0.utf8) + [blank] }

  /// With its blank; 0 without one.
  static func lengthOfArticle(_ text: [UInt8]) -> Int {
    articles.first { text.count > $0.count && text.starts(with: $0) }?.count ?? 0
  }
}
