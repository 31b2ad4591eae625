import EventLoop
import JSONRPC
import MovieProtocol

/// Results that were encoded once and are copied into each later reply.
///
/// A result is cached, without its `meta`, by its method, its canonical parameters (every default filled in)
/// and the generation it was made in, which changes with everything that results depend on besides their
/// parameters (settings, library, day). The parameter bytes as clients sent them are stored as further names
/// of it, so the usual hit is found by hashing those bytes and decodes nothing.
///
/// Bounded in bytes. Eviction uses the clock algorithm, which sets one flag on a hit where an LRU list would
/// have to be relinked: the hand goes round, clears the flag of used entries and removes the others.
@LoopActor
final class ResultCache {
  /// Names of one result stored besides the canonical one; the oldest is evicted.
  private static let maxNames = 16
  /// Longer parameters are decoded each time.
  private static let maxNameBytes = 1024
  /// The approximate overhead of a result and of a name, besides the result's bytes.
  private static let resultOverhead = 192
  private static let nameOverhead = 96

  private(set) var bytes = 0
  private(set) var hits = 0
  private(set) var misses = 0
  var maxBytes: Int {
    didSet { evict() }
  }

  private struct Name {
    let result: EncodedResult
    /// Index of its entry; the two are kept in sync.
    var entry: Int
  }

  /// Evicted together: a result and all its names, the canonical one first.
  private struct Entry {
    var names: [Fingerprint]
    let cost: Int
  }

  private let fingerprints = Fingerprint.Maker()
  private var names: [Fingerprint: Name] = [:]
  private var entries: [Entry] = []
  /// By entry, in an array of its own so that a hit writes to memory that is in the processor's cache.
  private var wasUsed: [Bool] = []
  private var hand = 0
  /// Most results have the same `meta`; they share one copy, which stays in the processor's cache.
  private var lastMeta: (meta: Meta, encoded: EncodedMeta)?

  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  var count: Int { entries.count }

  func encode(_ meta: Meta) -> EncodedMeta {
    if let lastMeta, lastMeta.meta == meta { return lastMeta.encoded }
    var writer = JSONWriter()
    meta.write(into: &writer)
    let encoded = EncodedMeta(
      bytes: writer.bytes, age: EncodedResult.Age.all(of: [meta], in: writer).first,
      freshUntil: meta.freshUntil)
    lastMeta = (meta, encoded)
    return encoded
  }

  /// The result under parameters as a client sent them.
  func find(method: Int, sent: Span<UInt8>, in generation: CacheGeneration) -> EncodedResult? {
    find(sentName(method, sent, generation))
  }

  /// Whether `find` would find it now; not counted.
  func has(method: Int, sent: Span<UInt8>, in generation: CacheGeneration) -> Bool {
    names[sentName(method, sent, generation)]?.result.isFresh(maxAge: nil) == true
  }

  /// The result under canonical parameters; a miss is counted.
  func find(
    method: Int, canonical: [UInt8], maxAge: Duration? = nil, in generation: CacheGeneration
  ) -> EncodedResult? {
    let found = find(canonicalName(method, canonical, generation), maxAge: maxAge)
    if found == nil { misses &+= 1 }
    return found
  }

  private func find(_ fingerprint: Fingerprint, maxAge: Duration? = nil) -> EncodedResult? {
    // A result that is too old stays until a new one replaces it.
    guard let name = names[fingerprint], name.result.isFresh(maxAge: maxAge) else { return nil }
    hits &+= 1
    wasUsed[name.entry] = true
    return name.result
  }

  /// - Parameter generation: the generation in which the request began. If it has changed since, no request finds
  ///   the result.
  func store(_ result: EncodedResult, method: Int, canonical: [UInt8], in generation: CacheGeneration) {
    let fingerprint = canonicalName(method, canonical, generation)
    if let old = names[fingerprint] { remove(at: old.entry) }
    let cost = result.cost + Self.resultOverhead
    guard cost + Self.nameOverhead <= maxBytes else { return }
    // Before it is added, so that it is not evicted itself; and without the flag, so that a result requested
    // once does not evict one requested often.
    evict(toAdd: cost + Self.nameOverhead)
    entries.append(Entry(names: [], cost: cost))
    wasUsed.append(false)
    bytes += cost
    add(fingerprint, result, to: entries.count - 1)
  }

  /// Stores `sent` as a name of the result cached under `canonical`, if it is still there.
  func alias(_ sent: [UInt8], method: Int, canonical: [UInt8], in generation: CacheGeneration) {
    let fingerprint = sentName(method, sent.span, generation)
    guard sent.count <= Self.maxNameBytes, names[fingerprint] == nil,
      let cached = names[canonicalName(method, canonical, generation)]
    else { return }
    if entries[cached.entry].names.count > Self.maxNames { forget(entries[cached.entry].names.remove(at: 1)) }
    add(fingerprint, cached.result, to: cached.entry)
    evict()
  }

  private func sentName(_ method: Int, _ text: Span<UInt8>, _ generation: CacheGeneration) -> Fingerprint {
    fingerprints.make(text, salt: generation.salt | UInt64(method) << 1)
  }

  private func canonicalName(_ method: Int, _ text: [UInt8], _ generation: CacheGeneration) -> Fingerprint {
    fingerprints.make(text.span, salt: generation.salt | UInt64(method) << 1 | 1)
  }

  private func add(_ fingerprint: Fingerprint, _ result: EncodedResult, to entry: Int) {
    names[fingerprint] = Name(result: result, entry: entry)
    entries[entry].names.append(fingerprint)
    bytes += Self.nameOverhead
  }

  private func forget(_ fingerprint: Fingerprint) {
    if names.removeValue(forKey: fingerprint) != nil { bytes -= Self.nameOverhead }
  }

  private func evict(toAdd cost: Int = 0) {
    while bytes + cost > maxBytes, !entries.isEmpty {
      if hand >= entries.count { hand = 0 }
      if wasUsed[hand] {
        wasUsed[hand] = false
        hand += 1
      } else {
        remove(at: hand)
      }
    }
  }

  /// The last entry takes its place: the order matters only to the hand.
  private func remove(at index: Int) {
    for fingerprint in entries[index].names { forget(fingerprint) }
    bytes -= entries[index].cost
    entries.swapAt(index, entries.count - 1)
    wasUsed.swapAt(index, entries.count - 1)
    entries.removeLast()
    wasUsed.removeLast()
    guard index < entries.count else { return }
    for fingerprint in entries[index].names { names[fingerprint]?.entry = index }
  }
}
