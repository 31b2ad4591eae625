import CCrypt
import Glibc

/// What is kept of a PIN: a hash of it with a salt of its own, by yescrypt, in the form of
/// https://manpages.debian.org/bookworm/libcrypt-dev/crypt.5.en.html
///
/// All of this takes some 15 ms on purpose, so it is for a thread beside the loop.
enum PINHash {
  /// There is no libcrypt, or none that can do it.
  struct Unavailable: Error, Equatable {
    let reason: String
  }

  static func make(_ pin: String) throws(Unavailable) -> String { try hash(pin, as: nil) }

  /// - Parameter hash: made by ``make(_:)``, of this version or another.
  static func fits(_ pin: String, _ hash: String) throws(Unavailable) -> Bool {
    let (a, b) = (Array(try Self.hash(pin, as: hash).utf8), Array(hash.utf8))
    // As long for one that is nearly right as for any other.
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
