import EventLoop
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct SpentQuotaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A daemon that has just been started.
  private func start(_ key: String) async -> SpentQuota {
    let service = UpstreamService(.youtube, .init(perSecond: 1, burst: 5, atOnce: 1))
    service.use(address: "https://youtube.example", key: Secret(key), isOn: true)
    let cache = UpstreamCache(folder: folder.path, maxBytes: 1 << 20) { _ in }
    let quota = SpentQuota(store: ResponseStore(memoryBytes: 1 << 20, disk: cache), service: service)
    await quota.restore()
    return quota
  }

  @Test func spent_quota_survives_a_restart_and_is_that_of_one_key() async throws {
    let first = await start("k3y-of-y0urs")
    #expect(!first.service.limiter.isPaused)
    first.service.limiter.pause(for: .seconds(3600))
    first.record()
    while first.store.diskBytes == 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
    await first.store.close()

    let second = await start("k3y-of-y0urs")
    // A disk that answers late, as on a busy machine, is not waited for.
    while !second.service.limiter.isPaused, !Task.isCancelled { await second.restore() }
    #expect(second.service.limiter.isPaused)
    #expect(second.service.limiter.pausedUntil > EventLoop.now + .seconds(3000))
    await second.store.close()
    let other = await start("another key")
    #expect(!other.service.limiter.isPaused)
    await other.store.close()
    for name in ProcessFigures.names(in: folder.path) {
      #expect(!TemporaryFolder.read(folder.path + "/" + name).contains("k3y-of-y0urs"), "\(name)")
    }
  }

  @Test func burst_is_forgotten_with_the_daemon() async throws {
    let quota = await start("k3y-of-y0urs")
    quota.service.limiter.pause(for: .seconds(60))
    quota.record()
    let next = SpentQuota(
      store: quota.store, service: UpstreamService(.youtube, .init(perSecond: 1, burst: 5, atOnce: 1)))
    next.service.use(address: "https://youtube.example", key: Secret("k3y-of-y0urs"), isOn: true)
    await next.restore()
    #expect(!next.service.limiter.isPaused)
    await quota.store.close()
  }
}
