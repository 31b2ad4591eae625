import JSONRPC
import Testing

struct JSONNumberTests {
  @Test(arguments: [
    ("20", 20), ("20.0", 20), ("2e1", 20), ("2E+1", 20), ("200e-1", 20), ("0.02e3", 20), ("20.000", 20),
    ("-20", -20),
    ("0", 0), ("-0", 0), ("0.0", 0), ("-0.000e5", 0), ("0e999999999999999999999999", 0),
    ("0e-99999999999999999999", 0),
    ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.0", .max),
    ("-9.223372036854775808e18", .min), ("1e18", 1_000_000_000_000_000_000),
    ("1000000000000000000000000000000e-30", 1), ("0.000000000000000000000000000001e30", 1),
  ])
  func whole_number_is_an_Int_in_any_form(_ text: String, _ value: Int) {
    #expect(JSONValue.number(text).intValue == value)
  }

  @Test(arguments: [
    "20.5", "0.1", "-0.1", "2e-1", "205e-1", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19",
    "1e400", "-1e400",
    "9.3e18", "1e99999999999999999999999", "1e-99999999999999999999999", "99999999999999999999999999",
    "9223372036854775807.5", "1.0000000000000000000000000001",
  ])
  func fraction_or_what_is_out_of_range_is_no_Int(_ text: String) {
    #expect(JSONValue.number(text).intValue == nil)
  }

  @Test func very_long_numbers_are_read() {
    let zeros = String(repeating: "0", count: 100_000)
    #expect(JSONValue.number("7" + zeros + "e-100000").intValue == 7)
    #expect(JSONValue.number("0." + zeros + "7e100001").intValue == 7)
    #expect(JSONValue.number("7" + zeros).intValue == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func every_Int_is_read_back(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let value =
        Int.random(in: .min ... .max, using: &generator) >> Int.random(in: 0..<64, using: &generator)
      #expect(JSONValue.integer(value).intValue == value)
      #expect(JSONValue.number("\(value)000e-3").intValue == value)
    }
  }
}
