package import EventLoop

/// HTTP/1.1 and HTTP/2, by libcurl on the loop. Any number of requests run at once; they share
/// connections, which are kept open for later requests.
@LoopActor package final class HTTPClient {
  /// Applies from the next request on.
  package var configuration: HTTPConfiguration

  /// Made by the first request: a daemon that sends no requests does not load libcurl.
  private var multi: CurlMulti?
  private let names: HostResolver
  private var underWay: [ObjectIdentifier: Transfer] = [:]
  private var isClosed = false

  package convenience init(_ configuration: HTTPConfiguration) {
    self.init(configuration, HostResolver())
  }

  init(_ configuration: HTTPConfiguration, _ names: HostResolver) {
    (self.configuration, self.names) = (configuration, names)
  }

  /// Requests that wait for their response.
  package var count: Int { underWay.count }

  /// - Throws: `HTTPError`; `CancellationError` as soon as the task is cancelled; the transfer has ended by
  ///   then.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !Task.isCancelled else { throw CancellationError() }
    let address = try HTTPAddress(request.url)
    try Self.check(request.headers, for: address.host)
    let deadline = EventLoop.now + max(.milliseconds(1), request.timeout)
    switch request.destination {
    case .memory: return try await receive(request, from: address, until: deadline)
    case .file(let path, let resume):
      let sink = try await ResumableFile.open(path, resume: resume, request, host: address.host)
      do {
        let response = try await download(request, from: address, to: sink, until: deadline)
        await sink.leave(after: nil)
        return response
      } catch {
        await sink.leave(after: (error as? HTTPError)?.kind)
        throw error
      }
    }
  }

  /// Sends it in a task of its own, which can be cancelled while another waits for its response.
  package func start(_ request: HTTPRequest) -> Task<Result<HTTPResponse, any Error>, Never> {
    LoopTask.start {
      do {
        return .success(try await self.send(request))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Fails all running requests, closes the connections, and refuses later requests.
  package func close() {
    isClosed = true
    for transfer in Array(underWay.values) { transfer.fail(Self.closed(transfer.address.host)) }
    multi?.close()
    multi = nil
    names.close()
  }

  private func receive(
    _ request: HTTPRequest, from address: HTTPAddress, until deadline: LoopInstant
  ) async throws -> HTTPResponse {
    let sink = MemorySink(maxBytes: request.maxBytes, host: address.host)
    let head = try await follow(
      request, from: address, headers: Gunzip.accepting(request.headers), to: sink, until: deadline)
    let body = try await Gunzip.inflate(sink.bytes, maxBytes: request.maxBytes, host: address.host)
    return HTTPResponse(
      status: head.status, headers: head.headers, body: body, version: head.version,
      retryAfter: head.retryAfter)
  }

  private func download(
    _ request: HTTPRequest, from address: HTTPAddress, to sink: ResumableFile, until deadline: LoopInstant
  ) async throws -> HTTPResponse {
    // A second time if the bytes on the disk turn out to be unusable.
    for _ in 0..<2 {
      let head: ResponseHead
      do {
        head = try await follow(
          request, from: address, headers: request.headers + sink.headers, to: sink, until: deadline)
      } catch  where sink.isUnfit {
        sink.startOver()
        continue
      }
      let isFile = try await sink.finish(head)
      if sink.isUnfit {
        sink.startOver()
        continue
      }
      return HTTPResponse(
        status: head.status, headers: head.headers, body: isFile ? [] : sink.elsewhere, version: head.version,
        isFile: isFile, retryAfter: head.retryAfter)
    }
    throw HTTPError(
      .other, host: address.host, "the server sent other parts of the file than requested")
  }

  /// The response after redirects.
  private func follow(
    _ request: HTTPRequest, from start: HTTPAddress, headers: [HTTPHeader], to sink: any BodySink,
    until deadline: LoopInstant
  ) async throws -> ResponseHead {
    var (address, headers) = (start, headers)
    for _ in 0...Redirect.maxCount {
      let options = TransferOptions(
        address: address, headers: headers, connectTimeout: request.connectTimeout,
        configuration: configuration, isFile: request.destination != .memory, method: request.method,
        body: request.body)
      let (head, location) = try await transfer(
        options, to: sink, until: deadline, for: request)
      guard let location else { return head }
      guard request.method == .get else {
        throw HTTPError(.redirect, host: address.host, "a redirect of a \(request.method.rawValue)")
      }
      let target = try Redirect.target(of: location, from: address)
      headers = Redirect.headers(headers, from: address, to: target)
      address = target
    }
    throw HTTPError(.redirect, host: address.host, "more than \(Redirect.maxCount) redirects")
  }

  private func transfer(
    _ options: TransferOptions, to sink: any BodySink, until deadline: LoopInstant, for request: HTTPRequest
  ) async throws -> (ResponseHead, String?) {
    var options = options
    let host = options.address.host
    try await CurlLibrary.load(for: host)
    try Task.checkCancellation()
    options.hosts = try await known(options, until: deadline)
    let now = EventLoop.now
    guard deadline > now else { throw HTTPError(.timeout, host: host, "timed out: no response") }
    let multi = try makeMulti(for: host)
    guard let easy = options.makeEasy() else { throw HTTPError(.other, host: host, "out of memory") }
    let transfer = Transfer(options.address, easy, on: multi, to: sink, secrets: options.secrets)
    sink.attach(transfer)
    transfer.onConnect = request.onConnect
    if let onProgress = request.onProgress { transfer.onBytes = { onProgress(sink.offset + $0, sink.total) } }
    let key = ObjectIdentifier(transfer)
    underWay[key] = transfer
    defer { underWay[key] = nil }
    do {
      let location = try await transfer.run(for: deadline - now)
      return (transfer.head, location)
    } catch let error as HTTPError where [.connect, .timeout].contains(error.kind) {
      for known in options.hosts { names.forget(known.name) }
      throw error
    }
  }

  /// The addresses of all names that curl would look up.
  private func known(_ options: TransferOptions, until deadline: LoopInstant) async throws -> [KnownHost] {
    var hosts: [KnownHost] = []
    for (name, port, isProxy) in options.unknownHosts {
      do {
        let addresses = try await names.addresses(
          of: name, within: max(.milliseconds(1), options.connectTimeout), until: deadline)
        hosts.append(KnownHost(name: name, port: port, addresses: addresses))
      } catch let error as HTTPError where isProxy && error.kind == .resolve {
        throw HTTPError(.proxy, host: options.address.host, "the proxy \(name): \(error.detail)")
      }
    }
    return hosts
  }

  private func makeMulti(for host: String) throws(HTTPError) -> CurlMulti {
    guard !isClosed else { throw Self.closed(host) }
    if multi?.isBroken == true {
      for transfer in Array(underWay.values) { transfer.fail(Self.closed(transfer.address.host)) }
      multi?.close()
      multi = nil
    }
    guard let multi = multi ?? CurlMulti() else { throw HTTPError(.other, host: host, "out of memory") }
    self.multi = multi
    multi.setMaximumConnections(max(1, configuration.maxConnections))
    return multi
  }

  /// A line break in a header would start another one.
  private static func check(_ headers: [HTTPHeader], for host: String) throws(HTTPError) {
    for header in headers {
      let isName =
        !header.name.isEmpty
        && header.name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: ":") }
      guard isName, header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
        throw HTTPError(.other, host: host, "a request header has invalid characters")
      }
    }
  }

  private static func closed(_ host: String) -> HTTPError {
    HTTPError(.other, host: host, "the connections are closed: the daemon is shutting down")
  }
}
