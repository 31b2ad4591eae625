import EventLoop
import MovieStore

/// Answers that are kept: those used last in memory, over those on disk.
@LoopActor
final class AnswerStore {
  private var memory: AnswerMemory
  /// Nil: nothing outlives the daemon.
  private let disk: UpstreamCache?
  /// Looks at the disk that are under way, each for all who want the same.
  private var looks: [String: Flight<KeptAnswer?>] = [:]

  /// Bytes on their way to the disk.
  private var writing = 0

  /// A disk that hangs must not fill the memory: what comes then is kept there only.
  private static let mostWriting = 8 << 20

  init(memoryBytes: Int, disk: UpstreamCache?) {
    memory = AnswerMemory(maximumBytes: memoryBytes)
    self.disk = disk
  }

  var memoryBytes: Int { memory.bytes }
  /// Of the file, as it was when something was written last.
  private(set) var diskBytes = 0

  func use(memoryBytes: Int) { memory.maximumBytes = memoryBytes }

  func find(_ key: String) async throws -> KeptAnswer? {
    if let answer = memory.find(key) { return answer }
    guard let disk else { return nil }
    if let look = looks[key] { return try await look.value() }
    let look = Flight { () -> KeptAnswer? in
      guard let answer = await disk.find(key) else { return nil }
      // One that was kept in the meantime is newer.
      if let newer = self.memory.find(key) { return newer }
      self.memory.keep(answer)
      return answer
    } onEnd: {
      self.looks[key] = nil
    }
    looks[key] = look
    return try await look.value()
  }

  func keep(_ answer: KeptAnswer) {
    memory.keep(answer)
    guard let disk, writing < Self.mostWriting else { return }
    writing += answer.body.count
    LoopTask.start {
      await disk.keep(answer)
      self.writing -= answer.body.count
      self.diskBytes = await disk.bytes
    }
  }

  /// It is still so.
  func confirm(_ answer: KeptAnswer) {
    memory.keep(answer)
    guard let disk else { return }
    LoopTask.start {
      await disk.confirm(
        answer.key, saidAt: answer.saidAt, freshUntil: answer.freshUntil, etag: answer.etag)
    }
  }

  func remove(_ key: String) {
    memory.remove(key)
    guard let disk else { return }
    LoopTask.start { await disk.remove(key) }
  }

  /// What was used last before the daemon was ended is in memory again.
  func warm(bytes: Int) async {
    guard let disk else { return }
    diskBytes = await disk.bytes
    for answer in await disk.recent(bytes: bytes).reversed() where memory.find(answer.key) == nil {
      memory.keep(answer)
    }
  }

  func close() async { await disk?.close() }
}
