import ArgumentParser
import Glibc
import MovieProtocol
import MovieServer

/// `@main` with a synchronous `main`: top-level code would belong to the main actor, whose jobs never run
/// under `uv_run`.
@main
struct Main: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "movierpcd",
    abstract: "The movie service: answers JSON-RPC 2.0 on a Unix socket.",
    discussion: """
      Runs in the foreground until SIGTERM or `movierpc call shutdown`. The client starts it when it is not running.
      SIGHUP reads the configuration again.
      """,
    version: Version.program)

  @Option(help: "Listen here; default: $MOVIERPC_SOCKET, else $XDG_RUNTIME_DIR/movierpc/socket.")
  var socket: String?

  @Option(help: "Read this instead of $XDG_CONFIG_HOME/movierpc/config.toml.")
  var config: String?

  @Flag(help: "Log to $XDG_STATE_HOME/movierpc/log instead of standard error.")
  var logFile = false

  @Option(help: .hidden)
  var readyFd: Int32?

  func run() throws {
    ProcessStart.prepare()
    // A client that starts us hands over one pipe; nothing we start later is to have it.
    if let readyFd { _ = fcntl(readyFd, F_SETFD, FD_CLOEXEC) }
    var options = Daemon.Options()
    options.socket = socket
    options.configurationFile = config
    options.logsToFile = logFile
    options.readyDescriptor = readyFd
    do throws(Daemon.Failure) {
      try Daemon(options).run()
    } catch {
      let isGood = error.isServedAlready && readyFd != nil
      ReadyPipe.say(isGood ? "ready" : error.description, to: readyFd)
      if isGood { return }
      let line = Array("movierpcd: \(error)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
      throw ExitCode.failure
    }
  }
}
