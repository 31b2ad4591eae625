import TitleIndex

/// The whole name of a title, as a person types it to change something, perhaps with a year. Case, accents,
/// punctuation and the way of writing a number may differ from the title's, a year by one; its article may be
/// left out. Another word never differs.
package struct TitleName: Sendable {
  /// What the words may mean.
  package struct Reading: Sendable {
    /// To be searched for.
    package let words: String
    package let year: Int?
    let spellings: [String]

    init?(_ words: String, year: Int?) {
      (self.words, self.year) = (words, year)
      // As a title's, too: "l'avventura" is "l avventura".
      spellings = (SearchFold.spellings(ofQuestion: words) + SearchFold.spellings(ofTitle: words)).map(\.text)
      if spellings.isEmpty { return nil }
    }

    package func names(title: String, original: String?, year: Int?) -> Bool {
      isNear(year) && names(TitleQuestion.spellings(title: title, original: original))
    }

    func names(_ spellings: [String]) -> Bool { spellings.contains(where: self.spellings.contains) }

    /// Calendars of countries and of festivals differ by a year.
    func isNear(_ other: Int?) -> Bool {
      guard let year else { return true }
      return other.map { (year - 1...year + 1).contains($0) } ?? false
    }
  }

  package let text: String
  /// The likelier first: "Blade Runner 2049" is a whole name, and "Alien 1979" a name with a year.
  package let readings: [Reading]

  /// Nil if there is nothing to compare.
  package init?(_ text: String) {
    self.text = text
    let whole = Reading(text, year: nil)
    let dated = YearInWords(text).flatMap { Reading($0.rest, year: $0.year) }
    // "Dune (2021)" is how titles are shown.
    let readings = text.hasSuffix(")") ? [dated, whole] : [whole, dated]
    self.readings = readings.compactMap(\.self)
    if self.readings.isEmpty { return nil }
  }
}
