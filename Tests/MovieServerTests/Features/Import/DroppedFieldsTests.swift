import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// What a file says and the library does not keep.
@Suite struct DroppedFieldsTests {
  private func dropped(
    _ format: ImportFormat, _ text: String, path: String = "/x/file.csv"
  ) throws -> [String: Int] {
    named(try format.plan(Array(text.utf8).span, path: path).dropped)
  }

  private func named(_ dropped: DroppedFields) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: dropped.fields.map { field in
        ([field.file, field.name].compactMap(\.self).joined(separator: " "), dropped.count(field))
      })
  }

  private let header = "Date,Name,Year,Letterboxd URI"

  @Test func letterboxd_watchlist_is_kept_as_a_whole() throws {
    let file = "\(header)\n2026-01-02,Dune,2021,https://boxd.it/a\n"
    #expect(try dropped(.letterboxd, file, path: "/x/watchlist.csv") == [:])
  }

  @Test func letterboxd_ratings_tags_and_rewatches_are_counted() throws {
    let diary = """
      \(header),Rating,Rewatch,Tags,Watched Date
      2026-01-02,Dune,2021,u,4.5,,"imax, with Ana",2026-01-01
      2026-03-02,Dune,2021,u,,Yes,,2026-03-01
      2026-03-03,Heat,1995,u,5,No,,2026-03-02
      """
    #expect(
      try dropped(.letterboxd, diary) == ["Rating": 2, "Rewatch": 1, "Tags": 1, "Watched Date": 1])
  }

  @Test func second_review_and_the_end_of_a_long_one_are_counted() throws {
    let reviews = """
      \(header),Rating,Rewatch,Review,Tags,Watched Date
      2026-01-02,Dune,2021,u,,,sand,,2026-01-01
      2026-03-02,Dune,2021,u,,,more sand,,2026-01-01
      2026-03-02,Heat,1995,u,,,\(String(repeating: "x", count: 2001)),,2026-03-01
      """
    #expect(try dropped(.letterboxd, reviews) == ["Review": 2])
  }

  @Test func letterboxd_list_has_a_name_and_an_order() throws {
    let list = """
      Letterboxd list export v7
      Date,Name,Tags,URL,Description
      2026-01-01,Best of all,,https://boxd.it/l,Mine

      Position,Name,Year,URL,Description
      1,Dune,2021,https://boxd.it/a,sand
      2,Heat,1995,https://boxd.it/b,
      """
    #expect(
      try dropped(.letterboxd, list) == ["List Name": 1, "List Description": 1, "Position": 2])
  }

  @Test func imdb_facts_are_not_of_the_person_and_ratings_are() throws {
    let header =
      "Position,Const,Created,Modified,Description,Title,URL,Title Type,IMDb Rating,Year,Your Rating"
    let rows = """
      \(header)
      1,tt0000001,2025-01-01,2025-01-01,a,A,u,Movie,8,2021,
      2,tt0000002,2025-01-02,2025-01-02,,B,u,Movie,8,2021,9
      """
    #expect(try dropped(.imdb, rows) == ["Your Rating": 1])
    // An order that the dates do not tell.
    #expect(
      try dropped(.imdb, rows.replacing("2025-01-02", with: "2024-01-02"))
        == ["Your Rating": 1, "Position": 2])
  }

  @Test func column_that_nobody_knows_is_counted() throws {
    #expect(try dropped(.imdb, "Const,Mood\ntt0000001,good\ntt0000002,\n") == ["Mood": 1])
    #expect(
      try dropped(.movierpc, #"{"kind":"watchlist","key":"movie/1","mood":"good","later":null}"#)
        == ["mood": 1])
  }

  @Test func fields_have_a_bound() {
    var dropped = DroppedFields()
    for number in 0..<1000 { dropped.add("\(number)", of: nil) }
    #expect(dropped.fields.count == DroppedFields.maxFields + 1)
    #expect(dropped.fields.map { dropped.count($0) }.reduce(0, +) == 1000)
  }

  // An archive

  @Test func letterboxd_archive_is_read_as_it_was_downloaded() throws {
    let film = "2026-01-02,Dune,2021,u"
    let archive = ZIPFile([
      "profile.csv": "Date Joined,Username\n2020-01-01,ana\n",
      "watchlist.csv": "\(header)\n2026-01-02,Heat,1995,u\n",
      "watched.csv": "\(header)\n2026-01-05,Dune,2021,u\n",
      "ratings.csv": "\(header),Rating\n\(film),4\n",
      "diary.csv": "\(header),Rating,Rewatch,Tags,Watched Date\n\(film),4,,,2026-01-01\n",
      "comments.csv": "Date,Content,Comment\n", "reviews.csv": "",
      "likes/films.csv": "\(header)\n\(film)\n", "likes/lists.csv": "Date,Content\n2026-01-01,a list\n",
      "lists/best.csv":
        "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2026-01-01,Best,,u,\n\n"
        + "Position,Name,Year,URL,Description\n1,Ran,1985,u,\n2,Ran 2,1986,u,\n",
      "deleted/diary.csv": "\(header)\n2026-01-02,Cats,2019,u\n", "__MACOSX/._diary.csv": "x",
    ])
    let plan = try ImportFormat.letterboxd.plan(archive.bytes.span, path: "/x/letterboxd-ana.zip")
    #expect(plan.titles.map(\.title) == ["Heat", "Dune", "Dune"])
    #expect(plan.titles.map(\.list) == [.watchlist, .watchlist, .favorites])
    #expect(plan.titles.map(\.isWatched) == [false, true, false])
    #expect(plan.titles[1].watchedAt == ImportDate.time("2026-01-01"))
    #expect(
      named(plan.dropped) == [
        "ratings.csv Rating": 1, "diary.csv Rating": 1, "likes/lists.csv": 1, "lists/best.csv": 2,
      ])
    #expect(plan.unmatched.count == 0)
  }

  @Test func trakt_archive_is_read_as_it_was_downloaded() throws {
    let show = #"{"title":"Lost","year":2004,"ids":{"tmdb":4607}}"#
    let archive = ZIPFile([
      "ana/user-settings.json": "{}", "ana/watched-movies.json": #"[{"plays":1,"movie":{"title":"Dune"}}]"#,
      "ana/watched-history-1.json":
        #"[{"watched_at":"2026-01-01T00:00:00Z","movie":{"title":"Dune"}},{"episode":{},"show":\#(show)},{}]"#,
      "ana/lists-favorites.json": #"[{"movie":{"title":"Heat"}}]"#, "ana/lists-watchlist.json": "[]",
      "ana/lists-list-1.json": #"[{"movie":{"title":"Ran"}}]"#, "ana/comments.json": "[]",
    ])
    let plan = try ImportFormat.trakt.plan(archive.bytes.span, path: "/x/trakt.zip")
    #expect(plan.titles.map(\.title) == ["Dune", "Heat"])
    #expect(plan.titles.map(\.list) == [.watchlist, .favorites])
    #expect(plan.titles[0].watchedAt == Timestamp("2026-01-01T00:00:00Z"))
    #expect(named(plan.dropped) == ["ana/watched-history-1.json episode": 1, "ana/lists-list-1.json": 1])
    let rows = plan.unmatched.inOrder
    #expect(rows.map(\.place.item) == ["[1]", "[2]"] && rows.map(\.title) == ["Lost", nil])
    #expect(rows.allSatisfy { $0.place.file == "ana/watched-history-1.json" })
  }

  @Test func archive_of_another_service_is_refused() {
    func refusal(_ format: ImportFormat, _ file: ZIPFile) -> ImportError? {
      do throws(ImportError) {
        _ = try format.plan(file.bytes.span, path: "/x/a.zip")
        return nil
      } catch {
        return error
      }
    }
    let photos = ZIPFile(["a.jpg": "x", "b.txt": "y"])
    for format in [ImportFormat.letterboxd, .trakt] {
      #expect(refusal(format, photos)?.reason == .archiveLacksExport(format.rawValue))
    }
    for format in [ImportFormat.imdb, .movierpc] {
      #expect(refusal(format, photos)?.hint == .unpackFile)
    }
    let odd = refusal(.letterboxd, ZIPFile(["diary.csv": "no table"]))
    #expect(
      odd?.reason.english.hasPrefix("has the file diary.csv, which has no header of a Letterboxd export")
        == true)
  }
}
