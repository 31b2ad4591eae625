/// `Content-Range` (https://www.rfc-editor.org/rfc/rfc9110#section-14.4). Pure.
struct ContentRange: Equatable {
  /// Nil if there is no range (416).
  let first: Int64?
  /// Nil if the server does not know.
  let total: Int64?

  /// Nil if it is malformed. Examples: `bytes 5-9/10`, `bytes 5-9/*`, `bytes */10`
  init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] == "*" {
      total = nil
    } else {
      guard let number = Self.number(parts[1]) else { return nil }
      total = number
    }
    if parts[0] == "*" {
      first = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last
    else {
      return nil
    }
    if let total, last >= total { return nil }
    self.first = first
  }

  private static func number(_ text: Substring) -> Int64? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int64(text) : nil
  }
}
