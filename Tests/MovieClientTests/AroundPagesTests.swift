import JSONRPC
import Testing

@testable import MovieClient

struct AroundPagesTests {
  @Test func collection_has_its_parts() throws {
    let collection = try JSONValue(
      parsing: #"""
        {"id":726871,"name":"Dune Collection","overview":"Sand.","parts":[\#(Canned.dune)],"partial":false,
        "meta":\#(Canned.meta)}
        """#)
    #expect(
      CollectionPage.text(collection, on: Screen(width: 80)) == """
        Dune Collection

        Sand.

          Dune  2021  7.8  movie/438631

        Data: TMDB, as of 2026-07-29

        """)
  }

  @Test func review_is_a_paragraph_and_cleaned() throws {
    let reviews = try JSONValue(
      parsing: #"""
        {"results":[{"author":"wr\u001b[2Jen","rating":8,"content":"A film.\r\n\r\nIt ends.",
        "created_at":"2024-05-01T10:00:00Z","url":null}],"page":1,"total_results":1,"meta":\#(Canned.meta)}
        """#)
    #expect(
      ReviewsPage.text(reviews, on: Screen(width: 80)) == """
        wr[2Jen · 8.0 of 10 · 2024-05-01
        A film.
        It ends.

        Data: TMDB, as of 2026-07-29

        """)
    #expect(ReviewsPage.text([:], on: Screen(width: 80)) == "")
    let odd: JSONValue = ["results": [["author": "A", "rating": .double(1e300), "content": "B"]]]
    #expect(!ReviewsPage.text(odd, on: Screen(width: 80)).contains("of 10"))
  }

  @Test func narrow_collection_has_the_year_rather_than_the_key() throws {
    let collection = try JSONValue(
      parsing:
        #"{"name":"Dune Collection","parts":[\#(Canned.title("movie/438631", "Dune: Part One, the film", "2021"))]}"#
    )
    let page = CollectionPage.text(collection, on: Screen(width: 40))
    #expect(page.contains("2021") && !page.contains("movie/438631"))
  }

  @Test(arguments: ["search", "suggest"])
  func people_are_asked_for_before_the_words(_ command: String) throws {
    let invocation = try CommandParser([command, "--include", "people", "nolan"]).invocation()
    let params = try #require(try invocation.params().json())
    #expect(String(decoding: params, as: UTF8.self).contains(#""q":"nolan""#))
    #expect(String(decoding: params, as: UTF8.self).contains(#""include":["people"]"#))
  }

  @Test func people_of_a_search_are_below_the_titles() throws {
    let person =
      #"{"key":"person/525","id":525,"name":"Christopher\u001b[31m Nolan","known_for_department":"Directing"}"#
    let result = try JSONValue(
      parsing: #"""
        {"results":[\#(Canned.dune)],"total_results":1,"page":1,"people":[\#(person),{"key":null,"name":"Lloyd Nolan"}],
        "meta":\#(Canned.meta)}
        """#)
    let page = SearchPage.text(result, on: Screen(width: 80))
    #expect(page.hasPrefix(TitleTable.text(result, on: Screen(width: 80))))
    #expect(
      page.hasSuffix(
        """

        People
          Christopher[31m Nolan  Directing  person/525
          Lloyd Nolan

        """))
    let alone = try JSONValue(parsing: #"{"results":[],"people":[\#(person)],"meta":\#(Canned.meta)}"#)
    #expect(
      SearchPage.text(alone, on: Screen(width: 80)).hasSuffix("person/525\n\nData: TMDB, as of 2026-07-29\n"))
    for people in ["null", "[]", "7"] {
      let none = try JSONValue(parsing: #"{"results":[\#(Canned.dune)],"people":\#(people)}"#)
      #expect(SearchPage.text(none, on: Screen(width: 80)) == TitleTable.text(none, on: Screen(width: 80)))
    }
  }

  @Test func pictures_and_what_was_found_are_tables() throws {
    let gallery = try JSONValue(
      parsing: #"""
        {"results":[{"kind":"poster","path":"/p.jpg","width":1000,"height":1500,"language":"en"}],
        "total_results":1,"page":1}
        """#)
    #expect(GalleryPage.text(gallery, on: Screen(width: 80)).contains("1000x1500"))
    let found = try JSONValue(
      parsing:
        #"{"results":[],"people":[{"key":"person/525","name":"Nolan","known_for_department":"Directing"}]}"#)
    #expect(FoundPage.text(found, on: Screen(width: 80)) == "  Nolan  Directing  person/525\n")
    #expect(FoundPage.text([:], on: Screen(width: 80)) == "")
    #expect(CollectionPage.text([:], on: Screen(width: 80)) == "\n")
  }
}
