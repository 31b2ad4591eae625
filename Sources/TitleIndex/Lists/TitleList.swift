/// A question for titles in an order, with filters.
///
/// Titles without a value come last, in either direction; of two with the same value the better known one comes
/// first. All records are read: some tenths of a millisecond for 80,000 titles, so the file needs no orders.
package struct TitleList: Sendable, Equatable {
  package enum Order: Sendable, Equatable {
    /// The best known first.
    case rank
    case popularity, average, votes, date, title
    /// The average, drawn to that of all titles where few have voted.
    case weightedRating
    /// By chance, the same for the same seed.
    case shuffled(seed: Int)
  }

  /// nil: films and series.
  package var isSeries: Bool?
  /// A title has all genres of one of these; nil: any genres.
  package var genres: [UInt32]?
  /// As in `TitleRecord.date`.
  package var dates: ClosedRange<UInt32>?
  package var minVotes: UInt32 = 0
  package var minAverage: Float = 0
  /// As in `TitleRecord.language`.
  package var language: UInt16?
  /// In minutes.
  package var runtimes: ClosedRange<UInt16>?
  /// Only the best known.
  package var maxRank = Int.max
  package var needsPoster = false
  package var order = Order.rank
  package var isAscending = false

  package init() {}

  func passes(_ title: TitleRecord) -> Bool {
    if let isSeries, isSeries != title.isSeries { return false }
    if title.votes < minVotes || title.ratedAverage < minAverage || needsPoster && !title.hasPoster {
      return false
    }
    if let language, title.language != language { return false }
    if let runtimes, !runtimes.contains(title.runtime) { return false }
    if let dates, !dates.contains(title.date) { return false }
    guard let genres else { return true }
    return genres.contains { $0 != 0 && title.genres & $0 == $0 }
  }
}

extension CatalogueIndex {
  /// - Parameter rows: of the titles in their order.
  /// - Returns: `total` is at most `most`, and titles after those are not returned.
  package func list(_ list: TitleList, rows: Range<Int>, most: Int) -> (ranks: [Int], total: Int) {
    let rows = rows.clamped(to: 0..<most)
    if list.order == .rank, !list.isAscending { return inOrder(list, rows, most) }
    let count = min(list.maxRank, records.count)
    var found: [Place] = []
    var total = 0
    for rank in 0..<max(count, 0) where list.passes(records[rank]) {
      total += 1
      found.append(place(rank, list))
      // As in a heap, only those are kept that can be on the page.
      if found.count >= 2 * rows.upperBound + Self.spare { Self.cut(&found, to: rows.upperBound) }
    }
    Self.cut(&found, to: rows.upperBound)
    return (found.dropFirst(rows.lowerBound).map { Int($0.rank) }, min(total, most))
  }

  private static let spare = 256

  /// Of a title in a list; the smaller one comes first.
  private struct Place: Comparable {
    let key: Float
    let rank: UInt32

    static func < (one: Place, other: Place) -> Bool {
      one.key != other.key ? one.key < other.key : one.rank < other.rank
    }
  }

  private static func cut(_ found: inout [Place], to count: Int) {
    found.sort()
    if found.count > count { found.removeLast(found.count - count) }
  }

  private func inOrder(_ list: TitleList, _ rows: Range<Int>, _ most: Int) -> (ranks: [Int], total: Int) {
    var ranks: [Int] = []
    var total = 0
    for rank in 0..<max(min(list.maxRank, records.count), 0) where list.passes(records[rank]) {
      if rows.contains(total) { ranks.append(rank) }
      total += 1
      if total == most { break }
    }
    return (ranks, total)
  }

  private func place(_ rank: Int, _ list: TitleList) -> Place {
    let title = records[rank]
    // Whole numbers are below 2^24, so a Float holds them exactly.
    let value: Float =
      switch list.order {
      case .rank: Float(records.count - rank)
      case .popularity: title.popularity
      case .average: title.ratedAverage
      case .votes: Float(title.votes) + 1
      case .date: Float(DayNumber.of(title.date))
      case .title: Float(title.titleOrder)
      case .weightedRating: WeightedRating.of(title)
      case .shuffled(let seed): Float(Shuffle.place(of: rank + 1, seed))
      }
    guard value != 0 else { return Place(key: .infinity, rank: UInt32(rank)) }
    let isUpwards =
      switch list.order {
      case .shuffled: true
      default: list.isAscending
      }
    return Place(key: isUpwards ? value : -value, rank: UInt32(rank))
  }
}

/// Days in their order without gaps worth mentioning: a Float holds them exactly.
enum DayNumber {
  static func of(_ date: UInt32) -> UInt32 {
    // At most 12 months of 31 days; a year alone comes before its days.
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
    return date == 0 ? 0 : year * 416 + month * 32 + day
  }
}

/// As IMDb ranks its best: https://help.imdb.com/article/imdb/track-movies-tv/ratings-faq/G67Y87TFYYP6TWAV
enum WeightedRating {
  private static let votesOfDoubt: Float = 1000
  private static let averageOfAll: Float = 6.9

  static func of(_ title: TitleRecord) -> Float {
    guard title.votes > 0 else { return 0 }
    let votes = Float(title.votes)
    return (votes * title.average + votesOfDoubt * averageOfAll) / (votes + votesOfDoubt)
  }
}

enum Shuffle {
  /// Greater than any rank of a list that is shuffled. The products of all ranks with one factor differ modulo
  /// a prime.
  private static let prime = 1_000_003

  /// From 1.
  static func place(of rank: Int, _ seed: Int) -> Int {
    // Neighbouring seeds get distant factors.
    let factor = 1 + abs(seed % prime) * 48_271 % (prime - 1)
    return 1 + rank * factor % prime
  }
}
