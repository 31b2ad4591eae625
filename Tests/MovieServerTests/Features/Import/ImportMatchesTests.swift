import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ImportMatchesTests {
  private func title(_ change: (inout ImportRow) -> Void) -> ImportRow {
    var title = ImportRow(line: 1)
    change(&title)
    return title
  }

  @Test func two_names_of_one_title_are_one_entry() {
    var matches = ImportMatches(now: 1000)
    matches.add(title { ($0.addedAt, $0.note) = (70, "n") }, "movie/1", nil)
    matches.add(
      title { ($0.addedAt, $0.note, $0.isWatched, $0.watchedAt) = (60, "m", true, 80) }, "movie/1", nil)
    matches.add(title { ($0.isWatched, $0.watchedAt) = (true, 90) }, "movie/1", nil)
    #expect(matches.entries.count == 1 && matches.titles.count == 1)
    let entry = matches.entries[0]
    #expect(entry.addedAt == 60 && entry.note == "n" && entry.watchedAt == 90)
    // What there was no room for.
    let dropped = matches.dropped
    #expect(dropped.fields.map(\.name) == ["note", "watched_at"])
    #expect(dropped.fields.map { dropped.count($0) } == [1, 1])
  }

  @Test func day_on_which_it_was_seen_is_better_than_that_of_a_rating() {
    for order in [[0, 1], [1, 0]] {
      let rows = [
        title { ($0.isWatched, $0.watchedAt) = (true, 80) },
        title { ($0.isWatched, $0.watchedAt, $0.isDayOfWriting) = (true, 90, true) },
      ]
      var matches = ImportMatches(now: 1000)
      for place in order { matches.add(rows[place], "movie/1", nil) }
      #expect(matches.entries.map(\.watchedAt) == [80])
      #expect(matches.dropped.isEmpty)
    }
  }

  @Test func lists_are_apart_and_what_has_no_time_is_of_now() {
    var matches = ImportMatches(now: 1000)
    matches.add(title { $0.isWatched = true }, "movie/1", nil)
    matches.add(title { $0.list = .favorites }, "movie/1", nil)
    #expect(matches.entries.map(\.list) == [.watchlist, .favorites])
    #expect(matches.entries.map(\.addedAt) == [1000, 1000])
    #expect(matches.entries.map(\.watchedAt) == [.unknownDay, nil])
  }
}
