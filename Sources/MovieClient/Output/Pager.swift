@preconcurrency import Glibc
import JSONRPC

/// Shows pages that are longer than the terminal, with the program that
/// [git](https://git-scm.com/docs/git-config#Documentation/git-config.txt-corepager) would use.
enum Pager {
  static func show(_ page: String) throws(CommandError) {
    guard isWanted(page), let program = program(), pipe(page, to: program) else {
      return try Output.write(page)
    }
  }

  private static func isWanted(_ page: String) -> Bool {
    guard Output.isTerminal, let rows = Screen.rows(of: STDOUT_FILENO), rows > 0,
      ![nil, "", "dumb"].contains(Environment.variable("TERM"))
    else { return false }
    let options = CommandLine.arguments.prefix { $0 != "--" }
    return !options.contains("--no-pager") && page.utf8.count { $0 == .newline } >= rows
  }

  /// A command of the shell; nil: none is wanted.
  static func program(_ environment: (String) -> String? = Environment.variable) -> String? {
    let program = environment("MOVIERPC_PAGER") ?? environment("PAGER") ?? "less"
    return ["", "cat"].contains(program) ? nil : program
  }

  /// - Returns: false if there is no such program, so that nothing was shown.
  private static func pipe(_ page: String, to program: String) -> Bool {
    guard let (read, write) = LibC.pipe() else { return false }
    // Quit if it fits after all, show colours, leave the page on the screen.
    setenv("LESS", "FRX", 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, read, STDIN_FILENO)
    var pid: pid_t = 0
    let problem = LibC.withArguments(["sh", "-c", program]) {
      posix_spawn(&pid, "/bin/sh", &actions, nil, $0, environ)
    }
    close(read)
    guard problem == 0 else {
      close(write)
      return false
    }
    // The pager decides what Ctrl-C means, and may end before it has read everything.
    let numbers = [SIGINT, SIGQUIT, SIGPIPE]
    let before = numbers.map { signal($0, SIG_IGN) }
    try? Output.write(Array(page.utf8), to: write)
    close(write)
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    for (number, handler) in zip(numbers, before) { signal(number, handler) }
    return status >> 8 & 0xff < notExecutable
  }

  /// [sh(1)](https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_08_02)
  private static let notExecutable: CInt = 126
}
