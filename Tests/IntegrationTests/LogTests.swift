import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct LogTests {
  private func place(_ home: TemporaryFolder) -> String {
    for folder in ["/.local", "/.local/state", "/.local/state/movierpc"] { mkdir(home.path + folder, 0o700) }
    return home.path + "/.local/state/movierpc/log"
  }

  @Test func file_over_a_mebibyte_becomes_the_one_older_file() throws {
    let home = try TemporaryFolder()
    let log = place(home)
    try TemporaryFolder.write("oldest\n", to: log + ".1")
    try TemporaryFolder.write(String(repeating: "old line\n", count: 120_000), to: log)
    let daemon = try SpawnedDaemon(home: home, arguments: ["--log-file"])
    _ = try daemon.connect()
    try daemon.stop()
    #expect(TemporaryFolder.read(log + ".1").hasPrefix("old line\n"))
    let new = TemporaryFolder.read(log)
    #expect(new.contains("listens") && new.contains("has ended") && !new.contains("old line"))
    #expect(Set(ProcessFigures.names(in: home.path + "/.local/state/movierpc")) == ["log", "log.1"])
  }

  @Test func smaller_file_is_written_on() throws {
    let home = try TemporaryFolder()
    let log = place(home)
    try TemporaryFolder.write("old line\n", to: log)
    let daemon = try SpawnedDaemon(home: home, arguments: ["--log-file"])
    _ = try daemon.connect()
    try daemon.stop()
    #expect(TemporaryFolder.read(log).hasPrefix("old line\n20"))
    #expect(access(log + ".1", F_OK) != 0)
  }

  /// Lines have a bound, and what does not fit into one must not run into the next.
  @Test func every_line_has_an_end() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let name = String(repeating: "é", count: 4000)
    try TemporaryFolder.write("\"\(name)\" = 1\n", to: daemon.configurationFile)
    daemon.program.signal(SIGHUP)
    try daemon.log(holding: "configuration not reloaded")
    let outcome = try daemon.stop()
    let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("20") && $0.utf8.count <= 4000 })
    #expect(!outcome.errors.contains("\u{FFFD}"))
    // On a busy machine it adds what it still waited for.
    #expect(lines.dropLast().last?.contains(": movierpcd has ended") == true)
    #expect(lines.last == "")
  }

  /// `JOURNAL_STREAM` names our standard error, as the journal's stream would be named.
  @Test func journald_gets_priorities() throws {
    let file = try TemporaryFolder()
    let descriptor = open(file.path + "/err", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let daemon = try SpawnedDaemon(
      environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"], descriptors: [2: descriptor])
    _ = try daemon.connect()
    try daemon.stop()
    let lines = TemporaryFolder.read(file.path + "/err").split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("<6>") }, "\(lines)")
  }

  @Test func reader_that_does_not_read_holds_nobody() throws {
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    // Full from the start.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let chunk = [UInt8](repeating: 0, count: 4096)
    while write(ends[1], chunk, chunk.count) > 0 {}
    _ = fcntl(ends[1], F_SETFL, 0)
    let daemon = try SpawnedDaemon(descriptors: [2: ends[1]])
    let client = try daemon.connect()
    daemon.program.signal(SIGHUP)
    #expect(try client.call(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)["result"] != nil)
    #expect(try daemon.stop().status == 0)
  }
}
