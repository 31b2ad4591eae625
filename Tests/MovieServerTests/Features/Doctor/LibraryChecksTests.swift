import Glibc
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// The doctor's findings about the library, in a folder that a test makes up.
@Suite struct LibraryChecksTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ text: String = "", changedAt: Int = 1_790_000_000) throws {
    let path = folder.path + "/" + name
    try TemporaryFolder.write(text, to: path)
    let times = [timespec](repeating: timespec(tv_sec: changedAt, tv_nsec: 0), count: 2)
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
  }

  private func findings(_ fault: RPCError? = nil) -> [DoctorFinding] {
    LibraryChecks.findings(in: folder.path, fault)
  }

  @Test func library_and_its_newest_copy_are_told() throws {
    #expect(findings() == [DoctorFinding("library", .ok, .createdAtStart)])
    try write("library.sqlite", "12345")
    let size = Message.withSize(folder.path + "/library.sqlite", MessageBytes(5))
    #expect(findings() == [DoctorFinding("library", .ok, .notCopiedYet(size))])
    try write("library.sqlite.backup")
    #expect(
      findings() == [DoctorFinding("library", .ok, .newestCopy(size, Timestamp(seconds: 1_790_000_000)))])
  }

  @Test func copy_that_lacks_days_is_a_warning() throws {
    try write("library.sqlite.backup")
    try write("library.sqlite", changedAt: 1_790_000_000 + 3 * 86_400 - 1)
    #expect(findings().map(\.state) == [.ok])
    // The last changes are still in the log.
    try write("library.sqlite-wal", changedAt: 1_790_000_000 + 3 * 86_400)
    #expect(findings().map(\.state) == [.warning])
    #expect(findings()[0].message.english.hasSuffix("last changed 2026-09-24T14:13:20Z"))
    #expect(
      findings()[0].advice?.remedy == .method("shutdown", params: [JSONMember("reason", "restart")]))
  }

  @Test func library_that_was_restored_is_told_until_a_person_has_seen_to_it() throws {
    try write("library.sqlite")
    try write("library.sqlite.restored-20261121-093000.txt", "It was damaged,\nand was restored.\n")
    try write("library.sqlite.restored-20261122-093000.txt", "It was gone.\n")
    for suffix in ["", "-wal"] { try write("library.sqlite.damaged-20261121-093000\(suffix)") }
    let told = findings()
    #expect(told.map(\.state) == [.ok, .warning, .warning])
    #expect(
      told.map(\.message.english).dropFirst() == ["It was damaged, and was restored.", "It was gone."])
    let name = folder.path + "/library.sqlite."
    #expect(
      told.dropFirst().map { $0.advice?.hint.english } == [
        "check your lists, then rm \(name)damaged-20261121-093000* \(name)restored-20261121-093000.txt",
        "check your lists, then rm \(name)restored-20261122-093000.txt",
      ])
  }

  /// Not a file of any size, and nothing that could be waited for.
  @Test func report_is_read_in_part() throws {
    try write("library.sqlite.restored-1.txt", String(repeating: "x", count: 100_000))
    #expect(findings()[1].message.english.count == 2048)
    mkfifo(folder.path + "/library.sqlite.restored-2.txt", 0o600)
    #expect(findings()[2].message.english == "")
  }

  @Test func what_the_daemon_cannot_use_is_a_problem() throws {
    try write("library.sqlite")
    let fault = RPCError(.storageError, .libraryUnreadable("it is damaged"), Advice(.moveLibraryAway))
    #expect(findings(fault) == [DoctorFinding("library", .problem, fault.text, fault.advice)])
  }

  @Test func nothing_is_said_of_what_is_no_folder() throws {
    try write("file")
    #expect(LibraryChecks.findings(in: folder.path + "/file", nil) == [])
  }
}
