import EventLoop
import HTTPClient
package import JSONRPC
package import MovieProtocol

/// An upstream's reply about a key that is not in use yet.
package enum KeyCheckResult: Sendable, Equatable {
  case accepted
  case refused(RPCError)
  /// Upstream could not be queried.
  case untried(Meta.Reason)
}

extension UpstreamService {
  /// A user is waiting at a prompt.
  private static let patience: Duration = .seconds(4)

  /// Tries a key that is not in use yet. The outcome does not count for the service.
  func check(_ key: Secret, _ transport: any Transport, at now: Timestamp) async throws -> KeyCheckResult {
    guard let probe, !limiter.isPaused else { return .untried(.rateLimited) }
    let endpoint = Endpoint.probe(name, probe)
    var request = request(endpoint.target, key: key, etag: nil)
    (request.timeout, request.connectTimeout) = (Self.patience, Self.patience)
    do {
      let response = try await transport.send(request)
      if response.status == 200 { _ = try endpoint.decode(response.body) }
      guard response.status != 200 else { return .accepted }
      switch UpstreamError.read(name, response, at: now) {
      case .refused(let words)?:
        return .refused(.upstream(name, Self.without(key, .refused(words))))
      case let fault?: return .untried(fault.reason)
      case nil: return .untried(.upstreamError)
      }
    } catch let error as HTTPError {
      return .untried(UpstreamError.transport(error).reason)
    } catch is UndecodableAnswer {
      return .untried(.intercepted)
    }
  }
}
