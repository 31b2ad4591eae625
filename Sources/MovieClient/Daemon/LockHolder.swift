import Glibc
import JSONRPC
import MovieProtocol

/// The daemon that holds a lock, as it recorded itself there: `pid 4242, socket /run/user/1000/movierpc/socket`,
/// and `end_ms 10000` on the next line.
///
/// A daemon can be found by its locks even if nothing listens at its socket any more: the lock next to the
/// socket, and the one in the data folder.
package struct LockHolder: Equatable, Sendable {
  package let pid: CInt
  /// From SIGTERM to its end, unless it hangs.
  package let endsWithin: Duration
  package let socket: String

  /// Nil if no process holds the lock, or the holder is not movierpcd.
  ///
  /// - Parameter path: the path of the lock.
  package init?(lock path: String) {
    guard let text = Self.text(path), let holder = Self(text: text) else { return nil }
    // The pid may have been reused since it was written.
    guard ProcessLiveness.name(of: holder.pid) == Version.server else { return nil }
    self = holder
  }

  /// The daemon that serves `socket`, or did while its file existed.
  ///
  /// - Parameter dataFolder: used only if the lock next to the socket does not tell.
  package static func serving(
    _ socket: String, dataFolder: () -> String? = DaemonFiles.dataFolder
  ) -> LockHolder? {
    if let holder = LockHolder(lock: socket + SocketStamp.lockSuffix) { return holder }
    guard let folder = dataFolder(), let holder = LockHolder(lock: folder + "/lock") else { return nil }
    return holder.socket.utf8.elementsEqual(socket.utf8) ? holder : nil
  }

  /// Of a daemon whose lock does not have it.
  static let usualEnd: Duration = .milliseconds(
    ShutdownMethod.maxMilliseconds(drain: Limits().drainMilliseconds))
  /// A daemon is not waited for longer, whatever its lock says.
  private static let maxEnd: Duration = .milliseconds(ShutdownMethod.maxMilliseconds(drain: 60_000))

  init?(text: String) {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, first.hasPrefix("pid "), let mark = first.firstRange(of: ", socket "),
      let pid = CInt(first[..<mark.lowerBound].dropFirst("pid ".count)), pid > 1
    else { return nil }
    self.pid = pid
    socket = String(first[mark.upperBound...])
    guard socket.hasPrefix("/") else { return nil }
    let end =
      lines.count > 1 && lines[1].hasPrefix("end_ms ") ? UInt32(lines[1].dropFirst("end_ms ".count)) : nil
    endsWithin = end.map { min(.milliseconds($0), Self.maxEnd) } ?? Self.usualEnd
  }

  /// The text of a lock that is held.
  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Shared, and released at once: a daemon that starts at this moment tries again.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    return String(decoding: LibC.beginning(descriptor, 512) ?? [], as: UTF8.self)
  }
}

/// What a running daemon was started with, for the one that takes its place.
package struct DaemonOrigin: Equatable, Sendable {
  /// The value of `--config`.
  package private(set) var configurationFile: String?
  package let environment: [String: String]

  /// The bound of arguments and variables together
  /// ([execve(2)](https://man7.org/linux/man-pages/man2/execve.2.html)), with the usual limit of the stack.
  private static let maxBytes = 2 << 20

  /// Nil if the process is gone or another user's: a root shell takes nothing from it.
  package init?(pid: CInt) {
    guard FileFacts("/proc/\(pid)")?.owner == geteuid(),
      let words = LibC.beginning(of: "/proc/\(pid)/cmdline", Self.maxBytes),
      let variables = LibC.beginning(of: "/proc/\(pid)/environ", Self.maxBytes)
    else { return nil }
    self.init(words: Self.texts(words), variables: Self.texts(variables))
  }

  init(words: [String], variables: [String]) {
    environment = variables.reduce(into: [:]) { all, variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
    }
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--config" { configurationFile = next }
      if word.hasPrefix("--config=") { configurationFile = String(word.dropFirst("--config=".count)) }
    }
    // The daemon has left the folder it was started in, which shells also name.
    if let file = configurationFile, !file.hasPrefix("/"), let folder = environment["PWD"] {
      configurationFile = folder + "/" + file
    }
  }

  private static func texts(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Sets the variables that this process does not have. Those it has are newer: a corrected key, for example.
  package func completeEnvironment() {
    // The socket is known, and may have been found without it.
    for (name, value) in environment where Environment.variable(name) == nil && name != "MOVIERPC_SOCKET" {
      Environment.set(name, value)
    }
  }
}
