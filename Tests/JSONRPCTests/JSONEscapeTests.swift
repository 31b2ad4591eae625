import JSONRPC
import Testing

/// Escapes where they are replaced: in values. Where they are refused: `JSONSyntaxTests`.
struct JSONEscapeTests {
  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\0"), (#""\u00e9\u00E9é""#, "ééé"),
    (#""\ud834\uDd1e""#, "\u{1D11E}"), (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\ud800\udc00""#, "\u{10000}"),
    (#""\uffff\ud7ff\ue000""#, "\u{FFFF}\u{D7FF}\u{E000}"), (#""\\u0041""#, #"\u0041"#),
    (#""a\u0062c""#, "abc"),
    (#""\u2028""#, "\u{2028}"),
  ])
  func escape_is_replaced(_ text: String, _ string: String) throws {
    #expect(try JSONValue(parsing: text) == .string(string))
  }

  @Test func every_code_unit_but_surrogates_is_read() throws {
    for unit in UInt16.min ... .max {
      let hexadecimal = String(unit, radix: 16)
      let text = "\"\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal + "\""
      let value = try? JSONValue(parsing: text)
      #expect(value == Unicode.Scalar(unit).map { .string(String($0)) })
    }
  }
}
