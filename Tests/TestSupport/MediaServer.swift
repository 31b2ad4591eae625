import Foundation
import Synchronization

/// A file server on this machine, behaving as a good server, with ranges and tags, or as a bad one: it cuts
/// connections, changes files and reports wrong lengths when the test requires it. Every connection has a
/// thread.
package final class MediaServer: Sendable {
  package struct Request: Sendable {
    /// From 1.
    package let number: Int
    package let path: String
    /// Names in lowercase.
    package let headers: [String: String]

    /// Of `Range: bytes=N-`
    package var begin: Int? {
      headers["range"].flatMap { $0.hasPrefix("bytes=") ? Int($0.dropFirst(6).prefix { $0 != "-" }) : nil }
    }
  }

  /// How one request is answered.
  package struct Answer: Sendable {
    package var file: MediaFile
    package var tag: String
    /// Another status in place of the right one, without the file.
    package var status: Int?
    /// Further headers of a status or a body: `Retry-After: 5`
    package var headers: [String] = []
    package var contentType = "video/mp4"
    /// Sent instead of the file.
    package var body: [UInt8]?
    /// The connection ends after this many bytes of the body.
    package var cut: Int?
    /// The value of `Content-Length`.
    package var claimedLength: Int?
    /// The size of the whole file in `Content-Range`.
    package var claimedTotal: Int?
    /// Ranges are not supported.
    package var ignoresRanges = false
    /// After this many bytes only two a second are sent, until the client disconnects. With none it would
    /// give up after some time, which may pass between two steps of a test on a busy machine.
    package var hang: Int?

    package init(_ file: MediaFile, tag: String = "\"1\"") { (self.file, self.tag) = (file, tag) }

    package init(status: Int, _ body: [UInt8] = [], contentType: String = "application/json") {
      self.init(MediaFile(size: 0))
      (self.status, self.body, self.contentType) = (status, body, contentType)
    }
  }

  private struct State {
    var requests: [Request] = []
    var open: [String: Int] = [:]
    var maxOpen = 0
    var twice: Set<String> = []
  }

  package let port: UInt16
  private let listener: CInt
  private let state = Mutex(State())
  private let answer: @Sendable (Request) -> Answer

  /// - Parameter isReached: false: its port is taken and refuses connections, until ``listen()``.
  package init(isReached: Bool = true, _ answer: @escaping @Sendable (Request) -> Answer) throws {
    self.answer = answer
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { [listener] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else {
      throw Program.Fault(description: "no port: \(String(cString: strerror(errno)))")
    }
    port = UInt16(bigEndian: address.sin_port)
    if isReached { try listen() }
  }

  package func listen() throws {
    guard Glibc.listen(listener, 1024) == 0 else {
      throw Program.Fault(description: "cannot listen: \(String(cString: strerror(errno)))")
    }
    Thread.detachNewThread { [weak self, listener] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        guard let self else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
  }

  package var address: String { "http://127.0.0.1:\(port)" }
  package var requests: [Request] { state.withLock { $0.requests } }
  /// The maximum number of concurrent answers.
  package var maxOpen: Int { state.withLock { $0.maxOpen } }
  /// Paths that were requested while they were already being sent.
  package var sentTwice: Set<String> { state.withLock { $0.twice } }

  package func forget() { state.withLock { $0 = State(open: $0.open) } }

  private func serve(_ connection: CInt) {
    defer { close(connection) }
    var on: CInt = 1
    setsockopt(connection, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    while let head = Self.head(connection) {
      let request = state.withLock { state in
        let request = Self.request(head, number: state.requests.count + 1)
        Self.skip(Int(request.headers["content-length"] ?? "") ?? 0, connection)
        state.requests.append(request)
        state.open[request.path, default: 0] += 1
        if state.open[request.path, default: 0] > 1 { state.twice.insert(request.path) }
        state.maxOpen = max(state.maxOpen, state.open.values.reduce(0, +))
        return request
      }
      let goesOn = send(answer(request), request, connection)
      state.withLock { $0.open[request.path, default: 1] -= 1 }
      guard goesOn else { return }
    }
  }

  /// False: close the connection.
  private func send(_ answer: Answer, _ request: Request, _ connection: CInt) -> Bool {
    if answer.status != nil || answer.body != nil {
      let body = answer.body ?? []
      let lines = ["Content-Length: \(body.count)", "Content-Type: \(answer.contentType)"] + answer.headers
      return Self.write(Self.head(answer.status ?? 200, lines) + body, connection)
    }
    let size = answer.file.size
    var (begin, status) = (0, 200)
    if let wanted = request.begin, !answer.ignoresRanges,
      request.headers["if-range"] ?? answer.tag == answer.tag
    {
      guard wanted < size else {
        return Self.write(
          Self.head(416, ["Content-Range: bytes */\(size)", "Content-Length: 0"]), connection)
      }
      (begin, status) = (wanted, 206)
    }
    var lines = [
      "ETag: \(answer.tag)", "Content-Type: \(answer.contentType)",
      "Content-Length: \(answer.claimedLength ?? size - begin)",
    ]
    if status == 206 {
      lines.append("Content-Range: bytes \(begin)-\(size - 1)/\(answer.claimedTotal ?? size)")
    }
    guard Self.write(Self.head(status, lines), connection) else { return false }
    var sent = 0
    let end = begin + min(size - begin, answer.cut ?? .max, answer.hang ?? .max)
    while begin + sent < end {
      let bytes = answer.file.bytes(from: begin + sent, to: end)
      guard Self.write(bytes, connection) else { return false }
      sent += bytes.count
    }
    if answer.hang != nil {
      var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, 500) == 0 {
        let byte = answer.file.bytes(from: begin + sent, to: begin + sent + 1)
        guard Self.write(byte, connection) else { break }
        sent += byte.count
      }
    }
    return answer.cut == nil && answer.hang == nil && answer.claimedLength == nil
  }

  private static func head(_ status: Int, _ lines: [String]) -> [UInt8] {
    Array((["HTTP/1.1 \(status) Said"] + lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  private static func head(_ connection: CInt) -> String? {
    var bytes: [UInt8] = []
    while bytes.suffix(4) != [13, 10, 13, 10] {
      var byte: UInt8 = 0
      guard bytes.count < 65_536, recv(connection, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The body of a POST.
  private static func skip(_ count: Int, _ connection: CInt) {
    var byte: UInt8 = 0
    for _ in 0..<count where recv(connection, &byte, 1, 0) != 1 { return }
  }

  private static func request(_ head: String, number: Int) -> Request {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return Request(number: number, path: words.count > 1 ? String(words[1]) : "", headers: headers)
  }

  private static func write(_ bytes: [UInt8], _ connection: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
