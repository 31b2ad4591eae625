import MovieProtocol
import MovieStore

/// Recognises a trailer of a title among the results of a search of YouTube by its name: it has the name of
/// the title and a word for trailer, none of the words for fan videos about trailers, and neither the number
/// of another part nor the year of another film.
struct TrailerMatch {
  private let titles: [String]
  private let isSeries: Bool
  private let year: Int?

  init(_ title: Title) {
    titles = Set([title.title, title.originalTitle].compactMap(\.self)).flatMap(Self.phrases)
    (isSeries, year) = (title.mediaType == .tv, title.year)
  }

  func fits(_ name: String) -> Bool {
    Self.phrases(name).contains { name in
      titles.contains { title in
        guard name.contains(title) else { return false }
        // Words that are part of the title say nothing about the video.
        let rest = name.replacing(title, with: "  ")
        return Self.trailer.contains(where: rest.contains) && !Self.other.contains(where: rest.contains)
          && !hasOtherYear(rest) && (isSeries || !isOfOtherPart(rest))
      }
    }
  }

  /// A trailer is often shown the year before the film, and one of a series is of one of its seasons.
  private func hasOtherYear(_ rest: String) -> Bool {
    guard let year else { return false }
    let years = rest.split(separator: " ").compactMap { $0.utf8.count == 4 ? Int($0) : nil }
      .filter(Self.years.contains)
    return !years.isEmpty && !years.contains { isSeries ? $0 >= year - 1 : abs($0 - year) <= 1 }
  }

  /// "Clueless 2", "Dune: Part Two", "Kill Bill Vol. 2"; but "Clueless - Trailer 2".
  private func isOfOtherPart(_ rest: String) -> Bool {
    rest.ranges(of: "  ").contains { title in
      var words = rest[title.upperBound...].split(separator: " ")[...]
      if let first = words.first, Self.parts.contains(first) { words.removeFirst() }
      guard let word = words.first else { return false }
      return Self.numbers.contains(word) || Int(word).map { (2...99).contains($0) } ?? false
    }
  }

  private static let years = 1888...2100

  private static let parts: Set<Substring> = [
    "part", "chapter", "episode", "vol", "volume", "teil", "kapitel", "partie", "chapitre", "parte",
    "capitulo", "capitolo",
  ]

  private static let numbers: Set<Substring> = [
    "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten",
  ]

  private static let trailer = [
    "trailer", "trailers", "teaser", "bande annonce", "zwiastun", "fragman", "előzetes", "upoutávka",
    "трейлер", "тизер", "τρέιλερ", "طريلر", "טריילר", "予告", "预告", "預告", "예고편",
  ].flatMap(phrases)

  private static let other = [
    "reaction", "reacts", "reacting", "review", "parody", "spoof", "honest trailer", "honest trailers",
    "fan made", "fanmade", "fan trailer", "concept", "breakdown", "explained", "recap",
  ].flatMap(phrases)

  /// The spellings of a text, each between spaces, so that a search matches whole words.
  private static func phrases(_ text: String) -> [String] {
    TitleLikeness.spellings(text).map { " \($0) " }
  }
}
