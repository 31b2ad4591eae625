import EventLoop
import MovieProtocol
import MovieStore
import Testing

@testable import MovieServer

@LoopActor @Suite struct FaultyFilesTests {
  private func file(_ name: String, _ change: Int64 = 0) -> SyncFile {
    SyncFile(name: name, inode: 1, bytes: 1, changedAt: change)
  }

  @Test func file_rests_until_it_has_changed() {
    var faulty = FaultyFiles()
    #expect(!faulty.rests(file("a")))
    faulty.add(file("a"), .notAJournal)
    #expect(faulty.rests(file("a")) && faulty[file("a")]?.state == .notAJournal)
    #expect(!faulty.rests(file("a", 1)) && faulty[file("a", 1)] == nil)
    faulty.add(file("b"), .unreadable)
    #expect(!faulty.rests(file("b")))
    faulty.keep(["b"])
    #expect(faulty[file("a")] == nil && faulty[file("b")] != nil)
  }

  /// A program that synchronises a folder needs a few changes; only a stranger's file changes without end.
  @Test func file_that_changes_without_end_rests() {
    var faulty = FaultyFiles()
    for change in 0..<3 {
      #expect(!faulty.rests(file("a", Int64(change))))
      faulty.add(file("a", Int64(change)), .otherPassphrase)
    }
    #expect(faulty.rests(file("a", 9)) && !faulty.rests(file("b")))
    // What was found last is still said of it.
    #expect(faulty[file("a", 9)]?.state == .otherPassphrase)
    for change in 3..<100 { faulty.add(file("a", Int64(change)), .otherPassphrase) }
    #expect(faulty.rests(file("a", 100)))
    faulty.remove(file("a"))
    #expect(!faulty.rests(file("a", 100)))
  }

  @Test func one_key_is_made_at_a_look_in_turn() {
    var queue = KeyQueue()
    queue.begin(["a", "b"])
    #expect(queue.admits(file("a")))
    queue.end(file("a"), fits: true)
    #expect(!queue.admits(file("b")) && !queue.isReady)
    queue.wait(file("b"))
    queue.wait(file("c"))
    #expect(queue.isReady)
    queue.begin(["a", "b", "c"])
    #expect(queue.admits(file("b")) && !queue.admits(file("a")) && !queue.admits(file("c")))
    queue.begin(["c"])
    #expect(queue.admits(file("c")))
    // A file that is gone, or did not fit, holds up nobody; but after some each costs a pause.
    for number in 1...KeyQueue.patience {
      #expect(queue.admits(file("c")), "\(number)")
      queue.end(file("c"), fits: false)
      queue.wait(file("c"))
      queue.begin(["c", "d"])
    }
    queue.wait(file("d"))
    #expect(!queue.admits(file("c")) && !queue.admits(file("d")) && !queue.isReady)
  }
}
