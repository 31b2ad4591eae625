import EventLoop
import RedisClient

/// A picture as it is in the store: its bytes alone, kept as long as pictures are fresh.
///
/// Machines' clocks differ: what is left of that time says how old it is.
struct SharedPicture: Sendable, Equatable {
  private static let life = Freshness.picture

  /// Whatever somebody has put there.
  let bytes: [UInt8]
  let age: Duration

  /// - Parameter reply: to `SharedScripts.picture`.
  init?(_ reply: RESPValue, maxBytes: Int) {
    guard case .array(let parts) = reply, parts.count == 2, case .bytes(let bytes) = parts[0],
      case .integer(let rest) = parts[1], (1...Self.life.milliseconds).contains(rest),
      !bytes.isEmpty, bytes.count <= maxBytes
    else { return nil }
    (self.bytes, age) = (bytes, Self.life - .milliseconds(rest))
  }

  @LoopActor
  static func find(_ url: String, in client: RedisClient, maxBytes: Int) async throws(CancellationError)
    -> SharedPicture?
  {
    let command = SharedCache.command(SharedScripts.picture, keys: [key(url)], ["\(maxBytes)"])
    return try await client.reply(to: command).flatMap { SharedPicture($0, maxBytes: maxBytes) }
  }

  @LoopActor
  static func store(_ bytes: [UInt8], _ url: String, in client: RedisClient) {
    let (words, life) = (["SET", key(url)], ["PX", "\(life.milliseconds)"])
    client.send(words.map { Array($0.utf8) } + [bytes] + life.map { Array($0.utf8) })
  }

  private static func key(_ url: String) -> String {
    "movierpc:1:{\(SHA256.hexadecimal(Array(url.utf8)).prefix(32))}:picture"
  }
}
