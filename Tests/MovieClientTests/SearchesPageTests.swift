import JSONRPC
import Testing

@testable import MovieClient

struct SearchesPageTests {
  @Test func searches_are_a_table() throws {
    let history = try JSONValue(
      parsing: #"""
        {"results":[{"term":"blade\u001b ru\u202en","searched_at":"2026-11-21T09:30:00Z","count":12,"total_results":2},
        {"term":"dune","searched_at":"2026-11-20T22:00:00Z","count":1,"total_results":10000}],"next_page":null,"total_results":2}
        """#)
    #expect(
      SearchesPage.text(history, on: Screen(width: 60), in: LocalTime { _ in 3600 }) == """
        WHEN              SEARCH     TIMES   FOUND
        2026-11-21 10:30  blade run     12       2
        2026-11-20 23:00  dune           1  10000+

        """)
    let narrow = SearchesPage.text(history, on: Screen(width: 24), in: .utc)
    #expect(narrow.hasPrefix("SEARCH      FOUND\n"))
  }

  @Test func no_searches_are_no_page() {
    #expect(SearchesPage.text(["results": []], on: Screen(width: 60)) == "")
  }

  @Test func what_was_forgotten_is_told() {
    #expect(SearchesPage.removed("dune", ["changed": true]) == "\"dune\" was removed\n")
    #expect(SearchesPage.removed("du\nne", ["changed": false]) == "\"du ne\" was not among the searches\n")
    #expect(SearchesPage.removed(nil, ["changed": true]) == "all searches were removed\n")
    #expect(SearchesPage.removed(nil, ["changed": false]) == "there were no searches\n")
  }
}
