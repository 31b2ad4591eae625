import Glibc
import JSONRPC
import TestSupport
import Testing

/// Daemons with homes of their own share one folder.
@Suite(.timeLimit(.minutes(30))) struct SyncTests {
  private static let call = #"{"jsonrpc":"2.0","id":1,"method":"#

  @Test func change_reaches_followers_on_another_machine() throws {
    let folder = try TemporaryFolder()
    let machines = try (0..<2).map { _ in try Machine(folder.path + "/shared") }
    let keys = try LibraryModel.keys(machines[0].connect(), 2)
    // The folder comes later than the daemons.
    let first = LibraryModel.Change.add(keys[0], note: "before", isWatched: true)
    #expect(try machines[0].connect().call(first.request(1))["result"]?["changed"] == .bool(true))
    try Wait.until("the folder is missed") { try machines[0].sync()["state"] == "away" }
    mkdir(folder.path + "/shared", 0o700)
    try Wait.until("the first change arrives") { try machines[1].lists().watchlist.count == 1 }

    let follower = try machines[1].connect()
    let subscribed = try follower.call(
      Self.call + #""subscribe","params":{"topics":["library","settings","searches"]}}"#)
    #expect(subscribed["result"] != nil, "\(subscribed.text())")
    let client = try machines[0].connect()
    #expect(
      try client.call(LibraryModel.Change.toggle(keys[1]).request(1))["result"]?["changed"] == .bool(true))
    #expect(
      try client.call(
        Self.call + #""settings.update","params":{"set":{"page_size":7,"tmdb.key":"0123456789"}}}"#)[
          "result"]
        != nil)
    var seen: Set<String> = []
    while !seen.isSuperset(of: ["library", "settings"]) {
      let event = try #require(try follower.line())
      let json = try JSONValue(parsing: event)
      let topic = json["params"]?["topic"]?.stringValue ?? ""
      if topic == "library" { #expect(event.contains(keys[1])) }
      seen.insert(topic)
    }
    let settings = try machines[1].connect().call(Self.call + #""settings"}"#)["result"]?["settings"]
    #expect(settings?["page_size"]?["value"] == .number("7"))
    // Keys never leave the machine.
    #expect(settings?["tmdb.key"]?["from"] == "default")
    for name in ProcessFigures.names(in: folder.path + "/shared") {
      #expect(!TemporaryFolder.read("\(folder.path)/shared/\(name)").contains("0123456789\""))
    }
    let status = try machines[1].sync()
    #expect(status["state"] == "ok" && status["files"]?[0]?["state"] == "ok", "\(status.text())")
    for machine in machines { #expect(try machine.daemon.stop().status == 0) }
  }

  /// What was changed last is written when the daemon ends, so that a stick can be pulled then.
  @Test func end_of_the_daemon_writes_the_last_change() throws {
    let folder = try TemporaryFolder()
    // On a busy machine the folder answers late.
    let one = try Machine(folder.path, ["limits.drain_ms = 60000"])
    let keys = try LibraryModel.keys(one.connect(), 1)
    try Wait.until("the journal is there") { try one.sync()["state"] == "ok" }
    _ = try one.connect().call(LibraryModel.Change.toggle(keys[0]).request(1))
    #expect(try one.daemon.stop().status == 0)
    let other = try Machine(folder.path)
    try Wait.until("the change arrives") { try other.lists().favorites == [keys[0]] }
    #expect(try other.daemon.stop().status == 0)
  }

  /// Without a key, as here.
  @Test func title_of_another_machine_has_the_facts_of_the_catalogue() throws {
    let folder = try TemporaryFolder()
    let machines = try (0..<2).map { _ in try Machine(folder.path) }
    let key = try LibraryModel.keys(machines[0].connect(), 1)[0]
    let change = LibraryModel.Change.add(key, note: "", isWatched: false)
    _ = try machines[0].connect().call(change.request(1))
    try Wait.until("the title has a rating and an overview") {
      let list = try machines[1].connect().call(Self.call + #""watchlist"}"#)["result"]?["results"]
      let title = list?[0]
      return (title?["vote_average"] ?? .null) != .null && title?["overview"]?.stringValue?.isEmpty == false
    }
  }

  @Test func reset_keeps_the_lists_of_all_machines() throws {
    let folder = try TemporaryFolder()
    let machines = try (0..<2).map { _ in try Machine(folder.path) }
    let keys = try LibraryModel.keys(machines[0].connect(), 2)
    for key in keys { _ = try machines[0].connect().call(LibraryModel.Change.toggle(key).request(1)) }
    try Wait.until("the changes arrive") { try machines[1].lists().favorites == Set(keys) }
    for machine in machines {
      #expect(
        try machine.client(["sync", "reset", "--text"])
          == "The record of changes was rebuilt; all lists stay.\n")
      try Wait.until("it is written again") { try machine.states() == ["ok", "ok"] }
      #expect(try machine.lists().favorites == Set(keys))
    }
    _ = try machines[1].connect().call(LibraryModel.Change.toggle(keys[0]).request(1))
    for machine in machines {
      try Wait.until("later changes arrive") { try machine.lists().favorites == [keys[1]] }
      #expect(try machine.daemon.stop().status == 0)
    }
  }

  /// As on a network drive whose server is gone: no call for the folder comes back.
  @Test(.enabled(if: HungFolder.isPossible, "fanotify needs root"))
  func folder_that_does_not_answer_holds_up_nothing() throws {
    let folder = try TemporaryFolder()
    let (hung, other) = (folder.path + "/hung", folder.path + "/other")
    for path in [hung, other] { mkdir(path, 0o700) }
    try withExtendedLifetime(try #require(HungFolder(hung))) {
      for isReloaded in [false, true] {
        let one = try Machine(hung, ["limits.drain_ms = 100"])
        let keys = try LibraryModel.keys(one.connect(), 1)
        _ = try one.connect().call(LibraryModel.Change.toggle(keys[0]).request(1))
        #expect(try one.sync()["folder"] == .string(hung))
        if isReloaded {
          try Wait.until("the silence is reported") {
            try one.sync()["message"] == .string("\(hung): it does not answer")
          }
          #expect(try one.sync()["state"] == "unreadable")
          try one.use(folder: other)
          try Wait.until("another folder is used") { try one.sync()["state"] == "ok" }
        }
        #expect(try one.daemon.stop().status == 0)
      }
    }
    #expect(ProcessFigures.names(in: hung).isEmpty && ProcessFigures.names(in: other).count == 1)
  }

  @Test(.enabled(if: HungFolder.isPossible, "fanotify needs root"))
  func reset_while_the_folder_hangs_holds_up_nothing() throws {
    let folder = try TemporaryFolder()
    let hung = folder.path + "/hung"
    mkdir(hung, 0o700)
    try withExtendedLifetime(try #require(HungFolder(hung))) {
      let one = try Machine(hung, ["limits.drain_ms = 100"])
      let keys = try LibraryModel.keys(one.connect(), 2)
      try Wait.until("the silence is reported") {
        try one.sync()["message"] == .string("\(hung): it does not answer")
      }
      for key in keys {
        let reset = try one.connect().call(Self.call + #""sync.reset"}"#)
        #expect(reset["error"]?["data"]?["kind"] == "storage_error", "\(reset.text())")
        #expect(reset["error"]?["message"]?.stringValue?.contains(hung) == true)
        let changed = try one.connect().call(LibraryModel.Change.toggle(key).request(1))
        #expect(changed["result"]?["changed"] == .bool(true), "\(changed.text())")
      }
      #expect(try one.daemon.stop().status == 0)
    }
  }

  /// A change is in the journal of a daemon that was killed before it could write it.
  @Test func five_machines_end_equal() throws { try run(machines: 5, rounds: 8, changes: 6) }

  @Test(.long) func five_machines_end_equal_after_a_long_time() throws {
    try run(machines: 5, rounds: 200, changes: 20)
  }

  /// Random changes, kill -9, and a folder that comes and goes; then all machines have the same, and of each
  /// title that only one machine has touched exactly what that machine was told.
  private func run(machines count: Int, rounds: Int, changes: Int) throws {
    let folder = try TemporaryFolder()
    let (shared, away) = (folder.path + "/shared", folder.path + "/away")
    mkdir(shared, 0o700)
    let machines = try (0..<count).map { _ in try Machine(shared) }
    // One title of all, and some of each machine.
    let keys = try LibraryModel.keys(machines[0].connect(), 1 + count * 6)
    var models = [LibraryModel](repeating: LibraryModel(), count: count)
    var (number, kills, acknowledged) = (0, 0, 0)
    var generator = SystemRandomNumberGenerator()
    for round in 0..<rounds {
      for place in machines.indices {
        let client = try machines[place].connect()
        let own = Array(keys[(1 + place * 6)..<(7 + place * 6)])
        for _ in 0..<changes {
          number += 1
          guard let change = LibraryModel.random(own, number: number, using: &generator) else { continue }
          let reply = try client.call(change.request(1))
          _ = models[place].make(change)
          if reply["result"] != nil { acknowledged += 1 }
        }
        _ = try client.call(LibraryModel.Change.toggle(keys[0]).request(1))
        // Right after its last answer: most of it is not in its journal yet.
        if Int.random(in: 0..<4) == 0 {
          try machines[place].killAndStart()
          kills += 1
        }
      }
      if round % 4 == 1 { #expect(rename(shared, away) == 0) }
      if round % 4 == 3 { #expect(rename(away, shared) == 0) }
    }
    if access(shared, F_OK) != 0 { #expect(rename(away, shared) == 0) }
    try Wait.until("all machines have the same") {
      let lists = try machines.map { try $0.lists() }
      return lists.dropFirst().allSatisfy { $0 == lists[0] }
        && models.indices.allSatisfy { lists[0].only(Set(keys[(1 + $0 * 6)..<(7 + $0 * 6)])) == models[$0] }
    }
    #expect(kills > 0 && acknowledged > rounds)
    for machine in machines { #expect(try machine.daemon.stop().status == 0) }
  }
}
