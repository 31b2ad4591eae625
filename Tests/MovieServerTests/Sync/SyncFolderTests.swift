import Glibc
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct SyncFolderTests {
  @Test func own_journal_is_found_among_any_number() throws {
    let folder = try TemporaryFolder()
    for number in 0..<70 { try TemporaryFolder.write("x", to: "\(folder.path)/a\(number).jsonl") }
    for name in ["own.jsonl", ".own.jsonl.tmp", ".b.jsonl", "c.json"] {
      try TemporaryFolder.write("own", to: "\(folder.path)/\(name)")
    }
    let files = SyncFolder(path: folder.path)
    let names = try files.names()
    #expect(names.count == 71)
    let listing = try files.listing(names, own: "own.jsonl")
    #expect(listing.own?.bytes == 3 && listing.others.count == SyncFolder.maxFiles && listing.omitted == 6)
    #expect(!listing.others.contains { $0.name == "own.jsonl" })
    #expect(try files.listing(names, own: "none.jsonl").own == nil)
  }

  /// What cannot be found out is not taken for an empty folder.
  @Test func error_is_no_missing_file() throws {
    let folder = try TemporaryFolder()
    let files = SyncFolder(path: folder.path)
    #expect(throws: SyncFolder.Fault.self) { try files.file(String(repeating: "x", count: 300)) }
    #expect(throws: SyncFolder.Fault.away) { try SyncFolder(path: folder.path + "/none").names() }
    let listing = try files.listing([String(repeating: "x", count: 300)], own: "own.jsonl")
    #expect(listing.others.count == 1)
    #expect(throws: SystemError.self) { try DurableFile.list(folder.path + "/none") }
  }

  @Test func journal_that_has_no_room_is_to_be_written_again() throws {
    let folder = try TemporaryFolder()
    let (files, name) = (SyncFolder(path: folder.path), "own.jsonl")
    try TemporaryFolder.write("", to: "\(folder.path)/\(name)")
    #expect(truncate("\(folder.path)/\(name)", off_t(SyncFolder.maxBytes - 3)) == 0)
    #expect(
      try files.append(Array("ab\n".utf8), to: name, size: SyncFolder.maxBytes - 3) == SyncFolder.maxBytes)
    #expect(try files.append(Array("ab\n".utf8), to: name, size: SyncFolder.maxBytes) == nil)
    // But no larger one is.
    let half = [UInt8](repeating: 10, count: SyncFolder.maxBytes / 2)
    try files.writeSnapshot(half, of: name, isFirst: true)
    try files.writeSnapshot(half, of: name, isFirst: false)
    #expect(throws: SyncFolder.Fault.tooLarge(name)) {
      try files.writeSnapshot([10], of: name, isFirst: false)
    }
    #expect(ProcessFigures.names(in: folder.path) == [name])
  }

  @Test func full_disk_leaves_the_journal_as_it_was() throws {
    let folder = try TemporaryFolder()
    guard let disk = SmallDisk(folder.path + "/small") else {
      try Test.cancel("needs root, to mount a file system of 1 MiB")
    }
    let (files, name) = (SyncFolder(path: disk.path), "own.jsonl")
    try TemporaryFolder.write("own", to: "\(disk.path)/\(name)")
    let lines = [UInt8](repeating: 10, count: 2 << 20)
    #expect(throws: SyncFolder.Fault.self) { try files.append(lines, to: name, size: 3) }
    #expect(try files.file(name)?.bytes == 3)
    #expect(throws: SyncFolder.Fault.self) { try files.writeSnapshot(lines, of: name, isFirst: true) }
    #expect(ProcessFigures.names(in: disk.path) == [name])
  }
}
