import CCurl
import EventLoop

/// One request and its response, without following redirects.
///
/// It ends once: by curl, by its deadline, by its task's cancellation or with the whole client. The first of
/// them removes it from curl, which closes the connection if the transfer is not complete.
@LoopActor final class Transfer: EndOfTurn {
  let address: HTTPAddress
  private(set) var head = ResponseHead()
  private let easy: CurlEasy
  private let multi: CurlMulti
  private let sink: any BodySink
  private let secrets: [String]
  private let timer = LoopTimer()

  private var continuation: CheckedContinuation<Result<String?, any Error>, Never>?
  private var result: Result<String?, any Error>?
  /// Why we made curl stop.
  private var refusal: HTTPError?
  private var hasBegun = false

  /// Called with the total received, at the end of a turn in which bytes arrived.
  var onBytes: (@LoopActor (Int64) -> Void)?
  /// See `HTTPRequest.onConnect`. That TCP connects says only that the server's kernel is there.
  var onConnect: (@LoopActor () -> Void)?
  private var received: Int64 = 0
  private var isNotificationScheduled = false

  /// - Parameters:
  ///   - easy: with its options set; closed by this transfer.
  ///   - secrets: text that no error may quote.
  init(
    _ address: HTTPAddress, _ easy: CurlEasy, on multi: CurlMulti, to sink: any BodySink, secrets: [String]
  ) {
    (self.address, self.easy, self.multi) = (address, easy, multi)
    (self.sink, self.secrets) = (sink, secrets)
    let own = Unmanaged.passUnretained(self).toOpaque()
    easy.set(CURLOPT_HEADERFUNCTION, receiveHeader)
    easy.set(CURLOPT_HEADERDATA, own)
    easy.set(CURLOPT_WRITEFUNCTION, receiveBody)
    easy.set(CURLOPT_WRITEDATA, own)
    easy.setConnected(hasConnected, own)
  }

  /// - Returns: the target of a redirect.
  /// - Throws: `HTTPError`, `CancellationError`.
  func run(for limit: Duration) async throws -> String? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { start(limit, $0) }
    } onCancel: {
      LoopTask.start { self.finish(.failure(CancellationError())) }
    }
    return try result.get()
  }

  private func start(
    _ limit: Duration, _ continuation: CheckedContinuation<Result<String?, any Error>, Never>
  ) {
    // A cancellation may have come first.
    if let result { return continuation.resume(returning: result) }
    self.continuation = continuation
    timer.start(after: limit) { [self] in
      let phase = head.status == 0 ? "no response" : "incomplete response"
      // The connection may be dead without an error, as after the machine slept. With HTTP/2 curl would go on
      // using it, and every request until the kernel gives it up would time out here.
      easy.set(CURLOPT_FORBID_REUSE, 1)
      fail(HTTPError(.timeout, host: address.host, "timed out: \(phase)"))
    }
    multi.add(easy) { [self] in ended($0) }
  }

  func fail(_ error: HTTPError) { finish(.failure(error)) }

  /// Call this after the sink was full.
  func resume() { if result == nil { multi.resume(easy) } }

  private func ended(_ code: CURLcode) {
    if let refusal { return fail(refusal) }
    if easy.hasSentRequest, !head.isComplete, Self.tooLarge.contains(code) { return fail(longHeaders) }
    guard code == CURLE_OK else { return fail(easy.fault(code).error(at: address, hiding: secrets)) }
    guard head.status != 0 else {
      return fail(HTTPError(.other, host: address.host, "not an HTTP response"))
    }
    head.retryAfter = easy.retryAfter
    finish(.success(isRedirect ? easy.text(CURLINFO_REDIRECT_URL) : nil))
  }

  private func finish(_ result: Result<String?, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    multi.remove(easy)
    easy.close()
    timer.close()
    if isNotificationScheduled { notify() }
    (onBytes, onConnect) = (nil, nil)
    continuation?.resume(returning: result)
    continuation = nil
  }

  private var isRedirect: Bool { Redirect.isOne(status: head.status) && head.headers["Location"] != nil }

  // MARK: In curl's callbacks

  fileprivate func connected() {
    if address.isSecure, easy.hasNewConnection { onConnect?() }
  }

  fileprivate func receive(header line: String) -> Bool {
    if hasBegun || head.receive(line) { return true }
    refusal = longHeaders
    return false
  }

  /// The error of curl for a single line of more than 100 KB: up to 8.6 CURLE_OUT_OF_MEMORY, then
  /// CURLE_TOO_LARGE.
  private static let tooLarge = [CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100)]

  private var longHeaders: HTTPError {
    HTTPError(
      .other, host: address.host, "the response headers are longer than \(ResponseHead.maxBytes) bytes")
  }

  /// The return value for curl's callback.
  fileprivate func receive(body: UnsafeRawBufferPointer) -> Int {
    if isRedirect { return body.count }
    do throws(HTTPError) {
      if !hasBegun {
        hasBegun = true
        try sink.begin(head)
      }
      if case .full = try sink.write(body) { return Int(CURL_WRITEFUNC_PAUSE) }
    } catch {
      refusal = error
      return 0
    }
    received += Int64(body.count)
    if onBytes != nil, !isNotificationScheduled {
      isNotificationScheduled = true
      EventLoop.atEndOfTurn(self)
    }
    return body.count
  }

  /// Not from curl's callback: the observer may do anything.
  func endOfTurn() { notify() }

  private func notify() {
    isNotificationScheduled = false
    onBytes?(received)
  }

  fileprivate nonisolated static func of(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
    pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// Memory owned by curl, valid during a callback.
private struct BorrowedBytes: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
}

private func hasConnected(
  _ transfer: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?,
  _: CInt, _: CInt
) -> CInt {
  guard let transfer = Transfer.of(transfer) else { return CInt(CURL_PREREQFUNC_ABORT) }
  LoopActor.assumeIsolated { transfer.connected() }
  return CInt(CURL_PREREQFUNC_OK)
}

private func receiveHeader(
  _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer = Transfer.of(transfer) else { return 0 }
  let length = size * count
  let line = String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  return LoopActor.assumeIsolated { transfer.receive(header: line) } ? length : 0
}

private func receiveBody(
  _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let transfer = Transfer.of(transfer) else { return 0 }
  let lent = BorrowedBytes(bytes: UnsafeRawBufferPointer(start: start, count: size * count))
  return LoopActor.assumeIsolated { transfer.receive(body: lent.bytes) }
}
