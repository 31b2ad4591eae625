import JSONRPC
package import MovieProtocol
import TitleIndex

/// A query of the catalogue for titles in an order, with filters.
///
/// Titles without a value come last, in either direction; of two with the same value the better known one
/// comes first.
package struct CatalogueList: Sendable, Equatable {
  package enum Order: Sendable, Equatable {
    /// The best known first.
    case rank
    case popularity, voteAverage, voteCount, releaseDate, title
    /// By the average, but as if everybody else had given the mean: a few votes do not make the best film.
    case weightedRating
    /// By chance, the same for the same seed.
    case shuffled(seed: Int)
  }

  /// nil: films and series.
  package var mediaType: Title.MediaType?
  package var genres: GenreFilter?
  package var year: Int?
  package var minVotes: Int?
  package var minAverage: Double?
  /// ISO 639-1
  package var originalLanguage: String?
  /// Minutes.
  package var runtimes: ClosedRange<Int>?
  /// Only those that most people know.
  package var isBestKnown = false
  package var needsPoster = false
  /// `2026-07-29`, exclusive.
  package var releasedAfter: String?
  /// `2026-07-29`, inclusive.
  package var releasedUntil: String?
  package var order = Order.rank
  package var isAscending = false

  package init(mediaType: Title.MediaType? = nil) { self.mediaType = mediaType }

  private static let bestKnown = 400

  var question: TitleList {
    var list = TitleList()
    list.isSeries = mediaType.map { $0 == .tv }
    list.genres = genres.map { $0.alternatives.map { TitleRecord.bits(genres: $0) } }
    list.dates = dates
    list.minVotes = UInt32(clamping: minVotes ?? 0)
    list.minAverage = Float(minAverage ?? 0)
    list.language = originalLanguage.map { LetterCode.of($0) }
    list.runtimes = runtimes.map { UInt16(clamping: $0.lowerBound)...UInt16(clamping: $0.upperBound) }
    if isBestKnown { list.maxRank = Self.bestKnown }
    list.needsPoster = needsPoster
    list.isAscending = isAscending
    list.order =
      switch order {
      case .rank: .rank
      case .popularity: .popularity
      case .voteAverage: .average
      case .voteCount: .votes
      case .releaseDate: .date
      case .title: .title
      case .weightedRating: .weightedRating
      case .shuffled(let seed): .shuffled(seed: seed)
      }
    return list
  }

  /// A year alone stands before its days.
  private var dates: ClosedRange<UInt32>? {
    guard year != nil || releasedAfter != nil || releasedUntil != nil else { return nil }
    var (first, last) = (UInt32(1), UInt32.max)
    if let year {
      first = UInt32(min(max(year, 1), 9999)) * 10_000
      last = first + 9999
    }
    if let releasedAfter { first = max(first, Self.number(releasedAfter) &+ 1) }
    if let releasedUntil { last = min(last, Self.number(releasedUntil)) }
    return first <= last ? first...last : UInt32.max...UInt32.max
  }

  /// 20260729
  private static func number(_ day: String) -> UInt32 {
    day.utf8.filter(\.isDigit).prefix(8).reduce(0) { 10 * $0 + UInt32($1) - 0x30 }
  }
}
