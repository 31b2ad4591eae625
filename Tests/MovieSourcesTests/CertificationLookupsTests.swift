import EventLoop
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct CertificationLookupsTests {
  /// Somebody who is asked for certificates.
  @LoopActor
  private final class Upstream {
    struct Fault: Error {}

    var asked: [(key: TitleKey, options: FetchOptions)] = []
    var maxAtOnce = 0
    var isFailing = false
    private var underWay = 0
    private(set) lazy var lookups = CertificationLookups { [unowned self] key, options in
      underWay += 1
      maxAtOnce = max(maxAtOnce, underWay)
      try await EventLoop.sleep(for: .zero)
      underWay -= 1
      asked.append((key, options))
      if isFailing { throw Fault() }
    }

    func add(_ numbers: some Sequence<Int>, _ options: FetchOptions = .test()) {
      lookups.add(numbers.map { .tmdb(.movie, $0) }, options)
    }

    func untilAsked(_ count: Int) async throws {
      while asked.count < count { try await EventLoop.sleep(for: .milliseconds(1)) }
    }

    var numbers: [String] { asked.map { String($0.key.text.dropFirst(6)) } }
  }

  @Test func they_come_one_after_the_other_in_the_background_and_once() async throws {
    let upstream = Upstream()
    var options = FetchOptions.test()
    (options.isCacheOnly, options.deadline) = (true, 1)
    upstream.add([1, 2], options)
    upstream.add([2, 3], options)
    try await upstream.untilAsked(3)
    #expect(upstream.numbers == ["1", "2", "3"])
    #expect(upstream.maxAtOnce == 1)
    for one in upstream.asked {
      #expect(one.options.priority == .prefetch && !one.options.isCacheOnly && one.options.deadline == nil)
    }
  }

  @Test func so_many_wait_and_none_after_one_that_failed() async throws {
    let upstream = Upstream()
    upstream.add(1...500)
    try await upstream.untilAsked(CertificationLookups.maxWaiting)
    upstream.asked = []
    upstream.isFailing = true
    upstream.add(1...10)
    try await upstream.untilAsked(1)
    upstream.isFailing = false
    // The next request begins again.
    upstream.add(20...21)
    try await upstream.untilAsked(3)
    #expect(upstream.numbers == ["1", "20", "21"])
  }
}
