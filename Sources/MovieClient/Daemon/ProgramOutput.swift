@preconcurrency import Glibc

/// The output and exit status of a program: for short queries to our own and system programs.
enum ProgramOutput {
  /// No caller needs more.
  private static let maxBytes = 65_536

  /// - Returns: its standard output and standard error, without the last line end, and its status; nil if it
  ///   could not be run, did not end in time, wrote too much, or was ended by a signal.
  static func of(
    _ program: String, _ arguments: [String], _ deadline: Deadline
  ) -> (status: CInt, text: String)? {
    guard let ends = LibC.pipe() else { return nil }
    defer { close(ends.read) }
    let pid = start(program, arguments, ends.write)
    close(ends.write)
    guard let pid else { return nil }
    let bytes = readAll(ends.read, deadline)
    // It has closed its output or is being killed: either way it ends soon.
    if bytes == nil { kill(pid, SIGKILL) }
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // https://man7.org/linux/man-pages/man2/wait.2.html
    guard let bytes, status & 0x7F == 0 else { return nil }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.last?.isNewline == true { text.removeLast() }
    return (status >> 8 & 0xFF, String(text))
  }

  private static func start(_ program: String, _ arguments: [String], _ output: CInt) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var pid: pid_t = 0
    let problem = LibC.withArguments([program] + arguments) {
      posix_spawn(&pid, program, &actions, nil, $0, environ)
    }
    return problem == 0 ? pid : nil
  }

  /// Reads to the end; nil: it took too long or was too much.
  private static func readAll(_ descriptor: CInt, _ deadline: Deadline) -> [UInt8]? {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= maxBytes {
      guard Wait.until(.readable, descriptor, deadline) else { return nil }
      let count = read(descriptor, &room, room.count)
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { return nil }
      bytes += room.prefix(max(0, count))
    }
    return nil
  }
}
