import Glibc
import JSONRPC
import TestSupport
import Testing

/// A disk on which a sync takes as long as the test wants.
@Suite(.needs("cc", of: "gcc")) struct SlowDiskTests {
  private let home: TemporaryFolder
  private let disk: HeldCalls
  private let daemon: SpawnedDaemon

  init() throws {
    home = try TemporaryFolder()
    disk = try HeldCalls(on: home.path + "/.local/share/movierpc")
    daemon = try SpawnedDaemon(home: home, environment: disk.environment)
  }

  private func keys(_ client: LineClient, _ count: Int) throws -> [String] {
    let keys = try LibraryModel.keys(client, count)
    // The titles are known then, and a change of them is one write.
    for key in keys { #expect(try make(.add(key, note: "", isWatched: false), client)) }
    return keys
  }

  private func make(_ change: LibraryModel.Change, _ client: LineClient) throws -> Bool {
    try client.call(change.request(1))["result"]?["changed"] == .bool(true)
  }

  /// A reply to what is sent now shows that the daemon has taken what was sent before.
  private func expectTaken(_ client: LineClient) throws {
    let reply = try client.call(#"{"jsonrpc":"2.0","id":"taken","method":"ping"}"#)
    #expect(reply["id"] == "taken")
  }

  @Test func library_is_read_while_a_change_waits_for_the_disk() throws {
    let (writer, reader) = (try daemon.connect(), try daemon.connect())
    let key = try keys(writer, 1)[0]
    try disk.hold(.fdatasync)
    try writer.send(LibraryModel.Change.update(key, note: "later", isWatched: true).request(1))
    try disk.expectHeld(.fdatasync)
    let before = try LibraryModel.read(reader)
    #expect(before.model.watchlist[key]?.note == "")
    for request in [#""suggest","params":{"q":"dun"}"#, #""library.export""#, #""searches""#, #""status""#] {
      let reply = try reader.call(#"{"jsonrpc":"2.0","id":2,"method":\#(request)}"#)
      #expect(reply["result"] != nil, "\(reply.text())")
    }
    #expect(!writer.hasInput)
    disk.release(.fdatasync)
    #expect(try writer.reply()["result"]?["changed"] == .bool(true))
    // A read that is sent after the reply sees the change.
    #expect(try LibraryModel.read(reader).model.watchlist[key]?.note == "later")
    #expect(try daemon.stop().status == 0)
  }

  @Test func changes_that_wait_share_one_sync() throws {
    let first = try daemon.connect()
    let keys = try keys(first, 17)
    let clients = try keys.dropFirst().map { _ in try daemon.connect() }
    try disk.hold(.fdatasync)
    try first.send(LibraryModel.Change.update(keys[0], note: "first", isWatched: nil).request(1))
    try disk.expectHeld(.fdatasync)
    let before = disk.count(.fdatasync)
    for (client, key) in zip(clients, keys.dropFirst()) {
      try client.send(LibraryModel.Change.update(key, note: "mine", isWatched: nil).request(1))
      try expectTaken(client)
    }
    disk.release(.fdatasync)
    for client in [first] + clients { #expect(try client.reply()["result"]?["changed"] == .bool(true)) }
    #expect(disk.count(.fdatasync) - before <= 2)
    let notes = try LibraryModel.read(first).model.watchlist.values.map(\.note)
    #expect(notes.count { $0 == "mine" } == 16)
    #expect(try daemon.stop().status == 0)
  }

  @Test func kill_during_a_shared_sync_loses_nothing_acknowledged() throws {
    let first = try daemon.connect()
    let keys = try keys(first, 9)
    let clients = try keys.dropFirst().map { _ in try daemon.connect() }
    try disk.hold(.fdatasync)
    try first.send(LibraryModel.Change.update(keys[0], note: "first", isWatched: nil).request(1))
    try disk.expectHeld(.fdatasync)
    for (client, key) in zip(clients, keys.dropFirst()) {
      try client.send(LibraryModel.Change.update(key, note: "mine", isWatched: nil).request(1))
      try expectTaken(client)
    }
    try disk.releaseOne(.fdatasync)
    #expect(try first.reply()["result"]?["changed"] == .bool(true))
    try disk.expectHeld(.fdatasync, count: 2)
    daemon.program.signal(SIGKILL)
    _ = try daemon.outcome()
    #expect(clients.allSatisfy { (try? $0.line()) ?? nil == nil })
    let next = try SpawnedDaemon(home: home)
    let watchlist = try LibraryModel.read(next.connect()).model.watchlist
    #expect(watchlist.count == 9 && watchlist[keys[0]]?.note == "first")
    // All of one transaction, or nothing.
    #expect(Set(keys.dropFirst().map { watchlist[$0]?.note }).count == 1)
    #expect(try next.stop().status == 0)
  }
}
