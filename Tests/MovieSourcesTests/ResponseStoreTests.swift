import EventLoop
import Glibc
import MovieProtocol
import MovieStore
import Synchronization
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct ResponseStoreTests {
  /// A disk that is slow to find anything.
  private final class SlowDisk: Sendable {
    let isAsked = Atomic(false)
    let mayAnswer = Atomic(false)
  }

  @Test func response_that_comes_while_the_disk_is_read_is_found() async throws {
    let slow = SlowDisk()
    let disk = UpstreamCache(
      folder: nil, maxBytes: 1 << 20,
      clock: {
        slow.isAsked.store(true, ordering: .relaxed)
        while !slow.mayAnswer.load(ordering: .relaxed) { usleep(1000) }
        return .now
      }, onNotice: { _ in })
    let store = ResponseStore(memoryBytes: 1 << 20, disk: disk, patience: .seconds(600))
    let reading = LoopTask.start { try? await store.find("key") }
    while !slow.isAsked.load(ordering: .relaxed) { try await EventLoop.sleep(for: .milliseconds(1)) }
    let answer = CachedResponse(
      key: "key", status: 200, body: [1], fetchedAt: .now, freshUntil: .now + .seconds(60))
    store.store(answer)
    slow.mayAnswer.store(true, ordering: .relaxed)
    #expect(await reading.value == answer)
    await store.close()
  }
}
