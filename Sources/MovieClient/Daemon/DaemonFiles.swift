@preconcurrency import Glibc

/// The output of `movierpcd --check-config`: where its files are, whether its configuration has secrets and
/// which libraries are missing, or what is wrong with its configuration.
/// Only the daemon's program reads config.toml.
package struct DaemonFiles: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case files(DaemonFiles)
    /// The daemon's message: `/home/ana/.config/movierpc/config.toml:3: ...`.
    case fault(String)
    /// It does not even start: the words of the dynamic loader.
    case broken(String)
  }

  /// A library that the daemon cannot load.
  package struct Missing: Equatable, Sendable {
    /// Debian's.
    var package: String
    var reason: String
  }

  package private(set) var data: String?
  package private(set) var cache: String?
  private(set) var missing: [Missing] = []
  /// The configuration has keys or passwords.
  private(set) var hasSecrets = false

  /// It only reads a file.
  private static let patience: Duration = .seconds(3)

  /// - Returns: nil if the program cannot be run, or its version does not know the option.
  package static func read(_ program: String, configurationFile: String? = nil) -> Outcome? {
    let deadline = Deadline(.usual).within(patience)
    let arguments = ["--check-config"] + (configurationFile.map { ["--config", $0] } ?? [])
    guard let run = ProgramOutput.of(program, arguments, deadline) else { return nil }
    switch run.status {
    case 0: return .files(DaemonFiles(run.text))
    // A usage error has another status.
    case 1:
      let prefix = DaemonProgram.name + ": "
      let text = run.text.hasPrefix(prefix) ? String(run.text.dropFirst(prefix.count)) : run.text
      return text.isEmpty ? nil : .fault(text)
    // https://man7.org/linux/man-pages/man8/ld.so.8.html
    case 127: return run.text.isEmpty ? nil : .broken(run.text.replacing("\(program): ", with: ""))
    default: return nil
    }
  }

  /// Where the library is, as far as that is known without a running daemon.
  package static func dataFolder() -> String? {
    if let program = try? DaemonProgram.find(), case .files(let files)? = read(program) { return files.data }
    return DoctorEnvironment().dataFolder
  }

  /// - Parameter text: lines `data: /home/ana/.local/share/movierpc`; those with other names are ignored.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      guard let mark = line.firstRange(of: ": ") else { continue }
      let value = String(line[mark.upperBound...])
      switch line[..<mark.lowerBound] {
      case "data": data = value
      case "cache": cache = value
      case "secret": hasSecrets = true
      case "missing":
        let words = value.split(separator: " ", maxSplits: 1)
        guard let package = words.first, words.count == 2 else { continue }
        missing.append(Missing(package: String(package), reason: String(words[1].dropFirst().dropLast())))
      default: break
      }
    }
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
