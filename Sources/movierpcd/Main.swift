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

  @Option(
    help: ArgumentHelp(
      "Listen here; default: $MOVIERPC_SOCKET, else $XDG_RUNTIME_DIR/movierpc/socket.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Read this; default: $MOVIERPC_CONFIG, else $XDG_CONFIG_HOME/movierpc/config.toml.", valueName: "path"))
  var config: String?

  @Flag(help: "Log to $XDG_STATE_HOME/movierpc/log instead of standard error.")
  var logFile = false

  @Flag(help: "Check the configuration, print where files are, and start nothing.")
  var checkConfig = false

  @Option(help: .hidden)
  var readyFd: Int32?

  /// Help and the version are thrown as errors, and ArgumentParser would print them without checking whether
  /// the write succeeded.
  static func main() {
    ProcessStart.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      let isWritten = text.isEmpty || write(text + "\n", to: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO)
      // Wrong usage is 2, as of the client.
      Glibc.exit(isWritten ? (code == .validationFailure ? 2 : code.rawValue) : EXIT_FAILURE)
    }
  }

  func run() throws {
    // A client that starts us passes one pipe; programs we start later must not inherit it.
    if let readyFd { _ = fcntl(readyFd, F_SETFD, FD_CLOEXEC) }
    var options = Daemon.Options()
    options.socket = socket
    options.configurationFile = config
    options.logsToFile = logFile
    options.readyDescriptor = readyFd
    let files: String
    do throws(Daemon.StartError) {
      guard checkConfig else { return try Daemon(options).run() }
      files = try Daemon.check(options)
    } catch {
      let isGood = error.isServedAlready && readyFd != nil
      ReadyPipeWriter.report(isGood ? "ready" : error.description, to: readyFd)
      if isGood { return }
      Self.write("movierpcd: \(error)\n", to: STDERR_FILENO)
      throw ExitCode.failure
    }
    guard Self.write(files, to: STDOUT_FILENO) else { throw ExitCode.failure }
  }

  /// - Returns: false if it could not be written; then standard error reports it.
  @discardableResult
  private static func write(_ text: String, to descriptor: CInt) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        let reason = String(cString: strerror(errno))
        if descriptor != STDERR_FILENO {
          write("movierpcd: cannot write to standard output: \(reason)\n", to: STDERR_FILENO)
        }
        return false
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
