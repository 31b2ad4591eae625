import Glibc

/// One box: each word of a query is explained by a field of a title, or by what it means; a title's place is decided by
/// how well its words are explained, by how much of the query is its name, and by how well it is known. All kinds of
/// reasons add up in one number, with the constants of `ScoreWeights`.
///
/// For one question at a time: it keeps two numbers for each title.
package final class TitleSearch {
  package struct Found: Comparable {
    package let rank: Int
    package let score: Float

    package static func < (one: Found, other: Found) -> Bool {
      one.score != other.score ? one.score < other.score : one.rank > other.rank
    }
  }

  package struct Answer {
    /// Best first, as many as were asked for.
    package var titles: [Found] = []
    /// How many there are.
    package var total = 0
    /// Words that were corrected were needed.
    package var isCorrected = false
    /// The words of a name that was typed are of two people in the first title.
    var isOfTwoPeople = false
    var question: Question?
    var meanings: [WordMeanings] = []
  }

  /// What a title must be, besides.
  package struct Filter: Equatable, Sendable {
    package var isSeries: Bool?
    package var year: Int?

    package init(isSeries: Bool? = nil, year: Int? = nil) { (self.isSeries, self.year) = (isSeries, year) }

    func passes(_ title: TitleRecord) -> Bool {
      (isSeries == nil || isSeries == title.isSeries) && (year == nil || year == title.year)
    }
  }

  /// Only the first ones are in order beyond their scores: these are compared again, name by name.
  static let compared = 30
  /// So well known that nothing else is looked for.
  static let knownRank = 12_000
  static let enough = 8
  /// So many words in place of an unknown one may make a name.
  static let correctedNames = 100
  static let minSqueezed = 5
  static let minSqueezedBeginning = 8
  static let found: UInt32 = 1 << 31
  /// A whole name of it was typed.
  static let isNamed: UInt32 = 1 << 30
  /// The year that was typed is part of it, "Buffalo '66", or is another one than the title's.
  static let isNamedWithYear: UInt32 = 1 << 29

  package let index: CatalogueIndex
  lazy var featureTotals = FeatureTotals(index.records)
  let weights: ScoreWeights
  let fieldWeights: [Float]
  let correctedFieldWeights: [Float]
  let logarithm: Float
  let scores: UnsafeMutableBufferPointer<Float>
  /// A bit for each word that is explained.
  let explained: UnsafeMutableBufferPointer<UInt32>
  /// Of the word that is being added.
  let best: UnsafeMutableBufferPointer<Float>
  /// The ranks with a bit.
  var touched: [UInt32] = []
  /// Those of which a name was typed.
  var named: [UInt32] = []

  package convenience init(_ index: CatalogueIndex) { self.init(index, ScoreWeights()) }

  init(_ index: CatalogueIndex, _ weights: ScoreWeights) {
    (self.index, self.weights) = (index, weights)
    fieldWeights = (0..<256).map { weights.of(Fields(rawValue: UInt8($0))) }
    let corrected = weights.corrected
    correctedFieldWeights = (0..<256).map { corrected.of(Fields(rawValue: UInt8($0))) }
    logarithm = log(Float(index.count + 1))
    scores = .allocate(capacity: index.count)
    explained = .allocate(capacity: index.count)
    best = .allocate(capacity: index.count)
    scores.initialize(repeating: 0)
    explained.initialize(repeating: 0)
    best.initialize(repeating: 0)
  }

  deinit {
    scores.deallocate()
    explained.deallocate()
    best.deallocate()
  }

  /// - Parameter limit: only so many are put in order.
  package func search(_ text: String, filter: Filter = Filter(), limit: Int) -> Answer {
    guard limit > 0, let question = Question(withBlanks(text)) else { return Answer() }
    guard !question.words.isEmpty else { return symbols(question, filter, limit) }
    let plain = attempt(question, filter, limit, isCorrected: false)
    if isGood(plain) { return plain }
    let corrected = attempt(question, filter, limit, isCorrected: true)
    guard let first = corrected.titles.first, first.rank <= plain.titles.first?.rank ?? .max else {
      return plain
    }
    return corrected
  }

  /// "rocky2" is "rocky 2" where no word is spelt so.
  func withBlanks(_ text: String) -> String {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let letters = word.prefix { $0.isLetter }, digits = word.dropFirst(letters.count)
      guard letters.count > 2, (1...2).contains(digits.count), digits.allSatisfy(\.isNumber),
        let fold = SearchFold.plain(String(word)), index.number(of: fold.text) == nil
      else { return String(word) }
      return letters + " " + digits
    }.joined(separator: " ")
  }

  func isGood(_ answer: Answer) -> Bool {
    !answer.isOfTwoPeople
      && (answer.total >= Self.enough || answer.titles.first.map { $0.rank < Self.knownRank } ?? false)
  }

  func symbols(_ question: Question, _ filter: Filter, _ limit: Int) -> Answer {
    var ranks: Set<Int> = []
    for fold in question.folds {
      index.spellings.each(fold.text, orBeginning: false) { spelling, _ in ranks.insert(Int(spelling.rank)) }
    }
    let titles = ranks.sorted().filter { $0 < index.count && filter.passes(index.records[$0]) }
    return Answer(
      titles: titles.prefix(limit).map { Found(rank: $0, score: weights.wholeTitle) }, total: titles.count)
  }

  func attempt(_ question: Question, _ filter: Filter, _ limit: Int, isCorrected: Bool) -> Answer {
    clear()
    defer { clear() }
    let meanings = meanings(question, isCorrected)
    addWords(question, meanings, isCorrected)
    if question.isFacetsOnly { addFacetsOnly(question) }
    addFacets(question)
    addNames(question, meanings)
    var found = ranked(question, filter, max(limit, Self.compared), isCorrected)
    let isOfTwoPeople = compareNames(question, meanings, isCorrected: isCorrected, &found)
    return Answer(
      titles: Array(found.titles.prefix(limit)), total: found.total, isCorrected: isCorrected,
      isOfTwoPeople: isOfTwoPeople, question: question,
      meanings: meanings)
  }

  func clear() {
    for rank in touched {
      explained[Int(rank)] = 0
      scores[Int(rank)] = 0
    }
    touched.removeAll(keepingCapacity: true)
  }

  func add(_ rank: Int, _ score: Float, _ bits: UInt32) {
    guard rank < explained.count else { return }
    if explained[rank] == 0 {
      touched.append(UInt32(rank))
      explained[rank] = Self.found
    }
    explained[rank] |= bits
    scores[rank] += score
  }

  // MARK: Meanings

  /// "80s horror" names no title: all of them are asked.
  func addFacetsOnly(_ question: Question) {
    for rank in index.records.indices where explained[rank] == 0 {
      let title = index.records[rank]
      let isOfAll = question.words.indices.allSatisfy { place in
        !question.requires(place) || question.facets[place].contains { $0.weight(of: title, weights) > 0 }
      }
      if isOfAll { add(rank, 0, 0) }
    }
  }

  func addFacets(_ question: Question) {
    for place in question.words.indices {
      let bit: UInt32 = 1 << UInt32(place)
      let facets = question.facets[place],
        ordinal = question.ordinal?.place == place ? question.ordinal?.number : nil
      guard !facets.isEmpty || ordinal != nil else { continue }
      for rank in touched {
        let rank = Int(rank), title = index.records[rank]
        let weight = facets.reduce(0) { max($0, $1.weight(of: title, weights)) }
        if weight > 0 { add(rank, explained[rank] & bit == 0 ? weight : weight * weights.also, bit) }
        if let ordinal, title.collection != 0, Int(title.place) == ordinal { add(rank, weights.ordinal, bit) }
      }
    }
  }

  // MARK: Order

  func ranked(
    _ question: Question, _ filter: Filter, _ limit: Int, _ isCorrected: Bool
  ) -> (titles: [Found], total: Int) {
    let required = question.required, count = required.nonzeroBitCount
    let least = touched.reduce(count) { min($0, (required & ~explained[Int($1)]).nonzeroBitCount) }
    // "tom hanks island chess": one of many words may be wrong.
    let most = isCorrected ? count / 3 : 0
    guard least <= most else { return ([], 0) }
    var best = BestFound(limit)
    // Of ranks with as many bits, without a logarithm for each.
    let mostRenown = (0..<32).map { weights.renown * (1 - log(Float(1 << max($0 - 1, 0))) / logarithm) }
    for rank in touched {
      let rank = Int(rank), missing = (required & ~explained[rank]).nonzeroBitCount
      guard missing <= most, filter.passes(index.records[rank]) else { continue }
      let score = scores[rank] + weights.unexplained * Float(missing)
      guard score + mostRenown[32 - UInt32(rank + 1).leadingZeroBitCount] >= best.least else {
        best.pass()
        continue
      }
      let renown = 1 - log(Float(rank + 1)) / logarithm
      best.add(Found(rank: rank, score: score + weights.renown * renown))
    }
    return (best.titles, best.count)
  }
}
