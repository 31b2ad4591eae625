/// What a query says about titles without naming one: "korean thriller 2003", "80s horror kurt russell".
package struct TitleDescription: Equatable, Sendable {
  package var years: ClosedRange<Int>?
  /// TMDB's IDs: a title has one of each list.
  package var genres: [[Int]] = []
  /// ISO 639-1; a title has one of them.
  package var languages: [String] = []
  /// ISO 3166-1; only where no language is meant, since most titles are made in several countries.
  package var countries: [String] = []
  package var isSeries: Bool?
  /// The words that say none of it, in the search form: perhaps the name of a person.
  package var rest: [String] = []

  /// nil: no word describes titles.
  package init?(_ text: String) {
    guard let question = Question(text) else { return nil }
    var seen: [Facet] = []
    for place in question.words.indices where question.isMeant(place) {
      let facets = question.facets[place]
      // Both words of "true crime" mean the same, and "crime" alone something else.
      let ofPair = facets.last { facet in
        [place - 1, place + 1].contains {
          question.facets.indices.contains($0) && question.facets[$0].contains(facet)
        }
      }
      guard let facet = ofPair ?? facets.first else {
        rest.append(question.words[place])
        continue
      }
      guard !seen.contains(facet) else { continue }
      seen.append(facet)
      add(facet)
    }
    if seen.isEmpty { return nil }
  }

  private mutating func add(_ facet: Facet) {
    switch facet {
    case .years(let years): self.years = years
    case .genres(let bits):
      genres.append(
        TitleRecord.genres.enumerated().filter { bits & 1 << UInt32($0.offset) != 0 }.map(\.element))
    case .place(let languages, let countries):
      if languages.isEmpty {
        self.countries += countries.map { LetterCode.text($0).uppercased() }
      } else {
        self.languages += languages.map(LetterCode.text)
      }
    case .mediaType(let isSeries): self.isSeries = isSeries
    }
  }
}
