import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct FolderWatchTests {
  @Test func files_that_come_change_and_leave_are_reported() async throws {
    var path = Array("/tmp/movierpc-test-XXXXXX".utf8CString)
    let folder = path.withUnsafeMutableBufferPointer {
      $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    let name = try #require(folder)
    defer { rmdir(name) }
    let log = Log<Int>()
    let watch = try FolderWatch(FolderWatch.Queue(name), where: { _ in true }) { log.note(log.entries.count) }
    for _ in 0..<3 {
      let before = log.entries.count
      let file = open(name + "/new", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      #expect(write(file, "x", 1) == 1)
      close(file)
      await log.until(count: before + 1)
    }
    let before = log.entries.count
    unlink(name + "/new")
    await log.until(count: before + 1)
    watch.close()

    // Of files that are not watched nothing is reported: what comes first is of the one that is.
    let names = Log<String>()
    let chosen = try FolderWatch(FolderWatch.Queue(name), where: { $0 == Array("b".utf8) }) {
      names.note(["a", "b"].filter { access("\(name)/\($0)", F_OK) == 0 }.joined())
    }
    close(open(name + "/a", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    for _ in 0..<20 { await EventLoop.offload {} }
    #expect(names.entries.isEmpty)
    close(open(name + "/b", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    await names.until(count: 1)
    #expect(names.entries[0] == "ab")
    for file in ["a", "b"] { unlink("\(name)/\(file)") }
    chosen.close()
    #expect(throws: UVError.self) { try FolderWatch.Queue(name + "/none") }
  }
}
