import JSONRPC

package enum ShellWord {
  /// `dune`, `'dune part two'`, `'it'\''s'`.
  package static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlain)
    return isPlain
      ? word
      : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  package static func isPlain(_ byte: UInt8) -> Bool {
    // Bytes over 127 are letters of other languages; they are not special to any shell.
    byte.isLetterOrDigit || byte >= 0x80 || "_-./:,=+@".utf8.contains(byte)
  }
}
