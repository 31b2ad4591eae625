import GRDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// Another program writes to the library, and takes its time.
@Suite(.timeLimit(.minutes(20))) struct LockedLibraryTests {
  private func ask(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  private func lock(_ daemon: SpawnedDaemon) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    // The daemon may be writing just now.
    configuration.busyMode = .timeout(60)
    let path = daemon.home.path + "/.local/share/movierpc/library.sqlite"
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return queue
  }

  @Test func reads_do_not_wait_behind_a_change_that_waits() throws {
    let daemon = try SpawnedDaemon()
    let (writer, reader) = (try daemon.connect(), try daemon.connect())
    #expect(try writer.call(ask(1, "favorites.add", #"{"key":"movie/157336"}"#))["result"] != nil)
    let queue = try lock(daemon)
    let sent = Clock.milliseconds
    try writer.send(ask(2, "favorites.add", #"{"key":"movie/27205"}"#))
    let questions = [
      ask(3, "search", #"{"q":"alien"}"#), ask(4, "suggest", #"{"q":"heat"}"#), ask(5, "favorites"),
      ask(6, "detail", #"{"key":"movie/157336"}"#),
    ]
    for question in questions { #expect(try reader.call(question)["result"] != nil) }
    // The change has two seconds; a machine that takes longer for the questions shows nothing.
    func isLate() -> Bool { Clock.milliseconds - sent > 1500 }
    let isAnswered = writer.hasInput
    #expect(!isAnswered || isLate())
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    let mayHaveFailed = isLate()
    let reply = try writer.reply()
    #expect(mayHaveFailed || reply["result"]?["changed"] == true)
  }

  @Test func searches_are_noted_when_the_lock_is_gone() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    #expect(try client.call(ask(1, "subscribe", #"{"topics":["searches"]}"#))["result"] != nil)
    let queue = try lock(daemon)
    let searcher = try daemon.connect()
    for id in 2...3 { #expect(try searcher.call(ask(id, "search", #"{"q":"alien"}"#))["result"] != nil) }
    // The write that waited for two seconds has failed.
    try daemon.log(holding: "the library cannot be used")
    #expect(try searcher.call(ask(4, "search", #"{"q":"heat"}"#))["result"] != nil)
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    while true {
      let noted = try client.reply()["params"]?["data"]?["results"]?.arrayValue ?? []
      let counts = noted.map { "\($0["term"]?.stringValue ?? "") \($0["count"]?.intValue ?? 0)" }
      if counts == ["heat 1", "alien 2"] { break }
    }
  }

  @Test func changes_that_wait_are_answered_at_the_end() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.drain_ms = 200"])
    let client = try daemon.connect()
    #expect(try client.call(ask(0, "favorites.add", #"{"key":"movie/157336"}"#))["result"] != nil)
    let queue = try lock(daemon)
    let changes = (1...64).map { ask($0, "favorites.remove", #"{"key":"movie/157336"}"#) }
    // In one piece, so that none of them has waited for its two seconds when the ping comes.
    try client.send((changes + [ask(65, "ping")]).joined(separator: "\n"))
    #expect(try client.reply()["id"]?.intValue == 65)
    daemon.program.signal(SIGTERM)
    let replies = try client.lines().map { try JSONValue(parsing: $0) }
    #expect(Set(replies.compactMap { $0["id"]?.intValue }) == Set(1...64) && replies.count == 64)
    #expect(replies.allSatisfy { $0["error"]?["data"]?["kind"] == "storage_error" })
    #expect(try daemon.outcome().status == 0)
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }

  /// It ends by itself, in the time that it has.
  @Test func stop_does_not_kill_a_daemon_whose_changes_wait() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.drain_ms = 0"])
    let client = try daemon.connect()
    #expect(try client.call(ask(0, "favorites.add", #"{"key":"movie/157336"}"#))["result"] != nil)
    let queue = try lock(daemon)
    let changes = (1...64).map { ask($0, "favorites.remove", #"{"key":"movie/157336"}"#) }
    try client.send((changes + [ask(65, "ping")]).joined(separator: "\n"))
    #expect(try client.reply()["id"]?.intValue == 65)
    let stop = try Program.run(
      SpawnedDaemon.clientPath, ["daemon", "stop"], environment: SpawnedDaemon.environment(daemon.home))
    #expect(stop.output == "movierpcd (pid \(daemon.program.pid)) has ended\n", "\(stop)")
    let replies = try client.lines().map { try JSONValue(parsing: $0) }
    #expect(replies.count == 64 && replies.allSatisfy { $0["error"]?["data"]?["kind"] == "storage_error" })
    #expect(try daemon.outcome().status == 0)
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }
}
