import Glibc
import JSONRPC

/// A connection to the daemon that reads and writes lines, each call with a deadline.
///
/// Every call on the socket is non-blocking and waits in poll(2), so no peer can block the client longer.
package final class Connection {
  package let path: String
  package let descriptor: CInt
  /// Bytes after the last line returned; the search for a line end continues at `scanned`.
  private var received: [UInt8] = []
  private var scanned = 0
  /// The daemon closed the connection before it had read all that was sent: ECONNRESET of
  /// [unix(7)](https://man7.org/linux/man-pages/man7/unix.7.html).
  private(set) var wasReset = false

  /// Twice the maximum size of a message in the contract.
  package static let maxLineLength = 2 << 20

  private init(path: String, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// - Returns: nil when no daemon listens there.
  package static func open(path: String, _ deadline: Deadline) throws(CommandError) -> Connection? {
    let descriptor = socket(AF_UNIX, LibC.streamSocket, 0)
    guard descriptor >= 0 else { throw .unreachable("a socket cannot be opened: \(LibC.message(errno))") }
    let connection = Connection(path: path, descriptor: descriptor)
    let problem = SocketAddress.reach(descriptor, path, deadline)
    switch problem {
    case 0: break
    case ENOENT, ECONNREFUSED, ENOTDIR: return nil
    case EAGAIN, EINPROGRESS, EINTR: throw deadline.failure
    default: throw .unreachable("\(path): \(LibC.message(problem))")
    }
    try PeerCheck.require(descriptor, path: path, myself: getuid())
    return connection
  }

  /// - Returns: false when the daemon has disconnected; its earlier lines may still be readable.
  package func send(_ bytes: [UInt8], _ deadline: Deadline) throws(CommandError) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { LibC.sendNow(descriptor, $0[sent...]) }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        guard Wait.until(.writable, descriptor, deadline) else { throw deadline.failure }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// The next line without its end, or nil when the daemon closed the connection.
  package func line(_ deadline: Deadline) throws(CommandError) -> [UInt8]? {
    while true {
      if let line = try arrivedLine() { return line }
      guard Wait.until(.readable, descriptor, deadline) else { throw deadline.failure }
      guard receive() else { return nil }
    }
  }

  /// The next line that is here already; nil: none is complete.
  package func arrivedLine() throws(CommandError) -> [UInt8]? {
    if let end = received[scanned...].firstIndex(of: .newline) {
      let line = Array(received[..<end])
      received.removeFirst(end + 1)
      scanned = 0
      return line
    }
    scanned = received.count
    guard scanned <= Self.maxLineLength else {
      throw CommandError(
        .failed, "a reply has more than \(Self.maxLineLength) bytes", kind: "limit_exceeded")
    }
    return nil
  }

  /// Reads what has arrived. Never waits.
  ///
  /// - Returns: false at the end.
  package func receive() -> Bool {
    let count = LibC.receiveNow(descriptor, Self.chunk, into: &received)
    let problem = errno
    if count > 0 { return true }
    wasReset = count < 0 && problem == ECONNRESET
    return count < 0 && (problem == EAGAIN || problem == EINTR)
  }

  private static let chunk = 32_768

  /// The pid of the listening process; nil if the kernel does not report it.
  package var peerPID: CInt? {
    PeerCheck.credentials(descriptor).map(\.pid)
  }
}
