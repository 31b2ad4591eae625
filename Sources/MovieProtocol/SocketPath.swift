package import Glibc

/// Where the daemon listens and the client connects. Both search in the same order, so they also find each
/// other if a host (tmux, cron) lacks XDG_RUNTIME_DIR.
///
/// `--socket`, `MOVIERPC_SOCKET`, `$XDG_RUNTIME_DIR/movierpc/socket`, `/run/user/UID/movierpc/socket` where
/// that folder is ours, else `/tmp/movierpc-UID/socket`.
package enum SocketPath {
  /// Space in `sockaddr_un.sun_path` less the closing NUL
  /// (https://man7.org/linux/man-pages/man7/unix.7.html). libuv would silently truncate a longer path.
  package static let maxLength = 107

  package static func resolve(
    option: String?, environment: (String) -> String?, uid: uid_t = getuid(),
    isOwnedFolder: (String, uid_t) -> Bool = isOwnedFolder
  ) -> String {
    if let option, !option.isEmpty { return option }
    if let path = environment("MOVIERPC_SOCKET"), !path.isEmpty { return path }
    if let folder = XDGFolder.named("XDG_RUNTIME_DIR", environment) { return folder + "/movierpc/socket" }
    let runtime = "/run/user/\(uid)"
    if isOwnedFolder(runtime, uid) { return runtime + "/movierpc/socket" }
    return "/tmp/movierpc-\(uid)/socket"
  }

  package static func isOwnedFolder(_ path: String, _ uid: uid_t) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == uid
  }
}
