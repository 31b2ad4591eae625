import CSodium

/// The key of an encrypted journal: made of the passphrase and of the salt in the journal's header. The constants
/// are in Protocol/sync.md.
package struct JournalKey: Sendable {
  /// As base64.
  let salt: String
  private let bytes: [UInt8]

  /// Of a nonce and a tag, as base64: what an empty message becomes.
  static let emptyLength = Base64.length(of: overhead)
  private static let overhead = CSODIUM_NONCE_BYTES + CSODIUM_TAG_BYTES
  private static let saltBytes = CSODIUM_SALT_BYTES

  static func randomSalt() -> String {
    var salt = [UInt8](repeating: 0, count: saltBytes)
    csodium_random(&salt, salt.count)
    return Base64.text(salt)
  }

  /// Takes a second and 256 MiB while it lasts.
  ///
  /// - Throws: `notAJournal` if this is no salt, `noMemory`.
  init(_ passphrase: [UInt8], salt: String) throws(JournalFault) {
    guard let saltBytes = Base64.bytes(salt), saltBytes.count == Self.saltBytes else { throw .notAJournal }
    var bytes = [UInt8](repeating: 0, count: CSODIUM_KEY_BYTES)
    guard csodium_derive_key(&bytes, passphrase, passphrase.count, saltBytes) else { throw .noMemory }
    (self.salt, self.bytes) = (salt, bytes)
  }

  /// A random nonce, the encrypted message and its tag, as base64.
  ///
  /// - Parameter bound: is not in it, and has to be the same to decrypt it.
  func encrypt(_ message: [UInt8], bound: [UInt8]) -> String {
    var sealed = [UInt8](repeating: 0, count: Self.overhead + message.count)
    csodium_encrypt(&sealed, message, message.count, bound, bound.count, bytes)
    return Base64.text(sealed)
  }

  /// Nil unless this key encrypted it with the same bound bytes, and it is as it was then.
  func decrypt(_ text: String, bound: [UInt8]) -> [UInt8]? {
    guard let sealed = Base64.bytes(text), sealed.count >= Self.overhead else { return nil }
    var message = [UInt8](repeating: 0, count: sealed.count - Self.overhead)
    guard csodium_decrypt(&message, sealed, sealed.count, bound, bound.count, bytes) else { return nil }
    return message
  }
}

/// Nothing of it in a log, an error or a dump.
extension JournalKey: CustomStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// libsodium's, since its time does not depend on the bytes. Only once it is loaded.
enum Base64 {
  static func length(of bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

  static func text(_ bytes: [UInt8]) -> String {
    // With the final NUL.
    var text = [UInt8](repeating: 0, count: length(of: bytes.count) + 1)
    csodium_to_base64(&text, text.count, bytes, bytes.count)
    return String(decoding: text.dropLast(), as: UTF8.self)
  }

  /// Nil if it is not base64.
  static func bytes(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3)
    let count = csodium_from_base64(&bytes, bytes.count, text, text.count)
    guard count >= 0, count <= bytes.count else { return nil }
    return Array(bytes.prefix(count))
  }
}
