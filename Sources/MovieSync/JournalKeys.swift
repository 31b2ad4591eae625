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
  package func random() throws(JournalFault) -> JournalKey {
    let key = try JournalKey(passphrase, salt: JournalKey.randomSalt())
    keep(key)
    return key
  }

  /// - Parameter mayMake: false: it is not made if it was not kept.
  /// - Throws: `notAJournal` if this is no salt, `noMemory`, `keyNeeded`.
  func key(_ salt: String, mayMake: Bool) throws(JournalFault) -> JournalKey {
    if let key = keys.withLock({ $0[salt] }) { return key }
    guard mayMake else { throw .keyNeeded }
    return try JournalKey(passphrase, salt: salt)
  }

  /// - Parameter key: of a journal that this passphrase fits: strangers may write any number of salts.
  func keep(_ key: JournalKey) {
    keys.withLock { keys in
      if keys.count >= Self.maxKeys { keys = [:] }
      keys[key.salt] = key
    }
  }
}
