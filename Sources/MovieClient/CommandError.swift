/// Why the client ends without having done what was requested.
///
///     movierpc: MESSAGE (KIND)
///     HINT
package struct CommandError: Error, Equatable, Sendable {
  package var status: ExitStatus
  package var message: String
  /// The daemon's `data.kind`, or one of the client's own: unreachable, timeout. Nil for a usage error.
  package var kind: String?
  /// Whole lines, each of which says what to do.
  package var hint: String?
  /// Of a word that is not known and resembles one that is.
  package var correction: Correction?
  /// Of words that name no title, or several: those that may be meant.
  package var candidates: [Candidate] = []

  package struct Correction: Equatable, Sendable {
    package var wrong: String
    package var meant: String

    package init(wrong: String, meant: String) { (self.wrong, self.meant) = (wrong, meant) }
  }

  /// A title that may be meant.
  package struct Candidate: Equatable, Sendable {
    package var key: String
    /// `Dune (2021)`
    package var name: String
  }

  package init(
    _ status: ExitStatus, _ message: LocalizedText, kind: String? = nil, hint: LocalizedText? = nil
  ) {
    self.status = status
    self.message = message.text
    self.kind = kind
    self.hint = hint?.text
  }

  package static func usage(_ message: LocalizedText, hint: LocalizedText? = nil) -> CommandError {
    CommandError(.usage, message, hint: hint)
  }

  /// - Parameter meant: nil: none resembles the wrong word.
  package func corrected(_ wrong: String, _ meant: String?) -> CommandError {
    var failure = self
    failure.correction = meant.map { Correction(wrong: wrong, meant: $0) }
    return failure
  }

  package static func unreachable(_ message: LocalizedText, hint: LocalizedText? = nil) -> CommandError {
    CommandError(.unreachable, message, kind: "unreachable", hint: hint)
  }

  /// For standard error. Messages may repeat text from other sources, so each line is cleaned.
  package var text: String {
    var lines = message.split(separator: "\n").map(String.init)
    lines[0..<min(1, lines.count)] = ["movierpc: " + (lines.first ?? "") + (kind.map { " (\($0))" } ?? "")]
    lines += (hint ?? "").split(separator: "\n").map(String.init)
    return lines.map { TerminalText.cleaned($0) + "\n" }.joined()
  }
}
