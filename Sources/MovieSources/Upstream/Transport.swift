package import EventLoop
package import HTTPClient

/// Sends requests over the network: ``HTTPClient`` in the daemon.
@LoopActor
package protocol Transport: AnyObject, Sendable {
  /// - Throws: `HTTPError`, `CancellationError`.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

extension HTTPClient: Transport {}
