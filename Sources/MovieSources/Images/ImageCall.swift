import EventLoop
import HTTPClient
import MovieProtocol

/// Fetches one picture from upstream into the cache.
@LoopActor
struct ImageCall {
  let reference: ImageReference
  let url: String
  let service: UpstreamService
  let transport: any Transport
  let permit: RateLimiter.Permit
  let store: ImageStore
  /// Whether the picture is still to be fetched from that address.
  let isCurrent: @LoopActor () -> Bool

  /// For one picture. TMDB's largest have some 5 MB.
  static let maxFetchBytes = 10 << 20
  /// For the whole fetch: each caller has its own deadline.
  private static let timeout: Duration = .seconds(60)

  enum Outcome: Sendable {
    /// `isShared`: it was in the store that several machines share.
    case stored(ImageIndex.Entry, isShared: Bool = false)
    /// Upstream has no such picture.
    case missing
    /// The response is not an acceptable picture.
    case unfit(String)
    /// It could not be written; the reason is text for people.
    case unwritten(String)
  }

  /// - Throws: `RPCError`, `CancellationError`.
  func run() async throws -> Outcome {
    try await UpstreamRetries(
      service: service, permit: permit, target: url, lateness: .seconds(10), isCurrent: isCurrent
    ).run(send)
  }

  private func send() async throws -> Outcome {
    let temporary: String
    switch try await store.makeTemporary() {
    case .success(let name): temporary = name
    case .failure(let fault): return .unwritten("\(fault)")
    }
    let response: HTTPResponse
    do {
      response = try await transport.send(request(to: temporary))
    } catch {
      await store.discard(temporary)
      return try outcome(of: error)
    }
    guard response.status == 200 else {
      await store.discard(temporary)
      return try outcome(of: response)
    }
    switch try await store.store(temporary, as: reference.stem) {
    case .stored(let entry): return .stored(entry)
    case .failed(let fault): return .unwritten("\(fault)")
    case .unfit(let unfit) where unfit.isForeign:
      throw UpstreamError.foreign(status: 200, reason: unfit.reason)
    case .unfit(let unfit): return .unfit(unfit.reason)
    }
  }

  /// To a file, so that large pictures do not take memory, and none gets its final name before it was
  /// checked.
  private func request(to temporary: String) -> HTTPRequest {
    // Accepts only types that we support: otherwise a server might send newer ones.
    var request = HTTPRequest(
      url, headers: [HTTPHeader("Accept", "image/jpeg, image/png, image/webp;q=0.9, image/gif;q=0.8")])
    request.connectTimeout = .seconds(4)
    request.timeout = Self.timeout
    request.maxBytes = Self.maxFetchBytes
    request.lane = store.lane
    request.destination = .file(store.place(ofTemporary: temporary), resume: false)
    // A truncated file is recognised by its name, which contains its length.
    request.isDurable = false
    return request
  }

  private func outcome(of error: any Error) throws -> Outcome {
    guard let error = error as? HTTPError else { throw error }
    switch error.kind {
    case .file: return .unwritten(error.detail)
    case .tooLarge: return .unfit("larger than \(Self.maxFetchBytes) bytes")
    default: throw UpstreamError.transport(error)
    }
  }

  private func outcome(of response: HTTPResponse) throws -> Outcome {
    switch response.status {
    case 404, 410: return .missing
    case 429: throw UpstreamError.limited(retryAfter: response.retryAfter)
    case 500...: throw UpstreamError.status(response.status, retryAfter: response.retryAfter)
    default: throw UpstreamError.status(response.status)
    }
  }
}
