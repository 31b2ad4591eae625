import JSONRPC
import Testing

struct EnvelopeScannerTests {
  let scanner = EnvelopeScanner()

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":[]}"#, "request id=1 method=a params=[]"),
    (
      #"{"params":{"x":1},"method":"a","id":"é","jsonrpc":"2.0"}"#, #"request id="é" method=a params={"x":1}"#
    ),
    (" \t{ \"jsonrpc\" : \"2.0\" ,\r\"method\":\"a\" } \r", "request method=a"),
    (#"{"jsonrpc":"2.0","method":"a","params":null}"#, "request method=a"),
    (#"{"jsonrpc":"2.0","method":"a","id":null}"#, "request id=null method=a"),
    (#"{"jsonrpc":"2.0","method":"","id":""}"#, #"request id="" method="#),
    (#"{"jsonrpc":"2\u002e0","method":"a"}"#, "request method=a"),
    (
      #"{"\u006asonrpc":"2.0","m\u0065thod":"a","i\u0064":7,"p\u0061rams":[]}"#,
      "request id=7 method=a params=[]"
    ),
    (#"{"jsonrpc":"2.0","method":"\u0061b"}"#, #"request method=\u0061b (escapes)"#),
    (
      #"{"jsonrpc":"2.0","method":"a","extra":{"id":1,"id":2},"":[[]],"ID":3,"Method":4}"#, "request method=a"
    ),
    (#"{"jsonrpc":"2.0","method":"a","x":1,"x":2}"#, "request method=a"),
    (
      #"{"jsonrpc":"2.0","method":"a","i\\d":1,"id\u0000":2,"idé":3,"i":4,"\u0069\u0064x":5}"#,
      "request method=a"
    ),
    (
      #"{"jsonrpc":"2.0","method":"a","params":{"id":1,"id":2,"a":"}"}}"#,
      #"request method=a params={"id":1,"id":2,"a":"}"}"#
    ),
  ])
  func request_is_found(_ message: String, _ outcome: String) {
    #expect(scanner.outcome(message) == outcome)
  }

  @Test(arguments: [
    "1", "-0", "1.0", "1e400", "-1E-400", "0.10", "123456789012345678901234567890", "null", #""""#, #""é""#,
    #""\u00e9""#, #""\"\\""#, #""1""#, #""\ud834\udd1e""#, "12345678901234567890.123e+5",
  ])
  func id_is_returned_byte_for_byte(_ id: String) {
    let request = #"{"jsonrpc":"2.0","id":\#(id),"method":"a"}"#
    #expect(scanner.outcome(request) == "request id=\(id) method=a")
    #expect(scanner.outcome(#"{"id": \#(id) ,"method":"a"}"#) == "invalid id=\(id)")
  }

  @Test(arguments: [
    // The outermost value.
    ("1", "nil"), ("null", "nil"), (#""x""#, "nil"), ("{}", "nil"), ("[]", "nil"), ("[ ]", "nil"),
    // The version.
    (#"{"id":1,"method":"a"}"#, "1"), (#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, "1"),
    (#"{"jsonrpc":2.0,"id":1,"method":"a"}"#, "1"), (#"{"jsonrpc":null,"id":1,"method":"a"}"#, "1"),
    (#"{"jsonrpc":"2.00","id":1,"method":"a"}"#, "1"), (#"{"jsonrpc":"2.","id":1,"method":"a"}"#, "1"),
    (#"{"jsonrpc":"","id":1,"method":"a"}"#, "1"), (#"{"jsonrpc":{"a":"2.0"},"id":1,"method":"a"}"#, "1"),
    // The method.
    (#"{"jsonrpc":"2.0","id":1}"#, "1"), (#"{"jsonrpc":"2.0","id":1,"method":null}"#, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":5}"#, "1"), (#"{"jsonrpc":"2.0","method":["a"],"id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "1"),
    // The parameters.
    (#"{"jsonrpc":"2.0","method":"a","params":1,"id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","params":"x","id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","params":true,"id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","params":false}"#, "nil"),
    // The id.
    (#"{"jsonrpc":"2.0","method":"a","id":{}}"#, "nil"), (#"{"jsonrpc":"2.0","method":"a","id":[1]}"#, "nil"),
    (#"{"jsonrpc":"2.0","method":"a","id":true}"#, "nil"),
    (#"{"jsonrpc":"2.0","method":"a","id":false}"#, "nil"),
    // Given twice.
    (#"{"jsonrpc":"2.0","jsonrpc":"2.0","method":"a","id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","method":"a","id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","params":[],"id":1,"params":[]}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","params":null,"id":1,"params":null}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","id":1,"id":1}"#, "nil"),
    (#"{"jsonrpc":"2.0","method":"a","id":1,"id":2}"#, "nil"),
    (#"{"jsonrpc":"2.0","method":"a","id":1,"i\u0064":2}"#, "nil"),
    (#"{"jsonrpc":"2.0","method":"a","\u0069d":1,"\u0069\u0064":2}"#, "nil"),
    (#"{"jsonrpc":"2.0","method":"a","m\u0065thod":"b","id":1}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"a","id":{},"id":2}"#, "nil"),
  ])
  func invalid_request_keeps_its_id(_ message: String, _ id: String) {
    #expect(scanner.outcome(message) == "invalid id=" + id)
  }

  @Test func reason_is_the_first_thing_wrong() {
    func reason(_ message: String) -> String? {
      let bytes = Array(message.utf8)
      guard case .fault(.invalid(let reason), _) = scanner.scan(bytes.span) else { return nil }
      return reason
    }
    #expect(reason(#"{"jsonrpc":"2.0","method":1,"params":1,"id":[]}"#) == #""method" must be a string"#)
    #expect(reason(#"{"id":1,"i\u0064":1,"method":1}"#) == #""id" is given twice"#)
    #expect(reason(#"{"method":"a"}"#) == #""jsonrpc" is missing: it must be "2.0""#)
    #expect(reason(#"{"jsonrpc":"2.0"}"#) == #""method" is missing"#)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"1.0","id":1,"method":"a""#, 36), (#"{"id":1,"id":2,}"#, 15), (#"[{"a":1},]"#, 9),
    ("[1,2", 4),
    (#"{"a" 1}"#, 5), ("{a:1}", 1), (#"{"a":1 "b":2}"#, 7), ("", 0), ("  ", 2), ("{}{}", 2), ("[] []", 3),
    (#"{"jsonrpc":"2.0","method":"a"}}"#, 30), (#"{"method":"\x"}"#, 11), (#"{"jsonrpc":2.,"id":1}"#, 13),
  ])
  func what_is_not_JSON_has_no_id(_ message: String, _ offset: Int) {
    #expect(scanner.outcome(message) == "syntax \(offset) id=nil")
  }

  @Test func what_is_not_UTF_8_is_not_JSON() {
    let message = Array(#"{"jsonrpc":"2.0","id":1,"method":"a"#.utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    #expect(scanner.outcome(message) == "syntax 35 id=nil")
  }

  @Test func method_name_has_its_escapes_replaced() {
    let message = Array(#"{"jsonrpc":"2.0","method":"s\u0065arch\n"}"#.utf8)
    guard case .request(let envelope) = scanner.scan(message.span) else {
      Issue.record("not a request")
      return
    }
    #expect(envelope.methodHasEscapes)
    let name = envelope.methodName(in: message.span)
    #expect(name == "search\n")
  }

  @Test(arguments: 0..<30 as Range<UInt64>) func members_come_in_any_order_with_any_blanks(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func blank() -> String { ["", " ", "\n", "\t \r\n"].randomElement(using: &generator) ?? "" }
    let members = [
      (#""jsonrpc""#, #""2.0""#), (#""id""#, "7"), (#""method""#, #""a""#), (#""params""#, "[ 1 ]"),
      (#""x""#, #"{"y":[]}"#),
    ]
    let text = members.shuffled(using: &generator).map {
      blank() + $0 + blank() + ":" + blank() + $1 + blank()
    }
    #expect(
      scanner.outcome(blank() + "{" + text.joined(separator: ",") + "}" + blank())
        == "request id=7 method=a params=[ 1 ]")
  }

  @Test func random_bytes_do_not_trap() {
    var generator = SeededGenerator(seed: 1)
    let alphabet = Array(#"{}[]",:\ud80012.0eE-+jsonrpcidmethodparams "#.utf8) + [0, 0xFF, 0xC3, 0xA9]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &generator)
      let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &generator) }
      _ = scanner.outcome(bytes)
      let item = min(count, Int.random(in: -3...45, using: &generator))
      _ = scanner.scanItem(bytes.span, item..<max(item, count + 3 - item))
    }
  }
}
