import Testing

@testable import HTTPClient

@Suite struct ResponseHeadTests {
  @Test func last_answer_counts() {
    let head = head([
      "HTTP/1.1 103 Early Hints\r\n", "Link: </x>\r\n", "\r\n", "HTTP/2 404\r\n", "ETag:  \"a b\" \t\r\n",
      "empty:\r\n",
      "no colon\r\n", "\r\n", "Trailer: late\r\n",
    ])
    #expect(head.status == 404)
    #expect(head.version == "2")
    #expect(head.headers.all == [HTTPHeader("ETag", "\"a b\""), HTTPHeader("empty", "")])
    #expect(head.headers["etag"] == "\"a b\"")
    #expect(head.isComplete)
  }

  @Test(arguments: [
    ("5", 5), ("0", 0), ("-1", nil), ("5x", nil), ("99999999999999999999", nil), ("", nil),
    ("9223372036854775807", Int64.max),
  ])
  func content_length_is_read_with_care(_ text: String, _ length: Int64?) {
    #expect(head(["HTTP/1.1 200 OK\r\n", "Content-Length: \(text)\r\n"]).contentLength == length)
  }

  @Test(arguments: ["HTTP/\r\n", "HTTP/1.1\r\n", "HTTP/1.1 \r\n", "HTTP/1.1 x\r\n", "\r\n", ""])
  func broken_status_line_has_no_status(_ line: String) {
    #expect(head([line]).status == 0)
  }

  @Test func length_is_bounded_for_each_answer() {
    var head = ResponseHead()
    let line = "x: " + String(repeating: "y", count: 1000) + "\r\n"
    var lines = 0
    while head.receive(line) { lines += 1 }
    #expect(lines == ResponseHead.maxBytes / line.utf8.count)
    let isTaken = head.receive("HTTP/1.1 200 OK\r\n")
    #expect(isTaken)
    #expect(head.headers.all.isEmpty)
  }

  private func head(_ lines: [String]) -> ResponseHead {
    var head = ResponseHead()
    for line in lines {
      let isTaken = head.receive(line)
      #expect(isTaken)
    }
    return head
  }
}
