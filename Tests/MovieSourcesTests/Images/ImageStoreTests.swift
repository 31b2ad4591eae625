import EventLoop
import FakeTMDB
import Glibc
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct ImageStoreTests {
  private let home: TemporaryFolder
  private let time = Time()

  @LoopActor
  final class Time {
    var wall = Timestamp.now
    var loop: LoopInstant = 0

    func pass(hours: Int64) {
      wall += .seconds(hours * 3600)
      loop = loop + .seconds(hours * 3600)
    }
  }

  init() throws { home = try TemporaryFolder() }

  private func store(maxBytes: Int = 1 << 20) -> ImageStore {
    let time = time
    return ImageStore(
      folder: home.path + "/images", maxBytes: maxBytes, clock: { time.wall },
      loopClock: { time.loop })
  }

  private var names: [String] { ProcessFigures.names(in: home.path + "/images").sorted() }

  /// Nobody else may be reading it.
  @discardableResult
  private func add(_ name: String, in store: ImageStore, side: Int = 8) async throws -> ImageIndex.Entry {
    let temporary = try await store.makeTemporary().get()
    try Files.write(FakePicture.jpeg(side, side, note: name), to: store.place(ofTemporary: temporary))
    guard case .stored(let entry) = try await store.store(temporary, as: "w92-\(name)-jpg") else {
      throw Program.Fault(description: "not kept")
    }
    return entry
  }

  @Test func what_was_put_there_is_found_also_by_another_daemon() async throws {
    let store = store()
    #expect(try await store.find("w92-a-jpg") == nil)
    let entry = try await add("a", in: store)
    #expect(try await store.find("w92-a-jpg")?.file == entry.file)
    #expect(try await self.store().find("w92-a-jpg")?.file == entry.file)
    #expect(Files.exists(store.place(entry.file)))
  }

  @Test func twenty_of_one_turn_are_looked_at_together() async throws {
    let store = store()
    for number in 0..<20 { try await add("n\(number)", in: store) }
    let tasks = (0..<20).map { number in
      LoopTask.start { (try? await store.find("w92-n\(number)-jpg")) ?? nil != nil }
    }
    for task in tasks { #expect(await task.value) }
    // A busy loop may begin them in more than one turn.
    #expect(store.checks.count < 10)
  }

  @Test func what_the_user_has_deleted_is_not_found_and_can_come_again() async throws {
    let store = store()
    let entry = try await add("a", in: store)
    #expect(Glibc.unlink(store.place(entry.file)) == 0 && Glibc.rmdir(home.path + "/images") == 0)
    #expect(try await store.find("w92-a-jpg") == nil && store.count == 0)
    try await add("a", in: store)
    #expect(try await store.find("w92-a-jpg") != nil)
  }

  @Test func those_named_longest_ago_go_when_the_folder_is_full() async throws {
    // Each takes two blocks of 4096 bytes.
    let store = store(maxBytes: 5 * 8192)
    for name in ["a", "b", "c", "d"] {
      try await add(name, in: store)
      time.pass(hours: 1)
    }
    time.pass(hours: 1)
    _ = try await store.find("w92-a-jpg")
    try await add("e", in: store)
    try await add("f", in: store)
    await store.flush()
    #expect(names.map { $0.prefix(5) } == ["w92-a", "w92-d", "w92-e", "w92-f"])
    #expect(store.bytes == 4 * 8192)
    #expect(try await store.find("w92-b-jpg") == nil)
  }

  @Test func what_was_named_within_the_hour_stays_though_it_is_too_much() async throws {
    let store = store(maxBytes: 8192)
    for name in ["a", "b"] { try await add(name, in: store) }
    #expect(try await store.hasRoom() == false)
    await store.flush()
    #expect(names.count == 2)
    time.pass(hours: 2)
    #expect(try await store.hasRoom())
    await store.flush()
    #expect(names.count == 0)
  }

  @Test func hour_counts_after_a_restart() async throws {
    let first = store()
    try await add("a", in: first)
    let old = try await add("b", in: first)
    let second = time.wall.seconds
    try Files.setTimes(first.place(old.file), used: second - 7200, changed: second - 7200)
    // As full as it can be, from the start.
    let again = store(maxBytes: 0)
    #expect(try await again.find("w92-a-jpg") != nil)
    await again.flush()
    #expect(names.map { $0.prefix(5) } == ["w92-a"])
  }

  @Test func a_smaller_bound_counts_at_once() async throws {
    let store = store()
    for name in ["a", "b"] { try await add(name, in: store) }
    time.pass(hours: 2)
    store.use(maxBytes: 8192 + 4096)
    await store.flush()
    #expect(names.count == 1)
  }

  @Test func what_is_fetched_anew_takes_its_place_and_the_old_file_stays_for_who_has_its_name() async throws {
    let store = store()
    let old = try await add("a", in: store)
    time.pass(hours: 1)
    let new = try await add("a", in: store, side: 16)
    #expect(try await store.find("w92-a-jpg")?.file == new.file && new.file != old.file)
    #expect(Files.exists(store.place(old.file)))
  }

  /// Pictures go while the same ones come: whoever is told of a file finds it there.
  @Test func who_is_told_of_a_file_finds_it() async throws {
    let store = store(maxBytes: 3 * 8192)
    for round in 0..<30 {
      let tasks = (0..<6).map { number in
        LoopTask.start { () -> Bool in
          let name = "n\((round + number) % 9)"
          if let found = try? await store.find("w92-\(name)-jpg") {
            return Files.exists(store.place(found.file))
          }
          guard let made = try? await self.add(name, in: store) else { return false }
          return Files.exists(store.place(made.file))
        }
      }
      for task in tasks { #expect(await task.value) }
      time.pass(hours: 2)
    }
    await store.flush()
    #expect(names.count == store.count)
  }
}
