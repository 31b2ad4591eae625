import EventLoop
import MovieProtocol
import TestSupport
import Testing

@testable import RedisClient

func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

/// Waits as long as it takes: a test proves nothing by the speed of this machine.
@LoopActor func patientClient(_ url: String) throws -> RedisClient {
  var limits = RedisClient.Limits()
  (limits.patience, limits.storing, limits.opening) = (.seconds(240), .seconds(240), .seconds(240))
  limits.firstPause = .milliseconds(20)
  return try client(url, limits)
}

/// As in the daemon, but it tries again soon.
@LoopActor func impatientClient(_ url: String) throws -> RedisClient {
  var limits = RedisClient.Limits()
  (limits.firstPause, limits.maxPause) = (.milliseconds(200), .milliseconds(200))
  return try client(url, limits)
}

@LoopActor private func client(_ url: String, _ limits: RedisClient.Limits) throws -> RedisClient {
  RedisClient(try #require(RedisURL(url)), limits: limits) { host, _ in
    [host == "localhost" ? "127.0.0.1" : host]
  }
}

/// Is over after all that a timer resumed which was due a millisecond earlier.
@LoopActor final class TimeLimit {
  private(set) var isOver = false
  private let timer = LoopTimer()

  init(after duration: Duration) {
    timer.start(after: duration + .milliseconds(1)) { [weak self] in
      // Jobs run in order, and not all of them in the turn of their timer.
      LoopTask.start { self?.end() }
    }
  }

  private func end() {
    isOver = true
    timer.close()
  }
}
