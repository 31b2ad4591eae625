import Glibc

/// A feature that two titles may share.
struct RelatedFeature {
  enum Kind: UInt8 {
    case collection, stem, director, actor, keyword, genre, language
    /// A language and a genre together: it only finds titles, and says nothing more than the two do.
    case languageAndGenre

    /// Many titles share it.
    var isCommon: Bool { self == .genre || self == .language || self == .languageAndGenre }
  }

  let kind: Kind
  let name: String
  /// A 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), the same in each process. Should two
  /// features ever share it, two titles would seem to be related.
  let id: Int64

  private init(_ kind: Kind, _ name: String) {
    (self.kind, self.name) = (kind, name)
    var hash = (0xcbf2_9ce4_8422_2325 ^ UInt64(kind.rawValue)) &* 0x100_0000_01b3
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    id = Int64(bitPattern: hash)
  }

  /// Without duplicates, and at most this many.
  static let maxOfTitle = 60

  static func all(of title: CatalogueTitle) -> [RelatedFeature] {
    var seen: Set<Int64> = []
    var features: [RelatedFeature] = []
    func add(_ kind: Kind, _ names: [String]) {
      for name in names where features.count < maxOfTitle {
        let feature = RelatedFeature(kind, name)
        if seen.insert(feature.id).inserted { features.append(feature) }
      }
    }
    let genres = title.genreIDs.map { String($0) }
    add(.genre, genres)
    add(.language, title.originalLanguage.map { [$0] } ?? [])
    add(.languageAndGenre, title.originalLanguage.map { language in genres.map { language + $0 } } ?? [])
    add(.collection, title.collection.map { [$0] } ?? [])
    add(.stem, TitleStem.of(title.title).map { [$0] } ?? [])
    add(.director, title.director)
    add(.actor, title.cast)
    add(.keyword, title.keywords)
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
    case .languageAndGenre: return 0
    }
  }
}
