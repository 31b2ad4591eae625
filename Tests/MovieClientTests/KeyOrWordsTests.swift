import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct KeyOrWordsTests {
  @Test(arguments: ["movie/438631", "tv/1399", "imdb/tt1160419", "itunes/1", "movie/x"])
  func key_goes_as_it_is(_ key: String) throws {
    let result = try KeyOrWords([key]).resolved(MethodParams("search")) { _ in
      Issue.record("nothing needs to be looked for")
      return [:]
    }
    #expect(result.key == key && result.found == nil)
  }

  @Test(
    arguments: [
      (["dune"], "dune", nil), (["blade", "runner"], "blade runner", nil), (["Dune (2021)"], "Dune ", 2021),
      (["Dune", "(2021)"], "Dune ", 2021), (["Face/Off"], "Face/Off", nil),
      (["movie/1", "x"], "movie/1 x", nil),
      (["(2012)"], "(2012)", nil), (["2012"], "2012", nil), (["Room (9)"], "Room (9)", nil),
    ] as [([String], String, Int?)])
  func everything_else_is_words(_ words: [String], _ text: String, _ year: Int?) throws {
    #expect(try KeyOrWords(words) == .words(text, year: year))
  }

  @Test func nothing_is_wrong_usage() {
    let failure = #expect(throws: CommandError.self) { try KeyOrWords([" "], for: "watchlist add") }
    #expect(
      failure?.hint == "for example: movierpc watchlist add movie/438631, or movierpc watchlist add dune")
  }

  @Test func words_ask_for_one_title_and_name_it() throws {
    var search = MethodParams("search")
    search.add("language", "de")
    let list = try Canned.list([Canned.dune])
    let result = try KeyOrWords(["dune", "(2021)"]).resolved(search) { (params) throws(CommandError) in
      #expect(
        text(try params.json() ?? [])
          == #"{"language":"de","q":"dune ","year":2021,"page_size":1,"record":false}"#)
      return list
    }
    #expect(result.key == "movie/438631" && result.found == "Dune (2021), movie/438631")
  }

  @Test(arguments: [("tv/1399", "tv/1399"), ("movie/0", "movie/438631")])
  func best_match_that_is_preferred_is_taken_where_there_is_one(_ preferred: String, _ key: String) throws {
    let list = try Canned.list([Canned.dune, Canned.thrones, Canned.parasite])
    let result = try KeyOrWords(["x"]).resolved(
      MethodParams("search"), preferring: { $0.text(\.key) == preferred }
    ) { (params) throws(CommandError) in
      #expect(text(try params.json() ?? []) == #"{"q":"x","page_size":20,"record":false}"#)
      return list
    }
    #expect(result.key == key)
  }

  @Test func words_that_name_nothing_are_not_found() throws {
    let list = try Canned.list([])
    let failure = #expect(throws: CommandError.self) {
      try KeyOrWords(["xyzzy"]).resolved(MethodParams("search")) { _ in list }
    }
    #expect(failure?.status == .notFound)
    #expect(failure?.message == "nothing found for \"xyzzy\"")
    #expect(failure?.hint?.hasPrefix("movierpc search also finds") == true)
  }

  @Test func words_that_name_what_is_hidden_are_not_found() throws {
    let list = try Canned.list([], meta: #"{"hidden":2,"offline":false}"#)
    let failure = #expect(throws: CommandError.self) {
      try KeyOrWords(["saw"]).resolved(MethodParams("search")) { _ in list }
    }
    #expect(failure?.hint?.hasPrefix("2 titles hidden by the age limit of this profile.\n") == true)
  }
}

struct MethodParamsTests {
  @Test func options_become_what_call_sends() throws {
    var params = MethodParams("search")
    #expect(try params.json() == nil)
    params.add("q", "a=b \"c\"")
    params.add("year", "2021")
    params.add("page", nil as String?)
    params.add("cache_only", false)
    params.add("cache_only", true)
    params.add("rows", [])
    params.add("unknown", ["a", "b"])
    params.add("more", json: ["x": 1])
    #expect(
      text(try params.json() ?? [])
        == #"{"q":"a=b \"c\"","year":2021,"cache_only":true,"unknown":["a","b"],"more":{"x":1}}"#)
  }

  @Test func text_of_a_wrong_type_is_wrong_usage() {
    var params = MethodParams("search")
    params.add("year", "next")
    #expect(throws: CommandError.self) { try params.json() }
  }

  @Test(arguments: [
    (["detial", "x"], "did you mean: movierpc detail"),
    (["movie/438631"], "did you mean: movierpc detail movie/438631"),
    (["ping"], "call a method like this: movierpc call ping"),
    (
      ["dune", "--x", "part"],
      "to find a title: movierpc search dune part\nmovierpc --help lists the commands"
    ),
  ])
  func unknown_command_gets_a_hint(_ words: [String], _ hint: String) {
    #expect(CommandHint.line(words, commands: ["search", "detail"]) == hint)
  }
}
