import EventLoop
import MovieProtocol
import MovieStore

/// An answer of an upstream as it is in the store: `movierpc 1 LIFE STATUS BYTES` on a line, then the body.
///
/// Machines' clocks differ, so it has no times: LIFE is how many milliseconds the store keeps it, and what is
/// left of them says how old it is.
enum SharedEntry {
  /// A longer answer is not shared.
  static let maxBody = 512 << 10
  static let maxBytes = maxBody + 64

  static func encode(_ response: CachedResponse, life: Int64) -> [UInt8] {
    Array("movierpc 1 \(life) \(response.status) \(response.body.count)\n".utf8) + response.body
  }

  /// Nil: it is none, or damaged.
  ///
  /// - Parameter rest: how many milliseconds the store keeps it from now on.
  static func decode(_ bytes: [UInt8], rest: Int64, key: String, at now: Timestamp) -> CachedResponse? {
    guard let end = bytes.prefix(64).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 5, words[0] == "movierpc", words[1] == "1",
      let life = Int64(words[2]), let status = Int(words[3]), let count = Int(words[4]),
      rest > 0, rest <= life, life <= Freshness.end.milliseconds, count == bytes.count - end - 1,
      status == 200 || (status == 404 && count == 0)
    else { return nil }
    return CachedResponse(
      key: key, status: status, body: Array(bytes[(end + 1)...]), fetchedAt: now - .milliseconds(life - rest),
      freshUntil: now + .milliseconds(rest))
  }
}
