import Glibc
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

/// The doctor's findings about the library, in a folder that a test makes up.
@Suite struct DoctorLibraryTests {
  private let house: DoctorTests.House
  private let folder: String

  init() throws {
    house = try DoctorTests.House()
    for name in [".local", ".local/share", ".local/share/movierpc"] { house.make(name) }
    folder = ".local/share/movierpc/"
  }

  private func write(_ name: String, _ text: String = "", changedAt: Int = 1_790_000_000) throws {
    let path = house.path + "/" + folder + name
    house.write(folder + name)
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    try Output.write(Array(text.utf8), to: descriptor)
    let times = [timespec](repeating: timespec(tv_sec: changedAt, tv_nsec: 0), count: 2)
    #expect(futimens(descriptor, times) == 0)
  }

  private func findings(socket: String? = nil) -> [Finding] {
    house.findings(socket: socket).filter { $0.name == "library" }
  }

  @Test func library_and_its_newest_copy_are_told() throws {
    #expect(findings().map(\.message) == ["created when the daemon starts for the first time"])
    try write("library.sqlite", "12345")
    let path = house.path + "/" + folder + "library.sqlite"
    #expect(findings().map(\.message) == ["\(path), 5 B; not copied yet"])
    try write("library.sqlite.backup")
    #expect(
      findings().map(\.message) == [
        "\(path), 5 B; newest copy of \(LocalTime.current.minute("2026-09-21T14:13:20Z"))"
      ])
    #expect(findings().map(\.state) == [.ok])
  }

  @Test func copy_that_lacks_days_is_a_warning() throws {
    try write("library.sqlite.backup")
    try write("library.sqlite", changedAt: 1_790_000_000 + 3 * 86_400 - 1)
    #expect(findings().map(\.state) == [.ok])
    // The last changes are still in the log.
    try write("library.sqlite-wal", changedAt: 1_790_000_000 + 3 * 86_400)
    #expect(findings().map(\.state) == [.warning])
    #expect(
      findings()[0].message.hasSuffix("last changed \(LocalTime.current.minute("2026-09-24T14:13:20Z"))"))
  }

  @Test func library_that_was_restored_is_told_until_a_person_has_seen_to_it() throws {
    try write("library.sqlite")
    try write("library.sqlite.restored-20261121-093000.txt", "It was damaged,\nand was restored.\n")
    try write("library.sqlite.restored-20261122-093000.txt", "It was gone.\n")
    for suffix in ["", "-wal"] { try write("library.sqlite.damaged-20261121-093000\(suffix)") }
    let told = findings()
    #expect(told.map(\.state) == [.ok, .warning, .warning])
    #expect(told.map(\.message).dropFirst() == ["It was damaged, and was restored.", "It was gone."])
    let path = house.path + "/" + folder
    let name = path + "library.sqlite."
    #expect(
      told[1].hint == "check your lists, then rm \(name)damaged-20261121-093000* "
        + "\(name)restored-20261121-093000.txt")
    #expect(told[2].hint == "check your lists, then rm \(name)restored-20261122-093000.txt")
  }

  /// Not a file of any size, and nothing that could be waited for.
  @Test func report_is_read_in_part() throws {
    try write("library.sqlite.restored-1.txt", String(repeating: "x", count: 100_000))
    #expect(findings()[1].message.count == 2048)
    mkfifo(house.path + "/" + folder + "library.sqlite.restored-2.txt", 0o600)
    #expect(findings()[2].message == "")
  }

  @Test func what_the_daemon_cannot_use_is_a_problem() throws {
    let answers = [
      #"{"jsonrpc":"2.0","id":1,"result":{"pid":7,"version":"1","protocol":1}}"#,
      #"{"jsonrpc":"2.0","id":2,"result":{"settings":{}}}"#,
      #"{"jsonrpc":"2.0","id":3,"error":{"code":1009,"message":"it is damaged","data":"#
        + #"{"kind":"storage_error","hint":"move it away"}}}"#,
    ]
    let server = try TestServer { descriptor in
      for answer in answers {
        _ = TestServer.readLine(descriptor)
        TestServer.write(descriptor, answer + "\n")
      }
    }
    try write("library.sqlite")
    #expect(
      findings(socket: server.path) == [Finding("library", .problem, "it is damaged", hint: "move it away")])
  }
}
