import JSONRPC
import MovieProtocol
import Testing

@Suite struct TitlePageTests {
  @Test(arguments: [
    (1, 20, 0..<20), (2, 20, 20..<40), (500, 20, 9980..<10_000), (334, 30, 9990..<10_000),
    (100, 100, 9900..<10_000),
  ])
  func rows(_ page: Int, _ size: Int, _ expected: Range<Int>) {
    #expect(TitlePage.rows(page: page, pageSize: size) == expected)
  }

  @Test(arguments: [(501, 20), (101, 100), (10_001, 1), (1_000_000_000, 100), (Int.max, 100)])
  func past_what_any_list_has(_ page: Int, _ size: Int) {
    #expect(TitlePage.rows(page: page, pageSize: size) == nil)
  }

  @Test(
    arguments: [
      (1, 20, 0, 0, nil), (1, 20, 1, 1, nil), (1, 20, 20, 1, nil), (1, 20, 21, 2, 2), (2, 20, 21, 2, nil),
      (9, 20, 21, 2, nil), (1, 1, 10_000, 10_000, 2), (499, 20, 1_000_000, 500, 500),
      (500, 20, 1_000_000, 500, nil),
    ] as [(Int, Int, Int, Int, Int?)])
  func pages(_ page: Int, _ size: Int, _ total: Int, _ pages: Int, _ next: Int?) {
    let page = TitlePage(revision: "a", results: [], page: page, pageSize: size, totalResults: total)
    #expect(page.count.totalPages == pages)
    #expect(page.count.nextPage == next)
    #expect(page.count.totalResults <= 10_000)
  }

  @Test func written_as_the_contract_has_it() {
    var writer = JSONWriter()
    TitlePage(revision: "a", results: [], page: 1, pageSize: 20, totalResults: 25).write(into: &writer)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"rev":"a","results":[],"page":1,"page_size":20,"next_page":2,"total_pages":2,"total_results":25}"#
    )
  }
}
