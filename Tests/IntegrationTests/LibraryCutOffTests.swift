import GRDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// A start that is cut off in the midst of making, copying, changing or restoring the library.
@Suite(.timeLimit(.minutes(20)), .serialized) struct LibraryCutOffTests {
  enum Found: CaseIterable { case nothing, earlier, damaged }

  /// The daemon is killed at one system call after the other; the next one has all there was.
  @Test(.needs("strace", of: "strace"), arguments: Found.allCases)
  func start_that_is_cut_off_loses_nothing(_ found: Found) throws {
    let points = try points(found)
    var cuts = 0
    for (call, number) in points {
      let home = try prepare(found)
      let shell = strace(home, "-e inject=\(call):signal=SIGKILL:when=\(number)")
      if try run(SpawnedDaemon(home: home, configuration: Self.configuration, shell: shell)) { cuts += 1 }
      let daemon = try SpawnedDaemon(home: home, configuration: Self.configuration)
      let client = try daemon.connect()
      let settings = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"settings"}"#)["result"]?["settings"]
      let wanted = found == .nothing ? "20" : "7"
      #expect(settings?["page_size"]?["value"] == .number(wanted), "\(call) \(number)")
      let reply = try client.call(
        #"{"jsonrpc":"2.0","id":1,"method":"settings.update","params":{"set":{"debounce_ms":1}}}"#)
      #expect(reply["result"] != nil, "\(call) \(number): \(reply.text())")
      #expect(try daemon.stop().status == 0)
      // Nothing is left over, however far it had got.
      let names = ProcessFigures.names(in: folder(home)).filter { $0 != "lock" }
      #expect(!names.contains { $0.contains(".new") || $0.hasSuffix("-wal") }, "\(names)")
      let aside = names.filter { $0.hasPrefix("library.sqlite.damaged-") && !$0.hasSuffix("-shm") }
      #expect(aside.count == (found == .damaged ? 1 : 0), "\(call) \(number): \(names)")
    }
    // Changes that come together share a commit: a start may end before the last calls of another one.
    #expect(cuts > points.count / 2 && cuts > 5)
  }

  private static let configuration = ["catalogue.embedded = false"]
  private static let calls = ["rename", "unlink", "fsync", "fdatasync", "pwrite64"]

  private func folder(_ home: TemporaryFolder) -> String { home.path + "/.local/share/movierpc" }

  /// What an uncut start does, and its end: some of each call, the first and the last among them.
  private func points(_ found: Found) throws -> [(call: String, number: Int)] {
    let home = try prepare(found)
    let trace = home.path + "/trace"
    let daemon = try SpawnedDaemon(
      home: home, configuration: Self.configuration, shell: strace(home, "-o \(trace)"))
    #expect(try !run(daemon))
    let lines = TemporaryFolder.read(trace).split(separator: "\n")
    return Self.calls.flatMap { call in
      let count = lines.count { $0.contains(" \(call)(") }
      return Set([1, 2, count / 3, count / 2, count - 1, count]).filter { (1...max(1, count)).contains($0) }
        .filter { _ in count > 0 }.sorted().map { (call, $0) }
    }
  }

  private func strace(_ home: TemporaryFolder, _ options: String) -> String {
    let path = folder(home) + "/library.sqlite"
    let paths = ["", "-wal", "-shm", "-journal", ".new", ".new-journal", ".backup"].map { "-P \(path)\($0)" }
    return "exec strace -f -qq -e trace=\(Self.calls.joined(separator: ",")) \(paths.joined(separator: " ")) "
      + "\(options) \"$0\" \"$@\" 2>/dev/null"
  }

  /// One short life: whether it was cut off.
  private func run(_ daemon: SpawnedDaemon) throws -> Bool {
    if let client = try? daemon.connect() {
      for (id, method) in ["settings", "shutdown"].enumerated() {
        try? client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#)
      }
    }
    return try daemon.outcome().status != 0
  }

  private func prepare(_ found: Found) throws -> TemporaryFolder {
    let home = try TemporaryFolder()
    for place in ["/.local", "/.local/share", "/.local/share/movierpc"] { mkdir(home.path + place, 0o700) }
    guard found != .nothing else { return home }
    let name = found == .earlier ? "library.sqlite" : "library.sqlite.backup"
    let queue = try DatabaseQueue(path: folder(home) + "/" + name)
    try queue.inDatabase { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(0x6d6f_766c);
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('v1');
          CREATE TABLE setting (
            profile TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (profile, name)
          ) STRICT, WITHOUT ROWID;
          INSERT INTO setting VALUES ('default', 'page_size', '7');
          """)
    }
    try queue.close()
    if found == .damaged {
      try TemporaryFolder.write("no library any more", to: folder(home) + "/library.sqlite")
    }
    return home
  }
}
