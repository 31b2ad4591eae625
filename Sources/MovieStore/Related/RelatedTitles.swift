import Glibc

/// Finds titles that have much in common: collection, people, keywords, language and genres; the rarer a
/// feature, the more it counts.
///
/// An inverted index over numbered features; the names are discarded once it is built, so a thousand titles
/// take some 200 KB. A pure value: no database, no clock.
struct RelatedTitles: Sendable {
  /// Larger catalogues are cut: only the best-known titles are compared with each other.
  static let maxTitles = 20_000

  struct Entry: Sendable {
    let mediaType: CatalogueTitle.MediaType
    let year: Int?
    let voteAverage: Double
    let voteCount: Int
    let genreCount: Int
  }

  struct Feature: Sendable {
    let weight: Double
    let isGenre: Bool
  }

  /// By rank, from 1; other types refer to a title by its rank, this one by its index.
  private let entries: [Entry]
  private let features: [Feature]
  private let featuresOfTitles: NumberLists
  private let titlesOfFeatures: NumberLists

  /// Called by `Builder`.
  init(entries: [Entry], features: [Feature], featuresOfTitles: NumberLists) {
    self.entries = entries
    self.features = features
    self.featuresOfTitles = featuresOfTitles
    titlesOfFeatures = featuresOfTitles.inverted(numbers: features.count)
  }

  /// Ranks, best first. No title is in both lists, and the title itself is in neither.
  ///
  /// - `similar`: nearest in content.
  /// - `recommendations`: of the other near titles, the better rated first.
  ///
  /// Films precede series for a film, and series precede films for a series, unless the difference in
  /// nearness is large.
  func related(to rank: Int, limit: Int) -> (similar: [Int], recommendations: [Int]) {
    guard rank > 0, rank <= entries.count, limit > 0 else { return ([], []) }
    let limit = min(limit, entries.count)
    let nearness = nearness(to: rank - 1)
    let near = best(nearness, 5 * limit)
    let similar = near.prefix(limit)
    let others = Array(near.dropFirst(limit))
    let liking = others.map { nearness[$0] * appeal(entries[$0]) }
    let recommendations = best(liking, limit).map { others[$0] }
    return (similar.map { $0 + 1 }, recommendations.map { $0 + 1 })
  }

  /// By index, 0 for titles that share nothing with the origin.
  private func nearness(to index: Int) -> [Double] {
    let origin = entries[index]
    var nearness = [Double](repeating: 0, count: entries.count)
    var sharedGenres = [Int](repeating: 0, count: entries.count)
    for number in featuresOfTitles[index] {
      let feature = features[Int(number)]
      for holder in titlesOfFeatures[Int(number)] {
        nearness[Int(holder)] += feature.weight
        if feature.isGenre { sharedGenres[Int(holder)] += 1 }
      }
    }
    for index in entries.indices where nearness[index] > 0 {
      let entry = entries[index]
      // A comedy set in the same town is not much like a thriller.
      let genres = origin.genreCount + entry.genreCount - sharedGenres[index]
      nearness[index] *= 0.45 + 0.55 * Double(sharedGenres[index]) / Double(max(genres, 1))
      if entry.mediaType != origin.mediaType { nearness[index] *= 0.3 }
      if let year = entry.year, let origin = origin.year {
        nearness[index] *= 1 - 0.25 * Double(min(abs(year - origin), 40)) / 40
      }
      // Of two equally near titles the better-known one is preferred.
      nearness[index] *= 0.7 + 0.3 * min(1, log(Double(max(entry.voteCount, 0)) + 1) / log(40_000))
    }
    nearness[index] = 0
    return nearness
  }

  /// Indices of the greatest values above 0; of equal values the lower index comes first.
  private func best(_ values: [Double], _ count: Int) -> [Int] {
    let found = values.indices.filter { values[$0] > 0 }
    return Array(found.sorted { (values[$0], $1) > (values[$1], $0) }.prefix(count))
  }

  /// How much better than a bad title it is rated, above 0. A title with few votes counts as average: the
  /// mean of its votes and 300 votes of 6.5.
  private func appeal(_ entry: Entry) -> Double {
    let votes = Double(max(entry.voteCount, 0))
    let rating = (entry.voteAverage * votes + 6.5 * 300) / (votes + 300)
    return max(rating - 4, 0.1)
  }
}
