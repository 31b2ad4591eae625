internal import CLibuv
private import Glibc

extension UnixStream {
  /// How much of our output the kernel holds for the peer, in its own measure (with overhead, whole buffers
  /// at a time); 0 if it does not report that. `SO_MEMINFO` is a `sock_diag` array:
  /// https://man7.org/linux/man-pages/man7/sock_diag.7.html
  var kernelHeldBytes: Int {
    var descriptor: CInt = -1
    guard !isClosing, uv_fileno(raw, &descriptor) == 0 else { return 0 }
    // SK_MEMINFO_VARS of <linux/sock_diag.h>; the send queue is number 2.
    var figures = [UInt32](repeating: 0, count: 9)
    var length = socklen_t(figures.count * MemoryLayout<UInt32>.stride)
    guard getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, &figures, &length) == 0 else { return 0 }
    return Int(figures[2])
  }
}
