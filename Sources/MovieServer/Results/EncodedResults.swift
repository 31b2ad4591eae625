import EventLoop
import Glibc
import JSONRPC
import MovieProtocol

/// Results that were encoded once and are copied into every further reply.
///
/// A result is kept, without its `meta`, under its method and canonical parameters (every default filled in).
/// The parameter bytes as clients sent them are remembered as aliases of it, so the usual hit is found by
/// hashing those bytes and decodes nothing. Bounded in bytes, least recently used first out.
@LoopActor
final class EncodedResults {
  /// Spellings of one result that are remembered; the oldest gives way.
  private static let maximumAliases = 16
  /// Longer parameters are decoded each time instead of being kept as an alias.
  private static let maximumAliasBytes = 1024

  private(set) var bytes = 0
  private(set) var count = 0
  private(set) var hits = 0
  private(set) var misses = 0
  var maximumBytes: Int {
    didSet { evict() }
  }

  private let hash = ByteHash()
  /// By the hash of what was sent, or of the canonical parameters; both lead to the same result.
  private var names: [UInt64: Name] = [:]
  // The list of results by use. Its links are strong both ways; `unlink` breaks them.
  private var newest: EncodedResult?
  private var oldest: EncodedResult?

  private struct Name {
    let spelling: [UInt8]
    let result: EncodedResult
  }

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  /// The result under parameters as a client sent them.
  func find(method: Int, sent: Span<UInt8>) -> EncodedResult? {
    find(hash(sent, salt: UInt64(method) << 1), sent)
  }

  /// The result under canonical parameters; counted as a miss where there is none.
  func find(method: Int, canonical: [UInt8]) -> EncodedResult? {
    let found = find(hash(canonical.span, salt: UInt64(method) << 1 | 1), canonical.span)
    if found == nil { misses += 1 }
    return found
  }

  private func find(_ key: UInt64, _ spelling: Span<UInt8>) -> EncodedResult? {
    guard let name = names[key], Self.isSame(name.spelling, spelling) else { return nil }
    hits &+= 1
    use(name.result)
    return name.result
  }

  func keep(_ result: EncodedResult, method: Int, canonical: [UInt8]) {
    let key = hash(canonical.span, salt: UInt64(method) << 1 | 1)
    if let old = names[key] { remove(old.result) }
    guard result.cost + canonical.count <= maximumBytes else { return }
    name(result, key, canonical)
    link(result)
    count += 1
    bytes += result.bytes.count + EncodedResult.overhead
    evict()
  }

  /// Remembers that `sent` means `result`, which must be kept.
  func alias(_ sent: [UInt8], method: Int, of result: EncodedResult) {
    let key = hash(sent.span, salt: UInt64(method) << 1)
    guard sent.count <= Self.maximumAliasBytes, names[key] == nil, isKept(result) else { return }
    // The first name is the canonical one and stays.
    if result.keys.count > Self.maximumAliases { forget(result.keys.remove(at: 1)) }
    name(result, key, sent)
    evict()
  }

  func removeAll() {
    names = [:]
    while let result = oldest { unlink(result) }
    (bytes, count) = (0, 0)
  }

  private func isKept(_ result: EncodedResult) -> Bool {
    result.newer != nil || newest === result
  }

  private func name(_ result: EncodedResult, _ key: UInt64, _ spelling: [UInt8]) {
    names[key] = Name(spelling: spelling, result: result)
    result.keys.append(key)
    bytes += spelling.count + EncodedResult.nameOverhead
  }

  private func forget(_ key: UInt64) {
    guard let name = names.removeValue(forKey: key) else { return }
    bytes -= name.spelling.count + EncodedResult.nameOverhead
  }

  private func evict() {
    while bytes > maximumBytes, let result = oldest { remove(result) }
  }

  private func remove(_ result: EncodedResult) {
    for key in result.keys { forget(key) }
    result.keys = []
    unlink(result)
    count -= 1
    bytes -= result.bytes.count + EncodedResult.overhead
  }

  private func use(_ result: EncodedResult) {
    guard newest !== result else { return }
    unlink(result)
    link(result)
  }

  private func link(_ result: EncodedResult) {
    result.older = newest
    newest?.newer = result
    newest = result
    if oldest == nil { oldest = result }
  }

  private func unlink(_ result: EncodedResult) {
    let (newer, older) = (result.newer, result.older)
    if let newer { newer.older = older } else { newest = older }
    if let older { older.newer = newer } else { oldest = newer }
    (result.newer, result.older) = (nil, nil)
  }

  private static func isSame(_ kept: [UInt8], _ sent: Span<UInt8>) -> Bool {
    guard kept.count == sent.count else { return false }
    return kept.withUnsafeBytes { a in
      sent.withUnsafeBytes { b in
        guard let x = a.baseAddress, let y = b.baseAddress else { return true }
        return memcmp(x, y, b.count) == 0
      }
    }
  }
}

/// One encoded result and what its `meta` is written from.
@LoopActor
final class EncodedResult {
  /// A JSON object without `meta`.
  let bytes: [UInt8]
  /// What is known locally has an age of 0 for ever, so its `meta` is encoded once too.
  let meta: [UInt8]

  fileprivate static let overhead = 256
  fileprivate static let nameOverhead = 96

  fileprivate var keys: [UInt64] = []
  fileprivate var newer: EncodedResult?
  fileprivate var older: EncodedResult?

  init(bytes: [UInt8], meta: Meta) {
    self.bytes = bytes
    var writer = JSONWriter()
    meta.write(into: &writer)
    self.meta = writer.bytes
  }

  fileprivate var cost: Int { bytes.count + meta.count + Self.overhead + Self.nameOverhead }
}
