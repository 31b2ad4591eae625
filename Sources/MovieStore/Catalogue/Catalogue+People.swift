package import TitleIndex

extension Catalogue {
  /// The people with that name, the best known first; nil: those of the best-known titles.
  package func people(q: String?) throws -> [NamedPerson] {
    try reading { q.map(opened.index.people) ?? opened.index.popularPeople() }
  }

  /// The titles that the best known of that name directed or is in the cast of; nil: nobody is called so.
  package func person(
    named name: String
  ) throws -> (person: NamedPerson, directed: [CatalogueTitle], cast: [CatalogueTitle])? {
    try reading {
      guard let person = opened.index.people(named: name).first else { return nil }
      return (
        person, try person.directed.compactMap { try readable($0) },
        try person.cast.compactMap { try readable($0) }
      )
    }
  }
}
