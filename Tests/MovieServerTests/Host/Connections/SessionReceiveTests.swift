import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// What a connection does with what comes in: when it is read, when it waits, and that all is answered once.
@Suite(.timeLimit(.minutes(20))) struct SessionReceiveTests {
  @Test func answers_of_one_read_come_in_its_order() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    try client.send((1...200).map(Ask.ping).joined(separator: "\n"))
    for id in 1...200 { #expect(try client.reply().id == id) }
  }

  @Test func an_answer_may_overtake_one_that_waits() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a") + "\n" + Ask.ping(2))
    #expect(try client.reply().id == 2)
    await titles.releaseAll()
    #expect(try client.reply().id == 1)
  }

  @Test func notifications_are_never_answered() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    for method in ["ping", "nope", "search", "cancel"] {
      try client.send(#"{"jsonrpc":"2.0","method":"\#(method)"}"#)
    }
    try client.send(#"{"jsonrpc":"2.0","method":"search","params":{"q":"held"}}"#)
    await titles.untilAsked(1)
    await titles.releaseAll()
    #expect(try client.call(Ask.ping(1)).id == 1)
    #expect(await server.see { $0.inFlight.count } == 0)
  }

  @Test func beyond_in_flight_requests_wait_and_a_cancel_overtakes_them() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 2 }
    let client = try await server.connect()
    try client.send(Ask.search(1, "a") + "\n" + Ask.search(2, "b"))
    await titles.untilAsked(2)
    try client.send([Ask.search(3, "c"), Ask.ping(4), Ask.cancel(5, of: 1)].joined(separator: "\n"))
    #expect(try client.reply().endedBy == "cancel")
    #expect(try client.reply().id == 5)
    // There is a place now, for all that waited.
    #expect(try client.reply().id == 4)
    await titles.untilAsked(3)
    await titles.releaseAll()
    #expect(Set([try client.reply().id, try client.reply().id]) == [2, 3])
  }

  @Test func a_cancel_is_read_when_it_comes_later_and_may_end_what_waits() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let client = try await server.connect()
    try client.send([Ask.search(1, "a"), Ask.search(2, "b"), Ask.search(3, "c")].joined(separator: "\n"))
    #expect(await server.until { $0.sessions[0].life.isWaiting })
    try client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
    let ended = try client.reply()
    #expect(ended.id == 2 && ended.endedBy == "cancel")
    // A change that waits is made, and what is unknown is unknown.
    let change = #"{"jsonrpc":"2.0","id":4,"method":"favorites.add","params":{"key":"movie/1"}}"#
    try client.send(change + "\n" + Ask.cancel(5, of: 4) + "\n" + Ask.cancel(6, of: 2))
    for id in 5...6 {
      let reply = try client.reply()
      #expect(reply.id == id && reply["result"]?["cancelled"] == false)
    }
    for id in [1, 3] {
      await titles.untilAsked(id == 1 ? 1 : 2)
      await titles.releaseAll()
      #expect(try client.reply().id == id)
    }
    #expect(try client.reply().id == 4)
  }

  @Test func what_waits_is_bounded_and_then_the_connection_is_not_read() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let client = try await server.connect()
    let long = String(repeating: " ", count: 1000)
    try client.send((1...200).map { Ask.search($0, "q\($0)") + long }.joined(separator: "\n"))
    #expect(await server.until { $0.sessions[0].life.isPaused })
    #expect(await server.see { $0.sessions[0].life.waitingBytes } < 70_000)
    for id in 1...200 {
      await titles.untilAsked(id)
      await titles.releaseAll()
      #expect(try client.reply().id == id)
    }
    #expect(await server.see { !$0.sessions[0].life.isWaiting })
  }

  @Test func broken_input_waits_for_the_messages_before_it() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let client = try await server.connect()
    try client.send([Ask.search(1, "a"), Ask.search(2, "b")].joined(separator: "\n") + "\nx\n" + Ask.ping(3))
    #expect(await server.until { $0.sessions[0].life.isWaiting })
    await titles.releaseAll()
    #expect(try client.reply().id == 1)
    await titles.untilAsked(2)
    #expect(try client.reply().kind == "parse_error")
    #expect(try client.reply().id == 3)
    await titles.releaseAll()
    #expect(try client.reply().id == 2)
  }

  @Test func a_batch_waits_until_all_of_it_has_room() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 3 }
    let client = try await server.connect()
    try client.send(
      Ask.search(1, "a") + "\n" + Ask.search(2, "b") + "\n[" + Ask.search(3, "c") + "," + Ask.search(4, "d")
        + "]")
    await titles.untilAsked(2)
    #expect(await server.until { $0.sessions[0].life.isWaiting })
    #expect(await titles.asked == ["a", "b"])
    await titles.release("a")
    #expect(try client.reply().id == 1)
    await titles.untilAsked(4)
    await titles.releaseAll()
    #expect(try client.reply().id == 2)
    #expect(try client.reply().arrayValue?.map(\.id) == [3, 4])
  }

  @Test func a_batch_larger_than_in_flight_runs_alone() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let client = try await server.connect()
    try client.send(
      Ask.search(1, "a") + "\n[" + Ask.search(2, "b") + "," + Ask.search(3, "c") + "]\n" + Ask.ping(4))
    await titles.untilAsked(1)
    await titles.releaseAll()
    await titles.untilAsked(3)
    #expect(try client.reply().id == 1)
    #expect(try client.reply().id == 4)
    await titles.releaseAll()
    #expect(try client.reply().arrayValue?.count == 2)
  }

  @Test func after_a_half_close_everything_is_answered_also_what_was_kept() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let client = try await server.connect()
    try client.send([Ask.search(1, "a"), Ask.search(2, "b"), Ask.search(3, "c")].joined(separator: "\n"))
    client.shutDown()
    for count in 1...3 {
      await titles.untilAsked(count)
      await titles.releaseAll()
      #expect(try client.reply().id == count)
    }
    #expect(try client.line() == nil)
  }

  @Test func a_reader_slower_than_the_soft_bound_gets_every_answer() async throws {
    let (server, _) = await InProcess.holding { $0.writeSoftBytes = 4096 }
    let client = try await server.connect()
    try client.send((1...3000).map(Ask.ping).joined(separator: "\n"))
    client.shutDown()
    for id in 1...3000 { #expect(try client.reply().id == id) }
    #expect(try client.line() == nil)
  }

  @Test func the_soft_bound_holds_for_messages_that_are_no_requests() async throws {
    let (server, _) = await InProcess.holding {
      $0.writeSoftBytes = 4096
      $0.writeHardBytes = 65_536
    }
    let client = try await server.connect()
    try client.send(String(repeating: "1\n", count: 3000))
    for _ in 1...3000 { #expect(try client.reply().kind == "invalid_request") }
  }

  @Test func faults_in_a_row_are_counted_in_a_row() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    // 15 messages that are no JSON, one that is JSON but no request, again, and so on: never 16 in a row.
    for _ in 1...3 {
      try client.send(String(repeating: "x\n", count: 15) + "1")
      for _ in 1...15 { #expect(try client.reply().kind == "parse_error") }
      #expect(try client.reply().kind == "invalid_request")
    }
    try client.send(String(repeating: "x\n", count: 16) + Ask.ping(1))
    for _ in 1...16 { #expect(try client.reply().kind == "parse_error") }
    #expect(try client.line() == nil)
  }

  @Test func a_connection_about_to_close_reads_nothing_more() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a") + "\n" + String(repeating: "x\n", count: 16))
    for _ in 1...16 { #expect(try client.reply().kind == "parse_error") }
    try client.send(String(repeating: " ", count: 10_000) + "{")
    for _ in 1...50 { await EndOfTurnWaiter.wait() }
    #expect(await server.see { $0.sessions.first?.framer.bufferedBytes ?? .max } < 100)
    await titles.releaseAll()
    #expect(try client.reply().id == 1)
    #expect(try client.line() == nil)
  }

  @Test func the_line_timer_rests_while_the_connection_is_not_read() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let client = try await server.connect()
    let text = Array((Ask.search(1, "a") + "\n").utf8)
    try client.send(Array(text[..<20]))
    #expect(await server.until { $0.sessions[0].readTimeout.timer.isActive })
    try client.send(Array(text[20...]) + Array((Ask.search(2, "b") + "\n").utf8))
    #expect(await server.until { $0.sessions[0].life.isWaiting })
    #expect(await server.see { $0.sessions[0].readTimeout.timer.isActive } == false)
    await titles.releaseAll()
    #expect(try client.reply().id == 1)
  }

  @Test func an_unfinished_line_is_given_up_after_line_ms() async throws {
    let (server, _) = await InProcess.holding { $0.lineMilliseconds = 1 }
    let client = try await server.connect()
    try client.send(Array(#"{"jsonrpc""#.utf8))
    #expect(try client.line() == nil)
    #expect(await server.until { $0.sessions.isEmpty })
  }

  @Test func content_length_framing_is_answered_in_kind() async throws {
    let client = try await InProcess.make().connect()
    let ping = Ask.ping(1)
    try client.send(Array("Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)".utf8))
    let body = #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#
    let answer = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    #expect(String(decoding: try client.bytes(answer.utf8.count), as: UTF8.self) == answer)
    try client.send(Array("Content-Length: x\r\n\r\n".utf8))
    #expect(try client.line()?.hasPrefix("Content-Length: ") == true)
  }
}
