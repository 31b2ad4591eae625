import Glibc
import TestSupport
import Synchronization

/// A TCP server that does to each connection what the test says, on a thread of its own, with blocking calls.
final class RawServer: Sendable {
  let port: Int
  private let descriptor: CInt
  let connections = Noted<Peer>()
  /// Connections that this side has not closed.
  var openCount: Int { connections.all.count { $0.isOpen } }

  /// - Parameter serve: the connection is closed when it returns.
  init(serve: @escaping @Sendable (Peer) -> Void) throws {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = SocketAddress.loopback(0)
    guard
      SocketAddress.pass(&address, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0
    else { throw Fault(what: "bind: \(String(cString: strerror(errno)))") }
    self.descriptor = descriptor
    port = SocketAddress.port(of: descriptor)
    let connections = connections
    startThread {
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        let peer = Peer(connection)
        connections.note(peer)
        startThread {
          serve(peer)
          peer.close()
        }
      }
      // Here, so that nobody else's descriptor has the number while this thread uses it.
      close(descriptor)
    }
  }

  /// Answers every request of a connection, one after the other.
  convenience init(answering answer: @escaping @Sendable (String) -> String) throws {
    try self.init { peer in
      while let request = peer.request() { peer.send(answer(request)) }
    }
  }

  deinit {
    // Wakes the thread in accept, which then ends.
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  struct Fault: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
  }
}

/// One connection, as the server sees it.
final class Peer: Sendable {
  private let descriptor: CInt
  private enum Life { case open, ended, closed }
  private let life = Mutex(Life.open)
  var isOpen: Bool { life.withLock { $0 == .open } }

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
    var yes: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
  }

  /// The next request with its empty line; nil when there is none any more.
  func request() -> String? {
    var bytes: [UInt8] = []
    while bytes.suffix(4) != [13, 10, 13, 10] {
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func bytes(atMost count: Int = 65_536) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &bytes, count, 0)
    return Array(bytes.prefix(max(0, received)))
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Until the other side has closed, or reset, the connection.
  func waitForEnd() { while !bytes().isEmpty {} }

  func shutdownWriting() {
    life.withLock { if $0 == .open { shutdown(descriptor, CInt(SHUT_WR)) } }
  }

  /// The descriptor stays until nobody has this object any more: another thread may be about to use it, and by then
  /// its number may be that of another test's connection.
  func close() {
    life.withLock { life in
      if life == .open { shutdown(descriptor, CInt(SHUT_RDWR)) }
      if life == .open { life = .ended }
    }
  }

  /// Closes with a reset. No other thread may use it meanwhile.
  func reset() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    reallyClose()
  }

  private func reallyClose() {
    life.withLock { life in
      if life != .closed { Glibc.close(descriptor) }
      life = .closed
    }
  }

  deinit { reallyClose() }

  static func connect(to port: Int) -> Peer? {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = SocketAddress.loopback(UInt16(truncatingIfNeeded: port))
    guard SocketAddress.pass(&address, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    return Peer(descriptor)
  }
}

/// What threads note, for tests to wait for.
final class Noted<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let state = Mutex(State())

  var all: [Value] { state.withLock { $0.values } }

  func note(_ value: Value) {
    let ready = state.withLock { state in
      state.values.append(value)
      let count = state.values.count
      let ready = state.waiting.filter { $0.count <= count }
      state.waiting.removeAll { $0.count <= count }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  func until(count: Int) async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if state.values.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isSo { continuation.resume() }
    }
  }
}

enum SocketAddress {
  static func loopback(_ port: UInt16) -> sockaddr_in {
    sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
      sin_addr: in_addr(s_addr: UInt32(0x7f00_0001).bigEndian),
      sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
  }

  static func pass(_ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt
  {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  static func port(of descriptor: CInt) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

extension RawServer {
  /// The same bytes for every request.
  convenience init(serving body: [UInt8], headers: [String] = []) throws {
    let head = ["HTTP/1.1 200 OK", "Content-Length: \(body.count)"] + headers + ["", ""]
    try self.init { peer in
      while peer.request() != nil { peer.send(Array(head.joined(separator: "\r\n").utf8) + body) }
    }
  }
}
