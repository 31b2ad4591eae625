import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

/// The store of `cache.shared` in the pages of doctor and status.
struct SharedCachePageTests {
  private func status(_ shared: String) throws -> JSONValue {
    try JSONValue(parsing: #"{"cache":{"hits":1,"shared":\#(shared)}}"#)
  }

  private func finding(_ state: String, _ reason: String = "null", _ detail: String = "null") throws
    -> Finding?
  {
    SharedCacheCheck.finding(
      JSONView(
        try status(
          #"{"address":"redis://store:6379","state":"\#(state)","reason":\#(reason),"detail":\#(detail),"hits":7}"#
        )))
  }

  @Test func nothing_is_said_where_there_is_none() throws {
    #expect(SharedCacheCheck.finding(JSONView(try status("null"))) == nil)
    #expect(SharedCacheCheck.finding(JSONView(try JSONValue(parsing: "{}"))) == nil)
    #expect(!StatusPage.text(try status("null"), socket: "s", on: Screen(width: 80)).contains("\nshared "))
  }

  @Test func a_store_in_use_is_well() throws {
    #expect(
      try finding("ok") == Finding("shared cache", .ok, "redis://store:6379, 7 answers found there"))
    #expect(try finding("unused")?.state == .note)
    // Of a later version.
    #expect(try finding("asleep") == nil)
  }

  @Test(
    arguments: [
      ("unreachable", "connection refused", "cannot be reached (connection refused)", "check the server"),
      ("tls", "hostname mismatch", "does not connect by TLS (hostname mismatch)", "TLS port and certificate"),
      ("timeout", "", "does not answer in time", "check the server"),
      ("closed", "", "closes the connection", "check the server"),
      ("protocol_error", "a line", "answers unlike a Redis or Valkey server (a line)", "check the server"),
      ("refused", "OOM", "refuses commands (OOM)", "allkeys-lru"),
      ("refused", "WRONGPASS", "refuses commands (WRONGPASS)", "correct user and password"),
      ("refused", "LOADING", "refuses commands (LOADING)", "check the server"),
      ("later", "", "does not work", "check the server"),
    ])
  func a_store_that_is_down_is_a_warning_with_a_remedy(
    _ reason: String, _ detail: String, _ words: String, _ remedy: String
  ) throws {
    let finding = try #require(
      try finding("down", "\"\(reason)\"", detail.isEmpty ? "null" : "\"\(detail)\""))
    #expect(finding.state == .warning)
    #expect(finding.message == "redis://store:6379 \(words); the daemon works without it")
    #expect(finding.hint?.contains(remedy) == true)
  }

  @Test func status_has_a_line_of_it() throws {
    let page = StatusPage.text(
      try status(#"{"address":"unix:///run/redis","state":"down","reason":"timeout","hits":310}"#),
      socket: "s",
      on: Screen(width: 80))
    #expect(
      page.contains("\nshared       unix:///run/redis, down: does not answer in time, 310 hits\n"), "\(page)")
  }
}
