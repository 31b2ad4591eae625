import GRDB
import Glibc
import MovieProtocol

/// Finds titles that have much in common: collection, people, keywords, language and genres; the rarer a
/// feature, the more it counts.
///
/// The index of features gives the titles that share something, the nearest of them are read and compared
/// exactly. How much is read is bounded by `RelatedFeature.maxOfTitle`, `RelatedFeatureTable.maxRanks` and
/// `maxCandidates`.
struct RelatedTitles {
  /// Larger catalogues are cut: only the best-known titles are compared with each other.
  static let maxTitles = 100_000
  /// The number of titles that are compared with the origin.
  private static let maxCandidates = 300

  private struct Candidate {
    let rank: Int
    let mediaType: String
    let year: Int?
    let genres: Set<Int>
    let language: String?
    let voteAverage: Double
    let voteCount: Int
  }

  private let database: Database
  private let titles: Int
  private let origin: CatalogueTitle
  private let originRank: Int
  private var genreWeights: [Int: Double] = [:]
  private var languageWeight = 0.0

  /// - Parameters:
  ///   - origin: a title of the catalogue, with its rank.
  ///   - titles: the number of titles.
  init(_ database: Database, to origin: CatalogueTitle, rank: Int, among titles: Int) {
    self.database = database
    self.origin = origin
    originRank = rank
    self.titles = min(titles, Self.maxTitles)
  }

  /// Ranks, best first. No title is in both lists, and the title itself is in neither.
  ///
  /// - `similar`: nearest in content.
  /// - `recommendations`: of the other near titles, the better rated first.
  ///
  /// Films precede series for a film, and series precede films for a series, unless the difference in
  /// nearness is large.
  mutating func related(limit: Int) throws -> (similar: [Int], recommendations: [Int]) {
    guard limit > 0 else { return ([], []) }
    let limit = min(limit, Self.maxCandidates)
    let shared = try self.shared()
    var near: [(candidate: Candidate, nearness: Double)] = []
    for (rank, rare) in shared {
      guard let candidate = try candidate(rank) else { continue }
      near.append((candidate, nearness(of: candidate, rare: rare)))
    }
    near.sort { ($0.nearness, $1.candidate.rank) > ($1.nearness, $0.candidate.rank) }
    near = Array(near.prefix(5 * limit))
    let others = near.dropFirst(limit).map { ($0.candidate.rank, $0.nearness * appeal($0.candidate)) }
      .sorted { ($0.1, $1.0) > ($1.1, $0.0) }
    return (near.prefix(limit).map(\.candidate.rank), others.prefix(limit).map(\.0))
  }

  /// The titles that share most, with the weight of the rare features they share.
  private mutating func shared() throws -> [(rank: Int, rare: Double)] {
    var rare: [UInt32: Double] = [:]
    var all: [UInt32: Double] = [:]
    for feature in RelatedFeature.all(of: origin) {
      guard let holders = try RelatedFeatureTable.holders(of: feature, database) else { continue }
      var weight = RelatedFeature.weight(of: feature.kind, holders: holders.count, among: titles)
      switch feature.kind {
      case .genre: genreWeights[Int(feature.name) ?? 0] = weight
      case .language: languageWeight = weight
      // A little more than the language alone: of its titles these are the nearer ones.
      case .languageAndGenre: weight = languageWeight + 0.1
      default: break
      }
      for rank in holders.ranks {
        all[rank, default: 0] += weight
        if !feature.kind.isCommon { rare[rank, default: 0] += weight }
      }
    }
    all[UInt32(clamping: originRank)] = nil
    let best = all.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.maxCandidates)
    return best.map { (Int($0.key), rare[$0.key] ?? 0) }
  }

  private func candidate(_ rank: Int) throws -> Candidate? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT media_type, year, genre_ids, original_language, vote_average, vote_count FROM title
        WHERE rank = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [rank]) else { return nil }
    let genres: String = try row.decode(atIndex: 2)
    return Candidate(
      rank: rank, mediaType: try row.decode(atIndex: 0),
      year: try row.numberIfPresent(at: 1, in: StoredBounds.count),
      genres: Set(genres.utf8.split(separator: UInt8(ascii: "|")).compactMap { Int(Substring($0)) }),
      language: try row.decode(atIndex: 3), voteAverage: try row.decode(Double?.self, atIndex: 4) ?? 0,
      voteCount: try row.number(at: 5, in: StoredBounds.count))
  }

  /// - Parameter rare: the weight of the rare features that it shares.
  private func nearness(of candidate: Candidate, rare: Double) -> Double {
    let originGenres = Set(origin.genreIDs)
    let sharedGenres = originGenres.intersection(candidate.genres)
    var nearness = sharedGenres.reduce(rare) { $0 + (genreWeights[$1] ?? 0) }
    if let language = origin.originalLanguage, language == candidate.language { nearness += languageWeight }
    // A comedy set in the same town is not much like a thriller.
    let genres = originGenres.union(candidate.genres).count
    nearness *= 0.45 + 0.55 * Double(sharedGenres.count) / Double(max(genres, 1))
    if candidate.mediaType != origin.mediaType.rawValue { nearness *= 0.3 }
    if let year = candidate.year, let origin = origin.year {
      nearness *= 1 - 0.25 * Double(min(abs(year - origin), 40)) / 40
    }
    // Of two equally near titles the better-known one is preferred.
    return nearness * (0.7 + 0.3 * min(1, log(Double(candidate.voteCount) + 1) / log(40_000)))
  }

  /// How much better than a bad title it is rated, above 0. A title with few votes counts as average: the
  /// mean of its votes and 300 votes of 6.5.
  private func appeal(_ candidate: Candidate) -> Double {
    let votes = Double(candidate.voteCount)
    let rating = (candidate.voteAverage * votes + 6.5 * 300) / (votes + 300)
    return max(rating - 4, 0.1)
  }
}
