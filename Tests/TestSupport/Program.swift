package import Glibc

/// A program under test, run as a user runs it: its own process, its own environment, its output in files.
package final class Program {
  package struct Outcome: Sendable {
    /// The exit status, or 128 and the number of the signal.
    package let status: Int32
    package let output: String
    package let errors: String
  }

  package let pid: pid_t
  private let folder: TemporaryFolder
  private var outcome: Outcome?

  package struct Fault: Error, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
  }

  /// - Parameters:
  ///   - environment: all of it; PATH is added.
  ///   - input: the content of standard input; nil: empty (/dev/null).
  ///   - descriptors: the descriptors to open in the program, by their number there; 0 to 2 replace the
  ///     files.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String? = nil,
    descriptors: [CInt: CInt] = [:]
  ) throws {
    folder = try TemporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The threads that run tests have signals blocked, which a program would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var source = "/dev/null"
    if let input {
      source = folder.path + "/in"
      try TemporaryFolder.write(input, to: source)
    }
    posix_spawn_file_actions_addopen(&actions, 0, source, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/err", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    for (number, ours) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, number) }
    // A test that runs meanwhile may wait for the end of a pipe that this program would hold open.
    let highest = max(descriptors.keys.max() ?? 2, 2)
    for number in 3..<max(highest, 3) where descriptors[number] == nil {
      posix_spawn_file_actions_addclose(&actions, number)
    }
    _ = addCloseFrom(&actions, highest + 1)
    let path = path.hasPrefix("/") ? path : try Program.find(path)
    let variables = environment.merging(["PATH": ProgramPath.own]) { own, _ in own }.map { "\($0)=\($1)" }
    var pid = pid_t()
    let status = Program.withStrings([path] + arguments) { arguments in
      Program.withStrings(variables) { variables in
        posix_spawn(&pid, path, &actions, &attributes, arguments, variables)
      }
    }
    guard status == 0 else { throw Fault(description: "\(path): \(String(cString: strerror(status)))") }
    self.pid = pid
  }

  deinit {
    if outcome == nil {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
  }

  package var errors: String { TemporaryFolder.read(folder.path + "/err") }
  package var output: String { TemporaryFolder.read(folder.path + "/out") }

  /// What stands in front of a line end. While a long line is written, a part of it can be in the file.
  package var lines: [String] {
    let output = output
    guard let end = output.lastIndex(of: "\n") else { return [] }
    return output[..<end].split(separator: "\n").map(String.init)
  }

  package func signal(_ number: Int32) { kill(pid, number) }

  package var hasEnded: Bool {
    if outcome != nil { return true }
    var info = siginfo_t()
    return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == SIGCHLD
  }

  /// Waits for the end; a program that takes longer than `seconds` is killed, and that is a fault.
  @discardableResult
  package func wait(atMost seconds: Int = 240) throws -> Outcome {
    if let outcome { return outcome }
    for _ in 0..<(seconds * 200) {
      if hasEnded { return reap() }
      usleep(5000)
    }
    kill(pid, SIGKILL)
    _ = reap()
    throw Fault(description: "still running after \(seconds) s; it said: \(errors)")
  }

  private func reap() -> Outcome {
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    let signal = status & 0x7f
    let outcome = Outcome(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: output, errors: errors)
    self.outcome = outcome
    return outcome
  }

  /// Runs a program to its end.
  package static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String? = nil,
    atMost seconds: Int = 240
  ) throws -> Outcome {
    try Program(path, arguments, environment: environment, input: input).wait(atMost: seconds)
  }

  /// Nil if this machine lacks it; a test then reports that it is skipped.
  package static func find(orNil name: String) -> String? {
    ProgramPath.own.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  package static func find(_ name: String) throws -> String {
    guard let path = find(orNil: name) else { throw Fault(description: "\(name) is not installed") }
    return path
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// Needs _GNU_SOURCE in C.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ number: CInt) -> CInt
