import JSONRPC
import MovieProtocol

/// The format of a file, as far as its beginning tells.
extension ImportFormat {
  /// How much of a file is looked at.
  private static let bytesNeeded = 4096

  /// - Throws: then the request must name it.
  init(of file: [UInt8]) throws(ImportError) {
    guard let format = Self.detected(in: file.prefix(Self.bytesNeeded)) else {
      let choices = MessageChoices(Self.allCases.map(\.rawValue))
      throw ImportError(
        .isOfNoKnownFormat, hint: .sendFormat(MessageParameter(LibraryImportMethod.format.name), choices))
    }
    self = format
  }

  /// Nil: none that is accepted.
  static func detected(in beginning: ArraySlice<UInt8>) -> ImportFormat? {
    if beginning.starts(with: "PK\u{3}\u{4}".utf8) { return archive(beginning) }
    let text = String(decoding: beginning, as: UTF8.self)
    let rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    // An empty library is exported as an empty file.
    if rest.isEmpty { return .movierpc }
    if rest.hasPrefix("{") || rest.hasPrefix("[") { return json(rest) }
    for line in rest.split(whereSeparator: \.isNewline).prefix(8) {
      let columns = line.lowercased().split(separator: ",").map { $0.filter { $0 != "\"" } }
      if columns.contains("const") { return .imdb }
      let isLetterboxd =
        columns.contains("letterboxd uri") || columns.first == "letterboxd list export v7"
        || columns.contains("year") && (columns.contains("title") || columns.contains("name"))
      if isLetterboxd { return .letterboxd }
    }
    return nil
  }

  /// By the name of its first file; folders before that are nothing but their names.
  private static func archive(_ beginning: ArraySlice<UInt8>) -> ImportFormat? {
    let text = String(decoding: beginning, as: UTF8.self)
    let kinds: [(String, ImportFormat)] = [(".csv", .letterboxd), (".json", .trakt)]
    let places = kinds.compactMap { ending, format in
      text.firstRange(of: ending).map { ($0.lowerBound, format) }
    }
    return places.min { $0.0 < $1.0 }?.1
  }

  private static func json(_ text: Substring) -> ImportFormat? {
    let words = text.filter { !$0.isWhitespace }
    if words.hasPrefix("{\"entries\":[") || words.contains("\"kind\":\"") { return .movierpc }
    let isTrakt = ["\"movie\":{", "\"show\":{", "\"ids\":{"].contains { words.contains($0) }
    return isTrakt ? .trakt : nil
  }
}
