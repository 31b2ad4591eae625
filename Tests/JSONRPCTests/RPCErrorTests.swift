import JSONRPC
import Testing

struct RPCErrorTests {
  private func written(_ error: RPCError) -> String {
    var writer = JSONWriter()
    error.write(into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static let pinNeeded = MessageForm<String>("pin_needed", "{name} has a PIN")

  @Test func error_is_written_as_in_the_contract() {
    let unlock = Remedy.method("profiles.unlock", params: [JSONMember("name", "Living Room")], ask: ["pin"])
    let error = RPCError(
      .forbidden, Self.pinNeeded("Living Room"), Advice(Message("unlock", "unlock it"), unlock),
      details: ["needs": "pin"])
    #expect(
      written(error.prefixed(with: "watchlist"))
        == #"{"code":1011,"message":"watchlist: Living Room has a PIN","data":{"kind":"forbidden","needs":"pin","text":{"id":"pin_needed","args":{"name":"Living Room"}},"remedy":{"method":"profiles.unlock","params":{"name":"Living Room"},"ask":["pin"]},"hint":"unlock it","hint_text":{"id":"unlock","args":{}}}}"#
    )
  }

  @Test(
    arguments: [
      (.params([JSONMember("year", 2021), JSONMember("q", nil)]), #"{"params":{"year":2021,"q":null}}"#),
      (.setting("tmdb.key"), #"{"setting":"tmdb.key"}"#), (.install("mpv"), #"{"install":"mpv"}"#),
      (.wait(1500), #"{"wait_ms":1500}"#),
    ] as [(Remedy, String)])
  func remedy_has_one_kind(_ remedy: Remedy, _ json: String) {
    var writer = JSONWriter()
    remedy.write(into: &writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
  }

  @Test func advice_is_null_where_there_is_none() {
    #expect(
      written(RPCError(.timeout, Message("too_late", "too late")))
        == #"{"code":1005,"message":"too late","data":{"kind":"timeout","text":{"id":"too_late","args":{}},"remedy":null,"hint":null,"hint_text":null}}"#
    )
  }

  @Test func limit_names_itself() {
    #expect(
      written(.limitExceeded("line_bytes", max: 10, got: 11))
        == #"{"code":1006,"message":"line_bytes is at most 10, not 11","data":{"kind":"limit_exceeded","limit":"line_bytes","max":10,"got":11,"text":{"id":"limit_is","args":{"limit":"line_bytes","max":10,"got":11}},"remedy":null,"hint":null,"hint_text":null}}"#
    )
  }

  @Test func kinds_are_those_of_the_contract() {
    let table = [
      -32700: "parse_error", -32600: "invalid_request", -32601: "method_not_found", -32602: "invalid_params",
      -32603: "internal_error", -32800: "cancelled", 1001: "not_found", 1002: "upstream_unavailable",
      1003: "upstream_unauthorized", 1004: "rate_limited", 1005: "timeout", 1006: "limit_exceeded",
      1007: "overloaded", 1008: "conflict", 1009: "storage_error", 1010: "not_available",
      1011: "forbidden", 1012: "ambiguous",
    ]
    let kinds = RPCError.Kind.all.map { ($0.code, $0.name) }
    #expect(kinds.count == table.count)
    #expect(Dictionary(kinds) { first, _ in first } == table)
  }

  /// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#errorCodes
  @Test func codes_mean_the_same_in_a_library_for_the_language_server_protocol() {
    let shared = [-32700, -32600, -32601, -32602, -32603, -32800]
    for kind in RPCError.Kind.all where !shared.contains(kind.code) {
      #expect(!(-32768 ... -32000).contains(kind.code) && !(-32899 ... -32800).contains(kind.code), "\(kind)")
    }
  }
}
