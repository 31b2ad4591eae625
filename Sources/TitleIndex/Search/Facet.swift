/// What a word says about a title without standing in it.
package enum Facet: Equatable, Sendable {
  case years(ClosedRange<Int>)
  /// Any of these: `TitleRecord.genres`.
  case genres(UInt32)
  /// Made there, or in that language.
  case place(languages: [UInt16], countries: [UInt16])
  case mediaType(isSeries: Bool)

  /// 0: it is not of the title.
  func weight(of title: TitleRecord, _ weights: ScoreWeights) -> Float {
    switch self {
    case .years(let years):
      guard years.count == 1 else { return years.contains(title.year) ? weights.decade : 0 }
      return title.year == years.lowerBound
        ? weights.year : abs(title.year - years.lowerBound) == 1 ? weights.yearBeside : 0
    case .genres(let genres): return title.genres & genres != 0 ? weights.genre : 0
    case .place(let languages, let countries):
      if languages.contains(title.language) { return weights.place }
      guard countries.contains(title.countries.0) || countries.contains(title.countries.1) else { return 0 }
      return languages.isEmpty ? weights.place : weights.countryOnly
    case .mediaType(let isSeries): return title.isSeries == isSeries ? weights.mediaType : 0
    }
  }

  /// "1982", "80s", "1960s", "90er"; 00s to 20s are of this century.
  static func years(in word: String) -> Facet? {
    guard word.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    if let year = Int(word), word.utf8.count == 4, FacetWords.years.contains(year) {
      return .years(year...year)
    }
    let digits = word.prefix { $0.isNumber }
    guard ["s", "er", "ies"].contains(word.dropFirst(digits.count)), let number = Int(digits),
      number % 10 == 0
    else {
      return nil
    }
    let first = digits.utf8.count == 2 ? number < 30 ? 2000 + number : 1900 + number : number
    return FacetWords.years.contains(first) ? .years(first...(first + 9)) : nil
  }
}
