import JSONRPC

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
  /// Of words that name no title or person, or several: those that may be meant.
  package var candidates: [Candidate] = []

  package struct Correction: Equatable, Sendable {
    package var wrong: String
    package var meant: String

    package init(wrong: String, meant: String) { (self.wrong, self.meant) = (wrong, meant) }
  }

  /// A title or a person that may be meant.
  package struct Candidate: Equatable, Sendable {
    /// The name of a person who has none.
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

/// The client's exit status; the table of the manual's page "The command line".
///
/// 128 + n results when signal n ends the process.
package struct ExitStatus: RawRepresentable, Equatable, Sendable {
  package let rawValue: CInt

  package init(rawValue: CInt) { self.rawValue = rawValue }

  package static let done = Self(rawValue: 0)
  /// The daemon answered with an error that has no status of its own.
  package static let failed = Self(rawValue: 1)
  /// Invalid arguments on the command line, whether the client or the daemon finds that; nothing was done.
  package static let usage = Self(rawValue: 2)
  package static let unreachable = Self(rawValue: 3)
  package static let unauthorized = Self(rawValue: 4)
  package static let notFound = Self(rawValue: 5)
  /// The same request may succeed later.
  package static let tryLater = Self(rawValue: 6)
  /// `--timeout` expired; the number [timeout(1)](https://man7.org/linux/man-pages/man1/timeout.1.html) uses.
  package static let timedOut = Self(rawValue: 124)
  /// The reader of standard output is gone: the status that SIGPIPE would have caused.
  package static let brokenPipe = Self(rawValue: 128 + 13)

  /// - Parameters:
  ///   - kind: `data.kind` of an error, nil if the server sent none.
  ///   - code: used only if the kind is missing; kinds unknown to this client are 1.
  package init(kind: String?, code: Int?) {
    let name = kind ?? RPCError.Kind.all.first { $0.code == code }?.name
    self =
      switch name {
      case RPCError.Kind.parseError.name, RPCError.Kind.invalidRequest.name,
        RPCError.Kind.methodNotFound.name, RPCError.Kind.invalidParams.name:
        .usage
      case RPCError.Kind.upstreamUnauthorized.name: .unauthorized
      case RPCError.Kind.notFound.name, RPCError.Kind.ambiguous.name: .notFound
      case RPCError.Kind.upstreamUnavailable.name, RPCError.Kind.rateLimited.name, RPCError.Kind.timeout.name,
        RPCError.Kind.overloaded.name:
        .tryLater
      default: .failed
      }
  }
}
