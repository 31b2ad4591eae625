import JSONRPC

/// Finds the name that was probably meant, for the `hint` of an error.
package enum Spelling {
  /// The nearest of `names` within two edits (one for short names), or nil.
  package static func nearest(to name: String, among names: [String]) -> String? {
    // A text this long was not meant to be a name.
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

  /// A client's text, cut to a length that is safe to repeat in a message: `limit` characters, and no more
  /// than four times as many code points, since one character may have any number of combining marks.
  package static func shortened(_ text: String, to limit: Int = 60) -> String {
    if text.utf8.count <= limit { return text }
    let start = text.unicodeScalars.prefix(4 * limit)
    let short = String(String.UnicodeScalarView(start)).prefix(limit)
    return short.utf8.count == text.utf8.count ? text : short + "…"
  }

  /// An unknown name, for a message; nil if it may be a key of an upstream given in place of the name: messages
  /// end up in logs and on screens.
  package static func repeatable(_ name: String, among names: [String]) -> String? {
    guard !looksLikeKey(name) || nearest(to: name, among: names) != nil else { return nil }
    return shortened(name)
  }

  /// A message of another program, without the words that may be a key.
  package static func withoutKeys(_ text: String) -> String {
    text.split(separator: " ").map { looksLikeKey(String($0)) ? "…" : String($0) }.joined(separator: " ")
  }

  /// Keys are long and have digits: 32 hexadecimal ones (TMDB), 39 characters (YouTube), or a signed token.
  private static func looksLikeKey(_ text: String) -> Bool {
    let word = text.utf8.drop { $0 <= UInt8(ascii: " ") }.prefix { $0 > UInt8(ascii: " ") }
    return word.count >= 20 && word.contains(where: \.isDigit)
      && word.allSatisfy { $0 < 0x7F }
  }

  /// Levenshtein distance in bytes. Both texts are short: the time grows with both.
  package static func distance(_ a: String, _ b: String) -> Int { distance(Array(a.utf8), Array(b.utf8)) }

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
