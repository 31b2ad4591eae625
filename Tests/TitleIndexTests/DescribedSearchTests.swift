import Testing

@testable import TitleIndex

/// Who does not name a title says what it is about, or what kind of titles are wanted.
@Suite struct DescribedSearchTests {
  private let search: TitleSearch

  /// The best known first.
  init() throws {
    var table = SmallTable()
    table.add("Breaking Bad", "2008", isSeries: true, genres: [80])
    table.add("El Camino: A Breaking Bad Movie", "2019-10-11", genres: [80])
    table.add("Avengers: Infinity War", "2018-04-25", genres: [28])
    table.add("Jurassic Park", "1993-06-11", genres: [12], keywords: ["dinosaur", "island"])
    table.add("Ice Age: Dawn of the Dinosaurs", "2009-06-26", genres: [16])
    table.add("Dark", "2017", isSeries: true, genres: [9648])
    table.add("Westworld", "2016", isSeries: true, genres: [878])
    table.add("Pulp Fiction", "1994-09-10", genres: [80])
    table.add("Dunkirk", "2017-07-19", genres: [10752])
    table.add("1994", "2019", isSeries: true, genres: [99])
    table.add("Westworld", "1973-08-15", genres: [878])
    table.add("Dark Shadows", "2012-05-08", genres: [14])
    table.add("The Truman Show", "1998-06-04", genres: [18])
    table.add("War", "2007-08-23", genres: [28])
    search = try table.search()
  }

  private func titles(_ text: String) -> [String] {
    search.search(text, limit: 20).titles.map { found in
      "\(TitleText(search.index, found.rank).text(.title)) \(search.index.records[found.rank].year)"
    }
  }

  @Test(arguments: [
    ("the one with the dinosaurs", "Jurassic Park 1993"), ("movie about dinosaurs", "Jurassic Park 1993"),
    // A name is one also where it is said what it is the name of.
    ("dark series", "Dark 2017"), ("westworld movie", "Westworld 1973"),
    ("westworld serie", "Westworld 2016"), ("westworld film 1973", "Westworld 1973"),
    ("westworld series 2", "Westworld 2016"),
    ("1994 series", "1994 2019"), ("truman show", "The Truman Show 1998"), ("war movie", "War 2007"),
    // Of the other type it is not.
    ("dark movie", "Dark Shadows 2012"), ("breaking bad movie", "El Camino: A Breaking Bad Movie 2019"),
    // Words for many titles ask for a list.
    ("best movies 1994", "Pulp Fiction 1994"), ("war movies", "Dunkirk 2017"),
    ("best movies", "El Camino: A Breaking Bad Movie 2019"), ("beste serien", "Breaking Bad 2008"),
  ])
  func first_title_is_the_one_that_was_meant(_ text: String, _ title: String) {
    #expect(titles(text).first == title, "\(titles(text))")
  }

  @Test(arguments: ["war movies", "best war films", "mejores peliculas guerra"])
  func list_has_only_what_was_asked_for(_ text: String) { #expect(titles(text) == ["Dunkirk 2017"]) }

  @Test func type_is_told() {
    let answer = search.search("crime series", limit: 1)
    #expect(
      search.matched(answer.titles[0].rank, answer) == [
        WordReason(word: "crime", field: .genre, text: "80"),
        WordReason(word: "series", field: .type, text: "tv"),
      ])
  }

  @Test func name_with_a_word_comes_before_what_is_about_it() throws {
    var table = SmallTable()
    table.add("The Avengers", "2012-04-25", keywords: ["alien invasion", "time warp"])
    for number in 1...3 { table.add("Best \(number)") }
    table.add("Cowboys & Aliens", "2011-07-29")
    table.add("Infinity War", "2018-04-25")
    for number in 1...1000 { table.add("Other \(number)") }
    let search = try table.search()
    for (text, rank) in [("aliens", 4), ("war", 5)] {
      #expect(search.search(text, limit: 1).titles.first?.rank == rank, "\(text)")
    }
  }
}

/// A kind of film that is no genre of TMDB's.
@Suite struct KindTests {
  @Test func slasher_is_a_keyword() throws {
    var table = SmallTable()
    table.add("The Shining", "1980-05-23", genres: [27])
    table.add("Friday the 13th", "1980-05-09", genres: [27], keywords: ["slasher"])
    #expect(try table.search().search("80s slasher", limit: 20).titles.map(\.rank) == [1])
  }
}

/// What some titles lack is left out of the question, and that is told.
@Suite struct LeftOutWordsTests {
  @Test func other_titles_lack_the_same_word() throws {
    var table = SmallTable()
    table.add("The Day the Earth Stood Still", "2008-12-10", cast: ["Keanu Reeves"], keywords: ["spacecraft"])
    table.add("The Matrix", "1999-03-30", cast: ["Keanu Reeves"])
    table.add("Reeves in Space", "2001-01-01", cast: ["George Reeves"])
    let search = try table.search()
    let answer = search.search("space keanu reeves", limit: 20)
    #expect(answer.titles.map(\.rank) == [0, 1] && answer.total == 2)
    #expect(search.corrected(answer) == "keanu reeves")
    #expect(search.corrected(search.search("keanu reeves", limit: 20)) == nil)
  }

  @Test func known_word_is_no_other_one_where_another_is_left_out() throws {
    var table = SmallTable()
    table.add("Palm Springs", "2020-07-10", director: ["Max Barbakow"], keywords: ["stuck in time"])
    table.add("The Terminal", "2004-06-17", keywords: ["airport", "man with a mission"])
    let search = try table.search()
    let answer = search.search("man stuck in airport ", limit: 20)
    #expect(answer.titles.map(\.rank) == [1])
    #expect(search.corrected(answer) == "man in airport")
  }

  @Test func none_lacks_a_word_where_enough_have_all() throws {
    var table = SmallTable()
    table.add("The Matrix", "1999-03-30", cast: ["Keanu Reeves"])
    for number in 1...8 {
      table.add("Star \(number)", "2001-01-01", cast: ["Keanu Reeves"], keywords: ["spacecraft"])
    }
    let search = try table.search()
    let answer = search.search("space keanu reeves", limit: 20)
    #expect(answer.titles.map(\.rank) == Array(1...8) && search.corrected(answer) == nil)
  }
}

/// Initials, of which nearly all are the beginnings of words as well.
@Suite struct InitialsTests {
  @Test(arguments: [
    ("bla", ["Black Mirror", "Battle: Los Angeles", "Blade"]),
    // Those of a collection that begins with the word.
    ("star", ["Star Wars", "Star Trek"]), ("the", ["The Wire", "The Hateful Eight"]),
    ("got", ["Game of Thrones", "Gotham"]),
  ])
  func better_known_titles_come_first(_ text: String, _ titles: [String]) throws {
    var table = SmallTable()
    table.add("Game of Thrones", "2011", isSeries: true)
    table.add("Star Wars", "1977-05-25")
    table.add("The Wire", "2002", isSeries: true)
    table.add("Star Trek", "2009-05-06", collection: "Star Trek: Alternate Reality Collection")
    table.add("Black Mirror", "2011", isSeries: true)
    table.add("The Hateful Eight", "2015-12-25")
    table.add("Battle: Los Angeles", "2011-03-08")
    table.add("Gotham", "2014", isSeries: true)
    table.add("Blade", "1998-08-21")
    let search = try table.search()
    let found = search.search(text, limit: 20).titles.map { TitleText(search.index, $0.rank).text(.title) }
    #expect(found == titles, "\(found)")
  }
}
