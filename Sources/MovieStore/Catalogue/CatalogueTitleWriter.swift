import GRDB
import TitleIndex

/// Writes titles into the tables of a new catalogue, the best known first.
struct CatalogueTitleWriter {
  private let database: Database
  /// It has to be there at once, and whatever it lacks is looked up again.
  private let isStarter: Bool
  private let insertTitle: Statement
  private let insertSpelling: Statement
  private let insertPerson: Statement
  private var misspellings = MisspellingTable.Builder()
  private var features = RelatedFeatureTable.Builder()
  /// Of the last title.
  private(set) var rank = 0

  init(_ database: Database, isStarter: Bool) throws {
    (self.database, self.isStarter) = (database, isStarter)
    insertTitle = try database.makeStatement(sql: CatalogueRow.insert)
    insertSpelling = try database.makeStatement(sql: "INSERT INTO spelling (id, text) VALUES (?, ?)")
    insertPerson = try database.makeStatement(sql: "INSERT INTO person_words (rowid, name) VALUES (?, ?)")
  }

  /// - Parameter names: others under which it is found.
  mutating func write(_ title: CatalogueTitle, names: [String] = []) throws {
    rank += 1
    let spellings = TitleSpellings(title: title.title, original: title.originalTitle)
    try insertTitle.execute(
      arguments: CatalogueRow.arguments(of: title, rank: rank, sortTitle: spellings.plain))
    let firstID = rank * CatalogueSearch.spellingsOfATitle
    for (index, text) in CatalogueSearch.placed(spellings, names: names) {
      try insertSpelling.execute(arguments: [firstID + index, text])
    }
    features.add(title, rank: rank)
    guard !isStarter else { return }
    let people = (title.director + title.cast).prefix(CatalogueSearch.spellingsOfATitle)
    for (index, name) in people.enumerated() {
      let spellings = SearchFold.spellings(ofTitle: name)
      guard let first = spellings.first else { continue }
      // "J.J. Abrams" is searched for as "jj abrams", too.
      try insertPerson.execute(
        arguments: [firstID + index, spellings.map(\.text).joined(separator: " ")])
      misspellings.add(name: first.text, isCast: index >= title.director.count, rank: rank)
    }
    for text in [spellings.plain ?? ""] + spellings.main { misspellings.add(text, rank: rank) }
  }

  /// Writes what was collected of all titles.
  mutating func finish() throws {
    try features.write(database)
    try misspellings.write(database)
  }
}
