import JSONRPC
import Testing

@testable import MovieClient

/// Topics library, history, releases and browse:LIST.
struct TopicTextLibraryTests {
  private func text(_ topic: String, _ data: String) throws -> TopicText {
    TopicText(topic: topic, try JSONValue(parsing: data))
  }

  @Test(arguments: [
    (12, 9, 4, "9 to watch", "12 on the watchlist, 9 to watch, 4 favourites", 25),
    (1, 1, 1, "1 to watch", "1 on the watchlist, 1 to watch, 1 favourite", 0),
    (3, 0, 0, "", "3 on the watchlist, 0 to watch", 100), (0, 0, 2, "", "2 favourites", 0),
  ])
  func library_counts_what_is_to_watch(
    _ watchlist: Int, _ unwatched: Int, _ favorites: Int, _ short: String, _ words: String, _ percentage: Int
  ) throws {
    let text = try text(
      "library",
      #"{"watchlist":\#(watchlist),"unwatched":\#(unwatched),"favorites":\#(favorites),"changed":null}"#)
    #expect(text == TopicText("some", short: short, words: words, percentage: percentage))
  }

  @Test(arguments: [
    ("library", CannedStates.emptyLibrary, "the lists are empty"),
    ("searches", CannedStates.results([]), "no searches"),
    ("releases", CannedStates.results([]), "nothing out today"),
    ("follow", CannedStates.results([]), "you follow nobody"),
    ("browse:trending/movie", CannedStates.results([]), "no titles"),
  ])
  func nothing_there_is_empty(_ topic: String, _ data: String, _ words: String) throws {
    #expect(try text(topic, data) == TopicText("empty", words: words, isIdle: true))
  }

  @Test func history_has_the_newest_first() throws {
    #expect(
      try text("searches", CannedStates.history(["dune", "a & b"]))
        == TopicText("some", short: "dune", words: "dune, a & b", lines: ["dune", "a & b"]))
  }

  @Test func releases_tell_where() throws {
    let one = try text("releases", CannedStates.releases([("Dune", "cinema")]))
    #expect(
      one == TopicText("some", short: "Dune (cinema)", words: "Dune (cinema)", lines: ["Dune (cinema)"]))
    let two = try text("releases", CannedStates.releases([("Dune", "cinema"), ("Dark", "episode")]))
    #expect(two.short == "2 out today" && two.words == "Dune (cinema), Dark (episode)")
    #expect(two.lines == ["Dune (cinema)", "Dark (episode)"])
  }

  @Test func release_of_a_series_names_its_episode() throws {
    let data = #"""
      {"results":[{"key":"tv/1","title":"Severance","date":"2026-11-21","kind":"episode","country":"US",
      "episode":"S02E09 The After Hours"},{"key":"tv/2","title":"Dark","date":"2026-11-21","kind":"episode",
      "country":null,"episode":null}]}
      """#
    #expect(
      try text("releases", data).lines == ["Severance (S02E09 The After Hours)", "Dark (episode)"])
  }

  @Test func release_of_a_person_names_the_person() throws {
    let data = #"""
      {"results":[{"key":"movie/1","title":"Dune","date":"2026-11-21","kind":"followed","country":null,"episode":null,
      "people":[{"key":"person/1","name":"Ann\u001b[31m"},{"key":null,"name":"Bo"}]}]}
      """#
    #expect(try text("releases", data).short == "Dune (Ann[31m, Bo)")
  }

  /// An event may have more than a tooltip.
  @Test func all_releases_are_counted() throws {
    let many = (1...25).map { (title: "t\($0)", kind: "digital") }
    let text = try text("releases", CannedStates.releases(many))
    #expect(text.short == "25 out today" && text.words.hasSuffix("t8 (digital), and 17 more"))
    #expect(text.lines.count == 20)
  }

  @Test func a_list_shows_its_first_title() throws {
    let list = try text("browse:popular", CannedStates.results([Canned.dune, Canned.long]))
    #expect(list.short == "Dune (2021)" && list.state == "some")
    #expect(list.words == "Dune (2021), A title that is so long that no termina…")
    #expect(list.lines == ["Dune (2021)", "A title that is so long that no termina…"])
  }

  @Test func titles_to_watch_are_counted_whole() throws {
    func watchlist(_ titles: [String], of total: Int) throws -> TopicText {
      try text(
        "watchlist", #"{"results":[\#(titles.joined(separator: ","))],"total_results":\#(total)}"#)
    }
    let many = try watchlist(Array(repeating: Canned.dune, count: 10), of: 30)
    #expect(many.short == "30 to watch" && many.words.hasSuffix("Dune (2021), and 22 more"))
    #expect(many.lines.last == "and 20 more" && many.lines.count == 11)
    // The age limit hides the ten newest.
    let hidden = try watchlist([], of: 12)
    #expect(hidden.words == "12 to watch" && hidden.lines == ["12 to watch"])
  }

  @Test func long_lists_have_a_bound() throws {
    let text = try text("searches", CannedStates.history((1...30).map { "t\($0)" }))
    #expect(text.words == "t1, t2, t3, t4, t5, t6, t7, t8, and 12 more")
    #expect(text.lines.count == 20)
  }
}
