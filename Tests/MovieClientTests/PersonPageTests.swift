import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct PersonPageTests {
  @Test func person_is_a_card() throws {
    let person = try JSONValue(
      parsing: #"""
        {"key":"person/525","name":"Christopher\u001b[31m Nolan","original_name":"Christopher Nolan",
        "known_for_department":"Directing","biography":"He makes films.","birthday":"1970-07-30",
        "deathday":null,"place_of_birth":"London","also_known_as":["C. N."],"homepage":null,
        "imdb_id":"nm0634240","known_for":[\#(Canned.title("movie/27205", "Inception", "2010"))],
        "partial":false,"meta":\#(Canned.meta)}
        """#)
    #expect(
      PersonPage.text(person, on: Screen(width: 80)) == """
        Christopher[31m Nolan (Christopher Nolan)
        Directing · 1970-07-30 · London
        person/525

        He makes films.

        Also known   C. N.
        IMDb         https://www.imdb.com/name/nm0634240/

        Known for
          Inception  2010  7.8  movie/27205

        Data: TMDB, as of 2026-07-29

        """)
  }

  @Test func department_is_in_the_language_of_the_reader() throws {
    let json = #"{"key":"person/525","name":"Nolan","known_for_department":"Directing"}"#
    let person = try JSONValue(parsing: json)
    let list = try JSONValue(parsing: #"{"results":[\#(json)],"people":[\#(json)]}"#)
    DisplayLanguage.$ofScope.withValue(DisplayLanguage(.german)) {
      for page in [
        PersonPage.text(person, on: Screen(width: 80)), PeoplePage.text(list, on: Screen(width: 80)),
        FollowPage.text(list, on: Screen(width: 80)), FoundPage.text(list, on: Screen(width: 80)),
      ] { #expect(page.contains("Regie") && !page.contains("Directing"), "\(page)") }
      // As it is shown it may be typed.
      var params = MethodParams("person.credits")
      params.add("department", "regie")
      #expect(params.members.map(\.value) == ["Directing"])
    }
  }

  @Test func answer_of_another_version_does_no_harm() {
    #expect(PersonPage.text([:], on: Screen(width: 80)) != "x")
    #expect(PeoplePage.text([:], on: Screen(width: 80)) == "")
    #expect(CreditsPage.text(["results": [7, .null]], on: Screen(width: 80)) != "x")
  }

  @Test func key_is_named_only_where_there_is_none() throws {
    for (reason, text) in [("no_key", "a TMDB key adds"), ("network", "Only what is known without TMDB")] {
      let meta = Canned.meta.replacing(#""cache":"none""#, with: #""cache":"none","reason":"\#(reason)""#)
      let page = PersonPage.text(
        try JSONValue(parsing: #"{"name":"A","partial":true,"meta":\#(meta)}"#), on: Screen(width: 80))
      #expect(page.contains(text), "\(reason)")
    }
  }

  @Test func number_alone_is_no_name() throws {
    let error = #expect(throws: CommandError.self) { try PersonWords(["525"], for: "credits") }
    #expect(error?.status == .usage && error?.correction?.meant == "person/525")
    #expect(try PersonWords(["person/525"], for: "credits") == .key(PersonKey(525)))
    #expect(try PersonWords(["50", "cent"], for: "credits") == .words("50 cent"))
    #expect(throws: CommandError.self) { try PersonWords([" "], for: "credits") }
  }

  @Test func credits_say_as_what() throws {
    let title = Canned.title(
      "movie/27205", "Inception", "2010",
      more: #","credit":{"character":null,"job":"Director, Writer","department":"Directing"}"#)
    let page = CreditsPage.text(
      try JSONValue(parsing: #"{"results":[\#(title)],"total_results":1,"page":1}"#), on: Screen(width: 100))
    #expect(page.contains("2010") && page.contains("Director, Writer") && page.contains("movie/27205"))
  }
}
