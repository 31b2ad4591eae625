import JSONRPC
import MovieProtocol
import Testing

@testable import MovieServer

@Suite struct MovierpcRowsTests {
  private func plan(_ text: String) throws -> ImportPlan {
    try ImportFormat.movierpc.plan(Array(text.utf8).span, path: "/x")
  }

  private func film(_ key: String = "movie/1", _ more: String = "") -> String {
    #"{"kind":"watchlist","key":"\#(key)","imdb_id":"tt0000001","title":{"key":"movie/1","title":"One","year":1999},"#
      + #""added_at":"2026-01-02T03:04:05Z","note":"n","watched":true,"watched_at":"2026-01-03T00:00:00Z"\#(more)}"#
  }

  private let search =
    #"{"kind":"search","term":"dune","searched_at":"2026-01-02T03:04:05Z","count":2,"total_results":4}"#

  @Test func entries_are_the_same_in_every_frame() throws {
    let all = [film(), search, #"{"kind":"settings","name":"countries","value":["DE","AT"]}"#]
    let document = #"{"entries":[\#(all.joined(separator: ","))],"next":null}"#
    let expected = try plan(document)
    #expect(expected.titles.count == 1 && expected.searches.count == 1 && expected.settings.count == 1)
    #expect(expected.unmatched.count == 0)
    for text in [
      all.joined(separator: "\n"), all.joined(separator: "\r\n\r\n") + "\n",
      "[\(all.joined(separator: ",\n"))]",
      #"{"entries":[\#(all[0])],"next":"x"}"# + "\n" + #"{"entries":[\#(all[1]),\#(all[2])],"next":null}"#,
      "\u{FEFF}\n\n" + document,
    ] {
      let plan = try plan(text)
      #expect(plan.titles.map(\.facts) == expected.titles.map(\.facts), "\(text)")
      #expect(
        plan.searches == expected.searches && plan.settings.map(\.value) == expected.settings.map(\.value))
      #expect(plan.unmatched.count == 0, "\(text)")
    }
  }

  @Test func title_has_all_it_needs() throws {
    let title = try #require(try plan(film()).titles.first)
    #expect(title.facts?.title == "One" && title.keys == [.tmdb(.movie, 1)] && title.imdbID == "tt0000001")
    #expect(title.note == "n" && title.isWatched && title.list == .watchlist)
    #expect(title.addedAt == Timestamp("2026-01-02T03:04:05Z"))
    #expect(title.watchedAt == Timestamp("2026-01-03T00:00:00Z"))
  }

  @Test func facts_of_another_title_are_not_taken() throws {
    let title = try #require(try plan(film("movie/2")).titles.first)
    #expect(title.facts == nil && title.keys == [.tmdb(.movie, 2)])
  }

  @Test(arguments: [
    #"{"kind":"watchlist","key":"movie/0"}"#, #"{"kind":"watchlist"}"#, #"{"kind":"favorites","key":7}"#,
    #"{"kind":"search","term":"","searched_at":"2026-01-02T03:04:05Z"}"#,
    #"{"kind":"search","term":"x","searched_at":"x"}"#,
    #"{"kind":"settings","name":"tmdb.key","value":"x"}"#,
    #"{"kind":"settings","name":"page_size","value":0}"#,
    #"{"kind":"settings","name":"page_size"}"#,
    #"{"kind":"settings","name":"http.proxy","value":"http://x"}"#,
    #"{"kind":"settings","name":"unknown_age","value":"show"}"#, #"{"kind":"later"}"#, #"{"x":1}"#, "7", "[]",
  ])
  func entry_that_cannot_be_taken_is_named(_ entry: String) throws {
    let plan = try plan(search + "\n" + entry)
    #expect(plan.count == 1)
    #expect(plan.unmatched.rows.map(\.line) == (entry == "7" || entry == "[]" ? [] : [2]))
  }

  @Test func searches_of_one_second_keep_their_order() throws {
    let plan = try plan((0..<1500).map { _ in search }.joined(separator: "\n"))
    let times = plan.searches.map(\.at)
    #expect(times[0].milliseconds % 1000 == 0 && times[1] == times[0] + .milliseconds(1))
    #expect(times.allSatisfy { $0.seconds == times[0].seconds })
  }

  @Test func numbers_beyond_reason_are_held() throws {
    let plan = try plan(
      #"{"kind":"search","term":"x","searched_at":"2026-01-02T03:04:05Z","count":-7,"#
        + #""total_results":99999999999}"#)
    #expect(plan.searches.map(\.count) == [1] && plan.searches.map(\.totalResults) == [10_000])
  }
}
