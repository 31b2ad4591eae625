import MovieStore

/// The most recently used responses, in memory, in front of those on disk. Bounded in bytes.
struct ResponseMemory {
  /// Approximate cost of a response beside its body.
  private static let overhead = 256

  private struct Entry {
    var answer: CachedResponse
    var lastUse: UInt64

    var cost: Int {
      answer.body.count + answer.key.utf8.count + (answer.etag?.utf8.count ?? 0) + ResponseMemory.overhead
    }
  }

  private var entries: [String: Entry] = [:]
  private var uses: UInt64 = 0
  private(set) var bytes = 0
  var maxBytes: Int {
    didSet { makeRoom() }
  }

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  var count: Int { entries.count }

  mutating func find(_ key: String) -> CachedResponse? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses &+= 1
    entries.values[index].lastUse = uses
    return entries.values[index].answer
  }

  mutating func store(_ answer: CachedResponse) {
    remove(answer.key)
    uses &+= 1
    let entry = Entry(answer: answer, lastUse: uses)
    // One response must not evict all others.
    guard entry.cost <= maxBytes / 4 else { return }
    entries[answer.key] = entry
    bytes += entry.cost
    makeRoom()
  }

  mutating func remove(_ key: String) {
    if let old = entries.removeValue(forKey: key) { bytes -= old.cost }
  }

  /// Evicts a quarter at a time, so that one sort serves many later insertions.
  private mutating func makeRoom() {
    guard bytes > maxBytes else { return }
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard bytes > maxBytes / 4 * 3 else { return }
      remove(key)
    }
  }
}
