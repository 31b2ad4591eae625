/// Finds the name that was probably meant, for the `hint` of an error.
package enum Spelling {
  /// The nearest of `names` within two edits (one for short names), or nil.
  package static func nearest(to name: String, among names: [String]) -> String? {
    // Nothing that long was meant to be a name.
    guard name.utf8.count <= 64 else { return nil }
    let wanted = Array(name.utf8)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = distance(wanted, Array(candidate.utf8))
      if distance <= (wanted.count < 4 ? 1 : 2), distance < (best?.distance ?? .max) {
        best = (candidate, distance)
      }
    }
    return best?.name ?? names.first { $0.hasSuffix("." + name) || (wanted.count > 2 && $0.hasPrefix(name)) }
  }

  /// What a client sent, cut to a length that is safe to repeat in a message: `limit` characters, and no more
  /// than four times as many code points, since one character may have any number of marks.
  package static func shortened(_ text: String, to limit: Int = 60) -> String {
    if text.utf8.count <= limit { return text }
    let start = text.unicodeScalars.prefix(4 * limit)
    let short = String(String.UnicodeScalarView(start)).prefix(limit)
    return short.utf8.count == text.utf8.count ? text : short + "…"
  }

  /// Levenshtein distance in bytes.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}
