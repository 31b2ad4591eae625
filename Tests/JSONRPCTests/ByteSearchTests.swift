import Testing

@testable import JSONRPC

struct ByteSearchTests {
  @Test func finds_the_first_at_or_after_the_start() {
    let bytes = Array("a\nbc\n".utf8)
    let found = (-2...7).map { bytes.span.firstIndex(of: .newline, from: $0) }
    #expect(found == [nil, nil, 1, 1, 4, 4, 4, nil, nil, nil])
  }

  @Test func finds_nothing_in_nothing() {
    let bytes: [UInt8] = []
    let found = bytes.span.firstIndex(of: .newline, from: 0)
    #expect(found == nil)
  }
}
