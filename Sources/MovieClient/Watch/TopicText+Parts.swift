import JSONRPC

/// The building blocks of the texts. The daemon's data is not validated here, so any value may be of any
/// type.
extension TopicText {
  /// A state: also safe as a CSS class.
  static func word(_ value: JSONValue?) -> String {
    let kept = (value?.stringValue ?? "").unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
    }
    return kept.isEmpty ? "unknown" : String(String.UnicodeScalarView(kept.prefix(32)))
  }

  /// A value from another source, as part of a line.
  static func part(_ value: JSONValue?) -> String {
    BarText.bounded(value?.stringValue ?? value?.text() ?? "", to: maxPartLength)
  }

  /// The same for a value that may be missing or null: then there is no part.
  static func optional(_ value: JSONValue?) -> String? {
    guard let value, value != .null else { return nil }
    let part = part(value)
    return part.isEmpty ? nil : part
  }

  /// In columns: enough to recognise a title.
  private static let maxPartLength = 40

  static func count(_ value: JSONValue?) -> Int {
    min(max(value?.intValue ?? 0, 0), 1_000_000)
  }

  /// Nil if the total is not known.
  static func percentage(_ done: JSONValue?, of total: JSONValue?) -> Int? {
    // Both are finite.
    guard let done = done?.doubleValue, let total = total?.doubleValue, total > 0 else { return nil }
    return Int(min(max(done / total, 0), 1) * 100)
  }

  /// `a, b, and 3 more`
  static func listed(_ parts: [String]) -> String {
    let more = parts.count - maxListed
    return (parts.prefix(maxListed) + (more > 0 ? [localized("and \(more) more")] : [])).joined(
      separator: ", ")
  }

  /// On one line; no bar has room for more.
  static let maxListed = 8
  /// Of a tooltip: as many as an event has.
  static let maxLines = 20
}
