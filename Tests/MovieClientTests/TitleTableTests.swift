import JSONRPC
import Testing

@testable import MovieClient

struct TitleTableTests {
  @Test func list_is_a_table() throws {
    let list = try Canned.list(
      [Canned.dune, Canned.parasite, Canned.thrones], next: "2", pages: 15, total: 43)
    #expect(
      TitleTable.text(list, on: Screen(width: 100)) == """
        TITLE            YEAR  TYPE    RATING  GENRES                      KEY
        Dune             2021  film       7.8  Science Fiction, Adventure  movie/438631
        기생충           2019  film       8.5  Comedy                      movie/496243
        Game of Thrones  2011  series                                      tv/1399

        3 of 43 titles; --page 2 for more
        Data: TMDB, as of 2026-07-29

        """)
  }

  @Test(arguments: [100, 80, 64, 56, 48, 40, 34])
  func table_fits_its_terminal_and_cuts_titles_last(_ width: Int) throws {
    let list = try Canned.list([Canned.dune, Canned.parasite, Canned.long])
    let lines = TitleTable.text(list, on: Screen(width: width)).split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines { #expect(TerminalText.width(String(line)) <= width, "\(line)") }
    #expect(lines[1].hasSuffix("movie/438631") == (width > 40), "\(lines[1])")
    #expect(lines[1].contains("2021"))
    #expect(lines[3].contains("…") == (width < 100), "\(lines[3])")
  }

  @Test func narrow_terminal_has_fewer_columns() throws {
    let list = try Canned.list([Canned.long])
    let heads = [56, 48, 40, 34].map { width in
      TitleTable.text(list, on: Screen(width: width)).prefix { $0 != "\n" }.split(separator: " ").joined(
        separator: " ")
    }
    #expect(heads == ["TITLE TYPE KEY", "TITLE TYPE KEY", "TITLE TYPE KEY", "TITLE KEY"])
  }

  @Test func end_of_what_is_counted_is_told() throws {
    let page: JSONValue = ["results": [["key": "movie/1"]], "next_page": 2, "total_results": 10_000]
    #expect(ListPage.more(page, .title, hasAll: false) == "1 of 10000+ titles; --page 2 for more")
    let whole: JSONValue = ["results": .array(Array(repeating: ["key": "movie/1"], count: 10_000))]
    #expect(
      ListPage.more(whole, .title, hasAll: true)
        == "a list ends at 10000; movierpc library export has all")
    #expect(ListPage.more(whole, .title, hasAll: false) == nil)
  }

  @Test(arguments: [(44, true), (30, false)])
  func legend_goes_with_its_column(_ width: Int, _ isThere: Bool) throws {
    let list = try Canned.list([Canned.entry("movie/438631999"), Canned.long])
    let page = TitleTable.text(list, on: Screen(width: width))
    #expect(page.contains("\n•") == isThere && page.contains("• on the watchlist") == isThere, "\(page)")
  }

  @Test(arguments: [
    (
      true,
      """
          TITLE            YEAR  TYPE    RATING  KEY
      ✓★  Dune             2021  film       7.8  movie/438631
      •   Arrival          2016  film       7.8  movie/2
          Game of Thrones  2011  series          tv/1399

      • on the watchlist, ✓ watched, ★ favourite

      """
    ),
    (
      false,
      """
          TITLE            YEAR  TYPE    RATING  KEY
      x*  Dune             2021  film       7.8  movie/438631
      -   Arrival          2016  film       7.8  movie/2
          Game of Thrones  2011  series          tv/1399

      - on the watchlist, x watched, * favourite

      """
    ),
  ])
  func what_is_kept_has_marks(_ hasSigns: Bool, _ page: String) throws {
    let list = try Canned.list(
      [
        Canned.entry(on: Canned.marks(watched: true, favorite: true)),
        Canned.entry("movie/2", "Arrival", "2016"), Canned.thrones,
      ], meta: "null")
    #expect(TitleTable.text(list, on: Screen(width: 80, hasSigns: hasSigns)) == page)
  }

  @Test func last_page_does_not_ask_for_another() throws {
    let last = try Canned.list([Canned.dune], page: 2, pages: 2, total: 4)
    #expect(!TitleTable.text(last, on: Screen(width: 80)).contains("--page"))
    let middle = try Canned.list([Canned.dune], page: 2, next: "3", pages: 3, total: 7)
    #expect(
      TitleTable.text(middle, on: Screen(width: 80)).contains(
        "\npage 2 of 3, 7 titles in all; --page 3 for more\n"))
  }

  @Test func suggestions_have_no_column_for_what_they_lack() throws {
    let list = try Canned.list([
      #"{"key":"tv/1","media_type":"tv","title":"Dark","year":2017,"vote_average":8.4,"poster_path":null}"#
    ])
    #expect(
      TitleTable.text(list, on: Screen(width: 80)).hasPrefix(
        "TITLE  YEAR  TYPE    RATING  KEY\nDark   2017  series     8.4  tv/1\n"))
  }

  @Test func empty_list_is_no_page() throws {
    #expect(TitleTable.text(try Canned.list([]), on: Screen(width: 80)) == "")
  }

  /// Texts of titles never control a terminal, and a table stays a table.
  @Test(arguments: [
    (#"a\u001b[31mb"#, "a[31mb"), (#"a\nb\tc"#, "a b c"), (#"a\u202eb"#, "ab"), (#"a\u009bb\u0000c"#, "abc"),
    ("#Alive & [REC] %{F#f00}x", "#Alive & [REC] %{F#f00}x"),
  ])
  func hostile_titles_are_cleaned(_ title: String, _ shown: String) throws {
    let list = try Canned.list([Canned.title("movie/1", title, "2000")])
    let line = TitleTable.text(list, on: Screen(width: 100)).split(separator: "\n")[1]
    let cells = line.split(separator: "  ").map { $0.filter { $0 != " " } }
    #expect(cells.prefix(3) == [shown.filter { $0 != " " }, "2000", "film"])
  }

  @Test(arguments: [
    (
      #"{"offline":true,"cache":"stale","age_ms":11100000,"attribution":["TMDB"]}"#,
      "Cached 3 h 5 min ago; no answer from the network: movierpc doctor"
    ),
    (
      #"{"offline":true,"reason":"a_new_one","cache":"none","age_ms":0,"attribution":[]}"#,
      "From local facts; no answer from the network: movierpc doctor"
    ),
    (
      #"{"offline":true,"reason":"key_refused","cache":"none","age_ms":0,"attribution":[]}"#,
      "From local facts; TMDB refuses the key: movierpc settings set tmdb.key"
    ),
    (
      #"{"offline":true,"reason":"rate_limited","cache":"stale","age_ms":2000,"attribution":[]}"#,
      "Cached 2 s ago; the rate limit is reached: movierpc status"
    ),
    (
      #"{"offline":true,"reason":"upstream_error","cache":"stale","age_ms":2000,"attribution":[]}"#,
      "Cached 2 s ago; the server has an error: movierpc status"
    ),
    (
      #"{"offline":true,"reason":"intercepted","cache":"stale","age_ms":11100000,"attribution":[]}"#,
      "Cached 3 h 5 min ago; another server answered (a login page?): movierpc doctor"
    ),
    (
      #"{"offline":false,"reason":"no_key","cache":"none","age_ms":0,"hidden":2,"attribution":[]}"#,
      "2 titles hidden by the age limit of this profile."
    ),
    (
      #"{"offline":false,"cache":"stale","age_ms":2000,"attribution":[]}"#,
      "This was cached 2 s ago and may be out of date."
    ),
    (#"{"hidden":2,"attribution":[]}"#, "2 titles hidden by the age limit of this profile."),
    (#"{"attribution":["TMDB","JustWatch"],"as_of":null}"#, "Data: TMDB, JustWatch"),
  ])
  func meta_is_told(_ meta: String, _ line: String) throws {
    let list = try Canned.list([Canned.dune], meta: meta)
    #expect(TitleTable.text(list, on: Screen(width: 80)).contains("\n\n\(line)\n"))
  }

  @Test func colour_only_where_it_is_wanted() throws {
    let list = try Canned.list([Canned.dune])
    let plain = TitleTable.text(list, on: Screen(width: 80))
    let coloured = TitleTable.text(list, on: Screen(width: 80, hasColour: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[1mDune\u{1B}[0m"))
    var bare = ""
    var rest = coloured[...]
    while let start = rest.firstIndex(of: "\u{1B}") {
      bare += rest[..<start]
      rest = rest[start...].drop { $0 != "m" }.dropFirst()
    }
    #expect(bare + rest == plain)
  }

  @Test(
    arguments: [
      (.auto, [:], true, true), (.auto, ["NO_COLOR": ""], true, true),
      (.auto, ["NO_COLOR": "1"], true, false),
      (.auto, ["TERM": "dumb"], true, false), (.auto, ["TERM": "xterm"], true, true),
      (.auto, [:], false, false),
      (.auto, ["FORCE_COLOR": "1"], false, true), (.auto, ["FORCE_COLOR": ""], false, false),
      (.auto, ["FORCE_COLOR": "1", "TERM": "dumb"], true, true),
      (.auto, ["FORCE_COLOR": "1", "NO_COLOR": "1"], true, false),
      (.never, ["FORCE_COLOR": "1"], true, false),
      (.always, ["NO_COLOR": "1", "TERM": "dumb"], false, true),
    ] as [(ColorChoice, [String: String], Bool, Bool)])
  func option_then_environment_then_terminal_decide_about_colour(
    _ choice: ColorChoice, _ environment: [String: String], _ isTerminal: Bool, _ isWanted: Bool
  ) {
    #expect(choice.isWanted(isTerminal: isTerminal) { environment[$0] } == isWanted)
  }

  @Test(
    arguments: [
      ([], .auto), (["--color", "never", "search"], .never), (["search", "--color=always"], .always),
      (["--color", "always", "search", "--color", "never"], .never),
      (["search", "--", "--color=never"], .auto),
      (["--color"], .auto), (["--color", "--", "never"], .auto),
    ] as [([String], ColorChoice)])
  func choice_of_colours_may_stand_anywhere(_ words: [String], _ choice: ColorChoice) {
    #expect(ColorChoice(in: words) == choice)
  }

  @Test func corrected_word_is_told() throws {
    let list = try Canned.list(
      [Canned.dune], meta: #"{"source":"catalogue","corrected":"dune","attribution":[]}"#)
    #expect(TitleTable.text(list, on: Screen(width: 80)).hasSuffix("\n\nAlso searched for \"dune\".\n"))
  }

  @Test func without_utf8_a_cut_is_three_full_stops() throws {
    let page = TitleTable.text(try Canned.list([Canned.long]), on: Screen(width: 40, hasSigns: false))
    #expect(page.contains("...") && page.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
    (["LC_CTYPE": "C.UTF-8", "LC_ALL": ""], true),
  ])
  func locale_says_whether_signs_are_shown(_ environment: [String: String], _ areShown: Bool) {
    #expect(Screen.showsSigns { environment[$0] } == areShown)
  }
}
