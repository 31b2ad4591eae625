/// The first titles of a search for one word, which are stored with it: a list of suggestions needs no
/// full-text search. They are those that `CatalogueSearch` finds, in the same order; but that stops at
/// `maxTotal` titles of a class.
struct WordTitles: Equatable {
  /// As many as a list of suggestions has at most.
  static let maxCount = 20

  /// In each the high bits are a class and the others a rank, so that they are in their order when sorted.
  /// Class 0 is that of whole titles, for those who typed all of the word; these are also in another class, for
  /// those who typed its beginning.
  let titles: [UInt32]
  /// The ranks of titles of people.
  let people: [UInt32]

  private static let rankBits: UInt32 = 28

  /// - Parameters:
  ///   - limit: at most `maxCount`.
  ///   - words: all that begin with `typed`.
  static func first(
    _ limit: Int, of words: [WordTable.Word], typed: String
  ) -> (whole: [Int], others: [Int]) {
    var titles: [UInt32] = []
    for word in words {
      titles += word.text == typed ? word.found.titles[...] : word.found.titles.drop { $0 >> rankBits == 0 }
    }
    titles.sort()
    var (whole, others): ([Int], [Int]) = ([], [])
    for number in titles where whole.count + others.count < limit {
      let rank = Int(number & (1 << rankBits - 1))
      guard !whole.contains(rank), !others.contains(rank) else { continue }
      if number >> rankBits == 0 { whole.append(rank) } else { others.append(rank) }
    }
    return (whole, others)
  }

  /// At most `maxCount`, best first.
  static func ranksOfPeople(of words: [WordTable.Word]) -> [Int] {
    // A title may have people of two such names.
    Set(words.flatMap(\.found.people)).sorted().prefix(maxCount).map { Int($0) }
  }

  /// Collects what the search would find for one word.
  struct Builder {
    private var begins = CatalogueSearch.Matches()
    private var words = CatalogueSearch.Matches()

    /// - Parameters:
    ///   - id: of a spelling or a name that has the word. Ascending.
    ///   - isFirst: the word is its first one.
    mutating func add(_ id: Int, isFirst: Bool) {
      if isFirst, begins.main.count < maxCount { begins.append(id) }
      if words.main.count < maxCount { words.append(id) }
    }

    var hasFirst: Bool { !begins.all.isEmpty }

    /// - Parameter whole: the ranks of titles that are this word.
    func titles(whole: [Int]) -> [UInt32] {
      let others = CatalogueSearch.others(begins, words, after: []).enumerated().flatMap { place, ranks in
        ranks.map { (place: place + 1, rank: $0) }
      }
      let all = whole.prefix(maxCount).map { (place: 0, rank: $0) } + others.prefix(maxCount)
      return all.compactMap { place, rank in
        rank < 1 << rankBits ? UInt32(place) << rankBits | UInt32(rank) : nil
      }
    }

    var people: [UInt32] { words.all.prefix(maxCount).compactMap { UInt32(exactly: $0) } }
  }
}
