#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Asks on the terminal whether the user accepts terms.
package enum LicenseInput {
  package static func accept(_ terms: String) throws(CommandError) -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
    Output.note(terms)
    let question = localized("Do you accept these terms? Type yes or no:") + " "
    try Output.write(Array(question.utf8), to: STDERR_FILENO)
    return isYes(SecretInput.line().bytes)
  }

  /// In each language of the client.
  static func isYes(_ answer: [UInt8]) -> Bool {
    let word = String(decoding: answer, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return ["y", "yes", "j", "ja", "s", "si", "sí"].contains(word)
  }
}
