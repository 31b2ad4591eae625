import Foundation
import Testing

@testable import MovieStore

private actor Owner {
  private let thread: DatabaseThread
  private var order: [Int] = []

  init(_ thread: DatabaseThread) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func threadID() -> pthread_t { pthread_self() }
  func add(_ number: Int) { order.append(number) }
  func all() -> [Int] { order }
  func wait(for opening: DispatchSemaphore) { opening.wait() }
  func count() -> Int { order.count }
  nonisolated func assumed() -> Int { assumeIsolated { $0.order.count } }
  func nested() -> Int { assumed() }
}

private func threadsNamed(_ name: String) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { task in
    let comm = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
    return comm == name + "\n"
  }
}

@Suite struct DatabaseThreadTests {
  @Test func actorsOfOneThreadRunOnIt() async {
    let thread = DatabaseThread()
    let first = await Owner(thread).threadID()
    let second = await Owner(thread).threadID()
    let other = await Owner(DatabaseThread()).threadID()
    #expect(first == second)
    #expect(first != other)
  }

  @Test func tenThousandCallsFromManyTasksAreAllMade() async {
    let owner = Owner(DatabaseThread())
    await withTaskGroup(of: Void.self) { group in
      for start in 0..<100 {
        group.addTask { for number in 0..<100 { await owner.add(start * 100 + number) } }
      }
    }
    #expect(await owner.count() == 10_000)
  }

  @Test func lowerPrioritiesComeLast() async {
    let owner = Owner(DatabaseThread())
    let opening = DispatchSemaphore(value: 0)
    let atOnce = AtOnce()
    var tasks = [Task(executorPreference: atOnce) { await owner.wait(for: opening) }]
    let order: [TaskPriority] = [.background, .low, .medium, .background, .high, .low]
    for (number, priority) in order.enumerated() {
      tasks.append(Task(executorPreference: atOnce, priority: priority) { await owner.add(number) })
    }
    opening.signal()
    while await owner.count() < order.count { await Task.yield() }
    #expect(await owner.all() == [2, 4, 1, 5, 0, 3])
  }

  @Test func isolationIsKnownOnTheThread() async {
    #expect(await Owner(DatabaseThread()).nested() == 0)
  }

  @Test func isolationIsRefusedElsewhere() async {
    await #expect(processExitsWith: .failure) {
      let owner = Owner(DatabaseThread())
      await owner.add(1)
      _ = owner.assumed()
    }
  }

  @Test func threadStartsWithTheFirstCallAndEndsWithItsOwner() async throws {
    let name = "test-\(UInt32.random(in: 0...0xffff_ffff))"
    var owner: Owner? = Owner(DatabaseThread(name: name))
    #expect(try threadsNamed(name) == 0)
    await owner?.add(1)
    #expect(try threadsNamed(name) == 1)
    owner = nil
    // The kernel removes it when the thread has run to its end, some time after it was told to.
    for _ in 0..<24_000 where try threadsNamed(name) > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try threadsNamed(name) == 0)
  }
}
