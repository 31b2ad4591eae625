import JSONRPC

/// Reads rows of a CSV file ([RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)), one at a time.
///
/// It accepts more than the RFC: a byte order mark, lines that end with LF or CR alone, quotes within a field
/// that does not begin with one. An invalid row is returned with a fault, and the next row begins on the line
/// after the one on which it began: a quote that is never closed must not swallow the rest of the file.
///
/// It does not hold the text (that would make it a non-escapable type); pass the same one to each call.
struct CSVReader {
  /// Bytes; a review may be long.
  static let maxRowLength = 256 << 10
  static let maxFields = 256
  /// Bytes that are read again because their row is broken. A file with more is not CSV, and reading on might
  /// never end.
  static let maxReread = 16 << 20

  enum SyntaxError: Error {
    /// A quote is not closed, in the file or within ``maxRowLength``.
    case openQuote
    /// Text follows the closing quote of a field.
    case quote
    case tooLong
    case tooManyFields
    case encoding
    case control
  }

  struct Row: Equatable {
    /// From 1; the line on which it begins.
    var line: Int
    var fields: [String]
    var fault: SyntaxError?
  }

  private enum Ending { case field, row, file }

  private var at = 0
  private var line = 1
  private var reread = 0
  /// The rest of the file was not read.
  var hasGivenUp: Bool { reread > Self.maxReread }

  /// The next row that is not empty; nil at the end.
  mutating func next(_ text: Span<UInt8>) -> Row? {
    if at == 0, text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { at = 3 }
    while at < text.count {
      // Millions of empty lines are skipped here, not read as rows.
      if text[at] == UInt8(ascii: "\n") || text[at] == UInt8(ascii: "\r") {
        skipLineEnd(text)
        continue
      }
      let (start, number) = (at, line)
      do throws(SyntaxError) {
        let fields = try fields(text)
        if fields != [""] { return Row(line: number, fields: fields) }
      } catch {
        let reached = at
        (at, line) = (start, number)
        skipLine(text)
        reread += max(0, reached - at)
        if hasGivenUp { at = text.count }
        return Row(line: number, fields: [], fault: error)
      }
    }
    return nil
  }

  private mutating func fields(_ text: Span<UInt8>) throws(SyntaxError) -> [String] {
    let end = min(text.count, at + Self.maxRowLength)
    var fields: [String] = []
    while true {
      guard fields.count < Self.maxFields else { throw .tooManyFields }
      let isQuoted = at < text.count && text[at] == UInt8(ascii: "\"")
      try fields.append(isQuoted ? quoted(text, end) : plain(text, end))
      switch ending(text) {
      case .field: at += 1
      case .row:
        skipLineEnd(text)
        return fields
      case .file: return fields
      case nil: throw .tooLong
      }
    }
  }

  private mutating func plain(_ text: Span<UInt8>, _ end: Int) throws(SyntaxError) -> String {
    let start = at
    while at < end, ending(text) == nil { at += 1 }
    if at == end, at < text.count, ending(text) == nil { throw .tooLong }
    return try Self.string(Array(copying: text.extracting(start..<at)))
  }

  private mutating func quoted(_ text: Span<UInt8>, _ end: Int) throws(SyntaxError) -> String {
    var bytes: [UInt8] = []
    at += 1
    while at < end {
      let byte = text[at]
      at += 1
      if byte != UInt8(ascii: "\"") {
        if isLineEnd(text, at - 1) { line += 1 }
        bytes.append(byte)
      } else if at < text.count, text[at] == UInt8(ascii: "\"") {
        bytes.append(byte)
        at += 1
      } else {
        guard ending(text) != nil else { throw .quote }
        return try Self.string(bytes)
      }
    }
    throw .openQuote
  }

  /// Nil inside a field.
  private func ending(_ text: Span<UInt8>) -> Ending? {
    guard at < text.count else { return .file }
    switch text[at] {
    case UInt8(ascii: ","): return .field
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .row
    default: return nil
    }
  }

  /// A line ends with LF, or with a CR that is not followed by LF.
  private func isLineEnd(_ text: Span<UInt8>, _ at: Int) -> Bool {
    switch text[at] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): at + 1 == text.count || text[at + 1] != UInt8(ascii: "\n")
    default: false
    }
  }

  private mutating func skipLineEnd(_ text: Span<UInt8>) {
    while at < text.count {
      at += 1
      if isLineEnd(text, at - 1) { break }
    }
    line += 1
  }

  /// Skips the line on which a broken row began.
  private mutating func skipLine(_ text: Span<UInt8>) {
    while at < text.count {
      at += 1
      if isLineEnd(text, at - 1) {
        line += 1
        return
      }
    }
  }

  private static func string(_ bytes: [UInt8]) throws(SyntaxError) -> String {
    guard !bytes.contains(0) else { throw .control }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding }
    return text
  }
}
