import JSONRPC
import MovieProtocol

/// Iterates over the items of a JSON file: one document, or one per line.
enum JSONRows {
  /// The maximum bytes of one item, so that its tree stays small.
  static let maxItemLength = 256 << 10

  /// - Parameters:
  ///   - lists: members of an object whose items are passed on.
  ///   - body: receives the item and its place, which has the name of its list.
  static func read(
    _ text: Span<UInt8>, lists: [String], into plan: inout ImportPlan,
    _ body: (JSONValue, ImportPlace, inout ImportPlan) throws(ImportError) -> Void
  ) throws(ImportError) {
    var start = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    while start < text.count, isBlank(text[start]) || text[start] == UInt8(ascii: "\n") { start += 1 }
    guard start < text.count else { return }
    var lines = LineCount()
    let first = lineEnd(text, start)
    let isByLine = JSONSyntax.validate(text.extracting(start..<first)) == nil
    guard isByLine else {
      if let error = JSONSyntax.validate(text.extracting(start..<text.count)) {
        lines.advance(to: start + error.offset, text)
        throw ImportError(
          .isNoJSON(error.reason, lines.line), hint: .chooseFormat)
      }
      return try items(text, start..<text.count, lists, &lines, hasIndex: true, &plan, body)
    }
    var at = start
    while at < text.count {
      let end = lineEnd(text, at)
      defer { at = end + 1 }
      if isBlank(text, at..<end) { continue }
      try plan.expectRunning()
      if let error = JSONSyntax.validate(text.extracting(at..<end)) {
        lines.advance(to: at, text)
        plan.refuse(ImportPlace(line: lines.line), .malformed, .rowNotJSON(error.reason))
      } else {
        // A document that is one long line is one document, and of several lines each has its number.
        let isWhole = at == start && isBlank(text, min(end + 1, text.count)..<text.count)
        try items(text, at..<end, lists, &lines, hasIndex: isWhole, &plan, body)
      }
    }
  }

  private static func items(
    _ text: Span<UInt8>, _ range: Range<Int>, _ lists: [String], _ lines: inout LineCount,
    hasIndex: Bool, _ plan: inout ImportPlan,
    _ body: (JSONValue, ImportPlace, inout ImportPlan) throws(ImportError) -> Void
  ) throws(ImportError) {
    var counts: [String?: Int] = [:]
    // One object that is no list has no index.
    let isList = text[range.lowerBound] == UInt8(ascii: "[")
    try JSONItems.forEach(of: text, in: range, lists: lists) { list, bytes throws(ImportError) in
      try plan.expectRunning()
      lines.advance(to: bytes.lowerBound, text)
      let index = counts[list, default: 0]
      counts[list] = index + 1
      let place = ImportPlace(
        line: lines.line, list: list, index: hasIndex && (isList || list != nil) ? index : nil)
      guard bytes.count <= maxItemLength, let item = try? JSONValue(parsing: text.extracting(bytes)) else {
        return plan.refuse(place, .malformed, .itemTooLong(maxItemLength))
      }
      try body(item, place, &plan)
    }
  }

  private static func lineEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
    return end
  }

  private static func isBlank(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for at in range where !isBlank(text[at]) && text[at] != UInt8(ascii: "\n") { return false }
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// Counts lines while a text is read.
private struct LineCount {
  private(set) var line = 1
  private var at = 0

  mutating func advance(to place: Int, _ text: Span<UInt8>) {
    while at < place, at < text.count {
      if text[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }
}
