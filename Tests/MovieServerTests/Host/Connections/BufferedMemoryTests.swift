import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// What is held for all clients together.
@Suite(.timeLimit(.minutes(20))) struct BufferedMemoryTests {
  private let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#

  private func holding(_ total: Int) async -> (InProcess, HeldTitles) {
    await InProcess.holding {
      $0.writeTotalBytes = total
      $0.writeSoftBytes = 32 << 20
      $0.writeHardBytes = 64 << 20
    }
  }

  /// Of `rpc.discover`, so many that their replies have `bytes`.
  private func questions(_ bytes: Int, _ client: LineClient) throws -> String {
    let size = try client.call(discover).text().utf8.count
    return Array(repeating: discover, count: bytes / size).joined(separator: "\n")
  }

  @Test func who_holds_most_is_closed() async throws {
    let (server, _) = await holding(3 << 20)
    let (most, less) = (try await server.connect(), try await server.connect())
    let other = try await server.connect()
    try less.send(try questions(1 << 20, other))
    #expect(await server.until { $0.sessions[1].held.bytes > 0 })
    try most.send(try questions(5 << 20, other))
    #expect(await server.until { $0.sessions.count == 2 })
    // What the kernel had taken is there, and then the end.
    #expect(try most.rest().count < 3 << 20)
    less.shutDown()
    #expect(try less.lines().count == (try questions(1 << 20, other)).split(separator: "\n").count)
    #expect(await server.until { $0.held.bytes == 0 })
  }

  @Test func who_is_closed_counts_no_more_for_those_who_wait_for_its_place() async throws {
    let (server, titles) = await InProcess.holding {
      ($0.writeTotalBytes, $0.writeSoftBytes, $0.writeHardBytes) = (3 << 20, 32 << 20, 64 << 20)
      $0.inFlightTotal = 2
    }
    let (first, second) = (try await server.connect(), try await server.connect())
    let other = try await server.connect()
    let many = try questions(2 << 20, other)
    try first.send(Ask.search(1, "a") + "\n" + many)
    #expect(await server.until { $0.held.bytes > 1 << 20 })
    try second.send([Ask.search(1, "b"), Ask.search(2, "c"), many].joined(separator: "\n"))
    await titles.untilAsked(2)
    #expect(await server.until { $0.sessions[1].life.isWaiting })
    await server.see { $0.sessions[0].close() }
    await titles.untilAsked(3)
    #expect(await server.until { $0.sessions.count == 2 && $0.sessions[0].held.bytes > 1 << 20 })
    await titles.releaseAll()
  }

  @Test func answers_that_wait_for_the_rest_of_their_batch_count() async throws {
    let (server, titles) = await holding(1 << 20)
    let (client, other) = (try await server.connect(), try await server.connect())
    let many = try questions(2 << 20, other).split(separator: "\n").joined(separator: ",")
    try client.send("[\(Ask.search(1, "a")),\(many)]")
    #expect(await server.until { $0.sessions.count == 1 })
    #expect(try client.line() == nil)
    #expect(try other.call(Ask.ping(1)).id == 1)
    await titles.releaseAll()
  }

  @Test func unfinished_messages_count() async throws {
    let (server, _) = await holding(1 << 20)
    let clients = [try await server.connect(), try await server.connect(), try await server.connect()]
    for client in clients { try? client.send([UInt8](repeating: UInt8(ascii: "["), count: 400 << 10)) }
    #expect(await server.until { $0.sessions.count == 2 && $0.held.bytes >= 800 << 10 })
  }

  @Test func what_is_done_with_counts_no_more() async throws {
    let (server, titles) = await holding(1 << 20)
    let client = try await server.connect()
    try client.send("[\(Ask.search(1, "a")),\(discover)]\n" + Ask.search(2, "b"))
    await titles.untilAsked(2)
    #expect(await server.until { $0.held.bytes > 100_000 })
    await titles.releaseAll()
    #expect(try client.reply().arrayValue?.count == 2)
    #expect(try client.reply().id == 2)
    #expect(await server.until { $0.held.bytes == 0 })
  }

  /// A while after it; without one there is no timer.
  @Test func memory_goes_back_after_a_burst() async throws {
    let (server, _) = await holding(64 << 20)
    let (client, other) = (try await server.connect(), try await server.connect())
    let questions = try questions(3 << 20, other)
    for _ in 0..<4 { try client.send(questions) }
    #expect(await server.until { $0.held.bytes > 9 << 20 })
    client.shutDown()
    _ = try client.rest()
    #expect(await server.until { $0.held.bytes == 0 && $0.held.timesGivenBack > 0 })
    #expect(try other.call(Ask.ping(1)).id == 1)
  }
}
