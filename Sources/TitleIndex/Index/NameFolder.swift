/// `SearchFold` for bytes: nearly all names are in Latin letters, and need no scalars.
struct NameFolder {
  static let blank = UInt8(ascii: " ")

  /// Calls back with all spellings of a name, in their search form; the first, of place 0, is the plain one.
  ///
  /// - Parameter areNames: false: only the plain one.
  func eachSpelling(
    _ name: UnsafeBufferPointer<UInt8>, areNames: Bool,
    _ body: (_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Void
  ) {
    if name.isEmpty || withLetters(name, { body($0, 0) }) { return }
    for (place, text) in spellings(name, areNames: areNames).enumerated() {
      text.withUnsafeBufferPointer { body($0, place) }
    }
  }

  private func spellings(_ name: UnsafeBufferPointer<UInt8>, areNames: Bool) -> [[UInt8]] {
    if let ascii = LatinNames.ascii(name), let plain = fold(ascii, .plain) {
      return areNames ? withoutElided(spellings(ascii, plain), ascii) : [plain]
    }
    let name = String(decoding: name, as: UTF8.self)
    guard areNames else { return SearchFold.plain(name).map { [Array($0.text.utf8)] } ?? [] }
    let spellings = SearchFold.spellings(ofTitle: name)
    return spellings.dropFirst(spellings.count > 1 && Elision.isIn(name) ? 1 : 0).map { Array($0.text.utf8) }
  }

  func plain(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var plain: [UInt8]?
    eachSpelling(name, areNames: false) { text, _ in plain = Array(text) }
    return plain
  }

  /// nil: it is not in Latin letters.
  func plainLatin(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    LatinNames.ascii(name).flatMap { fold($0, .plain) }
  }

  /// Most names have nothing but letters and blanks, and one spelling, which needs no memory of its own.
  ///
  /// - Returns: false: it has something else, and nothing was called.
  private func withLetters(
    _ name: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count) { text in
      for (place, byte) in name.enumerated() {
        switch byte {
        case 0x61...0x7a: text[place] = byte
        case 0x41...0x5a: text[place] = byte + 0x20
        case Self.blank where place > 0 && text[place - 1] != Self.blank: text[place] = byte
        default: return false
        }
      }
      guard let last = name.last, last != Self.blank else { return false }
      body(UnsafeBufferPointer(text))
      return true
    }
  }

  /// As `SearchFold.spellings(ofTitle:)`.
  private func spellings(_ ascii: [UInt8], _ plain: [UInt8]) -> [[UInt8]] {
    var (hasPunctuation, hasApostrophe, hasAmpersand, hasDigit) = (false, false, false, false)
    for byte in ascii {
      switch byte {
      case 0x61...0x7a, 0x41...0x5a, 0...0x20: break
      case 0x30...0x39: hasDigit = true
      case 0x26: hasAmpersand = true
      case 0x27, 0x60: hasApostrophe = true
      default: hasPunctuation = true
      }
    }
    var all = [plain]
    func add(_ form: Form) {
      if let other = fold(ascii, form), !all.contains(other) { all.append(other) }
    }
    if hasPunctuation || hasAmpersand { add(.joined) }
    if hasPunctuation { add(.joinedInitials) }
    if hasAmpersand { add(.withAnd) }
    if hasApostrophe { add(.withoutApostrophes) }
    if hasDigit, DigitLetters.areIn(plain) {
      let words = String(decoding: plain, as: UTF8.self).split(separator: " ").map { String($0) }
      if let spelled = DigitLetters.spelled(words) {
        all.insert(Array(spelled.joined(separator: " ").utf8), at: 1)
      }
    }
    return all
  }

  /// "D'une" is not "dune".
  private func withoutElided(_ spellings: [[UInt8]], _ ascii: [UInt8]) -> [[UInt8]] {
    guard spellings.count > 1, ascii.contains(LatinNames.apostrophe),
      Elision.isIn(String(decoding: ascii, as: UTF8.self))
    else { return spellings }
    return Array(spellings.dropFirst())
  }

  /// How punctuation is treated, as in `SearchFold`.
  private enum Form { case plain, joined, joinedInitials, withAnd, withoutApostrophes }

  /// - Returns: nil: there are only symbols.
  private func fold(_ ascii: [UInt8], _ form: Form) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(ascii.count + 4)
    // Letters since the last punctuation.
    var letters = 0
    var isBetweenWords = false
    func append(_ letter: UInt8) {
      if isBetweenWords, !text.isEmpty { text.append(Self.blank) }
      isBetweenWords = false
      text.append(letter)
    }
    func endWord() { (isBetweenWords, letters) = (true, 0) }
    for byte in ascii {
      switch byte {
      case 0x61...0x7a, 0x30...0x39:
        append(byte)
        letters += 1
      case 0x41...0x5a:
        append(byte + 0x20)
        letters += 1
      case 0...0x20: endWord()
      case 0x27, 0x60: if form == .withoutApostrophes { endWord() }
      case 0x26:
        if form == .withAnd {
          endWord()
          for letter in "and".utf8 { append(letter) }
          endWord()
        } else if form != .joined {
          endWord()
        }
      default:
        if form != .joined, form != .joinedInitials || letters != 1 { endWord() }
        letters = 0
      }
    }
    return text.isEmpty ? nil : text
  }

  static func eachWord(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var start = 0
    for end in 0...text.count where end == text.count || text[end] == blank {
      if end > start { body(UnsafeBufferPointer(rebasing: text[start..<end])) }
      start = end + 1
    }
  }

  private static let articles = [
    "the", "a", "an", "le", "la", "les", "un", "une", "der", "die", "das", "ein", "eine", "el", "los", "las",
    "una",
    "il", "lo", "gli", "de", "het", "een", "den", "det", "en", "ett", "os", "as", "um", "uma",
  ].map { Array($0.utf8) }
  private static let longestArticle = 5

  /// With its blank; 0 without one.
  static func lengthOfArticle(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let end = text.prefix(longestArticle + 1).firstIndex(of: blank) else { return 0 }
    return articles.contains { $0.count == end && text.count > end + 1 && text.starts(with: $0) }
      ? end + 1 : 0
  }
}
