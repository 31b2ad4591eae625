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
      (["dune"], "dune", nil), (["blade", "runner"], "blade runner", nil), (["Dune (2021)"], "Dune", 2021),
      (["Dune", "(2021)"], "Dune", 2021), (["Face/Off"], "Face/Off", nil),
      (["movie/ x"], "movie/ x", nil), (["alien", "1979"], "alien 1979", nil),
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
          == #"{"language":"de","q":"dune","year":2021,"page_size":1,"record":false}"#)
      return list
    }
    #expect(result.key == "movie/438631" && result.found == "Dune (2021), movie/438631")
  }

  @Test func title_that_is_not_called_so_says_why_it_was_found() throws {
    func found(_ words: String, corrected: String = "null") throws -> String? {
      let list = try Canned.list([Canned.dune], meta: #"{"hidden":0,"corrected":\#(corrected)}"#)
      return try KeyOrWords([words]).resolved(MethodParams("search")) { _ in list }.found
    }
    #expect(
      try found("villeneuve")
        == "Dune (2021), movie/438631; found by another name or by the name of a person")
    #expect(try found("dunne", corrected: #""dune""#) == "Dune (2021), movie/438631; searched for \"dune\"")
    for words in ["dune", "DUNE", "du", "the dune", "dune 2021"] {
      #expect(try found(words) == "Dune (2021), movie/438631")
    }
  }

  @Test(arguments: [
    (["movie/841"], #"{"key":"movie/841"}"#), (["tt1160419"], #"{"key":"imdb/tt1160419"}"#),
    (["dune", "1984"], #"{"title":"dune 1984"}"#), (["Dune (1984)"], #"{"title":"Dune (1984)"}"#),
  ])
  func change_sends_the_key_or_the_words(_ words: [String], _ sent: String) throws {
    var params = MethodParams("watchlist.add")
    try KeyOrWords(words).add(to: &params)
    #expect(text(try params.json() ?? []) == sent)
  }

  @Test func words_that_name_nothing_are_not_found() throws {
    let list = try Canned.list([])
    let failure = #expect(throws: CommandError.self) {
      try KeyOrWords(["xyzzy"]).resolved(MethodParams("search")) { _ in list }
    }
    #expect(failure?.status == .notFound)
    #expect(failure?.message == "nothing found for \"xyzzy\"")
    #expect(failure?.hint == nil)
  }

  @Test func words_that_only_the_best_known_titles_lack_may_be_found_later() throws {
    let list = try Canned.list([], meta: #"{"source":"catalogue","reason":"catalogue_building","hidden":0}"#)
    let failure = #expect(throws: CommandError.self) {
      try KeyOrWords(["xyzzy"]).resolved(MethodParams("search")) { _ in list }
    }
    #expect(failure?.status == .tryLater && failure?.kind == nil)
    #expect(failure?.message == "nothing found yet for \"xyzzy\"")
    #expect(failure?.hint?.contains("Try again in some seconds: movierpc ") == true)
  }

  @Test(arguments: [("taxi", 2), ("dun", 2), ("dune", 0), ("Dune 2021", 0)])
  func words_that_name_none_of_the_best_known_titles_wait_for_the_others(_ words: String, _ pauses: Int)
    throws
  {
    let building = #"{"source":"catalogue","reason":"catalogue_building","hidden":0}"#
    let (first, taxi) = (
      try Canned.list([Canned.dune], meta: building),
      try Canned.list([Canned.title("movie/2330", "Taxi", "1998")])
    )
    var (asked, paused) = (0, 0)
    let result = try KeyOrWords([words]).resolved(MethodParams("search"), pause: { paused += 1 }) { _ in
      asked += 1
      return asked <= 2 ? first : taxi
    }
    #expect(paused == pauses && result.key == (pauses == 0 ? "movie/438631" : "movie/2330"))
  }

  @Test func waiting_for_the_others_ends() throws {
    let list = try Canned.list(
      [Canned.title("movie/1", "The Dune", "2021")],
      meta: #"{"source":"catalogue","reason":"catalogue_building","hidden":0}"#)
    let failure = #expect(throws: CommandError.self) {
      try KeyOrWords(["sand"]).resolved(MethodParams("search"), pause: {}) { _ in list }
    }
    #expect(failure?.status == .tryLater && failure?.message == "nothing found yet for \"sand\"")
    let named = try KeyOrWords(["dune"]).resolved(MethodParams("search"), pause: {}) { _ in list }
    #expect(named.key == "movie/1")
  }

  @Test func words_that_name_what_is_hidden_are_not_found() throws {
    let list = try Canned.list([], meta: #"{"hidden":2,"offline":false}"#)
    let failure = #expect(throws: CommandError.self) {
      try KeyOrWords(["saw"]).resolved(MethodParams("search")) { _ in list }
    }
    #expect(failure?.hint == "2 titles hidden by the age limit of this profile.")
  }

  @Test(arguments: [
    ("https://www.themoviedb.org/movie/438631-dune", "movie/438631"),
    ("https://www.themoviedb.org/tv/1399-game-of-thrones/cast?language=de", "tv/1399"),
    ("themoviedb.org/movie/78", "movie/78"), ("http://m.imdb.com/title/tt1160419", "imdb/tt1160419"),
    ("https://www.imdb.com/de/title/tt1160419/?ref_=fn_al_tt_1", "imdb/tt1160419"),
    ("tt1160419", "imdb/tt1160419"),
  ])
  func address_and_number_are_keys(_ text: String, _ key: String) throws {
    #expect(try KeyOrWords([text]) == .key(key))
  }

  @Test(arguments: [
    "https://example.org/movie/78", "https://themoviedb.org.evil.org/movie/78", "https://imdb.com/name/nm1",
    "https://www.themoviedb.org/movie/x", "https://",
  ])
  func other_address_is_wrong_usage(_ text: String) {
    let failure = #expect(throws: CommandError.self) { try KeyOrWords([text]) }
    #expect(failure?.status == .usage && failure?.message.contains("TMDB or IMDb") == true)
  }

  @Test func many_keys_are_many_titles() throws {
    #expect(
      try KeyOrWords.list(["movie/78", "tt1160419", "tv/1399"], for: "watchlist add")
        == [.success(.key("movie/78")), .success(.key("imdb/tt1160419")), .success(.key("tv/1399"))])
    #expect(
      try KeyOrWords.list(["blade", "runner"], for: "x") == [.success(.words("blade runner", year: nil))])
    for words in [["movie/78", "dune"], ["dune", "movie/78"]] {
      let failure = #expect(throws: CommandError.self) { try KeyOrWords.list(words, for: "watchlist add") }
      #expect(failure?.status == .usage && failure?.hint == "for example: movierpc watchlist add movie/78")
    }
    let two = #expect(throws: CommandError.self) { try KeyOrWords(["movie/78", "tv/1"], for: "detail") }
    #expect(two?.message == "detail takes one title, not 2")
  }

  @Test func dash_reads_a_key_from_each_line() throws {
    func list(_ input: String) throws(CommandError) -> [Result<KeyOrWords, CommandError>] {
      try KeyOrWords.list(["-"], for: "watchlist add") { () throws(CommandError) in bytes(input) }
    }
    #expect(
      try list("movie/78\n\n tv/1399\tGame of Thrones\r\n")
        == [.success(.key("movie/78")), .success(.key("tv/1399"))])
    let wrong = CommandError(.failed, "line 2 of standard input does not begin with a key: Dune (2021)")
    #expect(
      try list("movie/78\nDune (2021)\ntv/1399\n")
        == [.success(.key("movie/78")), .failure(wrong), .success(.key("tv/1399"))])
    for input in [" \n", "Dune\n", "{\"results\":[]}\n"] {
      let failure = #expect(throws: CommandError.self) { try list(input) }
      #expect(failure?.status == .usage && failure?.message == "standard input has no keys")
    }
  }

  /// The searches that `words` make, and the key found; `answers` has the result of each.
  private func searches(_ words: [String], _ answers: [JSONValue]) throws -> [String] {
    var sent: [String] = []
    let result = try KeyOrWords(words).resolved(MethodParams("search")) { (params) throws(CommandError) in
      sent.append(text(try params.json() ?? []))
      return answers[min(sent.count, answers.count) - 1]
    }
    return sent + [result.key]
  }

  @Test func year_after_a_name_is_the_title_s() throws {
    let (none, dune) = (try Canned.list([]), try Canned.list([Canned.dune]))
    let whole = #"{"q":"dune 2021","page_size":1,"record":false}"#
    let dated = #"{"q":"dune","year":2021,"page_size":1,"record":false}"#
    #expect(try searches(["dune", "2021"], [none, dune]) == [whole, dated, "movie/438631"])
    // Another title was found first, which has no such year in its name.
    #expect(
      try searches(["dune", "2021"], [try Canned.list([Canned.parasite]), dune]).last == "movie/438631")
    // Nothing is of that year: the first search counts.
    #expect(try searches(["dune", "2021"], [dune, none]) == [whole, dated, "movie/438631"])
  }
}
