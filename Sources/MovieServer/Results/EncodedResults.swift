import EventLoop
import JSONRPC
import MovieProtocol

/// Results that were encoded once and are copied into every further reply.
///
/// A result is kept, without its `meta`, under its method and canonical parameters (every default filled in).
/// The parameter bytes as clients sent them are remembered as further names of it, so the usual hit is found by
/// hashing those bytes and decodes nothing.
///
/// Bounded in bytes. What gives way is found by the clock algorithm, which needs one flag set on a hit where a list by
/// use would have to be relinked: the hand goes round, takes the flag from what was used and takes out what was not.
@LoopActor
final class EncodedResults {
  /// Names of one result that are remembered beside the canonical one; the oldest gives way.
  private static let maximumNames = 16
  /// Longer parameters are decoded each time.
  private static let maximumNameBytes = 1024
  /// What a result and a name cost beside their bytes, about.
  private static let resultOverhead = 160
  private static let nameOverhead = 128

  private(set) var bytes = 0
  private(set) var hits = 0
  private(set) var misses = 0
  var maximumBytes: Int {
    didSet { evict() }
  }

  private let hash = ByteHash()
  private var names = [UInt64: ResultName]()
  private var entries: [ResultEntry] = []
  private var hand = 0
  /// Most results have the same `meta`; one copy serves them, and stays in the processor's cache.
  private var lastMeta: (meta: Meta, bytes: [UInt8])?

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  var count: Int { entries.count }

  func encode(_ meta: Meta) -> [UInt8] {
    if let lastMeta, lastMeta.meta == meta { return lastMeta.bytes }
    var writer = JSONWriter()
    meta.write(into: &writer)
    lastMeta = (meta, writer.bytes)
    return writer.bytes
  }

  /// The result under parameters as a client sent them.
  func find(method: Int, sent: Span<UInt8>) -> EncodedResult? {
    find(sentKey(method, sent), sent)
  }

  /// The result under canonical parameters; counted as a miss where there is none.
  func find(method: Int, canonical: [UInt8]) -> EncodedResult? {
    let found = find(canonicalKey(method, canonical), canonical.span)
    if found == nil { misses &+= 1 }
    return found
  }

  private func find(_ key: UInt64, _ text: Span<UInt8>) -> EncodedResult? {
    guard let name = names[key], name.isSame(as: text) else { return nil }
    hits &+= 1
    name.wasUsed = true
    return name.result
  }

  func keep(_ result: EncodedResult, method: Int, canonical: [UInt8]) {
    let key = canonicalKey(method, canonical)
    if let old = names[key]?.entry { remove(old) }
    let entry = ResultEntry(cost: result.bytes.count + result.meta.count + Self.resultOverhead)
    guard entry.cost + cost(canonical.count) <= maximumBytes else { return }
    entries.append(entry)
    bytes += entry.cost
    add(ResultName(key, canonical, result, entry))
    evict()
  }

  /// Remembers that `sent` means what is kept under `canonical`, if it still is.
  func alias(_ sent: [UInt8], method: Int, canonical: [UInt8]) {
    let key = sentKey(method, sent.span)
    guard sent.count <= Self.maximumNameBytes, names[key] == nil,
      let name = names[canonicalKey(method, canonical)], name.isSame(as: canonical.span)
    else { return }
    let entry = name.entry
    if entry.keys.count > Self.maximumNames { forget(entry.keys.remove(at: 1)) }
    add(ResultName(key, sent, name.result, entry))
    evict()
  }

  func removeAll() {
    (names, entries, hand, bytes) = ([:], [], 0, 0)
  }

  private func sentKey(_ method: Int, _ text: Span<UInt8>) -> UInt64 { hash(text, salt: UInt64(method) << 1) }

  private func canonicalKey(_ method: Int, _ text: [UInt8]) -> UInt64 {
    hash(text.span, salt: UInt64(method) << 1 | 1)
  }

  private func add(_ name: ResultName) {
    // Two texts with one hash: the newer has the place. It cannot be made to happen from outside, the seed is secret.
    if let old = names[name.key] {
      old.entry.keys.removeAll { $0 == name.key }
      forget(name.key)
    }
    names[name.key] = name
    name.entry.keys.append(name.key)
    bytes += cost(name.text.count)
  }

  private func forget(_ key: UInt64) {
    guard let name = names.removeValue(forKey: key) else { return }
    bytes -= cost(name.text.count)
  }

  private func evict() {
    while bytes > maximumBytes, !entries.isEmpty {
      if hand >= entries.count { hand = 0 }
      let entry = entries[hand]
      if takeUse(of: entry) { hand += 1 } else { remove(entry) }
    }
  }

  /// Whether any of its names was used since the last time.
  private func takeUse(of entry: ResultEntry) -> Bool {
    var wasUsed = false
    for key in entry.keys {
      guard let name = names[key], name.wasUsed else { continue }
      name.wasUsed = false
      wasUsed = true
    }
    return wasUsed
  }

  private func remove(_ entry: ResultEntry) {
    guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
    for key in entry.keys { forget(key) }
    bytes -= entry.cost
    // The last one takes its place: the order is only that of the hand's round.
    entries.swapAt(index, entries.count - 1)
    entries.removeLast()
  }

  private func cost(_ length: Int) -> Int { length + Self.nameOverhead }
}
