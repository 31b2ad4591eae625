/// Reads one request object, member by member. The first error is remembered and the reading continues: the
/// id may come later, and invalid JSON takes precedence.
struct RequestReader {
  private enum Name { case jsonrpc, id, method, params, other }

  var cursor: JSONCursor
  let limits: EnvelopeLimits

  private var id: Range<Int>?
  private var method: JSONStringRange?
  private var params: Range<Int>?
  private var hasVersion = false
  private var hasID = false
  private var hasMethod = false
  private var hasParams = false
  private var isIDGivenTwice = false
  private var fault: EnvelopeError?

  init(cursor: JSONCursor, limits: EnvelopeLimits) {
    self.cursor = cursor
    self.limits = limits
  }

  /// Nil also when it was given twice, since it is unclear which one is meant.
  var answerableID: Range<Int>? { isIDGivenTwice ? nil : id }

  var outcome: ScannedMessage {
    if let fault { return .fault(fault, id: answerableID) }
    guard hasVersion else {
      return .fault(.invalid(reason: #""jsonrpc" is missing: it must be "2.0""#), id: answerableID)
    }
    guard let method else { return .fault(.invalid(reason: #""method" is missing"#), id: answerableID) }
    return .request(
      Envelope(id: id, method: method.range, methodHasEscapes: method.hasEscapes, params: params))
  }

  /// From the object's brace to the position after its last.
  mutating func read(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    try cursor.open(isObject: true)
    var isFirst = true
    while try cursor.nextItem(text, &isFirst) { try readMember(text) }
  }

  @inline(__always)
  private mutating func readMember(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    let name = try cursor.skipName(text)
    switch Self.match(name, in: text) {
    case .jsonrpc:
      if hasVersion { record(#""jsonrpc" is given twice"#) }
      hasVersion = true
      try readVersion(text)
    case .id:
      if hasID {
        record(#""id" is given twice"#)
        isIDGivenTwice = true
      }
      hasID = true
      try readID(text)
    case .method:
      if hasMethod { record(#""method" is given twice"#) }
      hasMethod = true
      try readMethod(text)
    case .params:
      if hasParams { record(#""params" is given twice"#) }
      hasParams = true
      try readParams(text)
    case .other: try cursor.skipValue(text)
    }
  }

  @inline(__always)
  private mutating func readVersion(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    if cursor.byte(text) == .quote {
      if try cursor.skipString(text).equals("2.0", in: text) { return }
    } else {
      try cursor.skipValue(text)
    }
    record(#""jsonrpc" must be "2.0""#)
  }

  @inline(__always)
  private mutating func readID(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    let start = cursor.at
    let first = cursor.byte(text)
    if first == .quote { _ = try cursor.skipString(text) } else { try cursor.skipValue(text) }
    switch first {
    case .quote, .minus, .zero ... .nine, UInt8(ascii: "n"):
      let length = cursor.at - start - (first == .quote ? 2 : 0)
      if length > limits.idBytes {
        recordLimit("id_bytes", max: limits.idBytes, got: length)
      } else {
        id = start..<cursor.at
      }
    default: record(#""id" must be a string, a number or null"#)
    }
  }

  @inline(__always)
  private mutating func readMethod(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    guard cursor.byte(text) == .quote else {
      try cursor.skipValue(text)
      return record(#""method" must be a string"#)
    }
    let name = try cursor.skipString(text)
    if name.range.count > limits.methodBytes {
      recordLimit("method_bytes", max: limits.methodBytes, got: name.range.count)
    }
    method = name
  }

  @inline(__always)
  private mutating func readParams(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    let start = cursor.at
    let first = cursor.byte(text)
    try cursor.skipValue(text)
    switch first {
    case .openBrace, .openBracket: params = start..<cursor.at
    case UInt8(ascii: "n"): break
    default: record(#""params" must be an object or an array"#)
    }
  }

  @inline(never)
  private mutating func record(_ reason: String) {
    if fault == nil { fault = .invalid(reason: reason) }
  }

  @inline(never)
  private mutating func recordLimit(_ name: String, max: Int, got: Int) {
    if fault == nil { fault = .limit(name: name, max: max, got: got) }
  }

  @inline(__always)
  private static func match(_ name: JSONStringRange, in text: Span<UInt8>) -> Name {
    if !name.hasEscapes {
      switch name.range.count {
      case 2: return name.equals("id", in: text) ? .id : .other
      case 6:
        if name.equals("method", in: text) { return .method }
        return name.equals("params", in: text) ? .params : .other
      case 7: return name.equals("jsonrpc", in: text) ? .jsonrpc : .other
      default: return .other
      }
    }
    if name.equals("jsonrpc", in: text) { return .jsonrpc }
    if name.equals("id", in: text) { return .id }
    if name.equals("method", in: text) { return .method }
    return name.equals("params", in: text) ? .params : .other
  }
}
