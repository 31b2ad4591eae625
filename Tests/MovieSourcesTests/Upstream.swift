import EventLoop
import HTTPClient
import MovieProtocol
import MovieStore
import TestSupport

@testable import MovieSources

/// A transport that answers as the test says, and remembers what it was asked.
@LoopActor
final class PreparedTransport: Transport {
  typealias Answer = @LoopActor (HTTPRequest) async throws -> HTTPResponse

  private(set) var requests: [HTTPRequest] = []
  /// Without the probes: their number depends on how long a test takes.
  var withoutProbes: [HTTPRequest] { requests.filter { !$0.url.contains("/authentication") } }
  private(set) var underWay = 0
  private(set) var maxAtOnce = 0
  private(set) var cancelled = 0
  var answer: Answer

  init(_ answer: @escaping Answer) { self.answer = answer }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    requests.append(request)
    underWay += 1
    maxAtOnce = max(maxAtOnce, underWay)
    defer { underWay -= 1 }
    do {
      return try await answer(request)
    } catch let error as CancellationError {
      cancelled += 1
      throw error
    }
  }

  func untilAsked(_ count: Int) async throws {
    while requests.count < count { try await EventLoop.sleep(for: .milliseconds(1)) }
  }
}

/// A fetcher on a prepared transport, with a clock that the test turns.
@LoopActor
final class FetcherBench {
  let transport: PreparedTransport
  let store: ResponseStore
  let service: UpstreamService
  let shared: SharedCache
  let fetcher: UpstreamFetcher
  private let time: Time

  @LoopActor
  final class Time {
    var now: Timestamp = 1_795_000_000_000
  }

  var now: Timestamp {
    get { time.now }
    set { time.now = newValue }
  }

  init(
    bounds: RateLimiter.Bounds = .init(perSecond: 1000, burst: 1000, atOnce: 8),
    key: String = "0123456789abcdef0123456789abcdef",
    silence: SilenceTimer? = nil, shared: SharedCache = SharedCache(),
    _ answer: @escaping PreparedTransport.Answer
  ) {
    let time = Time()
    self.time = time
    self.shared = shared
    transport = PreparedTransport(answer)
    store = ResponseStore(memoryBytes: 1 << 20, disk: nil)
    service = UpstreamService(.tmdb, bounds, probe: "/authentication", silence: silence)
    service.use(address: "https://example.org/3", key: Secret(key), isOn: true)
    fetcher = UpstreamFetcher(transport: transport, store: store, shared: shared, services: [service]) {
      time.now
    }
  }
}

extension Endpoint where Answer == String {
  /// A body that is a JSON string.
  static func echo(_ name: String, kind: AnswerKind = .search) -> Endpoint {
    Endpoint(.tmdb, "/echo", [QueryItem("q", name)], kind: kind) { body throws(UndecodableAnswer) in
      guard body.first == UInt8(ascii: "\"") else { throw UndecodableAnswer("no string") }
      return String(decoding: body.dropFirst().dropLast(), as: UTF8.self)
    }
  }
}

extension HTTPResponse {
  static func ok(_ text: String, _ headers: [HTTPHeader] = []) -> HTTPResponse {
    HTTPResponse(status: 200, headers: HTTPHeaders(headers), body: Array("\"\(text)\"".utf8))
  }

  /// Of the probe.
  static let success = HTTPResponse(
    status: 200, headers: HTTPHeaders([]), body: Array(#"{"success":true}"#.utf8))

  static func status(_ status: Int, _ body: String = "{}", retryAfter: Duration? = nil) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(body.utf8), retryAfter: retryAfter)
  }
}
