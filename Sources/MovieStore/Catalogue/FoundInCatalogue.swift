package import MovieProtocol
import TitleIndex

/// What a search of the catalogue finds.
package struct FoundInCatalogue: Sendable {
  package var titles: [CatalogueTitle]
  package var total = 0
  /// The words that were meant; nil: those of the query.
  package var corrected: String?
  /// Why each of the titles is there; [] for suggestions.
  package var matched: [[MatchedWord]] = []
}

extension MatchedWord {
  /// The names of numbers and codes are English.
  init?(_ reason: WordReason) {
    guard let field = Field(rawValue: reason.field.rawValue) else { return nil }
    let text =
      switch field {
      case .genre: Int(reason.text).flatMap { Genres.name($0) }
      case .country: Countries.name(reason.text) ?? Languages.name(reason.text)
      default: reason.text
      }
    self.init(word: reason.word, field: field, text: text ?? reason.text)
  }
}
