extension String {
  /// The longest prefix that takes at most this many bytes between the quotes of a JSON text; if cut, it ends
  /// with "…", after a whole word if one ends nearby.
  package func clipped(toJSONBytes max: Int) -> String {
    // JSON takes at most six bytes for one byte.
    guard utf8.count > max / 6 else { return self }
    let room = max - 3
    var used = 0
    var end: Index?
    for index in indices {
      if used <= room { end = index }
      used += self[index].unicodeScalars.reduce(0) { $0 + Self.jsonBytes($1) }
      guard used <= max else { break }
    }
    guard used > max, let end else { return self }
    let beginning = self[..<end]
    let tail = beginning.suffix(30)
    let words = tail.lastIndex(of: " ").map { beginning[..<$0] } ?? beginning
    return words + "…"
  }

  private static func jsonBytes(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\"", "\\", "\n", "\r", "\t", "\u{8}", "\u{C}": 2
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": 6
    default: UTF8.width(scalar)
    }
  }
}
