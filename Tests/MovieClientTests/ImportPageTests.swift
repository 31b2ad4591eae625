import JSONRPC
import Testing

@testable import MovieClient

@Suite struct ImportPageTests {
  private func page(_ json: String) throws -> String {
    ImportPage.text(try JSONValue(parsing: json), on: Screen(width: 60))
  }

  @Test func numbers_are_told_in_a_line() throws {
    #expect(
      try page(#"{"dry_run":false,"added":2,"updated":1,"unchanged":3,"unmatched":[],"unmatched_total":0}"#)
        == "2 added, 1 updated, 3 unchanged\n")
    #expect(
      try page(#"{"dry_run":true,"added":2,"updated":1,"unchanged":3,"unmatched":[],"unmatched_total":0}"#)
        == "2 would be added, 1 would be updated, 3 unchanged\n")
  }

  @Test func what_titles_were_taken_for_is_told() throws {
    let text = try page(#"{"added":3,"taken_for":{"watchlist":2,"watched":0,"favorites":1}}"#)
    #expect(
      text == """
        3 added, 0 updated, 0 unchanged
        in the file: 2 for the watchlist, 1 for the favourites

        """)
  }

  @Test func what_was_not_taken_is_a_table() throws {
    let text = try page(
      #"{"dry_run":false,"added":0,"updated":0,"unchanged":0,"unmatched":["#
        + #"{"line":3,"title":"A\u001b[31m\u202eB","year":1999,"kind":"not_found","message":"nobody"},"#
        + #"{"line":12,"title":null,"year":null,"kind":"malformed","message":"no JSON"}],"unmatched_total":7}"#
    )
    #expect(
      text == """
        0 added, 0 updated, 0 unchanged

        7 not imported:

        LINE  TITLE   YEAR  WHY
           3  A[31mB  1999  nobody
          12  -          -  no JSON

        and 5 more

        """)
  }

  @Test func what_is_not_kept_is_told_with_its_file() throws {
    let dropped =
      #"{"added":1,"dropped":[{"file":"diary.csv","field":"Rating","count":2},"#
      + #"{"file":"lists/a\u001b.csv","field":null,"count":3},{"file":null,"field":"Tags","count":1}]}"#
    #expect(
      try page(dropped) == """
        1 added, 0 updated, 0 unchanged

        not kept from the file: diary.csv Rating 2, lists/a.csv 3,
        Tags 1

        """)
    let failure = ImportPage.failure(try JSONValue(parsing: dropped))
    #expect(failure?.status == .notFound)
    #expect(failure?.message == "fields of the file that were not kept: 3")
  }

  @Test func keys_stand_below_the_table_where_nothing_cuts_them() throws {
    let text = try page(
      #"{"unmatched":[{"line":2,"title":"Leap Year","year":2010,"kind":"ambiguous","#
        + #""message":"2 titles have this name: movie/25195, movie/63555","keys":["movie/25195","movie/63555"]}],"#
        + #""unmatched_total":1}"#)
    #expect(
      text.hasSuffix(
        """
        LINE  TITLE      YEAR  WHY
           2  Leap Year  2010  2 titles have this name

        Leap Year: movie/25195, movie/63555

        """), "\(text)")
  }

  @Test func row_of_an_archive_has_its_file_and_that_of_a_document_its_index() throws {
    let text = try page(
      #"{"unmatched":[{"file":"a.json","line":1,"item":"[3]","title":"Dune","year":2021,"message":"nobody"},"#
        + #"{"file":"b.csv","line":7,"item":null,"title":"Heat","year":1995,"message":"nobody"}],"unmatched_total":2}"#
    )
    #expect(
      text.hasSuffix(
        """
        FILE    ITEM  TITLE  YEAR  WHY
        a.json   [3]  Dune   2021  nobody
        b.csv      7  Heat   1995  nobody

        """), "\(text)")
  }

  @Test func what_was_undone_and_what_was_kept_is_told() throws {
    func page(_ json: String) throws -> String {
      ImportPage.undone(try JSONValue(parsing: json), on: Screen(width: 60))
    }
    #expect(
      try page(#"{"changed":true,"undone":3,"kept":[],"kept_total":0}"#)
        == "the last import was undone: 3 entries\n")
    let kept = try page(
      #"{"undone":1,"kept":[{"list":"watchlist","key":"movie/2","title":"Dune"}],"kept_total":4}"#)
    #expect(
      kept == """
        the last import was undone: 1 entry

        Kept, because you have changed it since:

        LIST       KEY      TITLE
        watchlist  movie/2  Dune

        and 3 more

        """, "\(kept)")
    _ = try page("{}")
  }

  @Test(
    arguments: [
      (#"{"tasks":[]}"#, nil), ("{}", nil), (#"{"tasks":[{"name":"other","done":1,"total":2}]}"#, nil),
      (#"{"tasks":[{"name":"library.import","done":0,"total":null}]}"#, "reading the file"),
      (#"{"tasks":[{"name":"library.import","done":3,"total":40}]}"#, "3 of 40 titles looked up"),
      (
        #"{"tasks":[{"name":"library.import","done":3,"total":40,"waiting":5}]}"#,
        "3 of 40 titles looked up, 5 wait for TMDB"
      ),
    ] as [(String, String?)])
  func progress_is_told_in_words(_ state: String, _ words: String?) throws {
    #expect(ImportPage.progress(try JSONValue(parsing: state)) == words)
  }

  @Test(
    arguments: [
      (#"{"unmatched_total":0,"pending":0}"#, nil, nil), ("{}", nil, nil),
      (#"{"unmatched_total":1,"pending":0}"#, 5, "not imported from the file: 1 row"),
      (#"{"unmatched_total":7,"pending":3}"#, 6, "not imported from the file: 7 rows"),
    ] as [(String, CInt?, String?)])
  func what_is_missing_is_a_failure(_ result: String, _ status: CInt?, _ message: String?) throws {
    let failure = ImportPage.failure(try JSONValue(parsing: result))
    #expect(failure?.status.rawValue == status && failure?.message == message)
    #expect(failure?.hint?.contains("movierpc library pending") == (status == 6 ? true : nil))
  }

  /// It stores nothing that `library pending` could show.
  @Test func dry_run_promises_nothing() throws {
    let result = try JSONValue(parsing: #"{"dry_run":true,"unmatched_total":1,"pending":1}"#)
    let failure = ImportPage.failure(result)
    #expect(failure?.status == .tryLater)
    #expect(
      failure?.hint == "1 need TMDB, which has no key or cannot be reached; an import would try again later")
  }

  @Test func odd_results_are_no_trap() throws {
    for text in ["{}", "[]", "null", #"{"unmatched":[{},7,null]}"#, #"{"unmatched":7,"added":"x"}"#] {
      _ = try page(text)
    }
  }
}
