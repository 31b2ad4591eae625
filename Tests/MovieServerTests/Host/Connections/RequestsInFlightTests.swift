import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Deadlines, with titles that never answer by themselves.
@Suite(.timeLimit(.minutes(20))) struct RequestsInFlightTests {
  @Test func each_request_has_its_own_deadline() async throws {
    let (server, titles) = await InProcess.holding(hasDeadlines: true)
    let client = try await server.connect()
    // The later deadline is set first; the one timer has to go back.
    try client.send(Ask.search(1, "a", #""timeout_ms":120000"#))
    try client.send(Ask.search(2, "b", #""timeout_ms":2"#))
    try client.send(Ask.search(3, "c", #""timeout_ms":1"#))
    let answers = [try client.reply(), try client.reply()]
    #expect(Set(answers.map(\.id)) == [2, 3])
    #expect(answers.map(\.kind) == ["timeout", "timeout"])
    #expect(await server.see { $0.inFlight.count } == 1)
    // A late answer is nobody's.
    await titles.releaseAll()
    #expect(try client.reply()["result"] != nil)
    #expect(try client.call(Ask.ping(4)).id == 4)
    #expect(await server.see { $0.inFlight.count } == 0)
  }

  @Test func a_deadline_makes_room() async throws {
    let (server, titles) = await InProcess.holding(hasDeadlines: true) { $0.inFlightTotal = 1 }
    let client = try await server.connect()
    try client.send((1...5).map { Ask.search($0, "q\($0)", #""timeout_ms":1"#) }.joined(separator: "\n"))
    for id in 1...5 {
      let answer = try client.reply()
      #expect(answer.id == id)
      #expect(answer.kind == "timeout")
    }
    await titles.releaseAll()
  }
}
