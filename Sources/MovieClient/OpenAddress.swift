#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Opens an address with the desktop's default program
/// (https://manpages.debian.org/bookworm/xdg-utils/xdg-open.1.en.html).
package enum OpenAddress {
  /// Replaces this process: it returns only if that fails.
  package static func open(_ address: String, program: String = "xdg-open") -> CommandError {
    // Rejects options of the other program and local files.
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
      return CommandError(.failed, "\(TerminalText.cleaned(address)) is no address of the web")
    }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address), nil]
    execvp(program, &words)
    let reason = String(cString: strerror(errno))
    for word in words { free(word) }
    return CommandError(
      .failed, "\(program) could not be started: \(reason)", hint: "install xdg-utils, or open \(address)")
  }
}
