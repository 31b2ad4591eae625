import JSONRPC
import Testing

extension EnvelopeScanner {
  /// With the limits of the contract, unless others are given.
  init(depth: Int = 64, batchItems: Int = 64) {
    self.init(
      limits: EnvelopeLimits(depth: depth, methodBytes: 128, idBytes: 128, batchItems: batchItems))
  }
}

/// The limits, exactly at and one over.
struct EnvelopeLimitTests {
  let scanner = EnvelopeScanner()

  static func request(params: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"a","params":\#(params)}"#
  }
  static func nested(_ count: Int) -> String { String(decoding: JSONSample.nested(count), as: UTF8.self) }

  @Test func depth() {
    #expect(scanner.outcome(Self.request(params: Self.nested(63))).hasPrefix("request id=1"))
    #expect(scanner.outcome(Self.request(params: Self.nested(64))) == "limit depth 64 65 id=1")
    #expect(
      scanner.outcome(#"{"jsonrpc":"2.0","a":"# + Self.nested(64) + #","id":1}"#)
        == "limit depth 64 65 id=nil")
    #expect(scanner.outcome(#"{"id":1,"id":2,"a":"# + Self.nested(64) + "}") == "limit depth 64 65 id=nil")
  }

  @Test func depth_of_a_batch_is_one_fault_for_all() {
    #expect(scanner.outcome("[" + Self.request(params: Self.nested(62)) + "]") == "batch 1")
    #expect(
      scanner.outcome("[" + Self.request(params: "[]") + "," + Self.request(params: Self.nested(63)) + "]")
        == "limit depth 64 65 id=nil")
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 2), (64, 64), (65, 64), (.max, 64), (.min, 1)])
  func depth_limit_is_held_within_what_can_be_counted(_ asked: Int, _ limit: Int) {
    let scanner = EnvelopeScanner(depth: asked)
    #expect(scanner.outcome(Self.nested(limit)) == (limit == 1 ? "invalid id=nil" : "batch 1"))
    #expect(scanner.outcome(Self.nested(limit + 1)) == "limit depth \(limit) \(limit + 1) id=nil")
  }

  @Test func hostile_nesting_is_refused() {
    for text in ["[", "{\"a\":", "[{\"a\":"] {
      let message = String(repeating: text, count: 100_000)
      #expect(scanner.outcome(message) == "limit depth 64 65 id=nil")
    }
  }

  @Test func id_bytes() {
    func outcome(_ id: String) -> String { scanner.outcome(#"{"jsonrpc":"2.0","id":\#(id),"method":"a"}"#) }
    let digits = String(repeating: "7", count: 128)
    #expect(outcome(digits) == "request id=\(digits) method=a")
    #expect(outcome(digits + "7") == "limit id_bytes 128 129 id=nil")
    #expect(outcome("\"\(digits)\"") == "request id=\"\(digits)\" method=a")
    #expect(outcome("\"\(digits)7\"") == "limit id_bytes 128 129 id=nil")
    // Bytes as received: é is two, its escape six.
    #expect(outcome("\"" + String(repeating: "é", count: 65) + "\"") == "limit id_bytes 128 130 id=nil")
    #expect(
      outcome("\"" + String(repeating: #"\u00e9"#, count: 22) + "\"") == "limit id_bytes 128 132 id=nil")
  }

  @Test func method_bytes() {
    func outcome(_ name: String) -> String {
      scanner.outcome(#"{"jsonrpc":"2.0","method":"\#(name)","id":1}"#)
    }
    let name = String(repeating: "m", count: 128)
    #expect(outcome(name) == "request id=1 method=\(name)")
    #expect(outcome(name + "m") == "limit method_bytes 128 129 id=1")
  }

  @Test func batch_items() {
    func batch(_ count: Int) -> String {
      "[" + Array(repeating: "1", count: count).joined(separator: ", ") + "]"
    }
    #expect(scanner.outcome(batch(1)) == "batch 1")
    #expect(scanner.outcome(batch(64)) == "batch 64")
    #expect(scanner.outcome(batch(65)) == "limit batch_items 64 65 id=nil")
    #expect(scanner.outcome(batch(1000)) == "limit batch_items 64 1000 id=nil")
    // What is not JSON is that first.
    #expect(scanner.outcome(batch(1000) + "]") == "syntax \(batch(1000).utf8.count) id=nil")
  }

  @Test func limits_hold_in_a_batch_for_each_item() {
    let long = String(repeating: "7", count: 129)
    let batch = Array(
      #"[{"jsonrpc":"2.0","id":\#(long),"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"},[],{}]"#.utf8)
    let outcomes = scanner.outcomes(batch.span)
    #expect(
      outcomes == [
        "limit id_bytes 128 129 id=nil", "request id=2 method=b", "invalid id=nil", "invalid id=nil",
      ])
  }

  @Test func item_outside_the_message_is_a_fault() {
    let message = Array("[{}]".utf8)
    for item in [1..<5, 4..<9, -1..<2, 9..<12] {
      guard case .fault = scanner.scanItem(message.span, item) else {
        Issue.record("\(item)")
        continue
      }
    }
  }
}
