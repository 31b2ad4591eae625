import JSONRPC
import Testing

@testable import MovieClient

struct LibraryTableTests {
  private func list(_ titles: [String], meta: String = "null") throws -> JSONValue {
    try JSONValue(
      parsing: """
        {"rev":"42","version":42,"results":[\(titles.joined(separator: ","))],"page":1,"page_size":2,"next_page":2,
        "total_pages":2,"total_results":3,"meta":\(meta)}
        """)
  }

  @Test func watchlist_is_a_table() throws {
    let list = try list([
      Canned.entry(note: "with Ana", on: Canned.marks(watched: true, favorite: true)),
      Canned.entry("movie/2", "Arrival", "2016"),
    ])
    #expect(
      LibraryTable.watchlist(list, on: Screen(width: 90), in: .utc) == """
            TITLE    YEAR  TYPE  RATING  NOTE      ADDED       KEY
        ✓★  Dune     2021  film     7.8  with Ana  2026-11-21  movie/438631
            Arrival  2016  film     7.8            2026-11-21  movie/2

        2 of 3 titles; --all shows all
        ✓ watched, ★ favourite

        """)
  }

  /// A mark that all titles have is not shown; without a note there is no column for notes.
  @Test func favourites_are_a_table() throws {
    let list = try list([
      Canned.entry(on: Canned.marks(favorite: true)),
      Canned.entry("movie/2", "Arrival", "2016", on: Canned.marks(watchlist: false, favorite: true)),
    ])
    #expect(
      LibraryTable.favorites(list, on: Screen(width: 80, hasSigns: false), in: .utc) == """
           TITLE    YEAR  TYPE  RATING  ADDED       KEY
        -  Dune     2021  film     7.8  2026-11-21  movie/438631
           Arrival  2016  film     7.8  2026-11-21  movie/2

        2 of 3 titles; --all shows all
        - on the watchlist

        """)
  }

  @Test(arguments: [90, 72, 60, 50, 40, 34])
  func table_fits_its_terminal_and_keeps_the_key(_ width: Int) throws {
    let list = try list([
      Canned.entry(note: "a note that is so long that no terminal has room for all of it, or so"),
      Canned.entry("movie/1", "A title that is so long that no terminal has room for it", "2000"),
    ])
    let lines = LibraryTable.watchlist(list, on: Screen(width: width), in: .utc).split(separator: "\n")
    for line in lines.prefix(3) { #expect(TerminalText.width(String(line)) <= width, "\(line)") }
    #expect(lines[1].hasSuffix("movie/438631") && lines[2].hasSuffix("movie/1"))
  }

  @Test func empty_list_is_no_page() throws {
    #expect(LibraryTable.watchlist(try list([]), on: Screen(width: 80)) == "")
  }
}

struct LibraryChangeLineTests {
  private func result(_ isChanged: Bool, _ title: String, _ count: Int) throws -> JSONValue {
    try JSONValue(
      parsing: #"{"changed":\#(isChanged),"version":43,"item":\#(title),"total_results":\#(count)}"#)
  }

  private let gone = #"{"key":"movie/438631","title":"Dune","year":2021,"entry":null}"#

  @Test func change_of_the_watchlist_is_told_in_a_sentence() throws {
    let watched = Canned.entry(note: "with \\\"Ana\\\"\\n", on: Canned.marks(watched: true))
    let lines = try [
      (true, Canned.entry(), 12), (false, Canned.entry(), 1), (true, watched, 3), (false, watched, 0),
      (true, gone, 11), (false, gone, 11), (false, "null", 11),
    ].map { LibraryChangeLine.watchlist(try result($0, $1, $2), key: "movie/5") }
    #expect(
      lines.joined() == """
        Dune (2021) is on the watchlist (12 titles)
        Dune (2021) was on the watchlist already (1 title)
        Dune (2021) is on the watchlist, watched, with the note "with "Ana" " (3 titles)
        Dune (2021) was on the watchlist already, watched, with the note "with "Ana" " (0 titles)
        Dune (2021) was removed from the watchlist (11 titles)
        Dune (2021) was not on the watchlist
        movie/5 was not on the watchlist

        """)
  }

  @Test func change_of_the_favourites_is_told_in_a_sentence() throws {
    let lines = try [
      (true, Canned.entry()), (false, Canned.entry()), (true, gone), (false, gone),
    ].map { LibraryChangeLine.favorites(try result($0, $1, 3), key: "movie/5") }
    #expect(
      lines.joined() == """
        Dune (2021) is a favourite (3 titles)
        Dune (2021) was a favourite already (3 titles)
        Dune (2021) is no longer a favourite (3 titles)
        Dune (2021) was not a favourite

        """)
  }
}
