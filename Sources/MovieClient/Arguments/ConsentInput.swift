import Glibc
import JSONRPC

/// Asks a question on the terminal that is answered by yes or no.
package enum ConsentInput {
  /// - Parameter text: shown before the question.
  /// - Returns: nil: there is no terminal.
  package static func prompt(
    _ question: String, after text: String? = nil
  ) throws(CommandError) -> Bool? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    if let text { Output.note(text) }
    try Output.write(Array((question + " ").utf8), to: STDERR_FILENO)
    return isYes(SecretInput.line().bytes)
  }

  /// - Parameter command: that agrees with `--yes`.
  /// - Throws: unless the answer is yes.
  package static func expect(_ question: String, command: String) throws(CommandError) {
    switch try prompt(question) {
    case true?: return
    case false?: throw CommandError(.failed, "nothing was changed")
    case nil:
      throw CommandError(
        .failed, "cannot ask for consent: standard input is not a terminal",
        hint: "to agree: \(command) --yes")
    }
  }

  /// In each language of the client.
  static func isYes(_ answer: [UInt8]) -> Bool {
    let word = String(decoding: answer, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return ["y", "yes", "j", "ja", "s", "si", "sí"].contains(word)
  }
}
