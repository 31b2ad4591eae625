import JSONRPC

/// The format of a file, as far as its beginning tells.
package enum ImportFormatDetector {
  /// How much of a file is read.
  package static let bytesNeeded = 4096

  /// Nil: not a format that the daemon accepts.
  package static func guess(_ beginning: [UInt8]) -> String? {
    if beginning.starts(with: "PK\u{3}\u{4}".utf8) { return archive(beginning.prefix(bytesNeeded)) }
    let text = String(decoding: beginning.prefix(bytesNeeded), as: UTF8.self)
    let rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    // An empty library is exported as an empty file.
    if rest.isEmpty { return "movierpc" }
    if rest.hasPrefix("{") || rest.hasPrefix("[") { return json(rest) }
    for line in rest.split(whereSeparator: \.isNewline).prefix(8) {
      let columns = line.lowercased().split(separator: ",").map { $0.filter { $0 != "\"" } }
      if columns.contains("const") { return "imdb" }
      if columns.contains("letterboxd uri") || columns.first == "letterboxd list export v7" {
        return "letterboxd"
      }
      if columns.contains("year"), columns.contains("title") || columns.contains("name") {
        return "letterboxd"
      }
    }
    return nil
  }

  /// By the name of its first file; folders before that are nothing but their names.
  private static func archive(_ beginning: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: beginning, as: UTF8.self)
    let kinds = [(".csv", "letterboxd"), (".json", "trakt")]
    let places = kinds.compactMap { ending, format in
      text.firstRange(of: ending).map { ($0.lowerBound, format) }
    }
    return places.min { $0.0 < $1.0 }?.1
  }

  private static func json(_ text: Substring) -> String? {
    let words = text.filter { !$0.isWhitespace }
    if words.hasPrefix("{\"entries\":[") || words.contains("\"kind\":\"") { return "movierpc" }
    let isTrakt = ["\"movie\":{", "\"show\":{", "\"ids\":{"].contains { words.contains($0) }
    return isTrakt ? "trakt" : nil
  }
}
