import JSONRPC
import MovieProtocol
import Testing

@testable import MovieServer

/// What the files of others say, once they are read.
@Suite struct ForeignFilesTests {
  private func plan(_ format: ImportFormat, _ text: String, path: String = "/x/file") throws -> ImportPlan {
    try format.plan(Array(text.utf8).span, path: path)
  }

  private func title(
    _ line: Int, _ name: String?, _ year: Int?, _ change: (inout ImportRow) -> Void = { _ in }
  ) -> ImportRow {
    var title = ImportRow(line: line)
    (title.title, title.year) = (name, year)
    change(&title)
    return title
  }

  private func noon(_ day: String) throws -> Timestamp { try #require(ImportDate.time(day)) }

  @Test(arguments: [
    (ImportFormat.imdb, "Const,Title\ntt0000001,A\ntt0000002,B\n"),
    (.movierpc, #"{"kind":"watchlist","key":"movie/1"}"# + "\n"), (.trakt, #"[{"movie":{"title":"A"}}]"#),
  ]) func reading_ends_with_the_daemon(_ format: ImportFormat, _ text: String) throws {
    let fault = #expect(throws: ImportError.self) {
      try format.plan(Array(text.utf8).span, path: "/x/file") { true }
    }
    #expect(fault?.reason == .wasNotReadWhole)
  }

  // Letterboxd

  @Test func letterboxd_watchlist_is_a_watchlist() throws {
    let text = "Date,Name,Year,Letterboxd URI\r\n2026-11-20,\"Dune, Part One\",2021,https://boxd.it/a\r\n"
    let plan = try plan(.letterboxd, text, path: "/x/watchlist.csv")
    let day = try noon("2026-11-20")
    #expect(day.seconds % 86_400 == 43_200)
    #expect(plan.titles == [title(2, "Dune, Part One", 2021) { $0.addedAt = day }])
    #expect(plan.unmatched.count == 0)
  }

  @Test func letterboxd_diary_was_watched_the_last_time() throws {
    let plan = try plan(
      .letterboxd,
      """
      Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
      2026-01-02,Dune,2021,https://boxd.it/a,4.5,,,2026-01-01
      2026-03-02,Dune,2021,https://boxd.it/b,,Yes,,2026-03-01
      2026-03-03,Heat,1995,https://boxd.it/c,,,,
      """)
    let dune = try #require(plan.titles.first)
    #expect(plan.titles.count == 2 && dune.isWatched)
    #expect(try dune.watchedAt == noon("2026-03-01") && dune.addedAt == noon("2026-01-02"))
    #expect(try plan.titles[1].isWatched && plan.titles[1].watchedAt == noon("2026-03-03"))
  }

  @Test(arguments: [
    ("/x/watched.csv", true, LibraryList.watchlist), ("/x/watched (1).csv", true, .watchlist),
    ("/x/watchlist.csv", false, .watchlist), ("/x/likes/films.csv", false, .favorites),
    ("/x/ana-watchlist-2026.csv", false, .watchlist), ("/x/likes.csv", false, .favorites),
  ])
  func letterboxd_files_that_look_the_same_are_told_apart_by_name(
    _ path: String, _ isWatched: Bool, _ list: LibraryList
  ) throws {
    let text = "Date,Name,Year,Letterboxd URI\n2026-11-20,Dune,2021,https://boxd.it/a\n"
    let plan = try plan(.letterboxd, text, path: path)
    #expect(plan.titles.map(\.isWatched) == [isWatched] && plan.titles.map(\.list) == [list])
  }

  @Test(arguments: ["/x/file", "/watched/films.csv", "/x/unwatched.csv", "/run/import.7"])
  func name_that_tells_nothing_is_not_enough(_ path: String) throws {
    let bare = "Date,Name,Year,Letterboxd URI\n2026-11-20,Dune,2021,https://boxd.it/a\n"
    let film = #"[{"listed_at":"2024-09-01T09:10:11.000Z","type":"movie","movie":\#(movie)}]"#
    for (format, text) in [(ImportFormat.letterboxd, bare), (.trakt, film)] {
      let fault = #expect(throws: ImportError.self) { try plan(format, text, path: path) }
      #expect(fault?.reason.id == "could_be_any_of")
    }
  }

  @Test func name_does_not_count_where_the_content_tells() throws {
    let diary = "Date,Name,Year,Letterboxd URI,Watched Date\n2026-11-20,Dune,2021,u,2026-11-19\n"
    let watched = try plan(.letterboxd, diary, path: "/x/likes-of-ana/diary.csv")
    #expect(watched.titles.map(\.list) == [.watchlist] && watched.titles.map(\.isWatched) == [true])
    let list = """
      Letterboxd list export v7
      Date,Name,Tags,URL,Description
      2026-01-01,Watched in 2025,,u,

      Position,Name,Year,URL,Description
      1,Dune,2021,u,
      """
    #expect(try plan(.letterboxd, list, path: "/x/watched-in-2025.csv").titles.map(\.isWatched) == [false])
    let history = #"[{"watched_at":"2024-09-01T09:10:11.000Z","movie":\#(movie)}]"#
    #expect(try plan(.trakt, history, path: "/x/file").titles.map(\.isWatched) == [true])
  }

  @Test func letterboxd_reviews_ratings_and_lists_are_read() throws {
    let review = "\"Well,\nI \"\"liked\"\" it\""
    let reviews = try plan(
      .letterboxd,
      "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n"
        + "2026-01-02,Dune,2021,https://boxd.it/a,4,,\(review),,2026-01-01\nx,Heat,,u,,,,,\n")
    #expect(reviews.titles.map(\.note) == ["Well,\nI \"liked\" it", ""])
    #expect(reviews.titles.map(\.line) == [2, 4] && reviews.titles[1].addedAt == nil)
    let ratings = try plan(
      .letterboxd, "Date,Name,Year,Letterboxd URI,Rating\n2026-01-02,Dune,2021,u,4\n2026-01-02,Heat,1995,u,\n"
    )
    #expect(ratings.titles.map(\.isWatched) == [true, false])
    let list = try plan(
      .letterboxd,
      """
      Letterboxd list export v7
      Date,Name,Tags,URL,Description
      2026-01-01,Best of all,,https://boxd.it/l,Mine

      Position,Name,Year,URL,Description
      1,Dune,2021,https://boxd.it/a,sand
      """)
    #expect(list.titles == [title(6, "Dune", 2021) { ($0.note, $0.noteField) = ("sand", "Description") }])
  }

  @Test func letterboxd_import_files_are_read_with_their_numbers() throws {
    let plan = try plan(
      .letterboxd,
      "tmdbID,imdbID,Title,Year,WatchedDate\n438631,tt1160419,Dune,2021,2026-01-01\n0,x,Heat,1995,\n,,,,\n")
    #expect(plan.titles.map(\.keys) == [[.tmdb(.movie, 438_631), .imdb("tt1160419")], []])
    #expect(plan.titles.map(\.isWatched) == [true, false])
    #expect(plan.unmatched.rows.map(\.line) == [4])
  }

  // IMDb

  @Test func imdb_list_and_ratings_are_read() throws {
    let list = try plan(
      .imdb,
      """
      Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),\
      Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated
      1,tt1160419,2025-01-01,2025-01-01,with Ann,Dune,Dune,u,Movie,8,155,2021,"Action, Drama",9,2021-09-15,D,,
      2,tt0903747,2025-01-02,2025-01-02,,Breaking Bad,Breaking Bad,u,TV Series,9,45,2008,Crime,9,2008-01-20,,10,2025-02-01
      3,tt0959621,2025-01-02,2025-01-02,,Pilot,Pilot,u,TV Episode,9,45,2008,Crime,9,2008-01-20,,,
      4,nm0000001,2025-01-02,2025-01-02,,Fred,,u,,,,,,,,,,
      5,x,2025-01-02,2025-01-02,,Nothing,,u,Movie,,,,,,,,,
      """)
    #expect(list.titles.map(\.keys) == [[.imdb("tt1160419")], [.imdb("tt0903747")]])
    #expect(list.titles.map(\.originalTitle) == ["Dune", "Breaking Bad"])
    #expect(list.titles.map(\.mediaType) == [.movie, .tv] && list.titles.map(\.note) == ["with Ann", ""])
    #expect(list.titles.map(\.isWatched) == [false, true])
    #expect(try list.titles[1].watchedAt == noon("2025-02-01"))
    #expect(list.unmatched.rows.map(\.line) == [4, 5, 6])
    #expect(list.unmatched.rows.map(\.kind) == [.unsupported, .unsupported, .malformed])
    let ratings = try plan(
      .imdb,
      "Const,Your Rating,Date Rated,Title,URL,Title Type,Year\ntt1160419,9,2025-01-14,Dune,u,tvMovie,2021\n")
    #expect(ratings.titles.map(\.isWatched) == [true])
    #expect(try ratings.titles[0].addedAt == noon("2025-01-14"))
  }

  // Trakt

  private let movie = #"{"title":"Dune","year":2021,"ids":{"trakt":1,"tmdb":438631,"imdb":"tt1160419"}}"#

  @Test func trakt_watchlist_is_read() throws {
    let plan = try plan(
      .trakt,
      """
      [
        {"rank":1,"listed_at":"2024-09-01T09:10:11.000Z","notes":"soon","type":"movie","movie":\(movie)},
        {"listed_at":"2024-09-02T09:10:11.000Z","type":"show","show":{"title":"Lost","year":2004,"ids":{"tmdb":4607}}},
        {"listed_at":"2024-09-02T09:10:11.000Z","type":"person","person":{"name":"Ann"}}
      ]
      """, path: "/x/lists-watchlist.json")
    #expect(plan.titles.map(\.keys) == [[.tmdb(.movie, 438_631), .imdb("tt1160419")], [.tmdb(.tv, 4607)]])
    #expect(plan.titles.map(\.line) == [2, 3] && plan.titles.map(\.note) == ["soon", ""])
    #expect(plan.titles.map(\.isWatched) == [false, false])
    #expect(plan.titles[0].addedAt == Timestamp("2024-09-01T09:10:11Z"))
    #expect(plan.unmatched.rows.map(\.kind) == [.malformed])
  }

  @Test func trakt_history_ratings_and_watched_are_watched() throws {
    for text in [
      #"[{"watched_at":"2024-09-01T09:10:11.000Z","action":"watch","type":"movie","movie":\#(movie)}]"#,
      #"[{"rated_at":"2024-09-01T09:10:11.000Z","rating":9,"type":"movie","movie":\#(movie)}]"#,
      #"[{"plays":4,"last_watched_at":"2024-09-01T09:10:11.000Z","movie":\#(movie)}]"#,
      #"{"history":[{"watched_at":"2024-09-01T09:10:11.000Z","movie":\#(movie)}],"likes":[{}]}"#,
    ] {
      let plan = try plan(.trakt, text)
      #expect(plan.titles.map(\.isWatched) == [true], "\(text)")
      #expect(plan.titles[0].watchedAt == Timestamp("2024-09-01T09:10:11Z"), "\(text)")
      #expect(plan.unmatched.count == 0, "\(text)")
    }
  }

  @Test func trakt_favourites_are_favourites() throws {
    let item = #"{"listed_at":"2024-09-01T09:10:11.000Z","type":"movie","movie":\#(movie)}"#
    #expect(try plan(.trakt, "[\(item)]", path: "/x/lists-favorites.json").titles.map(\.list) == [.favorites])
    #expect(try plan(.trakt, #"{"favorites":[\#(item)]}"#).titles.map(\.list) == [.favorites])
    let both = try plan(.trakt, #"{"favorites":[\#(item)],"watchlist":[\#(item)]}"#)
    #expect(both.titles.map(\.list) == [.favorites, .watchlist])
  }

  // What all have in common

  @Test(arguments: [
    (ImportFormat.letterboxd, "a,b\n1,2\n"), (.letterboxd, ""), (.imdb, "Date,Name,Year\n1,2,3\n"),
    (.imdb, "{}"), (.trakt, "Date,Name\n"), (.trakt, "[{}]"), (.movierpc, "[{}]"),
    (.movierpc, #"{"entries":[{"a":1}]}"#), (.movierpc, "Date,Name\n"),
    (.movierpc, String(repeating: "[", count: 1_000_000)), (.trakt, #"[{"a":"\#u{0}"}]"#),
  ])
  func another_format_is_refused(_ format: ImportFormat, _ text: String) {
    #expect(throws: ImportError.self) { try plan(format, text) }
  }

  @Test func file_of_nothing_has_nothing_to_import() throws {
    for text in ["", "\n \n", "[]", #"{"entries":[],"next":null}"#] {
      let plan = try plan(.movierpc, text)
      #expect(plan.count == 0 && plan.unmatched.count == 0, "\(text)")
    }
  }

  @Test func row_of_a_document_is_named_by_its_index() throws {
    let plan = try plan(.trakt, #"{"ratings":[{"movie":{"title":"A"}},{}],"history":[{},{"show":7}]}"#)
    #expect(plan.unmatched.rows.map(\.place.item) == ["ratings[1]", "history[0]", "history[1]"])
    #expect(plan.unmatched.inOrder.map(\.line) == [1, 1, 1])
    let list = try self.plan(.trakt, "[\n{\"movie\":{\"title\":\"A\"}},\n{}]\n")
    #expect(list.unmatched.rows.map(\.place.item) == ["[1]"] && list.unmatched.rows.map(\.line) == [3])
    // Of several documents each has its line.
    let entry = #"{"entries":[{"kind":"x"}]}"#
    let lines = try self.plan(.movierpc, entry + "\n" + entry)
    #expect(lines.unmatched.rows.map(\.place.item) == [nil, nil])
    #expect(lines.unmatched.rows.map(\.line) == [1, 2])
  }

  @Test(arguments: ["\u{200B}", "\u{202E}", " \u{2060}\u{3164}", "\u{FEFF}\u{2800}"])
  func title_that_cannot_be_seen_is_none(_ name: String) throws {
    let csv = try plan(.letterboxd, "Name,Year\n\(name),2000\nDune,2021\n")
    #expect(csv.titles.map(\.title) == ["Dune"] && csv.unmatched.rows.map(\.kind) == [.malformed])
    let trakt = try plan(.trakt, #"[{"movie":{"title":"\#(name)","ids":{}}},{"movie":{"title":"Dune"}}]"#)
    #expect(trakt.titles.map(\.title) == ["Dune"] && trakt.unmatched.rows.map(\.kind) == [.malformed])
    let own = try plan(
      .movierpc, #"{"kind":"watchlist","key":"movie/1","title":{"key":"movie/1","title":"\#(name)"}}"#)
    #expect(own.titles.map(\.facts) == [nil] && own.titles.map(\.title) == [nil])
  }

  @Test func fault_of_json_names_its_line() {
    let fault = #expect(throws: ImportError.self) { try plan(.trakt, "[\n{},\n{]\n]") }
    #expect(fault?.reason.english.hasSuffix("on line 3") == true)
  }

  @Test func broken_row_is_named_and_the_others_are_read() throws {
    let csv = try plan(
      .letterboxd, "Date,Name,Year\n,Dune,2021\n,\"Heat\"x,1995\n,,1990\n,\"Alien,1979\n,Ran,1985\n")
    #expect(csv.titles.map(\.title) == ["Dune", "Ran"])
    #expect(csv.unmatched.rows.map(\.line) == [3, 4, 5])
    let lines = try plan(
      .movierpc,
      #"{"kind":"settings","name":"region","value":"DE"}"# + "\n{\"kind\"\n\n" + #"{"kind":"x"}"#)
    #expect(lines.settings.map(\.name) == ["region"])
    #expect(lines.unmatched.rows.map(\.line) == [2, 4])
  }

  @Test func unlikely_numbers_are_unknown() throws {
    let plan = try plan(
      .letterboxd, "Date,Name,Year\n9999-99-99,Dune,99999999999999999999\n2026-02-30,Heat,-1\n")
    #expect(plan.titles.map(\.year) == [nil, nil] && plan.titles.map(\.addedAt) == [nil, nil])
    let trakt = try self.plan(
      .trakt, #"[{"plays":1e999,"movie":{"title":"Dune","year":1e400,"ids":{"tmdb":-1,"imdb":7}}}]"#)
    #expect(trakt.titles.map(\.keys) == [[]] && trakt.titles.map(\.year) == [nil])
  }

  @Test func too_many_titles_are_a_limit() {
    let rows = (0...ImportPlan.maxEntries).map { ",Film \($0),2000\n" }.joined()
    let fault = #expect(throws: ImportError.self) { try plan(.letterboxd, "Date,Name,Year\n" + rows) }
    #expect(fault?.bound?.name == "import_entries" && fault?.bound?.max == ImportPlan.maxEntries)
  }

  @Test func unmatched_rows_are_counted_and_not_all_kept() throws {
    let plan = try plan(.letterboxd, "Date,Name,Year\n" + String(repeating: ",,2000\n", count: 5000))
    #expect(plan.unmatched.count == 5000 && plan.unmatched.rows.count == Unmatched.maxRows)
  }

  @Test func long_words_are_cut() throws {
    let long = String(repeating: "🎬", count: 5000)
    let plan = try plan(.imdb, "Const,Title,Description\ntt1160419,Dune,\(long)\nx,\(long)\u{1},\n")
    #expect(plan.titles[0].note.unicodeScalars.count == ImportPlan.maxNoteLength)
    let named = try self.plan(.letterboxd, "Name,Year\n\(long),2000\n")
    #expect(named.titles[0].title?.unicodeScalars.count == ImportPlan.maxTitleLength)
    #expect(plan.unmatched.rows[0].title?.unicodeScalars.count == 120)
  }
}
