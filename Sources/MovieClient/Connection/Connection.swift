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

/// `sockaddr_un` of [unix(7)](https://man7.org/linux/man-pages/man7/unix.7.html).
enum SocketAddress {
  /// Connects, waiting while the listener's backlog is full.
  ///
  /// - Returns: 0, or an errno: EAGAIN when the deadline passed.
  static func reach(_ descriptor: CInt, _ path: String, _ deadline: Deadline) -> CInt {
    // A non-blocking connect returns EAGAIN for a full backlog and poll(2) then never wakes; a blocking one
    // waits for room, and SO_SNDTIMEO limits it.
    let milliseconds = Int(deadline.remainingMilliseconds)
    guard milliseconds > 0 else { return EAGAIN }
    var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return with(path) { connect(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  static func with<T>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      // One byte is left for the closing NUL; callers have rejected longer paths.
      for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// The user at the other end. In /tmp anyone could have put a socket where the client expects ours, and would
/// learn what is searched for.
enum PeerCheck {
  static func require(_ descriptor: CInt, path: String, myself: UInt32) throws(CommandError) {
    guard let peer = credentials(descriptor) else { return }
    guard isTrusted(peer.uid, myself: myself) else {
      throw .unreachable(
        "\(path) belongs to user \(peer.uid), not to you",
        hint: "use another socket: --socket PATH, or MOVIERPC_SOCKET in the environment")
    }
  }

  /// Root could read everything anyway.
  static func isTrusted(_ uid: UInt32, myself: UInt32) -> Bool {
    uid == myself || uid == 0
  }

  /// The credentials of the process that called listen(2).
  static func credentials(_ descriptor: CInt) -> LibC.PeerCredentials? {
    var peer = LibC.PeerCredentials()
    var size = socklen_t(MemoryLayout<LibC.PeerCredentials>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
    return peer
  }
}

/// [poll(2)](https://man7.org/linux/man-pages/man2/poll.2.html) for one descriptor.
enum Wait {
  enum Readiness { case readable, writable }

  /// Also returns when the peer is gone: the read or write that follows reports that.
  ///
  /// - Returns: false when the deadline passed first.
  static func until(_ readiness: Readiness, _ descriptor: CInt, _ deadline: Deadline) -> Bool {
    let events = Int16(readiness == .readable ? POLLIN : POLLOUT)
    while true {
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&entry, 1, deadline.remainingMilliseconds)
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return !deadline.hasPassed }
    }
  }

  static func pause(milliseconds: CInt) {
    poll(nil, 0, milliseconds)
  }
}
