import JSONRPC
import Testing

/// The examples of [JSON-RPC 2.0, section 7](https://www.jsonrpc.org/specification#examples), through framer
/// and scanner as they would come from a socket.
struct SpecificationTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var message: String
    var outcomes: [String]
    var testDescription: String { message }
  }

  static let examples: [Example] = [
    Example(
      message: #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
      outcomes: ["request id=1 method=subtract params=[42, 23]"]),
    Example(
      message: #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
      outcomes: ["request id=2 method=subtract params=[23, 42]"]),
    Example(
      message:
        #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
      outcomes: [#"request id=3 method=subtract params={"subtrahend": 23, "minuend": 42}"#]),
    Example(
      message:
        #"{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}"#,
      outcomes: [#"request id=4 method=subtract params={"minuend": 42, "subtrahend": 23}"#]),
    Example(
      message: #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#,
      outcomes: ["request method=update params=[1,2,3,4,5]"]),
    Example(message: #"{"jsonrpc": "2.0", "method": "foobar"}"#, outcomes: ["request method=foobar"]),
    Example(
      message: #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
      outcomes: [#"request id="1" method=foobar"#]),
    Example(
      message: #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
      outcomes: ["syntax 39 id=nil"]),
    Example(
      message: #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#,
      outcomes: ["invalid id=nil"]),
    Example(
      message:
        #"[ {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"}, {"jsonrpc": "2.0", "method" ]"#,
      outcomes: ["syntax 97 id=nil"]),
    Example(message: "[]", outcomes: ["invalid id=nil"]),
    Example(message: "[1]", outcomes: ["invalid id=nil"]),
    Example(message: "[1,2,3]", outcomes: ["invalid id=nil", "invalid id=nil", "invalid id=nil"]),
    Example(
      message: #"""
        [ {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
        {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"} ]
        """#,
      outcomes: [
        #"request id="1" method=sum params=[1,2,4]"#, "request method=notify_hello params=[7]",
        #"request id="2" method=subtract params=[42,23]"#, "invalid id=nil",
        #"request id="5" method=foo.get params={"name": "myself"}"#, #"request id="9" method=get_data"#,
      ]),
    Example(
      message: #"""
        [ {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]} ]
        """#,
      outcomes: ["request method=notify_sum params=[1,2,4]", "request method=notify_hello params=[7]"]),
  ]

  static let expected = examples.flatMap(\.outcomes)

  /// All examples on one connection; only Content-Length framing can carry the line ends.
  static func stream(_ framing: Framing) -> [UInt8] {
    examples.flatMap { example in
      switch framing {
      case .newline: Array((example.message.replacing("\n", with: " ") + "\n").utf8)
      case .contentLength:
        Array("Content-Length: \(example.message.utf8.count)\r\n\r\n\(example.message)".utf8)
      }
    }
  }

  static func outcomes(_ pieces: [[UInt8]]) -> [String] {
    var framer = Framer(maxLength: 1 << 20)
    let scanner = EnvelopeScanner()
    var outcomes: [String] = []
    for piece in pieces {
      framer.feed(piece.span) { event, bytes in
        outcomes += event == .message ? scanner.outcomes(bytes) : ["\(event)"]
        return .goOn
      }
    }
    return outcomes
  }

  @Test(arguments: examples) func each_example_is_read(_ example: Example) {
    #expect(
      Self.outcomes([Array((example.message.replacing("\n", with: " ") + "\n").utf8)]) == example.outcomes)
  }

  @Test(arguments: [Framing.newline, .contentLength]) func all_examples_at_once(_ framing: Framing) {
    #expect(Self.outcomes([Self.stream(framing)]) == Self.expected)
  }

  @Test(arguments: [Framing.newline, .contentLength]) func all_examples_byte_by_byte(_ framing: Framing) {
    #expect(Self.outcomes(Self.stream(framing).map { [$0] }) == Self.expected)
  }

  @Test(arguments: [Framing.newline, .contentLength], 0..<50 as Range<UInt64>)
  func all_examples_in_random_pieces(_ framing: Framing, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = Self.stream(framing).pieces(upTo: 1 + Int(seed) * 4, using: &generator)
    #expect(Self.outcomes(pieces) == Self.expected)
  }
}
