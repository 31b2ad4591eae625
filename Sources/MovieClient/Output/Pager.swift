@preconcurrency import Glibc
import MovieProtocol
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
    let child = try? ChildProgram.start(
      ["sh", "-c", program], program: "/bin/sh", [.copy(read, to: STDIN_FILENO)])
    close(read)
    guard let child else {
      close(write)
      return false
    }
    // The pager decides what Ctrl-C means, and may end before it has read everything.
    let numbers = [SIGINT, SIGQUIT, SIGPIPE]
    let before = numbers.map { signal($0, SIG_IGN) }
    try? Output.write(Array(page.utf8), to: write)
    close(write)
    let end = child.end()
    for (number, handler) in zip(numbers, before) { signal(number, handler) }
    if case .status(let status) = end { return status < Self.notExecutable }
    return true
  }

  /// [sh(1)](https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_08_02)
  private static let notExecutable: CInt = 126
}

/// Opens an address with the desktop's default program
/// (https://manpages.debian.org/bookworm/xdg-utils/xdg-open.1.en.html).
package enum OpenAddress {
  package static func open(_ address: String, program: String = "xdg-open") throws(CommandError) {
    // Rejects options of the other program and local files.
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
      throw CommandError(.failed, "\(TerminalText.cleaned(address)) is no address of the web")
    }
    let child: ChildProgram
    do throws(ChildProgram.Failure) {
      child = try ChildProgram.start([program, address])
    } catch {
      throw CommandError(
        .failed, "\(program) could not be started: \(LibC.message(error.code))",
        hint: "install xdg-utils, or open \(address)")
    }
    // Its statuses mean other things than ours.
    guard child.end() == .status(0) else {
      throw CommandError(
        .failed, "\(program) could not open the address", hint: "open it yourself: \(address)")
    }
  }
}
