import Glibc
import JSONRPC

/// Reads PINs: prompted for without echo on a terminal, otherwise one line of standard input each. Never from
/// arguments.
package enum PINInput {
  /// Shown if none was given.
  static var hint: String { localized("type the PIN on a terminal, or send it as a line of standard input") }

  /// The PIN of a profile that has one.
  ///
  /// - Parameter reason: the daemon's message, which tells whose PIN is needed.
  /// - Returns: nil if none was given.
  package static func current(_ reason: String) throws(CommandError) -> String? {
    if isTerminal { Output.note(reason) }
    return try read("PIN")
  }

  /// For commands that use standard input for something other than PINs, unless it is a terminal.
  package static func ofPerson(_ reason: String) throws(CommandError) -> String? {
    isTerminal ? try current(reason) : nil
  }

  /// A new PIN for a profile.
  package static func new() throws(CommandError) -> String {
    try new(isTerminal: isTerminal, read)
  }

  /// - Parameter isTerminal: the typed PIN cannot be seen, so it is prompted for twice.
  static func new(
    isTerminal: Bool, _ read: (String) throws(CommandError) -> String?
  ) throws(CommandError) -> String {
    guard let pin = try read(localized("new PIN")) else {
      throw .usage(
        "no PIN was given", hint: "type it, or read it from a file: movierpc profiles ... --pin < FILE")
    }
    if isTerminal, try read(localized("the same PIN again")) != pin { throw .usage("the two PINs differ") }
    return pin
  }

  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  private static func read(_ name: String) throws(CommandError) -> String? {
    var bytes =
      isTerminal
      ? try SecretInput.prompt(name, orElse: localized("read the PIN from a file: movierpc ... < FILE"))
      : SecretInput.line().bytes
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    // Blanks count: they are part of the PIN.
    guard !bytes.isEmpty else { return nil }
    guard let pin = String(validating: bytes, as: UTF8.self) else { throw .usage("the PIN is not UTF-8") }
    return pin
  }
}

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
