import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer
@testable import MovieSync

@LoopActor @Suite(.timeLimit(.minutes(20))) struct FolderSyncTests {
  /// A library, and what keeps it the same as the folder.
  @LoopActor private final class Machine {
    let library: Library
    let sync: FolderSync
    let clock = WallClock()

    init(_ library: Library = Library(folder: nil)) async throws {
      self.library = library
      let profiles = Profiles(
        library: library, configuration: try ConfigurationFile.parse("", path: "f"),
        surroundings: SettingsEnvironment(environment: { _ in nil }, configurationFile: "/c"),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      profiles.library.waitLong()
      await profiles.ready()
      let time = ClockCheck(
        clock, profiles.library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      time.built = .now
      sync = FolderSync(
        profiles, time, dataFolder: "/data", limits: Limits(),
        logger: Logger(label: "test") { _ in
          SwiftLogNoOpLogHandler()
        })
    }

    func use(_ folder: String?, passphraseFile: String? = nil) {
      sync.use(folder: folder, passphraseFile: passphraseFile, Limits())
    }

    func search(_ term: String) async throws {
      let search = SearchTerm(term: term, at: .now, count: 1, totalResults: 1)
      _ = try await library.record([search], profile: "default", maximum: 100)
      sync.schedule()
    }

    func terms() async throws -> [String] {
      try await library.history(of: "default", rows: 0..<100).terms.map(\.term)
    }

    func until(_ condition: @LoopActor (SyncStatus) async throws -> Bool) async throws {
      while true {
        if let status = sync.describe(), try await condition(status) { return }
        try await EventLoop.sleep(for: .milliseconds(2))
      }
    }

    /// Its own journal.
    func journal() async throws -> String {
      SyncFile.name(of: try #require(try await library.syncState()).device)
    }

    /// The next run of the daemon.
    func restarted() async throws -> Machine {
      await sync.end()
      return try await Machine(library)
    }
  }

  /// Before the folder is first looked at, too.
  @Test(arguments: [nil, "/etc/passphrase"]) func status_says_from_the_start_whether_it_is_encrypted(
    _ file: String?
  ) async throws {
    let machine = try await Machine()
    machine.sync.use(folder: "/nowhere", passphraseFile: file, Limits())
    #expect(machine.sync.describe()?.isEncrypted == (file != nil))
    await machine.sync.end()
  }

  @Test func end_right_after_the_start_writes() async throws {
    let folder = try TemporaryFolder()
    let machine = try await Machine()
    try await machine.search("dune")
    machine.use(folder.path)
    await machine.sync.end()
    #expect(TemporaryFolder.read("\(folder.path)/\(try await machine.journal())").contains(#""k":"dune""#))
  }

  /// A folder that is named, taken back and named again within the pause.
  @Test func folder_that_comes_and_goes_is_used() async throws {
    let folder = try TemporaryFolder()
    let machine = try await Machine()
    machine.use(folder.path)
    machine.use(nil)
    try await EventLoop.sleep(for: .milliseconds(300))
    machine.use(folder.path)
    try await machine.until { $0.state == .ok }
    let other = try TemporaryFolder()
    machine.use(other.path)
    #expect(machine.sync.describe()?.folder == other.path)
    try await machine.until { $0.state == .ok }
    // The watch is the new folder's.
    let second = try await Machine()
    try await second.search("dune")
    second.use(other.path)
    try await machine.until { _ in try await machine.terms() == ["dune"] }
    await machine.sync.end()
    await second.sync.end()
  }

  /// A number that is left out looks to others like a line that was lost.
  @Test func folder_that_goes_while_it_is_written_leaves_no_gap() async throws {
    let folder = try TemporaryFolder(), other = try TemporaryFolder()
    let machine = try await Machine()
    machine.use(folder.path)
    try await machine.search("dune")
    try await machine.until { $0.state == .ok }
    let name = try await machine.journal()
    // It is not there to be appended to, nor can it be made.
    rename("\(folder.path)/\(name)", "\(other.path)/\(name)")
    mkdir("\(folder.path)/.\(name).tmp", 0o700)
    try await machine.search("alien")
    try await machine.until { $0.state == .unwritable }
    rmdir("\(folder.path)/.\(name).tmp")
    rename("\(other.path)/\(name)", "\(folder.path)/\(name)")
    try await machine.search("heat")
    try await machine.until { $0.state == .ok }
    await machine.sync.end()
    let lines = TemporaryFolder.read("\(folder.path)/\(name)").split(separator: "\n")
    let numbers = lines.compactMap { (try? JSONValue(parsing: String($0)))?["n"]?.intValue }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(numbers)")
    #expect(lines.contains { $0.contains("heat") } && lines.contains { $0.contains("alien") })
  }

  /// Two spellings of one letter are two names to a disk.
  @Test func folder_whose_name_has_other_bytes_is_another_one() async throws {
    let folder = try TemporaryFolder()
    let places = ["caf\u{e9}", "cafe\u{301}"].map { "\(folder.path)/\($0)" }
    let machine = try await Machine()
    for place in places {
      mkdir(place, 0o700)
      machine.use(place)
      #expect(machine.sync.describe().map { Array($0.folder.utf8) } == Array(place.utf8))
    }
    await machine.sync.end()
  }

  enum Unread: CaseIterable { case newer, link }

  /// What it has may be missing from the library, which may have been restored from a backup.
  @Test(arguments: Unread.allCases)
  func own_journal_that_cannot_be_read_is_not_written(_ unread: Unread) async throws {
    let folder = try TemporaryFolder()
    var machine = try await Machine()
    try await machine.search("dune")
    machine.use(folder.path)
    try await machine.until { $0.state == .ok }
    let path = "\(folder.path)/\(try await machine.journal())"
    machine = try await machine.restarted()
    switch unread {
    case .newer:
      let header = JournalLine.sealed(Array(#"{"movierpc":"sync","version":99}"#.utf8))
      try TemporaryFolder.write(String(decoding: header, as: UTF8.self), to: path)
    case .link:
      #expect(rename(path, folder.path + "/elsewhere") == 0)
      try TemporaryFolder.write("x", to: folder.path + "/elsewhere")
      #expect(symlink(folder.path + "/elsewhere", path) == 0)
    }
    let content = TemporaryFolder.read(path)
    try await machine.search("brazil")
    machine.use(folder.path)
    try await machine.until { $0.state == .unreadable }
    await machine.sync.end()
    #expect(TemporaryFolder.read(path) == content)
    // One that is no journal at all is written.
    unlink(path)
    try TemporaryFolder.write("garbage\n", to: path)
    machine = try await machine.restarted()
    machine.use(folder.path)
    try await machine.until { $0.state == .ok }
    #expect(TemporaryFolder.read(path).contains(#""k":"brazil""#))
    await machine.sync.end()
  }

  /// The clock was ahead when they were made, and was set back.
  @Test func own_lines_that_are_ahead_are_not_lost() async throws {
    let folder = try TemporaryFolder()
    var machine = try await Machine()
    machine.use(folder.path)
    try await machine.until { $0.state == .ok }
    let path = "\(folder.path)/\(try await machine.journal())"
    let device = try #require(try await machine.library.syncState()).device
    machine = try await machine.restarted()
    let ahead = HybridClock(milliseconds: Timestamp.now.milliseconds + 3 * 86_400_000)
    let change = SyncChange(
      SyncItem("default", "history", "dune"), Stamp(ahead, device),
      [
        ("in", .integer(1)), ("term", .text("dune")), ("at", .integer(1_700_000_000_000)),
        ("count", .integer(1)), ("total_results", .integer(1)),
      ])
    let line = try #require(JournalLine.encode(change, number: 2, owner: device))
    let content = TemporaryFolder.read(path) + String(decoding: line, as: UTF8.self)
    try TemporaryFolder.write(content, to: path)
    machine.use(folder.path)
    try await machine.until { _ in try await machine.terms() == ["dune"] }
    await machine.sync.end()
    // Others can believe it.
    let second = try await Machine()
    second.use(folder.path)
    try await second.until { _ in try await second.terms() == ["dune"] }
    await second.sync.end()
  }

  /// The clock is set right between two looks: its journal still has what was done before, with a later clock.
  @Test(arguments: [false, true]) func own_journal_undoes_nothing(_ isRestarted: Bool) async throws {
    let folder = try TemporaryFolder()
    var machine = try await Machine()
    machine.use(folder.path)
    try await machine.until { $0.state == .ok }
    let lead: Duration = .seconds(3 * 86_400)
    machine.clock.now = { .now + lead }
    var state = try #require(try await machine.library.syncState())
    state.clock = HybridClock(milliseconds: (Timestamp.now + lead).milliseconds)
    try await machine.library.save(state)
    try await machine.search("dune")
    let path = "\(folder.path)/\(try await machine.journal())"
    try await machine.until { _ in TemporaryFolder.read(path).contains(#""k":"dune""#) }
    if isRestarted { machine = try await machine.restarted() }
    machine.clock.now = { .now }
    _ = try await machine.library.forget("dune", profile: "default")
    try await machine.search("brazil")
    if isRestarted { machine.use(folder.path) }
    let second = try await Machine()
    second.use(folder.path)
    try await second.until { _ in try await second.terms().contains("brazil") }
    #expect(try await second.terms() == ["brazil"])
    #expect(try await machine.terms() == ["brazil"])
    await machine.sync.end()
    await second.sync.end()
  }

  /// Its name, size and times are as they were.
  @Test func journal_that_could_not_be_read_is_tried_again() async throws {
    let folder = try TemporaryFolder()
    let first = try await Machine()
    try await first.search("dune")
    first.use(folder.path)
    try await first.until { $0.state == .ok }
    await first.sync.end()
    let (path, hidden) = ("\(folder.path)/\(try await first.journal())", folder.path + "/hidden")
    #expect(rename(path, hidden) == 0 && symlink(hidden, path) == 0)
    let machine = try await Machine()
    machine.use(folder.path)
    try await machine.until { $0.files.first?.state == .unreadable }
    #expect(rename(hidden, path) == 0)
    try await machine.until { _ in try await machine.terms() == ["dune"] }
    await machine.sync.end()
  }

  /// Within the interval nothing but the watch of the folder brings it.
  @Test func journal_that_arrives_is_read_long_before_the_interval() async throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    let (writer, reader) = (try await Machine(), try await Machine())
    try await writer.search("dune")
    writer.use(elsewhere.path)
    try await writer.until { $0.state == .ok }
    let journal = try await writer.journal()
    await writer.sync.end()

    reader.sync.interval = .seconds(3600)
    reader.use(folder.path)
    try await reader.until { $0.state == .ok }
    // Under another name first, as programs that synchronise a folder do.
    let arriving = folder.path + "/.arriving"
    try TemporaryFolder.write(TemporaryFolder.read("\(elsewhere.path)/\(journal)"), to: arriving)
    #expect(rename(arriving, "\(folder.path)/\(journal)") == 0)
    try await reader.until { _ in try await reader.terms() == ["dune"] }
    await reader.sync.end()
  }

  /// 25 MiB of a list that this version does not know.
  @Test func journal_of_strange_things_costs_only_itself() async throws {
    let folder = try TemporaryFolder()
    let stranger = try #require(DeviceID("0000000000000001"))
    let clock = HybridClock(milliseconds: Timestamp.now.milliseconds)
    var bytes = JournalHeader(stranger, name: "stranger", clock: clock, number: 0).encoded()
    let text = SyncValue.text(String(repeating: "x", count: 30_000))
    for number in 0..<850 {
      let change = SyncChange(
        SyncItem("default", "ratings", "movie/\(number)"), Stamp(clock, stranger), [("text", text)])
      bytes += try #require(JournalLine.encode(change, number: nil, owner: stranger))
    }
    // Read before all others.
    let path = "\(folder.path)/\(SyncFile.name(of: stranger))"
    try TemporaryFolder.write(String(decoding: bytes, as: UTF8.self), to: path)
    let (one, other) = (try await Machine(), try await Machine())
    for machine in [one, other] { machine.use(folder.path) }
    try await one.until { $0.state == .ok && $0.files.first?.state == .full }
    try await one.search("dune")
    try await other.until { _ in try await other.terms() == ["dune"] }
    try await other.until { $0.state == .ok && $0.files.first?.deviceName == "stranger" }
    // Only its share is passed on.
    let journals = [try await one.journal(), try await other.journal()].map { "\(folder.path)/\($0)" }
    for journal in journals { #expect(DurableFile.size(journal) ?? 0 < 3 << 20) }
    unlink(path)
    for machine in [one, other] {
      #expect(try await machine.sync.reset { try await $0() })
      try await machine.until { $0.state == .ok && $0.files.map(\.state) == [.ok] }
    }
    for machine in [one, other] { #expect(try await machine.terms() == ["dune"]) }
    await one.sync.end()
    await other.sync.end()
    for journal in journals {
      let content = TemporaryFolder.read(journal)
      #expect(content.contains(#""k":"dune""#) && !content.contains("ratings"))
    }
  }

  /// Each salt takes a second: one at a look.
  @Test func salts_of_strangers_are_tried_one_by_one() async throws {
    let folder = try TemporaryFolder()
    let passphrase = folder.path + "/passphrase"
    try TemporaryFolder.write("amber lighthouse\n", to: passphrase)
    #expect(chmod(passphrase, 0o600) == 0)
    for number in 10..<50 {
      let salt = "AAECAwQFBgcICQoLDA0\(number)w=="
      let line = JournalLine.sealed(
        Array(
          (#"{"movierpc":"sync","version":2,"device":"00000000000000\#(number)","name":"x","c":"1.0","n":6,"#
            + #""salt":"\#(salt)","e":"AAAA"}"#).utf8))
      try TemporaryFolder.write(String(decoding: line, as: UTF8.self), to: "\(folder.path)/\(number).jsonl")
    }
    let machine = try await Machine()
    try await machine.search("dune")
    machine.use(folder.path, passphraseFile: passphrase)
    try await machine.until { $0.state == .ok }
    let states = try #require(machine.sync.describe()?.files.map(\.state))
    #expect(states.first == .otherPassphrase && Set(states).isSubset(of: [.otherPassphrase, .waiting]))
    // Own changes do not wait for them.
    let journal = "\(folder.path)/\(try await machine.journal())"
    let before = DurableFile.size(journal)
    try await machine.search("brazil")
    try await machine.until { _ in DurableFile.size(journal) != before }
    #expect(machine.sync.describe()?.files.contains { $0.state == .waiting } == true)
    await machine.sync.end()
  }

  @Test func full_disk_is_not_tried_without_end() async throws {
    let place = try TemporaryFolder()
    guard let disk = SmallDisk(place.path + "/small") else {
      try Test.cancel("needs root, to mount a file system of 1 MiB")
    }
    let machine = try await Machine()
    machine.sync.interval = .seconds(3600)
    machine.use(disk.path)
    try await machine.until { $0.state == .ok }
    let filler = try #require(fopen(disk.path + "/filler", "we"))
    let block = [UInt8](repeating: 0, count: 4096)
    while fwrite(block, 1, block.count, filler) == block.count, fflush(filler) == 0 {}
    fclose(filler)
    for number in 0..<40 { try await machine.search("\(number) " + String(repeating: "x", count: 190)) }
    try await machine.until { $0.state == .unwritable }
    #expect(ProcessFigures.names(in: disk.path).count == 2)
    var looks = 0
    machine.clock.now = {
      looks += 1
      return .now
    }
    for _ in 0..<3 {
      machine.sync.schedule()
      try await EventLoop.sleep(for: .milliseconds(200))
    }
    #expect(looks == 0)
    unlink(disk.path + "/filler")
    await machine.sync.end()
    #expect(TemporaryFolder.read("\(disk.path)/\(try await machine.journal())").contains(#""k":"39 x"#))
  }

  @Test func leftovers_are_forgotten_without_a_folder() async throws {
    let folder = try TemporaryFolder()
    let machine = try await Machine()
    machine.use(folder.path)
    try await machine.until { $0.state == .ok }
    machine.use(nil)
    #expect(machine.sync.describe() == nil)
    let old = Stamp(HybridClock(milliseconds: Timestamp.now.milliseconds - 400 * 86_400_000), .random())
    let change = SyncChange(SyncItem("default", "history", "x"), old, [("in", .integer(0))])
    let rules = SyncRules(shared: [:], maxEntries: 9, maxSearches: 9)
    _ = try await machine.library.merge(
      [change], from: SyncFile(name: "x", inode: 1, bytes: 1, changedAt: 1), rules, now: .epoch,
      reached: .epoch)
    let (library, clock) = (machine.library, machine.clock)
    #expect(try await library.snapshot(after: nil, limit: 9).changes.count == 1)
    // Not twice a day.
    clock.now = { .now + .seconds(2 * 86_400) }
    while try await !library.snapshot(after: nil, limit: 9).changes.isEmpty {
      machine.sync.tidyWithoutFolder()
      try await EventLoop.sleep(for: .milliseconds(2))
    }
    await machine.sync.end()
  }
}

extension FolderSync {
  /// On a busy machine the folder answers late; what never ends is ended by the suite's limit.
  func end() async { await end(by: EventLoop.now + .seconds(600)) }
}
