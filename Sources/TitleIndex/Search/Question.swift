/// What was typed, as the search understands it.
struct Question {
  /// More are not looked at.
  static let maxWords = 24  // Of 29 bits.

  /// In their search form.
  let words: [String]
  /// All spellings of the whole query.
  let folds: [SearchFold]
  /// What each word says about titles.
  let facets: [[Facet]]
  /// The bits of the words that something has to explain.
  let required: UInt32
  /// Those of the others that say what the titles are, films or series.
  let types: UInt32
  /// What they are; nil: either.
  let isSeries: Bool?
  /// What is typed is about a title: "the one with the dinosaurs", "movie about a shark".
  let isDescription: Bool
  /// It asks for many, and names none: "best movies 1994", "war movies".
  private(set) var isList = false
  /// The words without those about titles; nil if that are all or none.
  let core: [String]?
  /// The word that is a number, and the number: the second of a collection.
  let ordinal: (place: Int, number: Int)?
  /// The last word is not the beginning of a longer one.
  let isFinished: Bool

  /// nil: there is nothing to search for.
  init?(_ text: String) {
    folds = SearchFold.spellings(ofQuestion: text)
    guard let plain = folds.first else { return nil }
    let years = Question.shortYears(text)
    // A script without blanks has a letter a word.
    words = plain.words.flatMap { $0.split(separator: " ") }.prefix(Self.maxWords).map { word in
      years[String(word)] ?? String(word)
    }
    isFinished = plain.isFinished || text.last?.isWhitespace == true
    facets = FacetWords.facets(of: words)
    var required: UInt32 = 0
    for (place, word) in words.enumerated() where !Self.isEmpty(word, place, words) {
      required |= 1 << UInt32(place)
    }
    self.required = required
    var types: UInt32 = 0, kinds: Set<Bool> = []
    for (place, facets) in facets.enumerated() where required & 1 << UInt32(place) == 0 {
      for case .mediaType(let isSeries) in facets {
        types |= 1 << UInt32(place)
        kinds.insert(isSeries)
      }
    }
    self.types = types
    isSeries = kinds.count == 1 ? kinds.first : nil
    isDescription =
      types != 0 || zip(words, words.dropFirst()).contains { $0 == "one" && FacetWords.afterOne.contains($1) }
    let core = words.enumerated().filter { [words] place, word in
      !Self.isTalk(word, place, words)
    }.map(\.element)
    self.core = core.isEmpty || core.count == words.count ? nil : core
    ordinal =
      words.count < 2
      ? nil
      : words.indices.reversed().compactMap { [words] place in
        required & 1 << UInt32(place) == 0 ? nil : Numerals.value(words[place]).map { (place, $0) }
      }.first { (1...30).contains($0.1) }
    isList = isFacetsOnly && words.contains(where: FacetWords.many.contains)
  }

  func requires(_ place: Int) -> Bool { required & 1 << UInt32(place) != 0 }

  /// Something has to explain it, or it says the type.
  func isMeant(_ place: Int) -> Bool { (required | types) & 1 << UInt32(place) != 0 }

  /// The last word may be the beginning of a longer one. "hp 1" is not about 1917.
  var mayGoOn: Bool { !isFinished && (words.count == 1 || words.last?.allSatisfy(\.isNumber) == false) }

  struct Name {
    let text: String
    var factor: Float = 1
    var isFinished = true
    /// It is that of a title of any year, since the year is part of it, or was remembered wrongly.
    var hasYear = true
    /// nil: of a film or a series.
    var isSeries: Bool?
  }

  /// What may be a name: all of it, without words about titles, and without its year.
  func names(_ weights: ScoreWeights) -> [Name] {
    var names = folds.map { Name(text: $0.text, isFinished: $0.isFinished || isFinished) }
    func add(
      _ words: [String], _ factor: Float, isFinished: Bool = true, hasYear: Bool, isSeries: Bool? = nil
    ) {
      let text = words.joined(separator: " ")
      names.append(
        Name(text: text, factor: factor, isFinished: isFinished, hasYear: hasYear, isSeries: isSeries))
    }
    func addWithoutYear(_ words: [String], isSeries: Bool? = nil) {
      guard let yearPlace, let place = words.lastIndex(of: self.words[yearPlace]) else { return }
      let rest = Array(words[..<place] + words[(place + 1)...])
      add(rest, weights.withYear, hasYear: !isFacetsOnly, isSeries: isSeries)
    }
    let latin = words.map { Cyrillic.inLatin($0) ?? $0 }
    if latin != words { add(latin, weights.otherForm, isFinished: isFinished, hasYear: true) }
    addWithoutYear(words)
    if let core, !isList {
      add(core, weights.core, hasYear: false, isSeries: isSeries)
      addWithoutYear(core, isSeries: isSeries)
    }
    return names
  }

  /// The words without a number at their end: "squid game 2" may be a season.
  var nameOfSeason: String? {
    ordinal?.place == words.count - 1 ? words.dropLast().joined(separator: " ") : nil
  }

  /// Every word that must be explained has a facet.
  var isFacetsOnly: Bool {
    required | types != 0 && words.indices.allSatisfy { !requires($0) || !facets[$0].isEmpty }
  }

  var yearPlace: Int? {
    words.count < 2
      ? nil
      : facets.lastIndex {
        $0.contains { if case .years(let years) = $0 { years.count == 1 } else { false } }
      }
  }

  private static func isEmpty(_ word: String, _ place: Int, _ words: [String]) -> Bool {
    words.count > 1 && (FacetWords.empty.contains(word) || isTalk(word, place, words))
  }

  private static func isTalk(_ word: String, _ place: Int, _ words: [String]) -> Bool {
    if FacetWords.talk.contains(word) { return true }
    guard place > 0 else { return false }
    if word.allSatisfy(\.isNumber) { return FacetWords.beforeNumbers.contains(words[place - 1]) }
    // "s2", "s02e01"
    return word.first == "s" && (2...6).contains(word.utf8.count) && word.dropFirst().first?.isNumber == true
      && word.dropFirst().allSatisfy { $0.isNumber || $0 == "e" }
  }

  /// "'87" is 1987; its apostrophe is lost in the search form.
  private static func shortYears(_ text: String) -> [String: String] {
    guard text.contains(where: { "'’‘".contains($0) }) else { return [:] }
    var years: [String: String] = [:]
    for word in text.split(separator: " ") where word.count == 3 && "'’‘".contains(word.first ?? " ") {
      let digits = word.dropFirst()
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else { continue }
      years[String(digits)] = String(number < 30 ? 2000 + number : 1900 + number)
    }
    return years
  }
}
