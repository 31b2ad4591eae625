/// The words of the index that a typed word may be, each with a factor.
struct WordMeanings {
  struct Meaning {
    let numbers: Range<Int>
    let factor: Float
    var isCorrection = false
  }

  var all: [Meaning] = []

  private static let minCorrected = 3
  private static let minTwoLettersOff = 7
  private static let minStem = 4

  /// - Parameters:
  ///   - mayBegin: it may be the beginning of a longer word.
  ///   - isCorrected: other words are meant also where this one is known.
  init(
    _ word: String, mayBegin: Bool, isCorrected: Bool, hasFacets: Bool, isAlone: Bool,
    _ index: CatalogueIndex,
    _ weights: ScoreWeights
  ) {
    func add(_ other: String, _ factor: Float) {
      if let number = index.number(of: other) {
        all.append(Meaning(numbers: number..<number + 1, factor: factor))
      }
    }
    add(word, 1)
    for other in Numerals.others(of: word) { add(other, weights.otherNumeral) }
    for other in Self.otherForms(word) { add(other, weights.otherForm) }
    let latin = Cyrillic.inLatin(word)
    if let latin { add(latin, weights.otherForm) }
    if mayBegin {
      for beginning in [word, latin].compactMap(\.self) {
        let numbers = index.numbers(beginning: beginning)
        if !numbers.isEmpty { all.append(Meaning(numbers: numbers, factor: weights.unfinished)) }
      }
    }
    // A letter of Chinese or Japanese is near to nothing.
    let length = word.unicodeScalars.count
    guard all.isEmpty || isCorrected && !hasFacets,
      length >= (isAlone ? Self.minCorrected + 1 : Self.minCorrected),
      word.contains(where: { !$0.isNumber })
    else { return }
    let spelt = latin ?? word
    for near in NearWords.of(spelt, most: length < Self.minTwoLettersOff ? 1 : 2, in: index)
    where near.distance > 0 && Self.isSaid(index.word(near.number), by: spelt) {
      let factor = near.distance == 1 ? weights.oneLetterOff : weights.twoLettersOff
      all.append(Meaning(numbers: near.number..<near.number + 1, factor: factor, isCorrection: true))
    }
  }

  /// A word that says little is near to many; "teh" is "the".
  private static func isSaid(_ near: UnsafeBufferPointer<UInt8>, by word: String) -> Bool {
    !FacetWords.empty.contains(String(decoding: near, as: UTF8.self)) || near.sorted() == word.utf8.sorted()
  }

  /// The words that may have been meant, the nearest first.
  func corrections(_ index: CatalogueIndex) -> some Sequence<String> {
    all.lazy.filter(\.isCorrection).map {
      String(decoding: index.word($0.numbers.lowerBound), as: UTF8.self)
    }
  }

  /// No word of the index is spelt so.
  var isUnknown: Bool { all.allSatisfy(\.isCorrection) }

  /// - Parameter isCorrection: nil: either.
  func has(_ word: String, _ index: CatalogueIndex, isCorrection: Bool? = nil) -> Bool {
    guard let number = index.number(of: word) else { return false }
    return all.contains {
      $0.numbers.contains(number) && (isCorrection == nil || isCorrection == $0.isCorrection)
    }
  }

  /// "dinosaurs" and "dinosaur", "climbing" and "climb".
  private static func otherForms(_ word: String) -> [String] {
    guard word.utf8.count >= minStem, word.utf8.allSatisfy({ (0x61...0x7a).contains($0) }) else { return [] }
    var forms: [String] = []
    if word.hasSuffix("ies") { forms.append(word.dropLast(3) + "y") }
    if word.hasSuffix("es") { forms.append(String(word.dropLast(2))) }
    forms.append(word.hasSuffix("s") ? String(word.dropLast()) : word + "s")
    if word.hasSuffix("ing") { forms += [String(word.dropLast(3)), word.dropLast(3) + "e"] }
    return forms
  }
}
