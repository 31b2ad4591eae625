import Testing

@testable import MovieClient

struct WatchMessageTests {
  private typealias State = WatchMessage.State

  @Test func reply_has_the_states_as_they_were_sent() {
    let line =
      #"{"jsonrpc":"2.0","id":1,"result":{"subscription":"s1","instance":"b7c1f0d2","topics":{"server":{"rev":41,"data":{"a": [1, "}"]}},"settings":{"rev":1,"data":{}}}}}"#
    let states = [
      State(topic: "server", data: bytes(#"{"a": [1, "}"]}"#)), State(topic: "settings", data: bytes("{}")),
    ]
    #expect(WatchMessage(bytes(line)) == .subscribed(id: "s1", states))
  }

  @Test func reply_says_which_topics_have_no_state() {
    let line =
      #"{"jsonrpc":"2.0","id":1,"result":{"subscription":"s1","instance":"b7c1f0d2","errors":{"library":{"code":1009,"message":"it is damaged","data":{"kind":"storage_error","hint":"move it"}}},"topics":{"server":{"rev":1,"data":{}}}}}"#
    let failed = CommandError(
      ExitStatus(kind: "storage_error", code: nil), "library: it is damaged", kind: "storage_error",
      hint: "move it")
    #expect(
      WatchMessage(bytes(line))
        == .subscribed(id: "s1", [State(topic: "server", data: bytes("{}"))], failed: [failed]))
  }

  /// Nothing of such a topic follows, whatever the others have.
  @Test func topic_that_is_refused_is_a_refusal() {
    func reply(_ error: String) -> [UInt8] {
      bytes(
        #"{"jsonrpc":"2.0","id":1,"result":{"subscription":"s1","instance":"b7c1f0d2-1","profile":"default","errors":{"library":{"code":0,"message":"no","data":\#(error)}},"topics":{"server":{"rev":1,"data":{}}}}}"#
      )
    }
    let locked = reply(#"{"kind":"forbidden","needs":"pin","retry_after_ms":null,"hint":null}"#)
    #expect(WatchMessage(locked) == .needsPIN(CommandError(.failed, "no", kind: "forbidden")))
    #expect(
      WatchMessage(reply(#"{"kind":"not_found","hint":null}"#))
        == .refused(CommandError(ExitStatus(kind: "not_found", code: nil), "no", kind: "not_found")))
    #expect(WatchMessage(reply(#"{"kind":"invalid_params","hint":null}"#)) == .refused(.usage("no")))
  }

  @Test func a_ping_is_answered_at_once() {
    #expect(WatchMessage(bytes(#"{"jsonrpc":"2.0","id":3,"result":{"pong":true}}"#)) == .alive)
  }

  @Test func event_has_its_subscription() {
    let line =
      #"{"jsonrpc":"2.0","method":"event","params":{"subscription":"s1","topic":"server","rev":2,"dropped":7,"data":{"x":null}}}"#
    #expect(
      WatchMessage(bytes(line))
        == .event(subscription: "s1", State(topic: "server", data: bytes(#"{"x":null}"#))))
  }

  @Test func a_greeting_is_answered_too() {
    #expect(WatchMessage(bytes(#"{"jsonrpc":"2.0","id":2,"result":{"profile":"anna"}}"#)) == .greeted)
    #expect(WatchMessage(bytes(#"{"jsonrpc":"2.0","id":3,"result":{"profile":"anna"}}"#)) == .other)
  }

  private func forbidden(_ wait: String) -> [UInt8] {
    bytes(
      #"{"jsonrpc":"2.0","id":2,"error":{"code":1011,"message":"no","data":{"kind":"forbidden","needs":"pin","retry_after_ms":\#(wait),"hint":null}}}"#
    )
  }

  @Test func a_pin_that_is_needed_is_told_from_one_that_has_to_wait() {
    #expect(WatchMessage(forbidden("null")) == .needsPIN(CommandError(.failed, "no", kind: "forbidden")))
    #expect(WatchMessage(forbidden("5000")) == .refused(CommandError(.tryLater, "no", kind: "forbidden")))
  }

  @Test(arguments: ["1", "2", "null"]) func an_error_is_a_refusal(_ id: String) {
    let line =
      #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32602,"message":"no","data":{"kind":"invalid_params","hint":null}}}"#
    #expect(WatchMessage(bytes(line)) == .refused(.usage("no")))
  }

  @Test(arguments: [
    "{}", #"{"id":3,"result":{}}"#, #"{"id":3,"error":{}}"#, #"{"id":1,"result":{}}"#,
    #"{"id":1,"result":[]}"#,
    #"{"id":1,"result":{"subscription":"s1","topics":{"server":{}}}}"#,
    #"{"id":1,"result":{"subscription":"s1","topics":{"server":[{"data":1}]}}}"#,
    #"{"method":"event"}"#, #"{"method":"event","params":["s1","server"]}"#,
    #"{"method":"news","params":{}}"#,
    #"{"method":"event","params":{"subscription":1,"topic":"server","data":{}}}"#,
  ])
  func what_later_versions_invent_is_passed_over(_ line: String) {
    #expect(WatchMessage(bytes(line)) == .other)
  }

  @Test(arguments: ["", "SSH-2.0", "[]", "1", "{", "\u{FEFF}{}"])
  func what_is_no_object_is_nobody_of_ours(_ line: String) {
    #expect(WatchMessage(bytes(line)) == nil)
  }
}
