import JSONRPC

/// JSON typed by a user, prepared for the wire.
package enum CheckedJSON {
  /// One strict JSON text without line breaks, from text that may have angle brackets and lines.
  ///
  /// - Parameter what: what the text is, for the message: `PARAMS`, `set:=`, `standard input`.
  package static func line(
    _ text: [UInt8], what: String, hint: LocalizedText? = nil
  ) throws(CommandError) -> [UInt8] {
    let end = (text.lastIndex { !$0.isBlank } ?? -1) + 1
    let text = Array(text[..<end].drop(while: \.isBlank))
    do throws(TextError) {
      let braces = try AngleBrackets.braces(text)
      if let error = JSONSyntax.validate(braces.span) { throw TextError(error.offset, error.reason) }
      // Outside strings a line break is only white space; inside them it was rejected above.
      return braces.filter { $0 != .newline && $0 != .carriageReturn }
    } catch {
      throw .usage(
        "\(what) is not JSON: \(error.reason)\n\(error.shown(in: text))", hint: hint)
    }
  }
}
