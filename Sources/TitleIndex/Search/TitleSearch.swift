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
    /// The words that some titles lack.
    var left: UInt32 = 0
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
  private let listedWeights: ScoreWeights
  /// By the fields of a posting.
  let fieldWeights: [Float]
  let describedFieldWeights: [Float]
  let listedFieldWeights: [Float]
  let begunFieldWeights: [Float]
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
    (self.index, self.weights, listedWeights) = (index, weights, weights.listed)
    func byFields(_ weights: ScoreWeights) -> [Float] {
      (0..<256).map { weights.of(Fields(rawValue: UInt8($0))) }
    }
    fieldWeights = byFields(weights)
    describedFieldWeights = byFields(weights.described)
    listedFieldWeights = byFields(listedWeights)
    begunFieldWeights = byFields(weights.begun)
    correctedFieldWeights = byFields(weights.corrected)
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
    // "tom hanks island chess": one of many words may be left out; then those that are known are not corrected, or
    // "man stuck in airport" would become "max stuck in".
    if corrected.total < Self.enough, question.required.nonzeroBitCount >= 3 {
      let rest = attempt(question, filter, limit, isCorrected: true, mayLack: true)
      if rest.left != 0, rest.titles.first?.score ?? 0 >= corrected.titles.first?.score ?? 0 { return rest }
    }
    guard let first = corrected.titles.first, first.rank <= plain.titles.first?.rank ?? .max else {
      return plain
    }
    // Nothing better known was meant.
    let isSame = first.rank == plain.titles.first?.rank && first.rank < Self.knownRank
    return isSame && !plain.isOfTwoPeople ? plain : corrected
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
    guard !answer.isOfTwoPeople, answer.total < Self.enough else { return !answer.isOfTwoPeople }
    guard let first = answer.titles.first, first.rank < Self.knownRank else { return false }
    // "man of steal" names nothing, but there is a title with such keywords.
    let count = answer.question?.required.nonzeroBitCount ?? 0
    return count < 2
      || first.score - renown(first.rank) > (weights.keyword + weights.little) * Float(count)
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

  /// - Parameter mayLack: a title may lack a third of the words; those that are known mean themselves.
  func attempt(
    _ question: Question, _ filter: Filter, _ limit: Int, isCorrected: Bool, mayLack: Bool = false
  ) -> Answer {
    clear()
    defer { clear() }
    let meanings = meanings(question, isCorrected, keepsKnown: mayLack)
    addWords(question, meanings, isCorrected)
    if question.isFacetsOnly { addFacetsOnly(question) }
    addFacets(question)
    addNames(question, meanings)
    var found = ranked(question, filter, max(limit, Self.compared), left: 0), left: UInt32 = 0
    if mayLack {
      left = self.left(question, filter, most: question.required.nonzeroBitCount / 3)
      if left != 0 { found = ranked(question, filter, max(limit, Self.compared), left: left) }
    }
    let isOfTwoPeople = compareNames(question, meanings, isCorrected: isCorrected, &found)
    return Answer(
      titles: Array(found.titles.prefix(limit)), total: found.total, isCorrected: isCorrected,
      isOfTwoPeople: isOfTwoPeople, left: left, question: question, meanings: meanings)
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

  /// "80s horror" and "best movies" name no title: all of them are asked.
  func addFacetsOnly(_ question: Question) {
    let weights = question.isList ? listedWeights : weights
    for rank in index.records.indices where explained[rank] == 0 {
      let title = index.records[rank]
      let isOfAll = question.words.indices.allSatisfy { place in
        !question.isMeant(place)
          || question.facets[place].contains { $0.weight(of: title, weights) > 0 }
      }
      if isOfAll { add(rank, 0, 0) }
    }
  }

  func addFacets(_ question: Question) {
    let weights = question.isList ? listedWeights : weights
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

  /// The words that the best of the titles lacks that lack some. Others lack none but these, so that one can say which
  /// words were left out.
  ///
  /// - Parameter most: so many.
  func left(_ question: Question, _ filter: Filter, most: Int) -> UInt32 {
    var left: UInt32 = 0, best = -Float.infinity
    for rank in touched {
      let rank = Int(rank), missing = question.required & ~explained[rank]
      guard missing != 0, missing.nonzeroBitCount <= most, filter.passes(index.records[rank]) else {
        continue
      }
      let score = score(rank, question) + renown(rank)
      if score > best { (left, best) = (missing, score) }
    }
    return left
  }

  func score(_ rank: Int, _ question: Question) -> Float {
    let missing = (question.required | question.types) & ~explained[rank]
    return scores[rank] + weights.unexplained * Float(missing.nonzeroBitCount)
  }

  func renown(_ rank: Int) -> Float { weights.renown * (1 - log(Float(rank + 1)) / logarithm) }

  /// - Parameter left: the words that they may lack.
  func ranked(
    _ question: Question, _ filter: Filter, _ limit: Int, left: UInt32
  ) -> (titles: [Found], total: Int) {
    let required = question.required & ~left
    var best = BestFound(limit)
    // Of ranks with as many bits, without a logarithm for each.
    let mostRenown = (0..<32).map { renown(1 << max($0 - 1, 0) - 1) }
    for rank in touched {
      let rank = Int(rank)
      guard required & ~explained[rank] == 0, filter.passes(index.records[rank]) else { continue }
      let score = score(rank, question)
      guard score + mostRenown[32 - UInt32(rank + 1).leadingZeroBitCount] >= best.least else {
        best.pass()
        continue
      }
      best.add(Found(rank: rank, score: score + renown(rank)))
    }
    return (best.titles, best.count)
  }
}
