import Glibc

/// Which titles have much in common: collection, people, keywords and genres, each the more telling the fewer
/// titles have it.
///
/// An inverted index over numbered features; the names are gone once it is made, so a thousand titles take some
/// 200 KB. A pure value: no database, no clock.
struct RelatedTitles: Sendable {
  /// Larger catalogues are cut: the best-known titles are compared with each other.
  static let maximumTitles = 20_000

  enum Kind: Hashable, Sendable {
    case collection, director, actor, keyword, genre

    /// What one shared feature of this kind says, before its rarity.
    var weight: Double {
      switch self {
      case .collection: 6
      case .director: 1.5
      case .actor: 0.8
      case .keyword: 1
      case .genre: 0.9
      }
    }
  }

  struct Feature: Hashable, Sendable {
    let kind: Kind
    let name: String
  }

  private struct Entry: Sendable {
    let mediaType: CatalogueTitle.MediaType
    let voteAverage: Double
    let voteCount: Int
    let features: [Int32]
    let genreCount: Int
  }

  /// By rank, from 1; a title is named by its rank.
  private var entries: [Entry] = []
  /// By feature: who has it, ascending.
  private var holders: [[Int32]] = []
  private var weights: [Double] = []
  private var isGenre: [Bool] = []

  private init() {}

  /// Takes titles one by one, in the order of their ranks, and forgets the names of what they have.
  struct Builder {
    private var related = RelatedTitles()
    private var numbers: [Feature: Int32] = [:]
    private var kinds: [Kind] = []

    mutating func add(_ title: CatalogueTitle) {
      guard related.entries.count < RelatedTitles.maximumTitles else { return }
      let rank = Int32(related.entries.count + 1)
      let features = RelatedTitles.features(of: title).map { number(of: $0) }
      for feature in features { related.holders[Int(feature)].append(rank) }
      related.entries.append(
        Entry(
          mediaType: title.mediaType, voteAverage: title.voteAverage ?? 0, voteCount: title.voteCount,
          features: features, genreCount: Set(title.genreIDs).count))
    }

    private mutating func number(of feature: Feature) -> Int32 {
      if let number = numbers[feature] { return number }
      let number = Int32(related.holders.count)
      numbers[feature] = number
      related.holders.append([])
      kinds.append(feature.kind)
      return number
    }

    consuming func finish() -> RelatedTitles {
      let count = Double(related.entries.count)
      related.weights = zip(related.holders, kinds).map { holders, kind in
        // 1 for what two titles share, near 0 for what most do.
        kind.weight * log(count / Double(holders.count)) / log(max(count / 2, 2))
      }
      related.isGenre = kinds.map { $0 == .genre }
      return related
    }
  }

  private static func features(of title: CatalogueTitle) -> [Feature] {
    var features: [Feature] = []
    func add(_ kind: Kind, _ names: [String]) {
      for name in names {
        let feature = Feature(kind: kind, name: name)
        if !features.contains(feature) { features.append(feature) }
      }
    }
    add(.collection, title.collection.map { [$0] } ?? [])
    add(.director, title.director)
    add(.actor, title.cast)
    add(.keyword, title.keywords)
    add(.genre, title.genreIDs.map { String($0) })
    return features
  }

  /// Ranks, best first. Whoever is in the one is not in the other.
  ///
  /// - `similar`: nearest in content.
  /// - `recommendations`: of what else is near, the better rated first; other parts of the same collection are
  ///   known to whoever asks.
  func related(to rank: Int, limit: Int) -> (similar: [Int], recommendations: [Int]) {
    guard entries.indices.contains(rank - 1), limit > 0 else { return ([], []) }
    let origin = entries[rank - 1]
    var nearness = [Double](repeating: 0, count: entries.count)
    var sharedGenres = [Int](repeating: 0, count: entries.count)
    for feature in origin.features.map(Int.init) {
      for holder in holders[feature] {
        nearness[Int(holder) - 1] += weights[feature]
        if isGenre[feature] { sharedGenres[Int(holder) - 1] += 1 }
      }
    }
    for index in entries.indices {
      // A comedy that is set in the same town is not much like a thriller.
      let genres = origin.genreCount + entries[index].genreCount - sharedGenres[index]
      nearness[index] *= 0.4 + 0.6 * Double(sharedGenres[index]) / Double(max(genres, 1))
      // Films for a film, series for a series, as long as there are any that are near.
      if entries[index].mediaType != origin.mediaType { nearness[index] *= 0.3 }
    }
    nearness[rank - 1] = 0
    let near = best(nearness, 8 * limit)
    let similar = Array(near.prefix(limit))
    let liking = near.dropFirst(limit).map { index in (index, nearness[index] * appeal(entries[index])) }
    let recommendations = liking.sorted { ($0.1, -$0.0) > ($1.1, -$1.0) }.prefix(limit).map(\.0)
    return (similar.map { $0 + 1 }, recommendations.map { $0 + 1 })
  }

  /// Indices with the greatest values over 0; the lower one first where two are equal.
  private func best(_ values: [Double], _ count: Int) -> [Int] {
    let found = values.indices.filter { values[$0] > 0 }
    return Array(found.sorted { (values[$0], -$0) > (values[$1], -$1) }.prefix(count))
  }

  /// What few have voted on counts as average: the mean of its votes and 300 of 6.5.
  private func appeal(_ entry: Entry) -> Double {
    let votes = Double(entry.voteCount)
    let rating = (entry.voteAverage * votes + 6.5 * 300) / (votes + 300)
    return rating * rating
  }
}
