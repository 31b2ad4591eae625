import EventLoop
import HTTPClient
import TestSupport
import Testing

/// A client for the time of a test. It must leave nothing behind.
@LoopActor
func withClient<Value: Sendable>(
  _ change: @LoopActor (inout HTTPConfiguration) -> Void = { _ in },
  _ body: @LoopActor (HTTPClient) async throws -> Value
) async throws -> Value {
  var configuration = HTTPConfiguration(userAgent: "movierpc-test/1", maxConnections: 8)
  // Whatever the machine's environment says.
  configuration.proxy = ""
  change(&configuration)
  let client = HTTPClient(configuration)
  defer {
    #expect(client.count == 0)
    client.close()
  }
  return try await body(client)
}

/// A request with time for whatever else this machine does.
func patient(_ url: String, headers: [HTTPHeader] = []) -> HTTPRequest {
  var request = HTTPRequest(url, headers: headers)
  (request.connectTimeout, request.timeout) = (.seconds(120), .seconds(120))
  return request
}

/// What a request fails with; nil and an issue where it does not.
@LoopActor
func failure(
  of request: HTTPRequest, _ client: HTTPClient, sourceLocation: SourceLocation = #_sourceLocation
) async -> HTTPError? {
  do {
    let response = try await client.send(request)
    Issue.record("answered with \(response.status)", sourceLocation: sourceLocation)
  } catch let error as HTTPError {
    return error
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}

/// A whole answer of HTTP/1.1.
func answer(_ status: Int = 200, _ body: String = "", headers: [String] = []) -> String {
  let lines = ["HTTP/1.1 \(status) Reason", "Content-Length: \(body.utf8.count)"] + headers
  return (lines + ["", body]).joined(separator: "\r\n")
}
