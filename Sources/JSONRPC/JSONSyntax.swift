/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  package enum Problem: UInt8, Sendable {
    case end, byte, encoding, escape, surrogate, control, number, rest, depth
  }

  /// In bytes from the start of the text.
  package var offset: Int
  package var problem: Problem

  package init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }

  /// A sentence without subject or full stop, in English.
  package var reason: String {
    switch problem {
    case .end: "unexpected end of the text"
    case .byte: "unexpected byte"
    case .encoding: "invalid UTF-8"
    case .escape: "invalid escape"
    case .surrogate: "unpaired surrogate"
    case .control: "a control character in a string must be escaped"
    case .number: "invalid number"
    case .rest: "unexpected text after the value"
    case .depth: "arrays and objects are nested too deeply"
    }
  }
}

/// Strict [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259), the grammar this module accepts.
///
/// Where the RFC leaves it open: no byte order mark, no lone surrogates, only UTF-8; numbers of any size; a
/// duplicate name is allowed.
package enum JSONSyntax {
  /// The deepest nesting you can request; `[]` is 1.
  package static let deepest = 64

  /// Nil when `text` is one JSON value with only blanks around it.
  package static func validate(_ text: Span<UInt8>, maxDepth: Int = deepest) -> JSONSyntaxError? {
    if let offset = text.firstInvalidUTF8 { return JSONSyntaxError(offset: offset, problem: .encoding) }
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(maxDepth: maxDepth)
      cursor.skipBlanks(text)
      try cursor.skipValue(text)
      try cursor.expectEnd(text)
      return nil
    } catch {
      return error
    }
  }
}

extension Span<UInt8> {
  /// The position where it stops being UTF-8, or nil.
  var firstInvalidUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: self)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
