package import EventLoop

/// GET over HTTP/1.1 and HTTP/2, by libcurl on the loop. Any number of requests at once; they share
/// connections, which are kept for the next ones.
@LoopActor package final class HTTPClient {
  /// Counts from the next request on.
  package var configuration: HTTPConfiguration

  /// Made by the first request: a daemon that asks nobody does without libcurl.
  private var multi: CurlMulti?
  private var underWay: [ObjectIdentifier: Transfer] = [:]
  private var isClosed = false

  package init(_ configuration: HTTPConfiguration) { self.configuration = configuration }

  /// Requests that wait for their answer.
  package var count: Int { underWay.count }

  /// - Throws: `HTTPError`; `CancellationError` as soon as the task is cancelled, and the transfer has ended
  ///   then.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !Task.isCancelled else { throw CancellationError() }
    let deadline = EventLoop.now &+ UInt64(max(1, request.timeout))
    var address = try HTTPAddress(request.url)
    try Self.check(request.headers, for: address.host)
    var headers = request.headers
    for _ in 0...Redirect.most {
      let sink = MemorySink(maximum: request.maximumBytes, host: address.host)
      let (head, location) = try await transfer(
        TransferOptions(
          address: address, headers: Gunzip.asking(headers), connectTimeout: request.connectTimeout,
          configuration: configuration),
        to: sink, until: deadline, telling: request.onProgress)
      guard let location else {
        let body = try await Gunzip.inflate(
          sink.bytes, maximum: request.maximumBytes, host: address.host)
        return HTTPResponse(status: head.status, headers: head.headers, body: body, version: head.version)
      }
      let target = try Redirect.target(of: location, from: address)
      headers = Redirect.headers(headers, from: address, to: target)
      address = target
    }
    throw HTTPError(.redirect, host: address.host, "more than \(Redirect.most) redirects after each other")
  }

  /// All that is under way fails, connections are closed, and nothing is sent any more.
  package func close() {
    isClosed = true
    for transfer in Array(underWay.values) { transfer.fail(Self.closed(transfer.address.host)) }
    multi?.close()
    multi = nil
  }

  private func transfer(
    _ options: TransferOptions, to sink: any BodySink, until deadline: UInt64,
    telling onProgress: (@LoopActor @Sendable (Int64, Int64?) -> Void)?
  ) async throws -> (ResponseHead, String?) {
    let host = options.address.host
    let now = EventLoop.now
    guard deadline > now else {
      throw HTTPError(.timeout, host: host, "redirects have taken all the time there was")
    }
    let multi = try makeMulti(for: host)
    guard let easy = options.makeEasy() else { throw HTTPError(.other, host: host, "out of memory") }
    let transfer = Transfer(options.address, easy, on: multi, to: sink, secrets: options.secrets)
    if let onProgress {
      transfer.onBytes = { [unowned transfer] in onProgress($0, transfer.head.contentLength) }
    }
    let key = ObjectIdentifier(transfer)
    underWay[key] = transfer
    defer { underWay[key] = nil }
    let location = try await transfer.run(milliseconds: deadline - now)
    return (transfer.head, location)
  }

  private func makeMulti(for host: String) throws(HTTPError) -> CurlMulti {
    guard !isClosed else { throw Self.closed(host) }
    try CurlLibrary.load(for: host)
    if multi?.isBroken == true {
      for transfer in Array(underWay.values) { transfer.fail(Self.closed(transfer.address.host)) }
      multi?.close()
      multi = nil
    }
    guard let multi = multi ?? CurlMulti() else { throw HTTPError(.other, host: host, "out of memory") }
    self.multi = multi
    multi.setMaximumConnections(max(1, configuration.maximumConnections))
    return multi
  }

  /// A line break in a header would begin another one.
  private static func check(_ headers: [HTTPHeader], for host: String) throws(HTTPError) {
    for header in headers {
      let isName =
        !header.name.isEmpty
        && header.name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: ":") }
      guard isName, header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
        throw HTTPError(.other, host: host, "a header to send has characters that a header cannot have")
      }
    }
  }

  private static func closed(_ host: String) -> HTTPError {
    HTTPError(.other, host: host, "the connections are closed: the daemon ends")
  }
}
