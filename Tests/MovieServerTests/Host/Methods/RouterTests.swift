import EventLoop
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieServer

@LoopActor
@Suite struct RouterTests {
  private let router: Router

  init() async { router = await InProcess.make(titles: FailingTitles()).server.router }

  private func find(_ name: String) -> String? {
    let message = Array(#"{"jsonrpc":"2.0","method":"\#(name)"}"#.utf8)
    guard case .request(let envelope) = EnvelopeScanner(limits: EnvelopeLimits(Limits())).scan(message.span)
    else {
      return nil
    }
    return router.find(envelope, in: message.span).map { router.handlers[$0].method.name }
  }

  @Test func every_method_is_found_by_its_name() {
    for method in MethodTable.all { #expect(find(method.name) == method.name) }
  }

  @Test func cancel_has_the_name_of_the_language_server_protocol_too() {
    #expect(find("$/cancelRequest") == "cancel")
  }

  @Test(arguments: [
    "", "p", "$/", "$/cancel", "$/setTrace", "pinG", "pingg", "rpc.discove", "searc\\u0000", "ping\\u0000",
  ])
  func nothing_else_is(_ name: String) {
    #expect(find(name) == nil)
  }

  @Test func escapes_do_not_make_another_name() {
    #expect(find(#"\u0070ing"#) == "ping")
    #expect(find(#"rpc\u002ediscover"#) == "rpc.discover")
  }
}
