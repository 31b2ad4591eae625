import Testing

@testable import MovieClient

/// A daemon that wants a PIN, or does not, and what the client makes of it.
struct RPCClientPINTests {
  private static func refusal(_ id: Int, needs: String = "\"pin\"", wait: String = "null") -> String {
    """
    {"jsonrpc":"2.0","id":\(id),"error":{"code":1011,"message":"hello: default has a PIN","data":\
    {"kind":"forbidden","needs":\(needs),"retry_after_ms":\(wait),"hint":"send pin"}}}

    """
  }

  /// - Parameter answers: one for each request.
  /// - Returns: why a PIN was asked for, each time, and what came of it.
  private func choose(
    _ profile: String?, _ answers: [String], pin: String?
  ) throws -> (asked: [String], outcome: Result<Void, CommandError>) {
    let server = try TestServer { descriptor in
      for answer in answers {
        _ = TestServer.readLine(descriptor)
        TestServer.write(descriptor, answer)
      }
    }
    var caller = try server.caller()
    var asked: [String] = []
    let outcome = Result { () throws(CommandError) in
      try caller.choose(profile) { reason in
        asked.append(reason)
        return pin
      }
    }
    return (asked, outcome)
  }

  private static let chosen = #"{"jsonrpc":"2.0","id":1,"result":{"profile":"kids"}}"# + "\n"

  @Test func profile_is_chosen_by_hello() throws {
    let server = try TestServer { descriptor in
      #expect(
        TestServer.readLine(descriptor)
          == #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"profile":"12"}}"#)
      TestServer.write(descriptor, Self.refusal(1))
      #expect(
        TestServer.readLine(descriptor)
          == #"{"jsonrpc":"2.0","id":2,"method":"hello","params":{"profile":"12","pin":"00 12"}}"#)
      TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":2,"result":{"profile":"12"}}"# + "\n")
      #expect(TestServer.readLine(descriptor) == #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)
      TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":3,"result":{}}"# + "\n")
    }
    var caller = try server.caller()
    var reasons: [String] = []
    try caller.choose("12") { reason in
      reasons.append(reason)
      return "00 12"
    }
    #expect(reasons == ["default has a PIN"])
    #expect(text(try caller.result("ping")) == "{}")
  }

  @Test func nothing_is_sent_without_a_profile() throws {
    let result = try choose(nil, [], pin: nil)
    #expect(result.asked == [])
    #expect(throws: Never.self) { try result.outcome.get() }
  }

  @Test func pin_is_not_asked_for_where_none_is_needed() throws {
    let result = try choose("kids", [Self.chosen], pin: "1234")
    #expect(result.asked == [])
    #expect(throws: Never.self) { try result.outcome.get() }
  }

  @Test func wrong_pin_is_not_asked_for_again() throws {
    let result = try choose("kids", [Self.refusal(1), Self.refusal(2)], pin: "0000")
    #expect(result.asked.count == 1)
    let failure = #expect(throws: CommandError.self) { try result.outcome.get() }
    #expect(failure?.kind == "forbidden" && failure?.status == .failed && failure?.hint == "send pin")
  }

  /// Another age will not be typed, and a daemon that wants to be left alone is.
  @Test(arguments: [
    refusal(1, needs: "\"age\""), refusal(1, needs: "null"), refusal(1, wait: "30000"),
    #"{"jsonrpc":"2.0","id":1,"error":{"code":1001,"message":"x","data":{"kind":"not_found","needs":"pin"}}}"#
      + "\n",
    #"{"jsonrpc":"2.0","id":1,"error":[]}"# + "\n",
  ])
  func pin_is_not_asked_for_when_it_would_not_help(_ answer: String) throws {
    let result = try choose("kids", [answer], pin: "1234")
    #expect(result.asked == [])
    #expect(throws: CommandError.self) { try result.outcome.get() }
  }

  @Test func refusal_stands_where_nobody_knows_the_pin() throws {
    let result = try choose("kids", [Self.refusal(1)], pin: nil)
    let failure = #expect(throws: CommandError.self) { try result.outcome.get() }
    #expect(failure?.kind == "forbidden" && failure?.message == "default has a PIN")
    #expect(failure?.hint == "type the PIN on a terminal, or send it as a line of standard input")
  }
}
