@preconcurrency import Glibc
package import JSONRPC
import MovieProtocol

/// The output of `movierpcd --check-config --json`: where the library is, and what the program finds.
/// Only the daemon's program reads config.toml.
package struct DaemonFiles: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case checked(DaemonFiles)
    /// It does not even start: the words of the dynamic loader.
    case broken(String)
  }

  package let data: String?
  /// Each a `DoctorFinding`.
  package let findings: [JSONValue]

  /// It only reads files.
  private static let patience: Duration = .seconds(3)

  /// - Returns: nil if the program cannot be run, or its version does not know the option.
  package static func read(_ program: String, configurationFile: String? = nil) -> Outcome? {
    let deadline = Deadline(.usual).within(patience)
    let arguments = ["--check-config", "--json"] + (configurationFile.map { ["--config", $0] } ?? [])
    guard let run = ProgramOutput.of(program, arguments, deadline) else { return nil }
    // https://man7.org/linux/man-pages/man8/ld.so.8.html
    if run.status == 127 {
      return run.text.isEmpty ? nil : .broken(run.text.replacing("\(program): ", with: ""))
    }
    return (try? JSONValue(parsing: run.text)).flatMap { DaemonFiles($0) }.map { .checked($0) }
  }

  init?(_ output: JSONValue) {
    guard let findings = output["findings"]?.arrayValue else { return nil }
    (data, self.findings) = (output["data"]?.stringValue, findings)
  }

  /// What is wrong with its configuration; nil: nothing, or that is unknown.
  package static func fault(_ program: String, configurationFile: String? = nil) -> String? {
    guard case .checked(let files) = read(program, configurationFile: configurationFile) else { return nil }
    return files.findings.map { Finding($0) }.first { $0.name == "configuration" && $0.state == .problem }?
      .message
  }

  /// Where the library is, as far as that is known without a running daemon.
  package static func dataFolder() -> String? {
    if let program = try? DaemonProgram.find(), case .checked(let files) = read(program) { return files.data }
    return DoctorEnvironment().dataFolder
  }
}

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
    let child = try? ChildProgram.start(
      [program] + arguments,
      [.none(STDIN_FILENO), .copy(ends.write, to: STDOUT_FILENO), .copy(ends.write, to: STDERR_FILENO)])
    close(ends.write)
    guard let child else { return nil }
    let bytes = readAll(ends.read, deadline)
    // It has closed its output or is being killed: either way it ends soon.
    if bytes == nil { kill(child.pid, SIGKILL) }
    guard case .status(let status) = child.end(), let bytes else { return nil }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.last?.isNewline == true { text.removeLast() }
    return (status, String(text))
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
