import EventLoop
import Glibc
import JSONRPC

/// Reads properties of services on the system bus, with busctl(1) of systemd: for a question a week, the daemon
/// needs neither a library nor a connection to the bus.
@LoopActor
final class SystemBus {
  private let environment: [String]
  private let timeout: Duration
  private let killing = LoopTimer()
  private var child: ChildProcess?

  /// - Parameters:
  ///   - environment: of the daemon. The keys in it are not for another program.
  ///   - timeout: a service that takes longer counts as missing.
  nonisolated init(environment: [String: String], timeout: Duration = .seconds(5)) {
    self.timeout = timeout
    self.environment = ["PATH", "DBUS_SYSTEM_BUS_ADDRESS"].compactMap { name in
      environment[name].map { "\(name)=\($0)" }
    }
  }

  /// One call at a time.
  ///
  /// - Returns: nil without busctl, the bus, the service or the property, and after a timeout or a cancel.
  func property(
    _ name: String, of interface: String, at path: String, in service: String
  ) async -> JSONValue? {
    let arguments = ["--system", "--json=short", "get-property", service, path, interface, name]
    guard let line = await firstLine(of: ["busctl"] + arguments) else { return nil }
    return (try? JSONValue(parsing: line))?["data"]
  }

  /// - Returns: nil unless the program ends with status 0.
  private func firstLine(of arguments: [String]) async -> String? {
    var line: String?
    guard let output = try? ChildOutput({ line = line ?? $0 }) else { return nil }
    let exit = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(arguments, output) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      LoopTask.start { self.kill() }
    }
    killing.stop()
    child?.close()
    child = nil
    output.end()
    return exit == .init(status: 0, signal: 0) ? line : nil
  }

  private func start(
    _ arguments: [String], _ output: ChildOutput, onExit: @escaping @LoopActor (ChildProcess.Exit?) -> Void
  ) {
    do throws(UVError) {
      child = try ChildProcess(
        arguments: arguments, environment: environment, directory: "/", output: .inherit(output.childEnd),
        onExit: onExit)
    } catch {
      return onExit(nil)
    }
    output.start()
    killing.start(after: timeout) { [weak self] in self?.kill() }
  }

  private func kill() { try? child?.kill(SIGKILL) }
}
