/// A word that a shell offers, as the completion scripts read it: one per line.
package struct CompletionWord: Equatable, Sendable {
  package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  package let word: String
  /// zsh and fish show it next to the word.
  package let about: String

  package init(_ word: String, about: String = "") {
    self.word = word
    self.about = about
  }

  /// Nil if the word cannot be a line.
  package func line(for shell: Shell) -> String? {
    guard !word.isEmpty, TerminalText.cleaned(word) == word else { return nil }
    let about = TerminalText.cleaned(about)
    switch shell {
    // The shell parses the inserted text.
    case .bash: return escaped(word) { !ShellWord.isPlain($0) }
    case .zsh:
      let word = escaped(word) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") }
      return about.isEmpty ? word : "\(word):\(about)"
    case .fish: return about.isEmpty ? word : "\(word)\t\(about)"
    }
  }

  private func escaped(_ text: String, _ isSpecial: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isSpecial(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
