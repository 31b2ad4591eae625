/// Encrypts the lines of one journal.
package struct LineCipher: Sendable {
  package let key: JournalKey
  /// `e` of its header. Lines are bound to it, so that none can be moved into another journal, nor into a later
  /// snapshot of the same one.
  let proof: String

  func encrypt(_ object: [UInt8]) -> String { key.encrypt(object, bound: Array(proof.utf8)) }

  /// Nil unless it is a line of this journal, and as it was.
  func decrypt(_ text: String) -> [UInt8]? { key.decrypt(text, bound: Array(proof.utf8)) }
}
