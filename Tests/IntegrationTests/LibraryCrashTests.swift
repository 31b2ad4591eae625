import GRDB
import Glibc
import JSONRPC
import TestSupport
import Testing

/// What the daemon has said is kept, it keeps, however it ends.
@Suite(.timeLimit(.minutes(20))) struct LibraryCrashTests {
  /// kill -9 at any moment of 2,000 changes from 8 clients: every change that was acknowledged is there, those
  /// that were not are there up to some point or not at all, and nothing is half made.
  @Test func acknowledged_changes_survive_kills() throws {
    let home = try TemporaryFolder()
    var daemon = try SpawnedDaemon(home: home)
    let keys = try LibraryModel.keys(daemon.connect(), 96)
    var clients = (0..<8).map { CrashingClient(keys: Array(keys[($0 * 12)..<($0 * 12 + 12)])) }
    var (acknowledged, kills, lost) = (0, 0, 0)
    // What the daemon must have counted, at least and at most.
    var counted = 0...0
    while acknowledged < 2000 {
      for index in clients.indices { clients[index].connection = try daemon.connect() }
      let target = acknowledged + Int.random(in: 1...120)
      while acknowledged < target {
        for index in clients.indices { try clients[index].send() }
        for index in clients.indices { acknowledged += try clients[index].receive() }
      }
      // Anywhere in what it is doing with what was just sent.
      for index in clients.indices { try clients[index].send() }
      usleep(.random(in: 0...4000))
      daemon.program.signal(SIGKILL)
      _ = try daemon.outcome()
      kills += 1
      for index in clients.indices { acknowledged += try clients[index].drain() }

      try expectWhole(home)
      daemon = try SpawnedDaemon(home: home)
      let reader = try daemon.connect()
      let there = try LibraryModel.read(reader)
      for index in clients.indices {
        let mine = there.model.only(Set(clients[index].keys))
        lost += clients[index].unanswered.count
        let isAsSaid = clients[index].settle(on: mine)
        #expect(isAsSaid, "after \(kills) kills")
      }
      let least = clients.reduce(0) { $0 + $1.changes }
      counted = least...(least + clients.reduce(0) { $0 + $1.surplus })
      #expect(counted.contains(there.rev), "\(there.rev), not \(counted)")
    }
    // It was killed in the midst of things.
    #expect(kills > 10 && lost > 0)
    #expect(try daemon.stop().status == 0)
    try expectWhole(home)
  }

  /// As SQLite finds it, with its log, in a copy: the next daemon is to find all as it was left.
  private func expectWhole(_ home: TemporaryFolder) throws {
    let place = try TemporaryFolder()
    let folder = home.path + "/.local/share/movierpc"
    for name in ProcessFigures.names(in: folder) where !name.hasSuffix("-shm") && name != "lock" {
      _ = try Program.run("cp", [folder + "/" + name, place.path + "/" + name])
    }
    let queue = try DatabaseQueue(path: place.path + "/library.sqlite")
    defer { try? queue.close() }
    func values(_ sql: String) throws -> [String] { try queue.read { try String.fetchAll($0, sql: sql) } }
    #expect(try values("PRAGMA integrity_check") == ["ok"])
    #expect(try values("PRAGMA foreign_key_check") == [])
    #expect(try values("SELECT key FROM title WHERE key NOT IN (SELECT key FROM entry)") == [])
  }

  @Test(.needs("strace", of: "strace")) func change_is_on_the_disk_before_its_reply() throws {
    let home = try TemporaryFolder()
    let trace = home.path + "/trace"
    let daemon = try SpawnedDaemon(home: home, shell: SyncTrace.shell(to: trace))
    let client = try daemon.connect()
    // With other numbers than those that are looked for.
    let keys = try LibraryModel.keys(client, 5)
    let first = SyncTrace.replies(in: trace).count
    for key in keys {
      let changes: [LibraryModel.Change] = [
        .add(key, note: "", isWatched: false), .update(key, note: "later", isWatched: true), .toggle(key),
        .remove(key),
      ]
      for change in changes {
        #expect(try client.call(change.request(1))["result"]?["changed"] == .bool(true))
      }
    }
    // The tracer passes signals on to itself only.
    _ = try client.call(#"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#)
    #expect(try daemon.outcome().status == 0)
    let replies = SyncTrace.replies(in: trace).dropFirst(first)
    #expect(replies.count == 20 && replies.allSatisfy { $0 })
  }

  // A disk of its own, in a mount namespace that ends with the daemon.

  @Test(.needsRoot, .needs("unshare", of: "util-linux")) func full_disk_changes_nothing_until_there_is_room()
    throws
  {
    let disk = try SmallDisk(kibibytes: 768)
    let daemon = try SpawnedDaemon(home: disk.home, configuration: disk.configuration, shell: disk.shell)
    let client = try daemon.connect()
    let keys = try LibraryModel.keys(client, 100)
    var model = LibraryModel()
    func make(_ change: LibraryModel.Change) throws -> JSONValue? {
      let reply = try client.call(change.request(1))
      if reply["result"] != nil { _ = model.make(change) }
      return reply["error"]
    }
    #expect(try make(.add(keys[0], note: "kept", isWatched: true)) == nil)
    #expect(try make(.toggle(keys[1])) == nil)
    try disk.fill(daemon)
    var error: JSONValue?
    // What its log has room for is taken.
    for key in keys where error == nil {
      error = try make(.add(key, note: String(repeating: "n", count: 500), isWatched: false))
    }
    #expect(error?["data"]?["kind"] == "storage_error", "\(error?.text() ?? "none")")
    #expect(error?["data"]?["hint"] == "free space on the disk, then try again")
    #expect(try LibraryModel.read(client).model == model)
    try disk.makeRoom(daemon)
    #expect(try make(.add(keys[99], note: "after", isWatched: false)) == nil)
    #expect(try LibraryModel.read(client).model == model)
    let revision = try LibraryModel.read(client).rev
    // In the memory of the daemon as in the file.
    try disk.withFile(of: daemon) { path in
      let kept = try DatabaseQueue(path: path).read {
        try Int.fetchOne($0, sql: "SELECT revision FROM profile WHERE name = 'default'")
      }
      #expect(kept == revision)
    }
    #expect(try daemon.stop().status == 0)
  }

  /// Tables are not changed where there is no room for a copy of what they hold.
  @Test(.needsRoot, .needs("unshare", of: "util-linux")) func full_disk_leaves_an_earlier_library_as_it_is()
    throws
  {
    // 230 of them for the library, and 150 for SQLite's log; then more for a copy, and for all tables.
    let disk = try SmallDisk(kibibytes: 1400)
    let earlier = disk.home.path + "/earlier.sqlite"
    try makeEarlier(earlier)
    let daemon = try SpawnedDaemon(
      home: disk.home, configuration: disk.configuration,
      shell: disk.shell(
        after: "cp \(earlier) \(disk.path)/library.sqlite && \(disk.filling(kibibytes: 1020))")
    )
    let client = try daemon.connect()
    let toggle = LibraryModel.Change.toggle(try LibraryModel.keys(client, 1)[0]).request(1)
    let error = try client.call(toggle)["error"]
    #expect(error?["data"]?["kind"] == "storage_error")
    #expect(
      error?["message"]?.stringValue?.contains("the tables are not updated") == true, "\(error?.text() ?? "")"
    )
    try disk.makeRoom(daemon)
    let reply = try client.call(toggle)
    #expect(reply["result"]?["changed"] == .bool(true), "\(reply.text())")
    let settings = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"settings"}"#)["result"]?["settings"]
    #expect(settings?["page_size"]?["value"] == .number("7") && settings?["page_size"]?["from"] == "library")
    #expect(try daemon.stop().status == 0)
  }

  /// The first version of the tables, with 200 KiB in them.
  private func makeEarlier(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
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
          INSERT INTO setting VALUES ('', 'not known', hex(randomblob(100000)));
          """)
    }
    try queue.close()
  }
}
