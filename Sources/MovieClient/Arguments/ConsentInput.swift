import JSONRPC

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Asks on the terminal whether what was shown is to be done.
package enum ConsentInput {
  /// Nil: there is no terminal.
  package static func prompt(_ question: String) throws(CommandError) -> Bool? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    try Output.write(Array((question + " ").utf8), to: STDERR_FILENO)
    return LicenseInput.isYes(SecretInput.line().bytes)
  }
}
