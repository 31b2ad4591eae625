import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(5))) @LoopActor struct FolderWatchTests {
  @Test func files_that_come_change_and_leave_are_reported() async throws {
    var path = Array("/tmp/movierpc-test-XXXXXX".utf8CString)
    let folder = path.withUnsafeMutableBufferPointer {
      $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    let name = try #require(folder)
    defer { rmdir(name) }
    let log = Log<Int>()
    let watch = try FolderWatch(FolderWatch.Queue(name)) { log.note(log.entries.count) }
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
    #expect(throws: UVError.self) { try FolderWatch.Queue(name + "/none") }
  }
}
