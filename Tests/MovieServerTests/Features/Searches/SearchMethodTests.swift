import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct SearchMethodTests {
  @Test func a_search_is_made_once_however_it_is_written() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "dune"))
    await titles.untilAsked(1)
    await titles.releaseAll()
    let first = try client.reply()["result"]
    for (id, params) in [#"{"q":"dune"}"#, #"["dune"]"#, #"{"page_size":20,"q":" dune "}"#, #"["dune"]"#]
      .enumerated()
    {
      let reply = try client.call(#"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":\#(params)}"#)
      #expect(reply["result"] == first)
    }
    #expect(await titles.asked == ["dune"])
    // Found by their bytes: the first spelling, and the second time the array.
    #expect(await server.see { ($0.results.hits, $0.results.misses) } == (4, 1))
  }

  @Test func what_failed_is_not_kept() async throws {
    let server = await InProcess.make(titles: FailingTitles())
    let client = try await server.connect()
    for id in 1...2 { #expect(try client.call(Ask.search(id, "a")).kind == "internal_error") }
    #expect(await server.see { $0.results.count } == 0)
  }

  @Test func what_nobody_waits_for_any_more_is_kept_all_the_same() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    try client.send(Ask.cancel(2, of: 1))
    #expect(try client.reply().endedBy == "cancel")
    #expect(try client.reply().id == 2)
    await titles.releaseAll()
    #expect(await server.until { $0.results.count == 1 })
    #expect(try client.call(Ask.search(3, "a"))["result"] != nil)
  }
}
