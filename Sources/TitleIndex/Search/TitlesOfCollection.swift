/// Films that belong together, as the catalogue has them.
package struct NamedCollection: Sendable, Equatable {
  package let name: String
  /// By date.
  package let ranks: [Int]
  /// The words that were meant in place of those typed.
  package var corrected: String?
}

extension CatalogueIndex {
  /// More films than have such words in the names of their collections.
  private static let maxHolders = 2000

  /// The best-known collection whose name has all of the words; the last may be the beginning of one. One whose
  /// name has no other words goes first: `avengers` is not that of The Avengers.
  ///
  /// - Parameter isCorrected: words that are a few letters away are meant as well.
  package func collection(named name: String, isCorrected: Bool = false) -> NamedCollection? {
    guard let words = NameWords(name, in: self, isCorrected: isCorrected) else { return nil }
    let fitting = words.ranks(in: .collection, of: self).prefix(Self.maxHolders).compactMap { rank in
      words.match(text(rank, .collection)).map { (rank: rank, match: $0) }
    }
    guard let best = fitting.first(where: \.match.isWhole) ?? fitting.first,
      var found = collection(ofTitle: best.rank)
    else { return nil }
    found.corrected = best.match.spelled == words.text ? nil : best.match.spelled
    return found
  }

  /// - Parameter rank: of one of its titles.
  package func collection(ofTitle rank: Int) -> NamedCollection? {
    guard records.indices.contains(rank), case let number = records[rank].collection, number != 0 else {
      return nil
    }
    let ranks = records.indices.filter { records[$0].collection == number }.sorted { one, other in
      let (one, other) = (records[one], records[other])
      // A part without a date is still to come.
      return (one.date == 0 ? .max : one.date, one.id) < (other.date == 0 ? .max : other.date, other.id)
    }
    return NamedCollection(name: text(rank, .collection), ranks: ranks)
  }
}
