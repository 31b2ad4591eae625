import MovieStore

/// The answers used last, in memory before those on disk. Bounded in bytes.
struct AnswerMemory {
  /// What an answer costs beside its body, about.
  private static let overhead = 256

  private struct Entry {
    var answer: KeptAnswer
    var lastUse: UInt64

    var cost: Int {
      answer.body.count + answer.key.utf8.count + (answer.etag?.utf8.count ?? 0) + AnswerMemory.overhead
    }
  }

  private var entries: [String: Entry] = [:]
  private var uses: UInt64 = 0
  private(set) var bytes = 0
  var maximumBytes: Int {
    didSet { makeRoom() }
  }

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  var count: Int { entries.count }

  mutating func find(_ key: String) -> KeptAnswer? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses &+= 1
    entries.values[index].lastUse = uses
    return entries.values[index].answer
  }

  mutating func keep(_ answer: KeptAnswer) {
    remove(answer.key)
    uses &+= 1
    let entry = Entry(answer: answer, lastUse: uses)
    // One answer must not drive out all others.
    guard entry.cost <= maximumBytes / 4 else { return }
    entries[answer.key] = entry
    bytes += entry.cost
    makeRoom()
  }

  mutating func remove(_ key: String) {
    if let old = entries.removeValue(forKey: key) { bytes -= old.cost }
  }

  /// A quarter at a time, so that the sorting is paid for by many that are kept.
  private mutating func makeRoom() {
    guard bytes > maximumBytes else { return }
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard bytes > maximumBytes / 4 * 3 else { return }
      remove(key)
    }
  }
}
