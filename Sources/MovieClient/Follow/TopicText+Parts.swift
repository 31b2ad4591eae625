import JSONRPC

/// What the texts are put together from. The daemon is asked for nothing here, so any value may be anything.
extension TopicText {
  /// A state: something that is safe as a class of CSS too.
  static func word(_ value: JSONValue?) -> String {
    let kept = (value?.stringValue ?? "").unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
    }
    return kept.isEmpty ? "unknown" : String(String.UnicodeScalarView(kept.prefix(32)))
  }

  /// A value that others wrote, as part of a line.
  static func part(_ value: JSONValue?) -> String {
    BarText.bounded(value?.stringValue ?? value?.text() ?? "", to: maxPartLength)
  }

  /// The same for a value that may be missing or null: then it is no part.
  static func optional(_ value: JSONValue?) -> String? {
    guard let value, value != .null else { return nil }
    let part = part(value)
    return part.isEmpty ? nil : part
  }

  /// In columns: a title is known by less.
  private static let maxPartLength = 40

  static func count(_ value: JSONValue?) -> Int {
    min(max(value?.intValue ?? 0, 0), 1_000_000)
  }

  /// Nil where the whole is not known.
  static func percentage(_ done: JSONValue?, of total: JSONValue?) -> Int? {
    // Both are finite.
    guard let done = done?.doubleValue, let total = total?.doubleValue, total > 0 else { return nil }
    return Int(min(max(done / total, 0), 1) * 100)
  }

  /// `a, b, and 3 more`
  static func listed(_ parts: [String]) -> String {
    let more = parts.count - maxListed
    return (parts.prefix(maxListed) + (more > 0 ? ["and \(more) more"] : [])).joined(separator: ", ")
  }

  /// On one line; there is no more room for them in any bar.
  static let maxListed = 8
  /// Of a tooltip: as many as an event has.
  static let maxLines = 20

  /// The rows of a result or a topic that is a list.
  static func rows(_ data: JSONValue, _ name: String = "results") -> ArraySlice<JSONValue> {
    (data[name]?.arrayValue ?? []).prefix(maxLines)
  }
}
