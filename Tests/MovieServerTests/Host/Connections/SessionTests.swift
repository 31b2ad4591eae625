import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// The life of a connection and of its requests.
@Suite(.timeLimit(.minutes(20))) struct SessionTests {
  @Test func nothing_of_a_closed_connection_is_left() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 2 }
    let cached = Weak()
    do {
      let client = try await server.connect()
      await cached.set { (server.server.sessions[0], server.server.sessions[0].stream) }
      // Two held, one kept, a line begun, a name that supersedes.
      try client.send(
        [
          Ask.search(1, "a", #""supersedes":"x","debounce_ms":0"#), Ask.search(2, "b"), Ask.search(3, "c"),
          "{",
        ]
        .joined(separator: "\n"))
      await titles.untilAsked(2)
      #expect(await server.until { $0.sessions[0].life.isWaiting })
    }
    // The other end is gone, which is seen also where it is not read.
    await titles.releaseAll()
    #expect(await server.until { $0.sessions.isEmpty && $0.inFlight.count == 0 })
    // The third search may have begun before the end was seen; its task ends when it is answered.
    #expect(
      await server.until { _ in
        titles.releaseAll()
        return cached.isEmpty
      })
  }

  @Test func closing_gives_up_what_is_held() async throws {
    let (server, titles) = await InProcess.holding()
    let cached = Weak()
    do {
      let client = try await server.connect()
      await cached.set { (server.server.sessions[0], server.server.sessions[0].stream) }
      try client.send(Ask.search(1, "a") + "\n[" + Ask.search(2, "b") + "," + Ask.ping(3) + "]")
      await titles.untilAsked(2)
      await server.see { $0.sessions[0].close() }
      #expect(await server.see { $0.inFlight.count } == 0)
      #expect(try client.line() == nil)
    }
    // Their titles answer later, to nobody.
    await titles.releaseAll()
    #expect(await server.until { _ in cached.isEmpty })
  }

  @Test func a_request_cancelled_before_it_began_does_nothing() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a", #""supersedes":"x","debounce_ms":0"#) + "\n" + Ask.cancel(2, of: 1))
    #expect(try client.reply().endedBy == "cancel")
    #expect(try client.reply()["result"]?["cancelled"] == .bool(true))
    #expect(try client.call(Ask.ping(3)).id == 3)
    #expect(await titles.asked == [])
    #expect(await server.see { $0.sessions[0].requests.isEmpty })
  }

  @Test func a_newer_search_ends_the_older_one_of_its_name_only() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    func named(_ id: Int, _ q: String, _ name: String) -> String {
      Ask.search(id, q, #""supersedes":"\#(name)","debounce_ms":0"#)
    }
    try client.send([named(1, "a", "x"), named(2, "b", "y"), named(3, "c", "x")].joined(separator: "\n"))
    let first = try client.reply()
    #expect(first.id == 1)
    #expect(first.endedBy == "newer")
    await titles.untilAsked(2)
    await titles.releaseAll()
    #expect(Set([try client.reply().id, try client.reply().id]) == [2, 3])
    #expect(await server.see { $0.sessions[0].requests.isEmpty })
  }

  @Test func names_that_supersede_are_those_of_one_connection() async throws {
    let (server, titles) = await InProcess.holding()
    let (first, second) = (try await server.connect(), try await server.connect())
    for (client, q) in [(first, "a"), (second, "b")] {
      try client.send(Ask.search(1, q, #""supersedes":"x","debounce_ms":0"#))
    }
    await titles.untilAsked(2)
    await titles.releaseAll()
    #expect(try first.reply()["result"] != nil)
    #expect(try second.reply()["result"] != nil)
  }

  @Test func a_cancelled_request_is_answered_once() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    try client.send(Ask.cancel(2, of: 1))
    #expect(try client.reply().endedBy == "cancel")
    #expect(try client.reply()["result"]?["cancelled"] == .bool(true))
    await titles.releaseAll()
    #expect(try client.call(Ask.cancel(3, of: 1))["result"]?["cancelled"] == .bool(false))
    #expect(try client.call(Ask.ping(4)).id == 4)
  }

  @Test func cancel_ends_all_that_have_the_id() async throws {
    let (server, titles) = await InProcess.holding()
    let (client, other) = (try await server.connect(), try await server.connect())
    try client.send(Ask.search(7, "a") + "\n" + Ask.search(7, "b"))
    try other.send(Ask.search(7, "c"))
    await titles.untilAsked(3)
    try client.send(Ask.cancel(8, of: 7))
    #expect(try client.reply().endedBy == "cancel")
    #expect(try client.reply().endedBy == "cancel")
    #expect(try client.reply().id == 8)
    // The same id on another connection is another request.
    await titles.releaseAll()
    #expect(try other.reply()["result"] != nil)
  }

  @Test func a_batch_with_its_own_cancel_has_each_slot_filled_once() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send("[" + Ask.search(1, "a") + "," + Ask.search(2, "b") + "," + Ask.cancel(3, of: 1) + "]")
    await titles.untilAsked(1)
    await titles.releaseAll()
    let items = try client.reply().arrayValue ?? []
    #expect(items.map(\.id) == [1, 2, 3])
    #expect(items.first?.endedBy == "cancel")
    #expect(items.last?["result"]?["cancelled"] == .bool(true))
    #expect(try client.call(Ask.ping(4)).id == 4)
  }

  @Test func an_answer_counts_as_a_sign_of_life() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    #expect(await server.see { !$0.sessions[0].isIdle })
    await server.see { $0.sessions[0].activity.record(at: 0) }
    await titles.releaseAll()
    #expect(try client.reply().id == 1)
    #expect(await server.until { $0.sessions[0].isIdle })
    #expect(await server.see { $0.sessions[0].activity.lastActive } > 0)
  }

  @Test func a_connection_that_waits_for_room_is_not_idle() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlightTotal = 1 }
    let (first, second) = (try await server.connect(), try await server.connect())
    try first.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    // More than its share, with nothing under way.
    try second.send("[\(Ask.search(1, "b")),\(Ask.search(2, "c"))]")
    #expect(await server.until { $0.sessions[1].life.isWaiting })
    #expect(await server.see { !$0.sessions[1].isIdle })
    await titles.releaseAll()
    #expect(try first.reply().id == 1)
    await titles.untilAsked(3)
    await titles.releaseAll()
    #expect(try second.reply().arrayValue?.map(\.id) == [1, 2])
  }
}

/// Looks whether objects are gone, without keeping them.
@LoopActor
final class Weak {
  private weak var first: AnyObject?
  private weak var second: AnyObject?

  nonisolated init() {}

  func set(_ objects: @LoopActor () -> (AnyObject, AnyObject)) { (first, second) = objects() }

  var isEmpty: Bool { first == nil && second == nil }
}
