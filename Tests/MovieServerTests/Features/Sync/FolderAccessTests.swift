import EventLoop
import Glibc
import Testing

@testable import MovieServer

@LoopActor @Suite(.serialized, .timeLimit(.minutes(20))) struct FolderAccessTests {
  /// A call that ends when something is written there.
  private struct Hung: Sendable {
    let (reading, writing): (CInt, CInt)

    init() throws {
      var ends: [CInt] = [0, 0]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    func end() { #expect(write(writing, "x", 1) == 1) }
    func wait() -> Int {
      var byte: UInt8 = 0
      return read(reading, &byte, 1)
    }
  }

  @Test func call_that_does_not_end_is_reported_and_given_up() async throws {
    let hung = try Hung()
    var (access, silences): (FolderAccess?, Int) = (nil, 0)
    let made = FolderAccess(SyncFolder(path: "/"), patience: .milliseconds(1)) {
      silences += 1
      access?.giveUp()
    }
    access = made
    await #expect(throws: SyncFolder.Fault.silent) { try await made.call { _ in hung.wait() } }
    #expect(silences == 1)
    // Nor does a later call get through, even if it could.
    await #expect(throws: SyncFolder.Fault.silent) { try await made.call { _ in 7 } }
    let other = FolderAccess(SyncFolder(path: "/proc")) {}
    #expect(try await other.call { $0.path } == "/proc")
    hung.end()
    other.giveUp()
  }

  @Test func slow_call_is_reported_and_waited_for() async throws {
    let hung = try Hung()
    let access = FolderAccess(SyncFolder(path: "/"), patience: .milliseconds(1)) { hung.end() }
    #expect(try await access.call { _ in hung.wait() } == 1)
    await #expect(throws: SyncFolder.Fault.away) {
      try await access.call { files throws(SyncFolder.Fault) in throw .away }
    }
    access.giveUp()
  }

  /// As many as were named one after the other and never answered.
  @Test func threads_that_hang_are_few() async throws {
    let abandoned = FolderAccess.Abandoned()
    var hung: [Hung] = []
    for _ in 0..<4 {
      let one = try Hung()
      hung.append(one)
      var access: FolderAccess?
      let made = FolderAccess(SyncFolder(path: "/"), patience: .milliseconds(1), abandoned: abandoned) {
        access?.giveUp()
      }
      access = made
      await #expect(throws: SyncFolder.Fault.silent) { try await made.call { _ in one.wait() } }
    }
    let next = FolderAccess(SyncFolder(path: "/"), abandoned: abandoned) {}
    await #expect(throws: SyncFolder.Fault.silent) { try await next.call { _ in 7 } }
    for one in hung { one.end() }
    while await (try? next.call { _ in 7 }) == nil { try await EventLoop.sleep(for: .milliseconds(1)) }
    next.giveUp()
  }
}
