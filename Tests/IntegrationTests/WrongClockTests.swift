import Glibc
import JSONRPC
import TestSupport
import Testing

/// Daemons of which one has a wrong clock share a folder.
@Suite(.timeLimit(.minutes(30)), .needs("faketime", of: "faketime")) struct WrongClockTests {
  /// The daemon runs on, and the change comes before its next look at the folder.
  @Test(arguments: ["+3d", "+400d"], [false, true])
  func what_is_done_after_the_clock_was_set_is_not_undone(_ clock: String, _ isRestarted: Bool) throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    let (one, other) = (try Machine(folder.path), try Machine(folder.path))
    let keys = try LibraryModel.keys(one.connect(), 2)
    var model = LibraryModel()
    func change(_ change: LibraryModel.Change) throws {
      #expect(try one.connect().call(change.request(1))["result"] != nil)
      #expect(model.make(change) == .changed)
    }
    let clockFile = elsewhere.path + "/clock"
    try TemporaryFolder.write(clock, to: clockFile)
    try one.restart(clockFile: clockFile)
    for key in keys { try change(.add(key, note: "first", isWatched: false)) }
    try Wait.until("they are written") {
      ProcessFigures.names(in: folder.path).contains {
        TemporaryFolder.read("\(folder.path)/\($0)").contains("first")
      }
    }
    try TemporaryFolder.write("+0d", to: clockFile)
    if isRestarted { try one.restart(clockFile: clockFile) }
    try change(.remove(keys[0]))
    try change(.update(keys[1], note: "last", isWatched: true))
    try Wait.until("the changes arrive") {
      try other.lists().watchlist[keys[1]] == model.watchlist[keys[1]]
    }
    for machine in [one, other] { #expect(try machine.lists() == model) }
    for machine in [one, other] { #expect(try machine.daemon.stop().status == 0) }
  }

  @Test(arguments: ["-400d", "-2d", "+3d", "+400d"], [2, 3])
  func machines_end_with_what_was_done_last(_ clock: String, _ count: Int) throws {
    let folder = try TemporaryFolder()
    let machines = try (0..<count).map { _ in try Machine(folder.path) }
    let (wrong, other) = (machines[0], machines[1])
    let keys = try LibraryModel.keys(wrong.connect(), 5)
    var model = LibraryModel()
    func change(_ machine: Machine, _ change: LibraryModel.Change) throws {
      #expect(try machine.connect().call(change.request(1))["result"] != nil)
      #expect(model.make(change) == .changed)
    }
    func waitForAll(_ what: String) throws {
      try Wait.until(what) { try machines.allSatisfy { try $0.lists() == model } }
    }
    for key in keys[..<3] { try change(wrong, .add(key, note: "first", isWatched: false)) }
    try waitForAll("all have the titles")

    try wrong.restart(clock: clock)
    try Wait.until("the folder was looked at") { try wrong.sync()["state"] == "ok" }
    let isBehind = clock.hasPrefix("-")
    #expect(try (wrong.clockBehind() ?? 0 > 86_400_000) == isBehind)
    try change(wrong, .update(keys[0], note: "with a wrong clock", isWatched: true))
    try change(wrong, .remove(keys[1]))
    // Those behind exchange as ever. Nobody believes what is ahead, but it hears the others.
    if isBehind { try waitForAll("what was done with a clock that is behind arrives") }
    try change(other, .update(keys[2], note: "second", isWatched: nil))
    try change(other, .update(keys[0], note: "later", isWatched: nil))
    if isBehind { try waitForAll("what the others did arrives") }
    // With a snapshot, and after a crash.
    try wrong.removeJournal()
    try wrong.restart(clock: clock, kills: true)
    try change(wrong, .toggle(keys[3]))
    try Wait.until("what the others did arrives") {
      try wrong.lists().watchlist[keys[2]] == model.watchlist[keys[2]]
    }
    try change(wrong, .update(keys[2], note: "third", isWatched: nil))
    try Wait.until("all are well") { try machines.allSatisfy { try $0.sync()["state"] == "ok" } }

    try wrong.restart(clock: nil)
    try waitForAll("all have what was done last")
    #expect(try machines.allSatisfy { try $0.clockBehind() == nil })
    // And no machine is ahead of the others from now on.
    try change(wrong, .update(keys[0], note: "fourth", isWatched: false))
    try waitForAll("what the one does now arrives")
    for machine in machines.dropFirst() {
      try change(
        machine, .update(keys[0], note: "by \(machines.firstIndex { $0 === machine } ?? 0)", isWatched: nil))
      try waitForAll("what the others do now arrives")
    }
    for machine in machines { try machine.restart(clock: nil) }
    try waitForAll("all have the same after a restart")
    try Wait.until("all journals are read") { try machines.allSatisfy { try $0.states() == ["ok", "ok"] } }
    for machine in machines { #expect(try machine.daemon.stop().status == 0) }
  }
}
