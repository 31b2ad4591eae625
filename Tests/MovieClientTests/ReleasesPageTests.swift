import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct ReleasesPageTests {
  private let today = Day("2026-11-21") ?? Day(days: 0)

  private func result(_ rows: [String], pending: Int = 0, total: Int? = nil) throws -> JSONValue {
    try JSONValue(
      parsing: #"""
        {"results":[\#(rows.joined(separator: ","))],"total_results":\#(total ?? rows.count),"pending":\#(pending),
        "meta":{"source":"tmdb","cache":"hit","age_ms":5,"offline":false,"as_of":null,"corrected":null,"hidden":0,
        "attribution":["TMDB"]}}
        """#)
  }

  private func row(_ key: String, _ title: String, _ date: String, _ kind: String, _ country: String?)
    -> String
  {
    #"{"key":"\#(key)","title":"\#(title)","date":"\#(date)","kind":"\#(kind)","country":\#(country.map { "\"\($0)\"" } ?? "null")}"#
  }

  @Test func releases_are_a_table_that_marks_today() throws {
    let result = try result([
      row("movie/1", #"Fast \u001b[31m& \u202eFurious"#, "2026-11-20", "digital", "DE"),
      row("tv/2", "Dark", "2026-11-21", "episode", nil), row("movie/3", "Dune", "2026-11-22", "cinema", "US"),
      row("movie/4", "Two\\nLines", "2026-12-01", "of_a_later_version", "DE"),
    ])
    #expect(
      ReleasesPage.text(result, on: Screen(width: 90), today: today) == """
        DATE                   TITLE               KIND                COUNTRY  KEY
        2026-11-20  yesterday  Fast [31m& Furious  digital             DE       movie/1
        2026-11-21  today      Dark                episode                      tv/2
        2026-11-22  tomorrow   Dune                cinema              US       movie/3
        2026-12-01             Two Lines           of_a_later_version  DE       movie/4

        Data: TMDB

        """)
  }

  @Test func title_of_a_person_names_the_person() throws {
    let row =
      #"{"key":"movie/1","title":"Dune","date":"2026-11-21","kind":"followed","country":null,"#
      + #""people":[{"key":"person/1","name":"Ann"},{"key":null,"name":"Bo"}]}"#
    let page = try ReleasesPage.text(result([row]), on: Screen(width: 80), today: today)
    #expect(page.contains("today  Dune   Ann, Bo  movie/1"))
  }

  @Test func no_releases_are_no_page_but_what_is_to_come_is_told() throws {
    #expect(try ReleasesPage.text(result([]), on: Screen(width: 80), today: today) == "")
    #expect(
      try ReleasesPage.text(result([], pending: 2), on: Screen(width: 90), today: today) == """
        No known release in these days. Dates of 2 titles are not fetched from TMDB yet.
        Data: TMDB

        """)
    let one = row("tv/2", "Dark", "2026-11-21", "episode", nil)
    let page = try ReleasesPage.text(
      result([one], pending: 1, total: 700), on: Screen(width: 80), today: today)
    #expect(page.contains("\n\n1 of 700 releases; choose fewer days to see the others.\n"))
    #expect(page.contains("\nDates of 1 title are not fetched from TMDB yet.\n"))
  }

  @Test(arguments: [
    #"{"results":[{}]}"#, #"{"results":[{"date":7,"title":null,"kind":[],"key":{}}]}"#, #"{"results":7}"#,
    "{}",
    #"{"results":[],"pending":"many","total_results":null}"#,
  ])
  func odd_results_are_no_fault(_ text: String) throws {
    _ = try ReleasesPage.text(JSONValue(parsing: text), on: Screen(width: 40), today: today)
  }
}
