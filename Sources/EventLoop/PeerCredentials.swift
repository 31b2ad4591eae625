internal import CLibuv
private import Glibc

/// The process at the other end, as the kernel recorded it when the connection was made (`SO_PEERCRED`,
/// unix(7)).
package struct PeerCredentials: Equatable, Sendable {
  package let pid: Int32
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
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, credentials.pid > 0
    else {
      return nil
    }
    return PeerCredentials(pid: credentials.pid, uid: credentials.uid, gid: credentials.gid)
  }
}
