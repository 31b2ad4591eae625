import Glibc

/// Titles that have much in common: collection, people, keywords, language and genres; the rarer a feature, the more
/// it counts.
///
/// The best known holders of each feature get its weight, and of those that share most with the origin, genres, year
/// and renown decide which are near. Only the best-known titles are compared with each other.
struct RelatedTitles {
  /// A feature gives its weight to so many, the best known.
  private static let maxHolders = 400
  /// The number of titles that are compared with the origin.
  private static let maxCandidates = 300
  private static let maxTitles = 100_000
  /// So much of their genres is alike that a name alone makes two titles related.
  private static let alikeGenres: Float = 0.6

  private let search: TitleSearch
  private let index: CatalogueIndex
  private let count: Int
  private let rank: Int
  private let origin: TitleRecord

  init(_ search: TitleSearch, to rank: Int) {
    (self.search, index, self.rank) = (search, search.index, rank)
    origin = index.records[rank]
    count = min(index.count, Self.maxTitles)
  }

  /// Ranks, the nearest first; and of the other near titles the better rated first. No title is in both. Films
  /// precede series for a film, and series precede films for a series, unless the difference is large.
  func related(limit: Int) -> (similar: [Int], recommendations: [Int]) {
    guard limit > 0 else { return ([], []) }
    let limit = min(limit, Self.maxCandidates)
    addNames()
    addCollection()
    addCommonFeatures()
    addStem()
    defer { clear() }
    var shared = BestFound(Self.maxCandidates)
    for other in search.touched where Int(other) != rank {
      shared.add(TitleSearch.Found(rank: Int(other), score: search.scores[Int(other)]))
    }
    var near = shared.titles.map { TitleSearch.Found(rank: $0.rank, score: nearness(of: $0.rank)) }
    near.sort(by: >)
    near = Array(near.prefix(5 * limit))
    let others = near.dropFirst(limit).map {
      TitleSearch.Found(rank: $0.rank, score: $0.score * appeal(index.records[$0.rank]))
    }
    return (near.prefix(limit).map(\.rank), others.sorted(by: >).prefix(limit).map(\.rank))
  }

  /// Of features that say something by themselves, `best` has the sum; `scores` has that of all.
  private func add(_ rank: Int, _ weight: Float, isCommon: Bool = false) {
    search.add(rank, weight, 0)
    if !isCommon { search.best[rank] += weight }
  }

  private func clear() {
    for rank in search.touched { search.best[Int(rank)] = 0 }
    search.clear()
  }

  private func addNames() {
    let names = RelatedNames(index, count, Self.maxHolders)
    for (column, feature) in [
      (TableColumn.director, RelatedFeature.director), (.cast, .actor), (.keywords, .keyword),
    ] {
      for name in Set(index.items(rank, column)) {
        let holders = names.holders(of: name, column)
        // Nobody else has it.
        guard holders.count > 1 else { continue }
        let weight = feature.weight(holders: holders.count, among: count)
        for other in holders.ranks {
          add(other, weight)
          if feature != .keyword { search.explained[other] |= Self.sharesPerson }
        }
      }
    }
  }

  private static let sharesPerson: UInt32 = 1

  private func addCollection() {
    guard origin.collection != 0 else { return }
    let weight = RelatedFeature.collection.weight(holders: 1, among: count)
    for rank in 0..<count where index.records[rank].collection == origin.collection { add(rank, weight) }
  }

  /// Genres, the language, and both together: of its language's titles those of a genre are the nearer ones.
  private func addCommonFeatures() {
    // Of all bits: a damaged record may have any.
    let weights = (0..<UInt32(32)).map { genreWeight($0) }
    let language = languageWeight
    // By the genre's bit; the last one is for any genre.
    var left = Array(repeating: Self.maxHolders, count: 33), leftOfLanguage = left
    // The bits of those of which there are not enough yet. All are read of few titles.
    var open = origin.genres, openOfLanguage = origin.genres
    for rank in 0..<count {
      if open | openOfLanguage == 0, leftOfLanguage[32] == 0 || origin.language == 0 { break }
      let title = index.records[rank]
      let isOfLanguage = origin.language != 0 && title.language == origin.language
      if isOfLanguage, leftOfLanguage[32] > 0 {
        leftOfLanguage[32] -= 1
        add(rank, language, isCommon: true)
      }
      var shared = title.genres & open
      while shared != 0 {
        let bit = shared.trailingZeroBitCount
        shared &= shared - 1
        left[bit] -= 1
        if left[bit] == 0 { open &= ~(1 << UInt32(bit)) }
        add(rank, weights[bit], isCommon: true)
      }
      guard isOfLanguage else { continue }
      shared = title.genres & openOfLanguage
      while shared != 0 {
        let bit = shared.trailingZeroBitCount
        shared &= shared - 1
        leftOfLanguage[bit] -= 1
        if leftOfLanguage[bit] == 0 { openOfLanguage &= ~(1 << UInt32(bit)) }
        add(rank, language, isCommon: true)
      }
    }
  }

  private func addStem() {
    guard let stem = TitleStem.of(index.text(rank, .title)) else { return }
    let ranks = RelatedNames(index, count, Self.maxHolders).ranks(ofStem: stem)
    guard ranks.count > 1 else { return }
    let weight = RelatedFeature.stem.weight(holders: ranks.count, among: count)
    // Films of one common word have nothing else in common: Titanic and Titanic 666.
    let isDistinctive = stem.contains(" ")
    for other in ranks {
      let isOfOneStory =
        isDistinctive || search.explained[other] & Self.sharesPerson != 0
        || alike(index.records[other]) >= Self.alikeGenres
      if isOfOneStory { add(other, weight) }
    }
  }

  private func genreWeight(_ bit: UInt32) -> Float {
    RelatedFeature.genre.weight(holders: search.featureTotals.genres[Int(bit)], among: count)
  }

  private var languageWeight: Float {
    RelatedFeature.language.weight(
      holders: search.featureTotals.languages[origin.language] ?? 0, among: count)
  }

  /// From 0 to 1.
  private func alike(_ title: TitleRecord) -> Float {
    let shared = (title.genres & origin.genres).nonzeroBitCount
    return Float(shared) / Float(max((title.genres | origin.genres).nonzeroBitCount, 1))
  }

  private func nearness(of rank: Int) -> Float {
    let title = index.records[rank]
    var nearness = search.best[rank]
    var shared = title.genres & origin.genres
    while shared != 0 {
      nearness += genreWeight(UInt32(shared.trailingZeroBitCount))
      shared &= shared - 1
    }
    if origin.language != 0, title.language == origin.language { nearness += languageWeight }
    // A comedy set in the same town is not much like a thriller.
    nearness *= 0.45 + 0.55 * alike(title)
    if title.isSeries != origin.isSeries { nearness *= 0.2 }
    if title.year != 0, origin.year != 0 {
      nearness *= 1 - 0.25 * Float(min(abs(title.year - origin.year), 40)) / 40
    }
    // Of two equally near titles the better-known one is preferred.
    return nearness * (0.55 + 0.45 * min(1, log(Float(title.votes) + 1) / log(40_000)))
  }

  /// How much better than a bad title it is rated, above 0. A title with few votes counts as average: the mean of its
  /// votes and 300 votes of 6.5.
  private func appeal(_ title: TitleRecord) -> Float {
    let votes = Float(title.votes)
    return max((title.average * votes + 6.5 * 300) / (votes + 300) - 4, 0.1)
  }
}

/// How many titles have each genre and language.
struct FeatureTotals {
  private(set) var genres = Array(repeating: 0, count: 32)
  private(set) var languages: [UInt16: Int] = [:]

  init(_ records: UnsafeBufferPointer<TitleRecord>) {
    for title in records {
      languages[title.language, default: 0] += 1
      var rest = title.genres
      while rest != 0 {
        genres[rest.trailingZeroBitCount] += 1
        rest &= rest - 1
      }
    }
  }
}

extension TitleSearch {
  /// Titles that share collection, people, keywords, genres or language with this one, as ranks.
  package func related(to rank: Int, limit: Int) -> (similar: [Int], recommendations: [Int]) {
    guard index.records.indices.contains(rank) else { return ([], []) }
    return RelatedTitles(self, to: rank).related(limit: limit)
  }
}
