import Glibc
package import JSONRPC
import MovieProtocol

/// A blocking client that keeps tests simple: writes lines, reads lines, waits at most some seconds.
package final class LineClient {
  private let descriptor: CInt
  private var buffer: [UInt8] = []
  private let patience: Int32

  package struct Fault: Error, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
  }

  package init(descriptor: CInt, patience seconds: Int = 240) {
    self.descriptor = descriptor
    patience = Int32(seconds * 1000)
  }

  package convenience init(path: String, patience seconds: Int = 240) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in room.copyBytes(from: path.utf8.prefix(107)) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      close(descriptor)
      throw Fault(description: "connect \(path): \(String(cString: strerror(errno)))")
    }
    self.init(descriptor: descriptor, patience: seconds)
  }

  deinit { close(descriptor) }

  package func send(_ text: String) throws {
    try send(Array((text + "\n").utf8))
  }

  package func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Fault(description: "send: \(String(cString: strerror(errno)))") }
      sent += count
    }
  }

  /// Sends until the daemon has taken nothing for `milliseconds`; returns the number of bytes sent.
  package func sendWhileTaken(_ bytes: [UInt8], patience milliseconds: Int32 = 100) -> Int {
    var sent = 0
    while sent < bytes.count {
      var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&one, 1, milliseconds) == 1 else { break }
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Whether there is something to read now.
  package var hasInput: Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !buffer.isEmpty || poll(&one, 1, 0) == 1
  }

  /// Reads the available bytes, waiting for some, and buffers them for the next reader.
  package func gather() throws { guard try fill() else { throw Fault(description: "the stream ended") } }

  /// All remaining bytes, up to the end of the stream.
  package func rest() throws -> [UInt8] {
    while try fill() {}
    defer { buffer = [] }
    return buffer
  }

  /// All remaining lines.
  package func lines() throws -> [String] {
    try rest().split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  package func shutDown() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next line without its end; nil at the end of the stream.
  package func line() throws -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard try fill() else { return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self) }
    }
  }

  package func bytes(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { guard try fill() else { throw Fault(description: "the stream ended") } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  package func reply() throws -> JSONValue {
    guard let line = try line() else { throw Fault(description: "the stream ended") }
    return try JSONValue(parsing: line)
  }

  /// Sends one request and returns its reply, which must match the method's schema.
  package func call(_ text: String) throws -> JSONValue {
    try send(text)
    let reply = try reply()
    if let name = (try? JSONValue(parsing: text))?["method"]?.stringValue,
      let method = MethodTable.method(named: name)
    {
      let faults = SchemaCheck.faults(in: reply, of: method)
      guard faults.isEmpty else { throw Fault(description: "\(name): \(faults.joined(separator: "; "))") }
    }
    return reply
  }

  /// False at the end of the stream; a reset connection has also ended.
  private func fill() throws -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&one, 1, patience) == 1 else { throw Fault(description: "no answer in \(patience) ms") }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw Fault(description: "recv: \(String(cString: strerror(errno)))") }
    buffer += chunk[..<count]
    return count > 0
  }
}
