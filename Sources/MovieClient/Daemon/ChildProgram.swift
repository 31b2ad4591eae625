@preconcurrency import Glibc

/// A program that the client has started.
struct ChildProgram {
  /// How it ended.
  enum End: Equatable { case status(CInt), signal(CInt) }

  /// What becomes of its descriptors; it inherits the others that are not closed on exec.
  enum Redirection {
    /// To `/dev/null`.
    case none(CInt)
    case copy(CInt, to: CInt)
  }

  struct Failure: Error { let code: CInt }

  let pid: pid_t

  /// - Parameters:
  ///   - words: its arguments, its name first.
  ///   - program: its path, or a name that is searched for in PATH; nil: the first word.
  ///   - redirections: in the order in which they are made.
  static func start(
    _ words: [String], program: String? = nil, _ redirections: [Redirection] = [],
    attributes: UnsafePointer<posix_spawnattr_t>? = nil
  ) throws(Failure) -> ChildProgram {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for redirection in redirections {
      switch redirection {
      case .none(let descriptor):
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      case .copy(let source, let descriptor):
        posix_spawn_file_actions_adddup2(&actions, source, descriptor)
      }
    }
    var pid: pid_t = 0
    let problem = LibC.withArguments(words) {
      posix_spawnp(&pid, program ?? words[0], &actions, attributes, $0, environ)
    }
    guard problem == 0 else { throw Failure(code: problem) }
    return ChildProgram(pid: pid)
  }

  /// Waits for its end; nil: it is no child any more.
  func end() -> End? {
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return Self.end(status)
  }

  /// Never waits; nil: it runs.
  func endNow() -> End? {
    var status: CInt = 0
    return waitpid(pid, &status, WNOHANG) == pid ? Self.end(status) : nil
  }

  /// The macros of <sys/wait.h> are not visible to Swift.
  private static func end(_ status: CInt) -> End {
    status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}
