import Testing

@testable import TitleIndex

/// Names of people and collections, as people type them.
@Suite struct NameWordsTests {
  private func index() throws -> CatalogueIndex {
    var table = SmallTable()
    table.add("Inception", director: ["Christopher Nolan"], cast: ["Tom Hardy"])
    table.add("The Avengers", "2012-04-25", collection: "The Avengers Collection")
    table.add("Ultimate Avengers", "2006-02-21", collection: "Ultimate Avengers Collection")
    table.add("Interstellar", director: ["Christopher Nolan"], cast: ["Anne Hathaway"])
    table.add("Avengers: The Series", "1998-01-01", collection: "Avengers Collection")
    table.add("The Raid", "1952-01-01", cast: ["Lloyd Nolan"])
    return try table.sections().inMemory()
  }

  @Test func misspelt_name_is_that_of_a_person() throws {
    let index = try index()
    for (typed, corrected) in [
      ("christofer nolan", "christopher nolan"), ("cristopher nolan", "christopher nolan"),
      ("chritopher nolna", "christopher nolan"), ("ann hatheway", nil), ("anne hatheway", "anne hathaway"),
    ] {
      let found = index.people(named: typed)
      #expect(found.corrected == corrected, "\(typed)")
      #expect(found.people.isEmpty == (corrected == nil), "\(typed)")
    }
    #expect(index.people(named: "christofer nolan").people.map(\.name) == ["Christopher Nolan"])
    #expect(index.people(named: "christofer nolan", mayCorrect: false).people == [])
  }

  @Test func name_that_somebody_has_is_not_corrected() throws {
    let index = try index()
    let found = index.people(named: "nolan")
    #expect(found.people.map(\.name) == ["Christopher Nolan", "Lloyd Nolan"] && found.corrected == nil)
    #expect(index.people(named: "chris nol").corrected == nil)
    #expect(index.people(named: "").people == [] && index.people(named: "xyzzy").people == [])
  }

  @Test func collection_of_exactly_that_name_goes_before_better_known_ones() throws {
    let index = try index()
    #expect(index.collection(named: "avengers")?.name == "Avengers Collection")
    #expect(index.collection(named: "the avengers")?.name == "The Avengers Collection")
    #expect(index.collection(named: "avengers collection")?.name == "Avengers Collection")
    // The beginning of a word is no name.
    #expect(index.collection(named: "aveng")?.name == "The Avengers Collection")
    #expect(index.collection(named: "ultimate")?.name == "Ultimate Avengers Collection")
  }

  @Test func collection_is_misspelt_or_that_of_a_title() throws {
    let index = try index()
    #expect(index.collection(named: "avangers") == nil)
    let found = index.collection(named: "avangers", isCorrected: true)
    #expect(found?.name == "Avengers Collection" && found?.corrected == "avengers")
    #expect(index.collection(named: "avengers", isCorrected: true)?.corrected == nil)
    #expect(index.collection(ofTitle: 1)?.name == "The Avengers Collection")
    #expect(index.collection(ofTitle: 0) == nil && index.collection(ofTitle: 99) == nil)
  }
}
