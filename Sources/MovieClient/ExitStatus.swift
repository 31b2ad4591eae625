import JSONRPC

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
