import JSONRPC
import Testing

struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func commas_stand_between_members_and_items() {
    let text = written { writer in
      writer.object {
        $0.member("a", 1)
        $0.name("b")
        $0.array { _ in }
        $0.name("c")
        $0.array {
          $0.object { _ in }
          $0.array { $0.integer(2) }
          $0.null()
          $0.object { $0.member("d", "e") }
        }
        $0.name("é" as String)
        $0.object { _ in }
        $0.member("f", "g")
      }
    }
    #expect(text == #"{"a":1,"b":[],"c":[{},[2],null,{"d":"e"}],"é":{},"f":"g"}"#)
  }

  @Test func members_of_each_type() {
    let text = written { writer in
      writer.object {
        $0.member("a", String?.none)
        $0.member("b", Int?.none)
        $0.member("c", 1)
        $0.member("d", raw: Array("[2]".utf8))
        $0.member("e", "s")
      }
    }
    #expect(text == #"{"a":null,"b":null,"c":1,"d":[2],"e":"s"}"#)
  }

  @Test(arguments: [
    ("", #""""#), ("\"\\/", #""\"\\/""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\0\u{1}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u001f\u{7F}\""),
    ("é€𝄞\u{2028}", "\"é€𝄞\u{2028}\""), ("a\nb", #""a\nb""#),
  ])
  func string_is_escaped_where_it_must_be(_ string: String, _ json: String) {
    #expect(written { $0.string(string) } == json)
  }

  /// A long text is checked eight bytes at a time, a single byte by itself.
  @Test(arguments: 0..<128 as Range<UInt8>) func byte_is_escaped_at_every_position(_ byte: UInt8) {
    let text = String(UnicodeScalar(byte))
    let json = written { $0.string(text) }.dropFirst().dropLast()
    for count in 0..<17 {
      let before = String(repeating: "a", count: count)
      #expect(written { $0.string(before + text + "\u{7F}é!#[]") } == "\"\(before)\(json)\u{7F}é!#[]\"")
    }
  }

  @Test(
    arguments: [
      (0, "0.0"), (-0.0, "-0.0"), (147, "147.0"), (7.782, "7.782"), (0.1, "0.1"), (.nan, "null"),
      (.infinity, "null"),
      (-.infinity, "null"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (-1.5e-10, "-1.5e-10"),
    ] as [(Double, String)])
  func double_is_always_JSON(_ value: Double, _ json: String) throws {
    let text = written { $0.double(value) }
    #expect(text == json)
    #expect(throws: Never.self) { try JSONValue(parsing: text) }
  }

  @Test(arguments: [Int.min, -1, 0, 7, 10, .max]) func integer_is_written_in_full(_ value: Int) {
    #expect(written { $0.integer(value) } == String(value))
  }

  @Test func raw_value_has_no_line_end_afterwards() {
    let text = written { writer in
      writer.array {
        $0.string("a")
        $0.raw(Array("{\n\"b\":\r\n1}\n".utf8))
      }
    }
    #expect(text == "[\"a\",{ \"b\":\r 1} ]")
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func random_tree_is_read_back_equal(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = JSONValue.random(depth: 8, using: &generator)
    var writer = JSONWriter()
    writer.value(value)
    #expect(try JSONValue(parsing: writer.bytes.span) == value)
    #expect(!writer.bytes.contains { $0 < 0x20 })
    #expect(String(decoding: writer.bytes, as: UTF8.self) == value.text())
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func random_double_is_read_back_equal(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let value = Double(bitPattern: generator.next())
      let read = try JSONValue(parsing: written { $0.double(value) })
      #expect(read.doubleValue == (value.isFinite ? value : nil))
    }
  }
}
