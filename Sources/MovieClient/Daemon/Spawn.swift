@preconcurrency import Glibc

/// Starts a program that outlives the client and inherits only the environment from it.
enum Spawn {
  /// - Parameter readyPipe: becomes descriptor 3 of the program; besides it only 0 to 2 are inherited.
  /// - Returns: the pid, or an errno.
  static func detached(_ program: String, _ arguments: [String], readyPipe: CInt) -> Result<pid_t, SpawnError>
  {
    closeAllOnExec()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // First: duplicating 3 to 3 clears its close-on-exec flag, and no later action may overwrite 3.
    posix_spawn_file_actions_adddup2(&actions, readyPipe, 3)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The parent may have ignored or blocked signals (nohup, Python), which a new program would inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, LibC.spawnInNewSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var pid: pid_t = 0
    let problem = LibC.withArguments([program] + arguments) {
      posix_spawn(&pid, program, &actions, &attributes, $0, environ)
    }
    return problem == 0 ? .success(pid) : .failure(SpawnError(code: problem))
  }

  /// A descriptor leaked by the parent (a lock, the writing end of a pipe that is read to its end) must not
  /// stay open as long as the daemon.
  private static func closeAllOnExec() {
    for name in LibC.names(in: "/proc/self/fd") {
      guard let descriptor = CInt(name), descriptor > STDERR_FILENO else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
    }
  }
}

struct SpawnError: Error { var code: CInt }
