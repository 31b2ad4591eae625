import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct PathWatchTests {
  /// Who looks after each change watches the file again.
  @Test func watching_again_is_no_change() async throws {
    var path = Array("/tmp/movierpc-test-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    try #require(file >= 0)
    defer {
      Glibc.close(file)
      unlink(path)
    }
    let name = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    let log = Log<Int>()
    var watch: PathWatch?
    watch = try PathWatch {
      log.note(log.entries.count)
      watch?.watch(name)
    }
    #expect(watch?.watch(name) == true)
    #expect(watch?.watch(name) == true)
    fchmod(file, 0o400)
    await log.until(count: 1)
    // Mounts are changes too, and others may make some meanwhile.
    for _ in 0..<100 { await EventLoop.offload {} }
    #expect(log.entries.count < 50)
    watch?.close()
  }
}
