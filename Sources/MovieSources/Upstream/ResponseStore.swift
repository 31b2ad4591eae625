import EventLoop
import MovieProtocol
import MovieStore

/// Cached responses: the most recently used in memory, all on disk.
@LoopActor
final class ResponseStore {
  private var memory: ResponseMemory
  /// Nil: nothing is stored on disk.
  private let disk: UpstreamCache?
  /// Running reads of the disk, each shared by all who want the same response.
  private var reads: [String: SharedFetch<CachedResponse?>] = [:]

  /// Bytes waiting to be written to the disk.
  private var writing = 0

  /// A disk that hangs must not fill the memory: beyond this limit, responses are stored in memory only.
  private static let maxWriting = 8 << 20
  /// Approximate cost of a waiting response beside its body.
  private static let overhead = 1024
  /// After that upstream is faster.
  private let patience: Duration
  private let limiter = TimeLimiter()

  init(memoryBytes: Int, disk: UpstreamCache?, patience: Duration = .seconds(2)) {
    memory = ResponseMemory(maxBytes: memoryBytes)
    (self.disk, self.patience) = (disk, patience)
  }

  var memoryBytes: Int { memory.bytes }
  /// Size of the file, as of the last write.
  private(set) var diskBytes = 0

  func use(memoryBytes: Int) { memory.maxBytes = memoryBytes }

  func find(_ key: String) async throws -> CachedResponse? {
    if let answer = memory.find(key) { return answer }
    guard let disk else { return nil }
    let stored = try await (reads[key] ?? read(key, disk)).value()
    // A response that came in the meantime is newer. Without a look, who found nothing would ask upstream for it
    // once more.
    return memory.find(key) ?? stored
  }

  private func read(_ key: String, _ disk: UpstreamCache) -> SharedFetch<CachedResponse?> {
    let read = SharedFetch<CachedResponse?> {
      await self.ask { () -> CachedResponse? in
        let stored = await disk.find(key)
        if let stored, self.memory.find(key) == nil { self.memory.store(stored) }
        return stored
      } ?? nil
    } onEnd: {
      self.reads[key] = nil
    }
    reads[key] = read
    return read
  }

  /// Nil: the disk does not respond.
  private func ask<Value: Sendable>(_ question: @escaping @LoopActor () async -> Value) async -> Value? {
    try? await limiter.call(within: patience, question)
  }

  func store(_ answer: CachedResponse) {
    memory.store(answer)
    write(answer.body.count) { await $0.store(answer) }
  }

  /// Upstream has revalidated it.
  func confirm(_ answer: CachedResponse) {
    memory.store(answer)
    let (key, fetchedAt, freshUntil, etag) = (answer.key, answer.fetchedAt, answer.freshUntil, answer.etag)
    write { await $0.confirm(key, fetchedAt: fetchedAt, freshUntil: freshUntil, etag: etag) }
  }

  func remove(_ key: String) {
    memory.remove(key)
    write { await $0.remove(key) }
  }

  private func write(_ bytes: Int = 0, _ body: @escaping @LoopActor (UpstreamCache) async -> Void) {
    // A response that is not written is fetched again after the next start.
    guard let disk, writing < Self.maxWriting else { return }
    let cost = bytes + Self.overhead
    writing += cost
    LoopTask.start {
      await body(disk)
      self.diskBytes = await disk.bytes
      self.writing -= cost
    }
  }

  /// Loads the most recently used responses of the previous run into memory.
  func warm(bytes: Int) async {
    guard let disk else { return }
    diskBytes = await disk.bytes
    for answer in await disk.recent(bytes: bytes).reversed() where memory.find(answer.key) == nil {
      memory.store(answer)
    }
  }

  /// Responses on disk whose bodies contain these bytes, the newest first.
  func containing(_ bytes: [UInt8], beginning: String, limit: Int) async -> [CachedResponse] {
    guard let disk else { return [] }
    return await ask { await disk.containing(bytes, beginning: beginning, limit: limit) } ?? []
  }

  /// Nil: the disk does not respond.
  func calendar(of source: String) async -> [StoredReleases]? {
    guard let disk else { return [] }
    return await ask { await disk.calendar(of: source) }
  }

  func store(_ releases: StoredReleases, of source: String) {
    write(releases.facts.utf8.count) { await $0.store(releases, of: source) }
  }

  func forget(releases keys: [TitleKey], of source: String) {
    write { await $0.forget(releases: keys, of: source) }
  }

  func close() async { await disk?.close() }
}
