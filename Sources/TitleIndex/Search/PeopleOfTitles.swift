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
  package func people(named name: String) -> [NamedPerson] {
    let words = (SearchFold.plain(name)?.words ?? []).flatMap { $0.split(separator: " ").map(String.init) }
    guard let last = words.last else { return [] }
    var ranks = Set(ranks(of: numbers(beginning: last)))
    for word in words.dropLast() {
      guard let number = number(of: word) else { return [] }
      ranks.formIntersection(self.ranks(of: number..<number + 1))
    }
    return people(ofTitles: ranks.sorted().prefix(Self.maxTitles)) { name in
      let names = (SearchFold.plain(name)?.words ?? []).flatMap { $0.split(separator: " ").map(String.init) }
      return words.dropLast().allSatisfy(names.contains) && names.contains { $0.hasPrefix(last) }
    }
  }

  /// Those of the best-known titles.
  package func popularPeople() -> [NamedPerson] {
    people(ofTitles: (0..<min(Self.maxPopular, count))) { _ in true }
  }

  private func ranks(of numbers: Range<Int>) -> [Int] {
    postings(of: numbers).compactMap { posting in
      UInt8(truncatingIfNeeded: posting) & Fields.people.rawValue != 0 ? Int(posting >> 8) : nil
    }
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
