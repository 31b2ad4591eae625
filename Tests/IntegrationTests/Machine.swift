import Glibc
import JSONRPC
import TestSupport

/// A daemon with a home of its own, that shares a folder with others.
final class Machine {
  private let home: TemporaryFolder
  private var folder: String
  private let more: [String]
  private let shell: String?
  private(set) var daemon: SpawnedDaemon
  var passphraseFile: String { home.path + "/passphrase" }

  /// - Parameters:
  ///   - more: lines of config.toml.
  ///   - passphrase: nil: there is none.
  ///   - shell: runs before the daemon, in its process.
  init(_ folder: String, _ more: [String] = [], passphrase: String? = nil, shell: String? = nil) throws {
    home = try TemporaryFolder()
    (self.folder, self.more, self.shell) = (folder, more, shell)
    let lines = try more + Self.configure(home, folder, passphrase)
    daemon = try SpawnedDaemon(home: home, configuration: lines, shell: shell)
  }

  func connect() throws -> LineClient { try daemon.connect() }

  func lists() throws -> LibraryModel { try LibraryModel.read(connect()).model }

  /// `sync` of its status.
  func sync() throws -> JSONValue {
    try connect().call(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)["result"]?["sync"] ?? .null
  }

  /// The state of the only other journal, and of the folder.
  func states() throws -> [String?] {
    let sync = try sync()
    return [sync["state"]?.stringValue, sync["files"]?[0]?["state"]?.stringValue]
  }

  func killAndStart() throws {
    let lines = TemporaryFolder.read(daemon.configurationFile).split(separator: "\n").map(String.init)
    daemon.program.signal(SIGKILL)
    _ = try daemon.outcome()
    daemon = try SpawnedDaemon(home: home, configuration: lines, shell: shell)
  }

  /// - Parameter clock: how far its clock is off, as libfaketime has it; nil: it is right.
  func restart(clock: String?, kills: Bool = false) throws {
    try restart(clock.map { ["FAKETIME": $0] }, kills: kills)
  }

  /// - Parameter clockFile: has that instead, and may change while it runs.
  func restart(clockFile: String) throws {
    try restart(["FAKETIME_TIMESTAMP_FILE": clockFile, "FAKETIME_NO_CACHE": "1"], kills: false)
  }

  private func restart(_ clock: [String: String]?, kills: Bool) throws {
    let lines = TemporaryFolder.read(daemon.configurationFile).split(separator: "\n").map(String.init)
    daemon.program.signal(kills ? SIGKILL : SIGTERM)
    _ = try daemon.outcome()
    let environment = clock?.merging([
      "LD_PRELOAD": "/usr/$LIB/faketime/libfaketimeMT.so.1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
      "NO_FAKE_STAT": "1",
    ]) { own, _ in own }
    // In a shell's process: libfaketime sets a variable before main, and Swift's runtime finds the arguments beside
    // the variables as they were.
    daemon = try SpawnedDaemon(
      home: home, configuration: lines, environment: environment ?? [:],
      shell: shell ?? environment.map { _ in ":" })
  }

  /// What a command prints.
  func client(_ words: [String]) throws -> String {
    try Program.run(SpawnedDaemon.clientPath, words, environment: SpawnedDaemon.environment(home)).output
  }

  /// Milliseconds, by its status.
  func clockBehind() throws -> Int? {
    try connect().call(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)["result"]?["clock_behind_ms"]?.intValue
  }

  /// Its own journal, which it writes anew then.
  func removeJournal() throws {
    let device = try sync()["device"]?.stringValue ?? "?"
    unlink("\(folder)/movierpc-\(device).jsonl")
  }

  /// Changes the passphrase of the running daemon.
  ///
  /// - Parameter passphrase: nil: it is not encrypted any more.
  func use(_ passphrase: String?) throws {
    let lines = try more + Self.configure(home, folder, passphrase)
    try TemporaryFolder.write(lines.joined(separator: "\n") + "\n", to: daemon.configurationFile)
    daemon.program.signal(SIGHUP)
  }

  /// Names another folder to the running daemon.
  func use(folder: String) throws {
    self.folder = folder
    try use(nil)
  }

  /// The lines of config.toml.
  private static func configure(
    _ home: TemporaryFolder, _ folder: String, _ passphrase: String?
  ) throws -> [String] {
    let lines = [SpawnedDaemon.withoutTMDB, "sync.folder = \"\(folder)\""]
    guard let passphrase else { return lines }
    let path = home.path + "/passphrase"
    try TemporaryFolder.write(passphrase + "\n", to: path)
    chmod(path, 0o600)
    return lines + ["sync.passphrase_file = \"\(path)\""]
  }
}
