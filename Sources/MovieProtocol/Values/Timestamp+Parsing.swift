import JSONRPC

extension Timestamp {
  /// `2021-07-22T16:03:42.000Z`, `2021-07-22T18:03:42+02:00` or `2023-03-05 06:25:19 UTC`, as other programs
  /// write them; a fraction of a second is dropped. Nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (19...40).contains(bytes.count), bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let day = Day(String(decoding: bytes[..<10], as: UTF8.self)),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = Self.number(bytes[11..<13], most: 23), let minute = Self.number(bytes[14..<16], most: 59),
      let second = Self.number(bytes[17..<19], most: 60)
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: \.isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count)
    }
    guard let east = Self.offset(rest) else { return nil }
    self.init(seconds: Int64(day.days) * 86_400 + hour * 3600 + minute * 60 + second - east)
  }

  /// Seconds east of Greenwich. A time without an offset is taken for UTC.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
    switch String(decoding: text, as: UTF8.self) {
    case "", "Z", "z", " UTC": return 0
    default: break
    }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, let hours = number(digits[..<2], most: 23),
      let minutes = number(digits[2...], most: 59)
    else { return nil }
    switch text.first {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>, most: Int64) -> Int64? {
    guard digits.allSatisfy(\.isDigit) else { return nil }
    // All callers pass two digits.
    let value = digits.reduce(0 as Int64) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    return value <= most ? value : nil
  }
}
