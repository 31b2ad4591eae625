/// The header block before one body, read line by line as the lines arrive.
///
/// Names may be in any case; headers other than `Content-Length` are ignored. Rejected are: a line that is
/// not `name: value` (including JSON in place of a header), a length that is not 1 to 9 digits (so it cannot
/// overflow), a second or missing length, and more than `maxBytes` of header lines, including line ends.
struct ContentLengthHeader {
  static let maxBytes = 4096

  enum Step: Equatable {
    case goOn
    case body(length: Int)
    case broken
  }

  private var readBytes = 0
  private var length: Int?

  /// Whether `count` more bytes would exceed the maximum size of a header block.
  func hasNoRoom(for count: Int) -> Bool { count > Self.maxBytes - readBytes }

  /// Takes one line, including its `\n` or `\r\n`.
  mutating func read(_ line: Span<UInt8>) -> Step {
    guard !hasNoRoom(for: line.count) else { return .broken }
    readBytes += line.count
    var end = line.count
    if end > 0, line[end - 1] == .newline { end -= 1 }
    if end > 0, line[end - 1] == .carriageReturn { end -= 1 }
    guard end > 0 else {
      guard let length else { return .broken }
      return .body(length: length)
    }
    guard let colon = line.firstIndex(of: .colon, from: 0), colon > 0, colon < end else { return .broken }
    // JSON also has colons, and its sender would wait for an answer forever.
    guard line[0] != UInt8(ascii: "{"), line[0] != UInt8(ascii: "[") else { return .broken }
    guard Self.isContentLength(line.extracting(0..<colon)) else { return .goOn }
    guard length == nil, let digits = Self.number(line.extracting(colon + 1..<end)) else { return .broken }
    length = digits
    return .goOn
  }

  private static func isContentLength(_ name: Span<UInt8>) -> Bool {
    let wanted: StaticString = "content-length"
    guard name.count == wanted.utf8CodeUnitCount else { return false }
    return wanted.withUTF8Buffer { wanted in
      // Setting bit 5 makes letters lowercase; the only other byte it can turn into `-` is 0x0D.
      name.indices.allSatisfy { name[$0] | 0x20 == wanted[$0] && name[$0] != .carriageReturn }
    }
  }

  /// 1 to 9 digits with spaces and tabs around them, else nil.
  private static func number(_ text: Span<UInt8>) -> Int? {
    var start = 0
    var end = text.count
    while start < end, text[start] == .space || text[start] == .tab { start += 1 }
    while end > start, text[end - 1] == .space || text[end - 1] == .tab { end -= 1 }
    guard (1...9).contains(end - start) else { return nil }
    var number = 0
    for at in start..<end {
      guard text[at].isDigit else { return nil }
      number = number * 10 + Int(text[at] - .zero)
    }
    return number
  }
}
