import TitleIndex

extension Catalogue {
  /// The best-known collection of that name, and its titles by date; nil: there is none.
  package func collection(named name: String) throws -> (name: String, titles: [CatalogueTitle])? {
    try reading {
      guard let found = opened.index.collection(named: name) else { return nil }
      return (found.name, try found.ranks.compactMap { try readable($0) })
    }
  }
}
