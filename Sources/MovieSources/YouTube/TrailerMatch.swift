import MovieProtocol
import MovieStore

/// Recognises a trailer of a title among the results of a search of YouTube by its name: it has the name of
/// the title and a word for trailer, and none of the words for fan videos about trailers.
struct TrailerMatch {
  private let titles: [String]

  init(_ title: Title) {
    titles = Set([title.title, title.originalTitle]).flatMap(Self.phrases)
  }

  func fits(_ name: String) -> Bool {
    Self.phrases(name).contains { name in
      titles.contains { title in
        guard name.contains(title) else { return false }
        // Words that are part of the title say nothing about the video.
        let rest = name.replacing(title, with: "  ")
        return Self.trailer.contains(where: rest.contains) && !Self.other.contains(where: rest.contains)
      }
    }
  }

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
