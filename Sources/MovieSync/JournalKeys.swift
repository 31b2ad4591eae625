import CSodium
import Synchronization

/// The keys that one passphrase makes of the salts of journals. They are kept, since each takes a second to make.
/// Any thread may ask.
package final class JournalKeys: Sendable {
  /// libsodium cannot be loaded.
  package struct Unavailable: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// More than the journals of a folder.
  private static let maxKeys = 128

  private let passphrase: [UInt8]
  private let keys = Mutex<[String: JournalKey]>([:])

  package init(passphrase: [UInt8]) throws(Unavailable) {
    var reason = [CChar](repeating: 0, count: 512)
    guard csodium_load(&reason, reason.count) else {
      let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw Unavailable(description: String(decoding: bytes, as: UTF8.self))
    }
    self.passphrase = passphrase
  }

  package func isMade(of passphrase: [UInt8]) -> Bool { self.passphrase == passphrase }

  /// For a new journal.
  ///
  /// - Throws: `noMemory`.
  package func random() throws(JournalFault) -> JournalKey { try key(JournalKey.randomSalt()) }

  /// - Throws: `notAJournal` if this is no salt, `noMemory`.
  func key(_ salt: String) throws(JournalFault) -> JournalKey {
    if let key = keys.withLock({ $0[salt] }) { return key }
    let key = try JournalKey(passphrase, salt: salt)
    keys.withLock { keys in
      // Headers that a stranger made may have many salts.
      if keys.count >= Self.maxKeys { keys = [:] }
      keys[salt] = key
    }
    return key
  }
}
