import JSONRPC
import MovieProtocol

/// Reads an upstream's response: a member that is missing, null, of another type or out of range is nil, and
/// the rest is still used.
extension JSONValue {
  init(upstream body: [UInt8]) throws(UndecodableAnswer) {
    do {
      self = try JSONValue(parsing: body.span)
    } catch {
      // A login page, or a proxy's page.
      let isPage = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
      throw UndecodableAnswer(isPage ? "a page of HTML" : "not JSON, from byte \(error.offset)")
    }
  }

  /// - Parameter max: the maximum size as JSON, in bytes; longer text is cut at a character and ends with
  ///   "…".
  /// - Returns: nil also for "" and for blanks: upstreams use them for unknown values.
  func text(_ name: String, max: Int) -> String? {
    guard let text = self[name]?.stringValue, !text.isBlank else { return nil }
    return text.clipped(toJSONBytes: max)
  }

  /// A short word of ASCII: a code of a country or language.
  func code(_ name: String) -> String? {
    guard let text = self[name]?.stringValue, (2...8).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "-") })
    else { return nil }
    return text
  }

  func positive(_ name: String) -> Int? {
    guard let value = count(name), value > 0 else { return nil }
    return value
  }

  /// An ID as keys contain it: see ``TitleKey``.
  func id(_ name: String = "id") -> Int? { positive(name) }

  func flag(_ name: String) -> Bool { self[name]?.boolValue ?? false }

  /// `2021-09-15`
  func day(_ name: String) -> String? { self[name]?.stringValue.flatMap(Day.init)?.text }

  func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = self[name]?.doubleValue, range.contains(value) else { return nil }
    return value
  }

  /// - Parameter max: how many of them, from the first; a response has at most some MiB, but the result is
  ///   kept in memory longer.
  func items(_ name: String, max: Int) -> ArraySlice<JSONValue> {
    self[name]?.arrayValue?.prefix(max) ?? []
  }

  /// `/d5NXSklXo0qyIYkgV94XAgMIckC.jpg`: one name in one folder, which may become part of a URL and of a file
  /// name.
  func imagePath(_ name: String) -> String? {
    guard let path = self[name]?.stringValue, path.utf8.first == UInt8(ascii: "/"),
      (2...64).contains(path.utf8.count), path.utf8.dropFirst().first != UInt8(ascii: "."),
      path.utf8.dropFirst().allSatisfy({
        $0.isLetterOrDigit || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
      })
    else { return nil }
    return path
  }

  /// `https://...`; nil for a link that a front end should not open.
  func link(_ name: String) -> String? {
    guard let text = self[name]?.stringValue, text.hasPrefix("https://") || text.hasPrefix("http://"),
      (10...500).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    return text
  }
}
