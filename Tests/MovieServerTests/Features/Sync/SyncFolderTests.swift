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
    #expect(names.usable.count == 71 && names.unusable.isEmpty)
    let listing = try files.listing(names.usable, own: "own.jsonl")
    #expect(listing.own?.bytes == 3 && listing.others.count == SyncFolder.maxFiles && listing.omitted == 6)
    #expect(!listing.others.contains { $0.name == "own.jsonl" })
    #expect(try files.listing(names.usable, own: "none.jsonl").own == nil)
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

  /// In a folder that others may write to.
  @Test(arguments: ["file", "link", "hard link"])
  func temporary_file_is_its_own(_ planted: String) throws {
    let folder = try TemporaryFolder()
    let (files, name, precious) = (SyncFolder(path: folder.path), "own.jsonl", folder.path + "/precious")
    let temporary = "\(folder.path)/.\(name).tmp"
    try TemporaryFolder.write("precious", to: precious)
    switch planted {
    case "file":
      try TemporaryFolder.write("theirs", to: temporary)
      #expect(chmod(temporary, 0o666) == 0)
    case "link": #expect(symlink(precious, temporary) == 0)
    default: #expect(link(precious, temporary) == 0)
    }
    try files.writeSnapshot(Array("a\n".utf8), of: name, isFirst: true)
    try files.writeSnapshot(Array("b\n".utf8), of: name, isFirst: false)
    #expect(try files.finishSnapshot(of: name) == 4)
    var status = stat()
    #expect(lstat("\(folder.path)/\(name)", &status) == 0)
    #expect(status.st_mode == S_IFREG | 0o600 && status.st_uid == geteuid() && status.st_nlink == 1)
    #expect(TemporaryFolder.read("\(folder.path)/\(name)") == "a\nb\n")
    #expect(TemporaryFolder.read(precious) == "precious")
  }

  /// Another name of a file of one's own.
  @Test func hard_link_is_not_appended_to() throws {
    let folder = try TemporaryFolder()
    let precious = folder.path + "/precious"
    try TemporaryFolder.write("abc", to: precious)
    #expect(link(precious, folder.path + "/own.jsonl") == 0)
    #expect(try SyncFolder(path: folder.path).append(Array("x".utf8), to: "own.jsonl", size: 3) == nil)
    #expect(TemporaryFolder.read(precious) == "abc")
  }

  @Test func name_that_is_no_utf8_is_told() throws {
    let folder = try TemporaryFolder()
    var bytes = Array("\(folder.path)/a".utf8).map(CChar.init(bitPattern:))
    bytes += [-1, 0x0a] + Array(".jsonl".utf8CString)
    let descriptor = open(bytes, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    try TemporaryFolder.write("", to: folder.path + "/é.jsonl")
    let names = try SyncFolder(path: folder.path).names()
    #expect(names.usable == ["é.jsonl"] && names.unusable == ["a\\xff\\x0a.jsonl"])
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
