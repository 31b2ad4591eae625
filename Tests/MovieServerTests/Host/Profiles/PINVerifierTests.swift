import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import Testing

@testable import MovieServer

@LoopActor @Suite(.timeLimit(.minutes(20))) struct PINVerifierTests {
  private let log = MemoryLog()
  private static let hash = Result { try PINHash.make("1234") }

  /// With waits that do not end while a busy machine has the test wait.
  private func make(delay: Duration = .zero) throws -> PINVerifier {
    PINVerifier(
      try Self.hash.get(), delay: delay, attempts: PINAttempts(first: PINAttempts.maxWait),
      logger: Logger(label: "test") { [log] _ in log })
  }

  private func fault(_ lock: PINVerifier, _ pin: String?) async -> RPCError? {
    do {
      try await lock.expect(pin, of: "Kids")
      return nil
    } catch { return error }
  }

  private func member(_ error: RPCError?, _ name: String) -> JSONValue? {
    error?.details.first { $0.name == name }?.value
  }

  @Test func right_one_opens_and_a_wrong_one_does_not() async throws {
    let lock = try make()
    #expect(await fault(lock, "1234") == nil)
    let wrong = await fault(lock, "4321")
    #expect(wrong?.kind == .forbidden && member(wrong, "needs") == "pin")
    #expect(member(wrong, "retry_after_ms") == .null)
    #expect(wrong?.message.contains("4321") == false)
    #expect(log.lines.count == 1 && log.lines.first?.contains("4321") == false)
  }

  @Test func none_is_no_try() async throws {
    let lock = try make()
    for _ in 1...20 {
      let missing = await fault(lock, nil)
      #expect(missing?.kind == .forbidden && member(missing, "needs") == "pin")
      #expect(member(missing, "retry_after_ms") == .null)
    }
    #expect(await fault(lock, "1234") == nil)
  }

  @Test func after_some_wrong_ones_the_right_one_is_refused_too() async throws {
    let lock = try make()
    for number in 1...PINAttempts.free {
      let wrong = await fault(lock, "wrong")
      let wait = member(wrong, "retry_after_ms")
      #expect((wait == .null) == (number < PINAttempts.free))
      #expect(wrong?.advice == wait?.intValue.map { Advice(.waitThenTry, .wait($0)) } ?? .unlock("Kids"))
    }
    let refused = await fault(lock, "1234")
    #expect(refused?.kind == .forbidden)
    #expect((1...300_000).contains(member(refused, "retry_after_ms")?.intValue ?? 0))
    // It was not tried, so it is not one more.
    #expect(log.lines.count == PINAttempts.free)
    #expect((1...300_000).contains(member(await fault(lock, nil), "retry_after_ms")?.intValue ?? 0))
  }

  @Test func many_at_once_are_tried_one_after_the_other() async throws {
    let lock = try make()
    let tasks = (1...40).map { _ in LoopTask.start { await fault(lock, "wrong")?.message } }
    var messages: [String] = []
    for task in tasks { messages.append(await task.value ?? "") }
    #expect(messages.prefix(PINAttempts.free).allSatisfy { $0 == "the PIN of Kids is wrong" })
    #expect(
      messages.dropFirst(PINAttempts.free).allSatisfy { $0 == "the PIN of Kids was wrong too often" })
  }

  @Test func right_and_wrong_are_answered_when_the_time_is_over() async throws {
    let lock = try make(delay: .milliseconds(60))
    for pin in ["1234", "wrong", "1234"] {
      let begun = EventLoop.now
      _ = await fault(lock, pin)
      #expect(EventLoop.now >= begun + .milliseconds(60))
    }
  }

  @Test func hash_that_nobody_can_read_opens_for_nobody() async throws {
    let lock = PINVerifier("$zz$", delay: .zero, logger: Logger(label: "test") { [log] _ in log })
    #expect(await fault(lock, "1234")?.kind == .notAvailable)
  }
}
