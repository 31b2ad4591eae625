import Glibc

/// What two titles may share, and how much that means: most if few titles have it, and next to nothing if all do,
/// which still finds some neighbours for a title with few other features.
///
/// The constants were tuned by reading the results for some thirty well-known films and series.
enum RelatedFeature {
  case collection, stem, director, actor, keyword, genre, language

  /// - Parameter holders: how many titles have it.
  func weight(holders: Int, among titles: Int) -> Float {
    // Two more than there are, so that one coincidence of two titles does not outweigh everything else.
    let rarity = max(0.02, log(Float(max(titles, 1)) / Float(holders + 2)) / log(Float(max(titles, 2))))
    return switch self {
    // However many there are, parts of one story belong together.
    case .collection: 5
    // Usually they belong to the same story; a common word also begins unrelated titles.
    case .stem: 4 * rarity
    case .director: 2.2 * rarity
    case .actor: 0.9 * rarity
    // Titles share keywords by chance; only rare keywords mean much.
    case .keyword: 0.6 * rarity * rarity.squareRoot()
    case .genre: 0.5 * rarity
    case .language: 0.7 * rarity
    }
  }
}
