import EventLoop
import HTTPClient
import MovieProtocol
import MovieStore

/// One request to upstream, and the handling of its response.
@LoopActor
struct UpstreamCall<Answer: Sendable> {
  let endpoint: Endpoint<Answer>
  let key: String
  /// The cached response to revalidate.
  let cached: CachedResponse?
  let service: UpstreamService
  let transport: any Transport
  let permit: RateLimiter.Permit
  let clock: @LoopActor () -> Timestamp
  /// The request checks whether upstream is back.
  var isProbe = false

  struct Result: Sendable {
    let fetched: UpstreamFetcher.FetchResult
    /// Upstream reported that the cached response is unchanged.
    var isUnchanged = false
  }

  /// - Throws: `RPCError`, `CancellationError`.
  func run() async throws -> Result {
    try await UpstreamRetries(service: service, permit: permit, target: isProbe ? nil : key) {
      service.address + endpoint.target == key
    }.run(send)
  }

  private func send() async throws -> Result {
    let response: HTTPResponse
    var request = service.request(endpoint.target, etag: cached?.etag)
    if let silence = service.limiter.silence {
      request.onConnect = { silence.received() }
      request.onProgress = { _, _ in silence.received() }
    }
    do {
      response = try await transport.send(request)
    } catch let error as HTTPError {
      throw UpstreamError.transport(error)
    }
    service.limiter.silence?.received()
    service.hear(response.headers)
    let now = clock()
    switch response.status {
    case 200: return try await store(response, at: now)
    case 304:
      guard var cached else {
        throw UpstreamError.foreign(status: 304, reason: "an unexpected 304 Not Modified")
      }
      cached.fetchedAt = now
      cached.freshUntil = freshUntil(response, at: now)
      cached.etag = tag(response) ?? cached.etag
      let decoded = try await decode(cached.body, status: 304)
      return Result(fetched: .init(cached: cached, decoded: decoded), isUnchanged: true)
    default:
      if let fault = UpstreamError.read(endpoint.upstream, response, at: now) {
        throw service.withoutKey(fault)
      }
      let missing = CachedResponse(
        key: key, status: 404, body: [], fetchedAt: now, freshUntil: now + Freshness.missing)
      return Result(fetched: .init(cached: missing, decoded: nil))
    }
  }

  private func store(_ response: HTTPResponse, at now: Timestamp) async throws -> Result {
    // Only a decodable response is cached.
    let decoded = try await decode(response.body, status: 200)
    let cached = CachedResponse(
      key: key, status: 200, body: response.body, etag: tag(response), fetchedAt: now,
      freshUntil: freshUntil(response, at: now))
    return Result(fetched: .init(cached: cached, decoded: decoded))
  }

  private func decode(_ body: [UInt8], status: Int) async throws -> Answer {
    do {
      return try await Decoding.decode(body, endpoint)
    } catch let fault as UndecodableAnswer {
      throw UpstreamError.foreign(status: status, reason: fault.reason)
    }
  }

  /// Nil also for a tag too long to be stored and sent with each request, or with bytes invalid in a header.
  private func tag(_ response: HTTPResponse) -> String? {
    response.headers["etag"].flatMap { tag in
      tag.utf8.count <= 256 && tag.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } ? tag : nil
    }
  }

  private func freshUntil(_ response: HTTPResponse, at now: Timestamp) -> Timestamp {
    Freshness.until(
      endpoint.kind, CacheControl(response.headers["cache-control"], age: response.headers["age"]), at: now)
  }
}

/// Decodes bodies, large ones off the loop.
@LoopActor
enum Decoding {
  /// About a millisecond of work.
  private static let maxOnLoop = 32_768

  static func decode<Answer>(_ body: [UInt8], _ endpoint: Endpoint<Answer>) async throws -> Answer {
    guard body.count > maxOnLoop else { return try endpoint.decode(body) }
    let decode = endpoint.decode
    return try await EventLoop.offload { Result { () throws(UndecodableAnswer) in try decode(body) } }.get()
  }
}
