import Glibc

/// Something that two titles may have in common.
struct RelatedFeature: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case collection, stem, director, actor, keyword, genre, language
  }

  let kind: Kind
  let name: String

  /// Each once.
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

  /// What it says when two titles share it: most when few do, and next to nothing when all have it, which
  /// still finds some neighbours for a title that has little else.
  ///
  /// The numbers were found by reading what they give for some thirty well-known films and series.
  static func weight(of kind: Kind, holders: Int, among titles: Int) -> Double {
    // Two more than there are, so that a coincidence of two does not count above all else.
    let rarity = max(0.02, log(Double(titles) / Double(holders + 2)) / log(Double(max(titles, 2))))
    switch kind {
    // Whatever their number, parts of one story belong together.
    case .collection: return 5
    // More often than not they are the same; a common word begins unlike ones too.
    case .stem: return 4 * rarity
    case .director: return 2.2 * rarity
    case .actor: return 0.9 * rarity
    // Words are common by chance; of them only the rare ones say much.
    case .keyword: return 0.8 * rarity * rarity.squareRoot()
    case .genre: return 0.5 * rarity
    case .language: return 0.7 * rarity
    }
  }
}
