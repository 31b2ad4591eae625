import Glibc
import JSONRPC
import TestSupport
import Testing

/// Daemons that share a folder whose journals are encrypted, or some of them.
@Suite(.timeLimit(.minutes(30))) struct EncryptedSyncTests {
  private static let passphrase = "amber lighthouse 1979"
  /// Of a title and its note, and of what surrounds them.
  private static let words = ["with Anna", "movie/", "watchlist", "favorites", "default", "added_at"]

  @Test func folder_shows_no_title() throws {
    let folder = try TemporaryFolder()
    let machines = try (0..<3).map { _ in try Machine(folder.path, passphrase: Self.passphrase) }
    let keys = try LibraryModel.keys(machines[0].connect(), 2)
    let added = LibraryModel.Change.add(keys[0], note: "with Anna", isWatched: true)
    #expect(try machines[0].connect().call(added.request(1))["result"]?["changed"] == .bool(true))
    for machine in machines {
      try Wait.until("the first change arrives") { try machine.lists().watchlist[keys[0]] != nil }
    }
    // Not in the snapshot, but appended to it.
    #expect(
      try machines[2].connect().call(LibraryModel.Change.toggle(keys[1]).request(1))["result"] != nil)
    try machines[1].killAndStart()
    try Wait.until("all have the same") { try machines.allSatisfy { try $0.lists() == machines[2].lists() } }
    for machine in machines { #expect(try machine.sync()["encrypted"] == .bool(true)) }
    expectEncrypted(folder.path, journals: 3)
    for machine in machines {
      let outcome = try machine.daemon.stop()
      #expect(outcome.status == 0 && !outcome.errors.contains(Self.passphrase))
    }
    expectEncrypted(folder.path, journals: 3)
  }

  /// Set on one machine, then on the other with a mistake, then right; then taken away from both.
  @Test func machines_meet_when_the_passphrase_is_the_same() throws {
    let folder = try TemporaryFolder()
    let (one, other) = (try Machine(folder.path), try Machine(folder.path))
    let keys = try LibraryModel.keys(one.connect(), 4)
    func favorite(_ key: String, on machine: Machine) throws {
      #expect(
        try machine.connect().call(LibraryModel.Change.toggle(key).request(1))["result"]?["changed"]
          == .bool(true))
    }
    func wait(_ one: [String?], _ other: [String?], machines: (Machine, Machine)) throws {
      try Wait.until("\(one) and \(other)") {
        try machines.0.states() == one && machines.1.states() == other
      }
    }
    let machines = (one, other)
    try favorite(keys[0], on: one)
    try wait(["ok", "ok"], ["ok", "ok"], machines: machines)
    try Wait.until("the change arrives") { try other.lists().favorites == [keys[0]] }

    try one.use(Self.passphrase)
    try wait(["ok", "unencrypted"], ["ok", "encrypted"], machines: machines)
    try favorite(keys[1], on: one)
    try favorite(keys[2], on: other)
    try other.use("amber lighthouse 1978")
    try wait(["ok", "other_passphrase"], ["ok", "other_passphrase"], machines: machines)
    let file = try one.sync()["files"]?[0]
    #expect(file?["device"]?.isNull == false && file?["device_name"]?.isNull == false)
    #expect(try one.lists().favorites.count == 2 && other.lists().favorites.count == 2)
    expectEncrypted(folder.path, journals: 2)

    try other.use(Self.passphrase)
    try wait(["ok", "ok"], ["ok", "ok"], machines: machines)
    for machine in [one, other] {
      try Wait.until("nothing is lost") { try machine.lists().favorites == Set(keys[..<3]) }
    }

    try one.use(nil)
    try other.use(nil)
    try favorite(keys[3], on: other)
    try Wait.until("all arrives") { try one.lists().favorites == Set(keys) }
    for machine in [one, other] { #expect(try machine.daemon.stop().status == 0) }
  }

  @Test func unusable_file_stops_all_writing() throws {
    let folder = try TemporaryFolder()
    let machine = try Machine(folder.path, passphrase: "short")
    try Wait.until("it is too short") { try machine.sync()["state"] == "no_passphrase" }
    try machine.use(Self.passphrase)
    chmod(machine.passphraseFile, 0o644)
    machine.daemon.program.signal(SIGHUP)
    try Wait.until("it is open to others") {
      try machine.sync()["message"]?.stringValue?.contains("open to other users") == true
    }
    unlink(machine.passphraseFile)
    machine.daemon.program.signal(SIGHUP)
    try Wait.until("it is missing") {
      try machine.sync()["message"]?.stringValue?.contains("No such file") == true
    }
    let keys = try LibraryModel.keys(machine.connect(), 1)
    _ = try machine.connect().call(LibraryModel.Change.toggle(keys[0]).request(1))
    // The daemon writes what it can when it ends.
    #expect(try machine.daemon.stop().status == 0)
    expectEncrypted(folder.path, journals: 0)
  }

  @Test(.needsRoot, .needs("unshare", of: "util-linux"))
  func missing_libsodium_is_named_and_nothing_is_written() throws {
    let folder = try TemporaryFolder()
    let hide =
      "PATH=$PATH:/usr/sbin:/sbin; "
      + #"for l in $(ldconfig -p | sed -n "s/.*libsodium.so.* => //p"); do mount --bind /dev/null "$l"; done"#
    let machine = try Machine(
      folder.path, passphrase: Self.passphrase,
      shell: "exec unshare -m /bin/sh -c '\(hide); exec \"$0\" \"$@\"' \"$0\" \"$@\"")
    try Wait.until("it is missing") { try machine.sync()["state"] == "no_libsodium" }
    #expect(try machine.sync()["message"]?.stringValue?.contains("libsodium23") == true)
    let outcome = try machine.daemon.stop()
    #expect(outcome.status == 0 && outcome.errors.contains("libsodium23"))
    expectEncrypted(folder.path, journals: 0)
  }

  private func expectEncrypted(_ folder: String, journals: Int) {
    let names = ProcessFigures.names(in: folder).filter { $0.hasSuffix(".jsonl") }
    #expect(names.count == journals)
    for name in names {
      let text = TemporaryFolder.read("\(folder)/\(name)")
      #expect(text.hasPrefix(#"{"movierpc":"sync","version":2,"#))
      for word in Self.words { #expect(!text.contains(word), "\(word)") }
    }
  }
}
