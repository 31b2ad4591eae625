import Glibc
import MovieProtocol
import MovieServer

/// `@main` with a synchronous `main`: top-level code would belong to the main actor, whose jobs never run
/// under `uv_run`.
@main
enum Main {
  static func main() {
    ProcessStart.prepare()
    do throws(DaemonArguments.Fault) {
      let arguments = try DaemonArguments(CommandLine.arguments.dropFirst())
      Glibc.exit(run(arguments) ? EXIT_SUCCESS : EXIT_FAILURE)
    } catch {
      write("movierpcd: \(error.reason); see 'movierpcd --help'\n", to: STDERR_FILENO)
      // As of the client.
      Glibc.exit(2)
    }
  }

  /// - Returns: whether all went well.
  private static func run(_ arguments: DaemonArguments) -> Bool {
    let options = arguments.options
    let ready = options.readyDescriptor
    // A client that starts us passes one pipe; programs we start later must not inherit it.
    if let ready { _ = fcntl(ready, F_SETFD, FD_CLOEXEC) }
    do throws(Daemon.StartError) {
      switch arguments.action {
      case .run: try Daemon(options).run()
      case .checkConfiguration: return write(try Daemon.check(options), to: STDOUT_FILENO)
      case .printFindings:
        let (text, isUsable) = try Daemon.findings(options)
        return write(text, to: STDOUT_FILENO) && isUsable
      case .printHelp: return write(DaemonArguments.help, to: STDOUT_FILENO)
      case .printVersion: return write(Version.program + "\n", to: STDOUT_FILENO)
      }
      return true
    } catch {
      let isGood = error.isServedAlready && ready != nil
      ReadyPipeWriter.report(isGood ? "ready" : error.description, to: ready)
      if !isGood { write("movierpcd: \(error)\n", to: STDERR_FILENO) }
      return isGood
    }
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
