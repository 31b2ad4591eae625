package import MovieProtocol

/// A title that is called as a request names it.
package struct NamedTitle: Sendable, Equatable {
  package var title: Title
  /// How well it is known; see `Catalogue.named`.
  package var votes: Int

  package init(_ title: Title, votes: Int) { (self.title, self.votes) = (title, votes) }

  package init(_ title: Title) {
    self.init(title, votes: title.imdbFacts.contains(.votes) ? 0 : title.voteCount ?? 0)
  }
}

extension [NamedTitle] {
  /// A title with so many times the votes of each other one is the one that people mean.
  private static var clearFactor: Int { 3 }

  /// Of titles that are called so, those of the year itself if there are any; the best known first.
  package func mostLikely(year: Int?) -> [NamedTitle] {
    let exact = year == nil ? [] : filter { $0.title.year == year }
    return (exact.isEmpty ? self : exact).sorted { ($0.votes, $1.title.key) > ($1.votes, $0.title.key) }
  }

  /// The title that is meant; nil if that is not clear.
  ///
  /// - Precondition: the best known is first.
  package var meant: Title? {
    guard let best = first else { return nil }
    let isClear = dropFirst().allSatisfy { $0.votes <= best.votes / Self.clearFactor }
    return count == 1 || isClear && best.votes > 0 ? best.title : nil
  }

  /// With those of another source that these lack.
  func joined(_ others: [NamedTitle]) -> [NamedTitle] {
    let known = Set(map(\.title.key))
    return self + others.filter { !known.contains($0.title.key) }
  }
}
