import CCrypt
import Glibc

/// The stored form of a PIN: a salted hash, by yescrypt, in the format of
/// https://manpages.debian.org/bookworm/libcrypt-dev/crypt.5.en.html
///
/// All of this takes some 15 ms on purpose, so call it off the loop.
enum PINHash {
  /// There is no libcrypt, or one without yescrypt.
  struct Unavailable: Error, Equatable {
    let reason: String
  }

  static func make(_ pin: String) throws(Unavailable) -> String { try hash(pin, as: nil) }

  /// - Parameter hash: made by ``make(_:)``, of this version or another.
  static func fits(_ pin: String, _ hash: String) throws(Unavailable) -> Bool {
    let (a, b) = (Array(try Self.hash(pin, as: hash).utf8), Array(hash.utf8))
    // Takes as long for a PIN that is nearly right as for any other.
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hash(_ pin: String, as setting: String?) throws(Unavailable) -> String {
    var reason = [CChar](repeating: 0, count: 512)
    guard let made = ccrypt_hash(pin, setting, &reason, reason.count) else {
      let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw Unavailable(reason: String(decoding: bytes, as: UTF8.self))
    }
    defer { free(made) }
    return String(cString: made)
  }
}
