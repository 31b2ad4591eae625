import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct KeyOrWordsTests {
  @Test(
    arguments: [
      (["dune"], "dune"), (["blade", "runner"], "blade runner"), (["Dune", "(2021)"], "Dune (2021)"),
      (["Face/Off"], "Face/Off"), (["movie/ x"], "movie/ x"), (["2012"], "2012"),
    ])
  func everything_else_is_words(_ words: [String], _ text: String) throws {
    #expect(try KeyOrWords(words) == .words(text))
  }

  @Test func nothing_is_wrong_usage() {
    let failure = #expect(throws: CommandError.self) { try KeyOrWords([" "], for: "watchlist add") }
    #expect(
      failure?.hint == "for example: movierpc watchlist add movie/438631, or movierpc watchlist add dune")
  }

  @Test func title_that_is_not_called_so_says_why_it_was_found() throws {
    func found(_ words: String, corrected: String = "null") throws -> String {
      let match =
        #"{"key":"movie/438631","title":"Dune","original_title":"Dune","year":2021,"#
        + #""media_type":"movie","corrected":\#(corrected)}"#
      return KeyOrWords.found(JSONView<BestMatch>(try JSONValue(parsing: match.utf8.span)), words).text
    }
    #expect(
      try found("villeneuve")
        == "Dune (2021), movie/438631; found by another name or by the name of a person")
    #expect(try found("dunne", corrected: #""dune""#) == "Dune (2021), movie/438631; searched for \"dune\"")
    for words in ["dune", "DUNE", "du", "the dune", "dune 2021", "Dune (2021)"] {
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
      try KeyOrWords.list(["blade", "runner"], for: "x") == [.success(.words("blade runner"))])
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
}
