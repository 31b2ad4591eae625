extension CatalogueIndex {
  /// More films than have such words in the names of their collections.
  private static let maxHolders = 2000

  /// The best-known collection whose name has all of the words; the last may be the beginning of one.
  ///
  /// - Returns: its name, and its titles by date; nil: there is none.
  package func collection(named name: String) -> (name: String, ranks: [Int])? {
    let words = SearchFold.plain(name)?.words ?? []
    guard let last = words.last else { return nil }
    var holders = Set(holders(of: numbers(beginning: last)))
    for word in words.dropLast() {
      guard let number = number(of: word) else { return nil }
      holders.formIntersection(self.holders(of: number..<number + 1))
    }
    guard
      let first = holders.sorted().prefix(Self.maxHolders).first(where: { rank in
        let named = SearchFold.plain(text(rank, .collection))?.words ?? []
        return words.dropLast().allSatisfy(named.contains) && named.contains { $0.hasPrefix(last) }
      })
    else { return nil }
    let number = records[first].collection
    guard number != 0 else { return nil }
    let ranks = records.indices.filter { records[$0].collection == number }.sorted { one, other in
      let (one, other) = (records[one], records[other])
      // A part without a date is still to come.
      return (one.date == 0 ? .max : one.date, one.id) < (other.date == 0 ? .max : other.date, other.id)
    }
    return (text(first, .collection), ranks)
  }

  private func holders(of numbers: Range<Int>) -> [Int] {
    postings(of: numbers).compactMap { posting in
      let rank = Int(posting >> 8)
      return UInt8(truncatingIfNeeded: posting) & Fields.collection.rawValue != 0 && rank < count ? rank : nil
    }
  }
}
