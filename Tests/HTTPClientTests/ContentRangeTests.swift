import Testing

@testable import HTTPClient

@Suite struct ContentRangeTests {
  @Test(
    arguments: [
      ("bytes 5-9/10", 5, 10), ("Bytes 0-0/1", 0, 1), ("bytes 5-9/*", 5, nil), ("bytes */10", nil, 10),
      ("bytes */*", nil, nil),
    ] as [(String, Int64?, Int64?)])
  func range_has_its_parts(_ text: String, _ first: Int64?, _ total: Int64?) throws {
    let range = try #require(ContentRange(text))
    #expect(range.first == first)
    #expect(range.total == total)
  }

  @Test(arguments: [
    "", "bytes", "bytes ", "bytes 5-9", "5-9/10", "items 5-9/10", "bytes 9-5/10", "bytes 5-10/10",
    "bytes -5-9/10",
    "bytes 5-/10", "bytes -9/10", "bytes 5-9/", "bytes 5-9/-1", "bytes a-b/c", "bytes 5-9/10/11",
    "bytes 99999999999999999999-99999999999999999999/*", "bytes +5-9/10",
  ])
  func what_is_no_range_is_none(_ text: String) {
    #expect(ContentRange(text) == nil)
  }
}
