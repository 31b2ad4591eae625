internal import CLibuv
private import Glibc

/// The process at the other end, as the kernel recorded it when the connection was made (`SO_PEERCRED`,
/// unix(7)).
package struct PeerCredentials: Equatable, Sendable {
  /// Nil where the kernel has no number for it: it runs in a PID namespace that this one does not contain.
  package let pid: Int32?
  package let uid: UInt32
  package let gid: UInt32
}

extension UnixStream {
  /// nil when the stream is closing, or is not a Unix domain socket.
  package var peer: PeerCredentials? {
    var descriptor: CInt = -1
    guard !isClosing, uv_fileno(raw, &descriptor) == 0 else { return nil }
    // `struct ucred`, which Glibc's module does not show.
    var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
    return PeerCredentials(credentials)
  }
}

extension PeerCredentials {
  /// - Parameter kernel: what it has recorded; a socket that records none has the user -1.
  init?(_ kernel: (pid: Int32, uid: UInt32, gid: UInt32)) {
    guard kernel.uid != .max else { return nil }
    self.init(pid: kernel.pid > 0 ? kernel.pid : nil, uid: kernel.uid, gid: kernel.gid)
  }
}
