package import MovieProtocol
import TitleIndex

/// Films that belong together, as the catalogue has them.
package struct CatalogueCollection: Sendable {
  package let name: String
  /// By date.
  package let titles: [CatalogueTitle]
  /// The words that were meant in place of those typed.
  package let corrected: String?
}

extension Catalogue {
  /// The best-known collection of that name; nil: there is none.
  ///
  /// - Parameter isCorrected: words that are a few letters away are meant as well.
  package func collection(named name: String, isCorrected: Bool) throws -> CatalogueCollection? {
    try reading { try opened.index.collection(named: name, isCorrected: isCorrected).map(readable) }
  }

  /// That of a title; nil: it is in none.
  package func collection(of mediaType: Title.MediaType, id: Int) throws -> CatalogueCollection? {
    try reading {
      let rank = opened.index.rank(isSeries: mediaType == .tv, id: id)
      return try rank.flatMap(opened.index.collection(ofTitle:)).map(readable)
    }
  }

  private func readable(_ found: NamedCollection) throws -> CatalogueCollection {
    CatalogueCollection(
      name: found.name, titles: try found.ranks.compactMap { try readable($0) }, corrected: found.corrected)
  }
}
