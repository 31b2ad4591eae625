import Glibc
import MovieProtocol

/// The daemon's program: next to the client's own, so that both have the same version, otherwise in PATH.
package enum DaemonProgram {
  package static let name = "movierpcd"

  package static func find() throws(CommandError) -> String {
    guard let program = find(in: folders) else {
      throw .unreachable(
        "\(name) is neither in this program's folder nor in PATH",
        hint: ownFolder.map { "install it next to movierpc, in \($0)" } ?? "install it next to movierpc")
    }
    return program
  }

  /// In search order.
  package static var folders: [String] {
    [ownFolder].compactMap(\.self) + pathFolders(Environment.variable("PATH"))
  }

  package static func find(in folders: [String]) -> String? {
    folders.map { $0 + "/" + name }.first(where: FileFacts.isProgram)
  }

  package static func pathFolders(_ path: String?) -> [String] {
    // An empty entry means the working directory; never start a daemon from there.
    (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init).filter {
      $0.hasPrefix("/")
    }
  }

  /// From [/proc/self/exe](https://man7.org/linux/man-pages/man5/proc.5.html), which follows links: argv[0]
  /// may be anything.
  private static var ownFolder: String? {
    let capacity = Int(PATH_MAX)
    let path = withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer -> String? in
      guard let room = buffer.bindMemory(to: CChar.self).baseAddress else { return nil }
      let count = readlink("/proc/self/exe", room, capacity)
      guard count > 0, count < capacity else { return nil }
      return String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    return path.map(FileFacts.folder(of:))
  }
}

/// Replaces this process with the daemon, in the foreground: for service managers and for reading its log.
package enum DaemonRun {
  /// Returns only when that fails.
  package static func replaceProcess(_ arguments: [String]) throws(CommandError) {
    let program = try DaemonProgram.find()
    _ = LibC.withArguments([program] + arguments) { execv(program, $0) }
    throw .unreachable("\(program) cannot be started: \(LibC.message(errno))")
  }
}

/// The end of the daemon's log, by tail(1) or journalctl(1).
package enum DaemonLog {
  /// Replaces this process: it returns only if that fails.
  package static func show(_ socket: String, lines: Int, isFollowing: Bool) -> CommandError {
    let words: [String]
    if UserUnit.isUsed(for: socket) {
      words =
        ["journalctl", "--user", "-u", UserUnit.name, "-n", String(lines)] + (isFollowing ? ["-f"] : [])
    } else {
      let path = Environment.logPath()
      guard FileFacts(path) != nil else {
        return CommandError(
          .notFound, "there is no log at \(path)", kind: "not_found",
          hint: "a daemon that a client starts writes one: movierpc daemon start")
      }
      words = ["tail", "-n", String(lines)] + (isFollowing ? ["-F"] : []) + ["--", path]
    }
    _ = LibC.withArguments(words) { execvp(words[0], $0) }
    return CommandError(.failed, "\(words[0]) could not be started: \(LibC.message(errno))")
  }
}
