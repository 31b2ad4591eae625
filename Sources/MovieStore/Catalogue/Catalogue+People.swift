package import TitleIndex

/// A person of the catalogue with the titles directed and those with the person in the cast.
package struct CataloguePerson: Sendable {
  package let person: NamedPerson
  package let directed: [CatalogueTitle]
  package let cast: [CatalogueTitle]
  /// All of these once, the best known first.
  package let titles: [CatalogueTitle]
  /// The words that were meant in place of those typed.
  package let corrected: String?
}

extension Catalogue {
  /// The people with that name, the best known first; nil: those of the best-known titles. `corrected` has the
  /// words that were meant if they are others.
  ///
  /// - Parameter mayCorrect: if nobody is called so.
  package func people(
    q: String?, mayCorrect: Bool
  ) throws -> (people: [NamedPerson], corrected: String?) {
    try reading {
      q.map { opened.index.people(named: $0, mayCorrect: mayCorrect) } ?? (opened.index.popularPeople(), nil)
    }
  }

  /// The best known of that name; nil: nobody is called so.
  package func person(named name: String) throws -> CataloguePerson? {
    try reading {
      let found = opened.index.people(named: name)
      guard let person = found.people.first else { return nil }
      let ranks = Set(person.directed + person.cast).sorted()
      var titles: [Int: CatalogueTitle] = [:]
      for rank in ranks { titles[rank] = try readable(rank) }
      return CataloguePerson(
        person: person, directed: person.directed.compactMap { titles[$0] },
        cast: person.cast.compactMap { titles[$0] }, titles: ranks.compactMap { titles[$0] },
        corrected: found.corrected)
    }
  }
}
