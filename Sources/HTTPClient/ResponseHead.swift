/// Status and headers, assembled from the lines as curl delivers them: those of interim responses (100, 103)
/// come first, and trailers come last. Pure.
struct ResponseHead: Sendable {
  /// Of one response, in bytes.
  static let maxBytes = 64 * 1024

  private(set) var status = 0
  private(set) var version = "1.1"
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false
  /// Set at the end.
  var retryAfter: Duration?
  private var bytes = 0

  /// - Parameter line: with its line ending.
  /// - Returns: false when it gets too long.
  mutating func receive(_ line: String) -> Bool {
    let text = line.prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
    if text.hasPrefix("HTTP/") {
      self = ResponseHead()
      let words = text.dropFirst(5).split(separator: " ", maxSplits: 2)
      version = words.first.map(String.init) ?? "1.1"
      status = words.dropFirst().first.flatMap { Int($0) } ?? 0
    } else if text.isEmpty {
      isComplete = true
    } else if !isComplete, let colon = text.firstIndex(of: ":") {
      headers.add(
        HTTPHeader(
          String(text[..<colon]), text[text.index(after: colon)...].trimmingBlanks))
    }
    bytes += line.utf8.count
    return bytes <= Self.maxBytes
  }

  /// Length of the body as it is sent. Also nil for an invalid number.
  var contentLength: Int64? {
    headers["Content-Length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension StringProtocol {
  /// As the value of a header is trimmed.
  package var trimmingBlanks: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
