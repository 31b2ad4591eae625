import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// What was seen, by Trakt's files.
@Suite struct TraktRowsTests {
  private func plan(_ text: String) throws -> ImportPlan {
    try ImportFormat.trakt.plan(Array(text.utf8).span, path: "/x/lists-list-1.json")
  }

  private func dropped(_ plan: ImportPlan) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: plan.dropped.fields.map { ($0.name ?? "", plan.dropped.count($0)) })
  }

  /// An item of `watched-shows.json`.
  ///
  /// - Parameter played: seasons with the numbers and plays of their episodes.
  private func series(aired: Int?, plays: Int, _ played: [Int: [Int: Int]]) -> String {
    let seasons = played.map { number, episodes in
      let items = episodes.map { #"{"number":\#($0),"plays":\#($1)}"# }.joined(separator: ",")
      return #"{"number":\#(number),"episodes":[\#(items)]}"#
    }
    let facts = aired.map { #","aired_episodes":\#($0)"# } ?? ""
    return
      #"[{"plays":\#(plays),"last_watched_at":"2024-09-01T09:10:11.000Z","seasons":[\#(seasons.joined(separator: ","))],"#
      + #""show":{"title":"Lost","year":2004,"ids":{"tmdb":4607}\#(facts)}}]"#
  }

  @Test func series_is_watched_when_all_its_episodes_were_and_not_when_plays_add_up() throws {
    func isWatched(_ aired: Int?, _ plays: Int, _ played: [Int: [Int: Int]]) throws -> [Bool] {
      try plan(series(aired: aired, plays: plays, played)).titles.map(\.isWatched)
    }
    let two = [1: [1: 1, 2: 1], 2: [1: 1]]
    #expect(try isWatched(3, 3, two) == [true])
    #expect(try isWatched(4, 3, two) == [false])
    // Three of ten, four times each.
    #expect(try isWatched(10, 12, [1: [1: 4, 2: 4, 3: 4]]) == [false])
    // Specials are no part of what has aired.
    #expect(try isWatched(3, 3, [0: [1: 1, 2: 1], 1: [1: 1]]) == [false])
    // How many there are is not known, or which were played.
    #expect(try isWatched(nil, 1, [1: [1: 1]]) == [false])
    #expect(try isWatched(0, 1, [1: [1: 1]]) == [false])
    #expect(try isWatched(3, 3, [:]) == [false])
    // Begun, and taken back.
    #expect(try isWatched(2, 1, [1: [1: 1, 2: 0]]) == [false])
  }

  @Test func series_that_is_not_watched_is_counted_with_what_was_played() throws {
    let plan = try plan(series(aired: nil, plays: 1, [1: [1: 1]]))
    #expect(plan.titles.count == 1 && plan.unmatched.count == 0)
    #expect(dropped(plan) == ["plays": 1, "seasons": 1])
    #expect(try dropped(self.plan(series(aired: 1, plays: 1, [1: [1: 1]]))) == ["seasons": 1])
  }

  @Test func rated_series_need_not_have_been_seen_to_its_end() throws {
    let plan = try plan(#"[{"rated_at":"2024-09-01T09:10:11.000Z","rating":9,"show":{"title":"Lost"}}]"#)
    #expect(plan.titles.map(\.isWatched) == [false] && dropped(plan) == ["rating": 1])
  }

  @Test func viewing_without_a_day_is_a_viewing() throws {
    let plan = try plan(
      #"[{"id":1,"action":"watch","type":"movie","movie":{"title":"Dune","year":2021}},"#
        + #"{"id":2,"action":"add","type":"movie","movie":{"title":"Heat","year":1995}}]"#)
    #expect(plan.titles.map(\.isWatched) == [true, false] && plan.titles.map(\.watchedAt) == [nil, nil])
  }

  @Test(arguments: [#""garbage""#, "0", "true"])
  func day_that_cannot_be_read_is_counted(_ day: String) throws {
    let plan = try plan(#"[{"plays":1,"last_watched_at":\#(day),"movie":{"title":"Dune"}}]"#)
    #expect(plan.titles.map(\.isWatched) == [true] && dropped(plan) == ["last_watched_at": 1])
  }

  @Test func note_of_a_favourite_is_counted() throws {
    let item = #"{"notes":"fav","movie":{"title":"Dune"}}"#
    let plan = try plan(#"{"favorites":[\#(item)],"watchlist":[\#(item)]}"#)
    #expect(plan.titles.map(\.note) == ["", "fav"] && dropped(plan) == ["notes": 1])
  }

  @Test(arguments: ["null", #""unknown""#, #""1970-01-01T00:00:00Z""#, #""1970-01-01T00:00:00.000Z""#])
  func day_that_is_unknown_is_no_day_and_the_film_was_seen(_ day: String) throws {
    let plan = try plan(#"[{"watched_at":\#(day),"type":"movie","movie":{"title":"Dune","year":2021}}]"#)
    #expect(plan.titles.map(\.isWatched) == [true] && plan.titles.map(\.watchedAt) == [nil])
    #expect(plan.titles.map(\.addedAt) == [nil])
    var matches = ImportMatches(now: 1000)
    matches.add(plan.titles[0], "movie/1", nil)
    #expect(matches.entries.map(\.watchedAt) == [.unknownDay])
    let again = try self.plan(#"[{"plays":2,"last_watched_at":\#(day),"movie":{"title":"Dune"}}]"#)
    #expect(again.titles.map(\.isWatched) == [true] && dropped(again) == ["plays": 1])
  }

  @Test func film_that_was_not_played_was_not_seen() throws {
    #expect(
      try plan(#"[{"plays":0,"last_watched_at":null,"movie":{"title":"Dune"}}]"#).titles.map(\.isWatched)
        == [false])
  }

  @Test func episodes_are_counted_and_name_their_series_once() throws {
    let show = #"{"title":"Lost","year":2004,"ids":{"tmdb":4607}}"#
    let episode = #"{"watched_at":"2024-09-01T09:10:11.000Z","type":"episode","episode":{},"show":\#(show)}"#
    let history = try plan("[\(episode),\(episode)]")
    #expect(history.titles == [])
    #expect(history.unmatched.rows.map(\.title) == ["Lost"])
    #expect(history.unmatched.rows.map(\.kind) == [.unsupported])
    #expect(dropped(history) == ["episode": 2])
    // The series itself is in the file.
    let both = try plan(#"{"history":[\#(episode)],"watchlist":[{"show":\#(show)}]}"#)
    #expect(both.titles.count == 1 && both.unmatched.count == 0 && dropped(both) == ["episode": 1])
  }

  @Test func viewings_but_the_last_and_the_order_are_counted() throws {
    func film(_ name: String, _ more: String) -> String { #"{\#(more),"movie":{"title":"\#(name)"}}"# }
    let history = try plan(
      "[\(film("A", #""watched_at":"2024-09-01T09:00:00Z""#)),\(film("A", #""watched_at":"2025-09-01T09:00:00Z""#))]"
    )
    #expect(history.titles.map(\.watchedAt) == [Timestamp("2025-09-01T09:00:00Z")])
    #expect(dropped(history) == ["watched_at": 1])
    func list(_ days: [Int]) throws -> [String: Int] {
      let items = days.enumerated().map { place, day in
        film("\(place)", #""rank":\#(place + 1),"listed_at":"2024-09-0\#(day)T09:00:00Z""#)
      }
      return dropped(try plan("[\(items.joined(separator: ","))]"))
    }
    #expect(try list([1, 2, 2, 3]) == [:])
    #expect(try list([2, 1, 3]) == ["rank": 3])
  }
}
