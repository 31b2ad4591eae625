import EventLoop
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(20))) @LoopActor struct PauseTests {
  /// Full for the first bytes; it has no use for them when they come again.
  private final class RefusingSink: BodySink {
    let offset: Int64 = 0
    let total: Int64? = nil
    private(set) var answers = 0
    private weak var transfer: Transfer?

    nonisolated init() {}
    func attach(_ transfer: Transfer) { self.transfer = transfer }
    func begin(_ head: ResponseHead) throws(HTTPError) {}

    func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> BodySinkAnswer {
      answers += 1
      guard answers == 1 else { throw HTTPError(.tooLarge, host: "host", "refused") }
      LoopTask.start { self.transfer?.resume() }
      return .full
    }
  }

  /// Nothing more comes from the server, so what resuming itself brings is all there is to tell of it.
  @Test func refusal_while_it_is_resumed_ends_the_transfer() async throws {
    let server = try RawServer { peer in
      _ = peer.request()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbeginning")
      peer.waitForEnd()
    }
    let address = try HTTPAddress(server.url())
    try await CurlLibrary.load(for: address.host)
    let multi = try #require(CurlMulti())
    defer { multi.close() }
    let options = TransferOptions(
      address: address, headers: [], connectTimeout: .seconds(120),
      configuration: HTTPConfiguration(userAgent: "movierpc-test/1", maxConnections: 8), isFile: false)
    let sink = RefusingSink()
    let transfer = Transfer(address, try #require(options.makeEasy()), on: multi, to: sink, secrets: [])
    sink.attach(transfer)
    let error = await #expect(throws: HTTPError.self) { try await transfer.run(for: .seconds(3600)) }
    #expect(error?.detail == "refused" && sink.answers == 2)
  }
}
