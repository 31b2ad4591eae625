import CCurl
package import EventLoop
import Glibc

/// An encrypted connection for another protocol than HTTP: libcurl connects, checks the certificate and
/// encrypts (https://curl.se/libcurl/c/CURLOPT_CONNECT_ONLY.html).
@LoopActor package final class TLSConnection: EndOfTurn {
  /// A record of TLS has no more.
  private static let pieceBytes = 16_384

  /// Bytes to send: append, then call `setNeedsWrite`. They are sent at the end of the turn.
  package var output: [UInt8] = []
  private let address: HTTPAddress
  private let easy: CurlEasy
  private let multi: CurlMulti
  /// Of curl's socket, once the handshake is complete.
  private var source: PollSource?
  private var onRead: (@LoopActor (Span<UInt8>) -> Void)?
  private var onEnd: (@LoopActor (HTTPError?) -> Void)?
  /// Why the server has ended the session, in the words of curl's log: the error buffer has only the first
  /// error, which may be that the server is gone.
  fileprivate var alert: String?
  /// What is being sent, and how much of it was. OpenSSL wants the same bytes at the same address again until it
  /// has taken them (https://docs.openssl.org/3.0/man3/SSL_write/), so nothing is appended meanwhile.
  private var sending: [UInt8] = []
  private var sent = 0
  private var isWriteScheduled = false
  private var isClosed = false

  private init(_ address: HTTPAddress, _ easy: CurlEasy, _ multi: CurlMulti) {
    (self.address, self.easy, self.multi) = (address, easy, multi)
  }

  /// - Parameters:
  ///   - host: whose certificate the server must have; a name, or a numeric address.
  ///   - addresses: of that name.
  ///   - certificates: the file of those to trust; nil: `CURL_CA_BUNDLE`, `SSL_CERT_FILE`, else those of the
  ///     system.
  /// - Throws: `HTTPError`, `CancellationError`.
  package static func open(
    to host: String, port: UInt16, at addresses: [String], trusting certificates: String?,
    until deadline: LoopInstant
  ) async throws -> TLSConnection {
    let address = try HTTPAddress("https://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    try await CurlLibrary.load(for: host)
    guard let multi = CurlMulti(), let easy = CurlEasy() else {
      throw HTTPError(.other, host: host, "out of memory")
    }
    let connection = TLSConnection(address, easy, multi)
    easy.set(CURLOPT_CONNECT_ONLY, 1)
    easy.set(CURLOPT_URL, address.url)
    easy.set(CURLOPT_PROTOCOLS_STR, "https")
    easy.set(CURLOPT_SSL_ENABLE_ALPN, 0)
    // For the share of each address. Our timer ends it before.
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(0, (deadline - EventLoop.now).milliseconds)) + 1000)
    easy.set(CURLOPT_NOSIGNAL, 1)
    easy.set(CURLOPT_PROXY, "")
    easy.setTLS(trusting: certificates)
    easy.setLog(logged, Unmanaged.passUnretained(connection).toOpaque())
    if address.hasName {
      easy.setAddresses([KnownHost(name: address.host, port: address.port, addresses: addresses)])
    }
    do {
      try await connection.connect(until: deadline)
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  private func connect(until deadline: LoopInstant) async throws {
    let result = OneResult<CURLcode>()
    let timer = LoopTimer()
    defer { timer.close() }
    timer.start(at: deadline) { result.end(CURLE_OPERATION_TIMEDOUT) }
    multi.add(easy) { result.end($0) }
    let code = try await result.value()
    guard code == CURLE_OK, let socket = easy.socket else { throw error(code) }
    source = try PollSource(descriptor: socket)
  }

  /// Begins to read.
  ///
  /// - Parameter onEnd: called once, with the connection closed; nil: the server has closed it.
  package func start(
    onRead: @escaping @LoopActor (Span<UInt8>) -> Void,
    onEnd: @escaping @LoopActor (HTTPError?) -> Void
  ) {
    (self.onRead, self.onEnd) = (onRead, onEnd)
    watch()
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    (onRead, onEnd, output) = (nil, nil, [])
    // Before curl closes its descriptor.
    source?.close()
    multi.remove(easy)
    multi.close()
    easy.close()
    (sending, sent) = ([], 0)
  }

  /// Bytes that were not sent yet.
  package var waitingBytes: Int { output.count + sending.count - sent }

  /// The kernel holds bytes of the server.
  package var hasInput: Bool {
    var byte: UInt8 = 0
    guard !isClosed, let socket = easy.socket else { return false }
    return recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
  }

  /// Schedules `output` to be sent at the end of this turn.
  package func setNeedsWrite() {
    guard !isWriteScheduled, !isClosed else { return }
    isWriteScheduled = true
    EventLoop.atEndOfTurn(self)
  }

  package func endOfTurn() {
    isWriteScheduled = false
    write()
  }

  private func watch() {
    source?.start(readable: true, writable: waitingBytes > 0) { [self] happened in
      read()
      if happened.contains(.failed) {
        end(HTTPError(.reset, host: address.host, "connection lost"))
      }
      if happened.contains(.writable) { write() }
    }
  }

  private func write() {
    while !isClosed, waitingBytes > 0 {
      if sent == sending.count { (sending, output, sent) = (output, [], 0) }
      let bytes = sending
      var count = 0
      let code = easy.send(bytes.span.extracting(sent...), &count)
      sent += count
      if code == CURLE_AGAIN { break }
      guard code == CURLE_OK else {
        // The server may have said why it does not read.
        read()
        return isClosed ? () : end(error(code))
      }
    }
    guard !isClosed else { return }
    if sent == sending.count { (sending, sent) = ([], 0) }
    watch()
  }

  private func read() {
    var (piece, count) = ([UInt8](repeating: 0, count: Self.pieceBytes), 0)
    while !isClosed {
      let code = easy.receive(&piece, &count)
      if code == CURLE_AGAIN { return }
      guard code == CURLE_OK, count > 0 else { return end(code == CURLE_OK ? nil : error(code)) }
      onRead?(piece.span.extracting(first: count))
    }
  }

  private func end(_ error: HTTPError?) {
    let onEnd = onEnd
    close()
    onEnd?(error)
  }

  private func error(_ code: CURLcode) -> HTTPError {
    if code == CURLE_OPERATION_TIMEDOUT {
      return multi.hasPeer
        ? HTTPError(.tls, host: address.host, "no TLS handshake in time")
        : HTTPError(.connect, host: address.host, "connection timed out")
    }
    // A refusal of our certificate comes after the handshake.
    if let alert { return HTTPError(.tls, host: address.host, alert) }
    return easy.fault(code).error(at: address, hiding: [])
  }
}

private func logged(
  _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ text: UnsafeMutablePointer<CChar>?, _ size: Int,
  _ connection: UnsafeMutableRawPointer?
) -> CInt {
  guard kind == CURLINFO_TEXT, let connection else { return 0 }
  let line = String(decoding: UnsafeRawBufferPointer(start: text, count: size), as: UTF8.self)
  guard line.contains(" alert ") else { return 0 }
  let own = Unmanaged<TLSConnection>.fromOpaque(connection).takeUnretainedValue()
  LoopActor.assumeIsolated { own.alert = String(line.prefix { $0 != "\n" }) }
  return 0
}
