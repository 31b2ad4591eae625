import Glibc

/// A feature that two titles may share.
struct RelatedFeature: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case collection, stem, director, actor, keyword, genre, language
  }

  let kind: Kind
  let name: String

  /// Without duplicates.
  static func all(of title: CatalogueTitle) -> [RelatedFeature] {
    var seen: Set<RelatedFeature> = []
    var features: [RelatedFeature] = []
    func add(_ kind: Kind, _ names: [String]) {
      for name in names {
        let feature = RelatedFeature(kind: kind, name: name)
        if seen.insert(feature).inserted { features.append(feature) }
      }
    }
    add(.collection, title.collection.map { [$0] } ?? [])
    add(.stem, TitleStem.of(title.title).map { [$0] } ?? [])
    add(.director, title.director)
    add(.actor, title.cast)
    add(.keyword, title.keywords)
    add(.genre, title.genreIDs.map { String($0) })
    add(.language, title.originalLanguage.map { [$0] } ?? [])
    return features
  }

  /// How much it means that two titles share it: most if few titles have it, and next to nothing if all do,
  /// which still finds some neighbours for a title with few other features.
  ///
  /// The constants were tuned by reading the results for some thirty well-known films and series.
  static func weight(of kind: Kind, holders: Int, among titles: Int) -> Double {
    // Two more than there are, so that one coincidence of two titles does not outweigh everything else.
    let rarity = max(0.02, log(Double(titles) / Double(holders + 2)) / log(Double(max(titles, 2))))
    switch kind {
    // However many there are, parts of one story belong together.
    case .collection: return 5
    // Usually they belong to the same story; a common word also begins unrelated titles.
    case .stem: return 4 * rarity
    case .director: return 2.2 * rarity
    case .actor: return 0.9 * rarity
    // Titles share keywords by chance; only rare keywords mean much.
    case .keyword: return 0.8 * rarity * rarity.squareRoot()
    case .genre: return 0.5 * rarity
    case .language: return 0.7 * rarity
    }
  }
}
