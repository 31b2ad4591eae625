internal import CLibuv
private import Glibc

// How much of our output the peer has not read, to the byte. No socket option on our end reports it: the
// bytes are in the peer's queue, and the kernel reports on any Unix socket by its number
// ([sock_diag(7)](https://man7.org/linux/man-pages/man7/sock_diag.7.html)). It costs some system calls, so it
// is used only for peers suspected of not reading.
extension UnixStream {
  /// Nil if the kernel does not report it.
  var unreadByPeer: Int? {
    var own: CInt = -1
    var status = stat()
    guard !isClosing, uv_fileno(raw, &own) == 0, fstat(own, &status) == 0 else { return nil }
    let type = CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    let netlink = socket(AF_NETLINK, type, SocketDiagnosis.family)
    guard netlink >= 0 else { return nil }
    defer { Glibc.close(netlink) }
    let diagnosis = SocketDiagnosis(netlink: netlink)
    guard
      let peer = diagnosis.figure(.peer, of: UInt32(truncatingIfNeeded: status.st_ino)),
      let unread = diagnosis.figure(.queue, of: peer)
    else { return nil }
    return Int(unread)
  }
}

/// A query for one Unix socket: `struct unix_diag_req` and its answer, of <linux/unix_diag.h>, which no
/// module has.
private struct SocketDiagnosis {
  /// NETLINK_SOCK_DIAG
  static let family: CInt = 4
  private static let header = 16
  private static let message = 16

  enum Figure {
    /// The number of the socket at the other end.
    case peer
    /// Bytes waiting to be read.
    case queue

    /// UDIAG_SHOW_PEER and UDIAG_SHOW_RQLEN.
    fileprivate var show: UInt32 { self == .peer ? 0x4 : 0x10 }
    /// UNIX_DIAG_PEER and UNIX_DIAG_RQLEN. The latter has two numbers; the first is used.
    fileprivate var attribute: UInt16 { self == .peer ? 2 : 4 }
  }

  let netlink: CInt

  func figure(_ figure: Figure, of number: UInt32) -> UInt32? {
    // nlmsghdr: length, SOCK_DIAG_BY_FAMILY and NLM_F_REQUEST, sequence, port. unix_diag_req: family, all states,
    // the number, what to show, no cookie.
    let request: [UInt32] = [
      40, 20 | 1 << 16, 1, 0, UInt32(AF_UNIX), .max, number, figure.show, .max, .max,
    ]
    let size = request.count * MemoryLayout<UInt32>.stride
    guard send(netlink, request, size, 0) == size else { return nil }
    var answer = [UInt8](repeating: 0, count: 1024)
    let count = recv(netlink, &answer, answer.count, CInt(MSG_DONTWAIT))
    guard count >= Self.header + Self.message else { return nil }
    return Self.find(figure.attribute, in: answer[..<count])
  }

  /// The first number of an attribute: each is a length that includes its own four bytes, a type, and the
  /// data, padded to a multiple of four.
  private static func find(_ type: UInt16, in answer: ArraySlice<UInt8>) -> UInt32? {
    answer.withUnsafeBytes { bytes in
      // Any other message type is an error.
      guard bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self) == 20 else { return nil }
      var at = header + message
      while at + 8 <= bytes.count {
        let length = Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self))
        guard length >= 4 else { return nil }
        if bytes.loadUnaligned(fromByteOffset: at + 2, as: UInt16.self) == type, length >= 8 {
          return bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
        }
        at += (length + 3) & ~3
      }
      return nil
    }
  }
}
