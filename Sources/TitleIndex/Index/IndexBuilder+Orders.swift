/// What is sorted when all parts have been read.
extension IndexBuilder {
  mutating func sortWords() {
    let order = pool.sorted()
    var numbers = [UInt32](repeating: 0, count: order.count)
    sections.words.reserveCapacity(pool.bytes.count)
    var last: ArraySlice<UInt8> = []
    for (new, old) in order.enumerated() {
      numbers[Int(old)] = UInt32(new)
      let word = pool.bytes[Int(pool.starts[Int(old)])..<Int(pool.starts[Int(old) + 1])]
      sections.words.append(contentsOf: word)
      sections.wordPlaces.append(length: word.count)
      sections.wordStems.append(UInt8(clamping: sharedBeginning(last, word)))
      last = word
    }
    pool = WordPool(capacity: 1)
    // By counting: the ranks of each word stay in their order.
    var next = [UInt32](repeating: 0, count: order.count + 1)
    for number in wordNumbers { next[Int(numbers[Int(number)]) + 1] += 1 }
    for word in order.indices {
      sections.postingPlaces.append(length: Int(next[word + 1]))
      next[word + 1] += next[word]
    }
    sections.postings = [UInt32](repeating: 0, count: places.count)
    for (number, place) in zip(wordNumbers, places) {
      let word = Int(numbers[Int(number)])
      sections.postings[Int(next[word])] = place
      next[word] += 1
    }
    (wordNumbers, places) = ([], [])
  }

  /// Those of each part are in order already. Titles are, too, by the first of theirs.
  ///
  /// - Returns: `orders` has the place of each title: `TitleRecord.titleOrder`.
  static func mergedSpellings(
    _ parts: [SpelledNames], titles: Int
  ) throws -> (spellings: SpellingWriter, orders: [UInt32]) {
    var writer = SpellingWriter()
    var orders = [UInt32](repeating: 0, count: titles)
    var next = parts.map { _ in 0 }
    var place: UInt32 = 0
    var lastPlain: [UInt8] = []
    while let part = first(of: parts, next) {
      let name = parts[part][next[part]], text = parts[part].text(of: name)
      next[part] += 1
      writer.append(text, name.kind, rank: Int(name.rank))
      guard writer.bytes.count < 1 << 31 else { throw IndexError("more names than an index can have") }
      guard name.isPlain else { continue }
      // Those of one name have one place: the better known one comes first in either direction.
      if place == 0 || !text.elementsEqual(lastPlain) {
        place += 1
        lastPlain = Array(text)
      }
      orders[Int(name.rank)] = place
    }
    return (writer, orders)
  }

  /// The part that has the first of the next spellings; of one text the earlier part has the better known titles.
  private static func first(of parts: [SpelledNames], _ next: [Int]) -> Int? {
    var first: Int?
    for part in next.indices where next[part] < parts[part].count {
      if let first {
        let (one, other) = (parts[part][next[part]], parts[first][next[first]])
        guard one.beginning <= other.beginning else { continue }
        if one.beginning == other.beginning,
          !parts[part].text(of: one).lexicographicallyPrecedes(parts[first].text(of: other))
        {
          continue
        }
      }
      first = part
    }
    return first
  }
}
