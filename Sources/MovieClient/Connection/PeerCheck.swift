import Glibc

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
