import Glibc

/// A person of the catalogue: the name, and how well known the titles are.
package struct NamedPerson: Sendable, Equatable {
  package let name: String
  /// Ranks of the titles directed, or created, and of those that have the person in the cast.
  package var directed: [Int] = []
  package var cast: [Int] = []
  package var weight: Float = 0

  init(_ name: String) { self.name = name }
}

extension CatalogueIndex {
  /// So many titles are read for one answer.
  private static let maxTitles = 4000
  private static let maxPopular = 600

  /// The people whose names have all of the words; the last may be the beginning of one. The best known first.
  ///
  /// - Parameter mayCorrect: if nobody is called so, words that are a few letters away are meant as well.
  /// - Returns: `corrected`: the words that the best known has, if they are others.
  package func people(
    named name: String, mayCorrect: Bool = true
  ) -> (people: [NamedPerson], corrected: String?) {
    for isCorrected in mayCorrect ? [false, true] : [false] {
      guard let words = NameWords(name, in: self, isCorrected: isCorrected) else { break }
      let ranks = words.ranks(in: .people, of: self).prefix(Self.maxTitles)
      let people = people(ofTitles: ranks) { words.match($0) != nil }
      guard let best = people.first, let spelled = words.match(best.name)?.spelled else { continue }
      return (people, spelled == words.text ? nil : spelled)
    }
    return ([], nil)
  }

  /// Those of the best-known titles.
  package func popularPeople() -> [NamedPerson] {
    people(ofTitles: (0..<min(Self.maxPopular, count))) { _ in true }
  }

  private func people(
    ofTitles ranks: some Sequence<Int>, where isWanted: (String) -> Bool
  ) -> [NamedPerson] {
    var people: [String: NamedPerson] = [:]
    for rank in ranks where rank < count {
      let title = TitleText(self, rank)
      // The hundredth title is worth a seventh of the first.
      let weight = 1 / log2f(Float(rank + 2))
      for name in title.items(.director) where isWanted(name) {
        people[name, default: NamedPerson(name)].directed.append(rank)
        people[name]?.weight += weight
      }
      for name in title.items(.cast) where isWanted(name) {
        people[name, default: NamedPerson(name)].cast.append(rank)
        people[name]?.weight += weight
      }
    }
    return people.values.sorted { ($0.weight, $1.name) > ($1.weight, $0.name) }
  }
}
