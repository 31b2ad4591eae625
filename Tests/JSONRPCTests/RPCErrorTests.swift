import JSONRPC
import Testing

struct RPCErrorTests {
  private func written(_ error: RPCError) -> String {
    var writer = JSONWriter()
    error.write(into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func error_is_written_as_in_the_contract() {
    let error = RPCError(
      .invalidParams, #"search: year must be an integer, not "2021""#, hint: "send 2021",
      details: ["param": "year", "expected": "integer, 1870 to 2100"])
    #expect(
      written(error)
        == #"{"code":-32602,"message":"search: year must be an integer, not \"2021\"","data":{"kind":"invalid_params","param":"year","expected":"integer, 1870 to 2100","hint":"send 2021"}}"#
    )
  }

  @Test func hint_is_always_there() {
    #expect(
      written(RPCError(.timeout, "too late"))
        == #"{"code":1005,"message":"too late","data":{"kind":"timeout","hint":null}}"#)
  }

  @Test func limit_names_itself() {
    #expect(
      written(.limitExceeded("line_bytes", max: 10, got: 11))
        == #"{"code":1006,"message":"line_bytes is at most 10, not 11","data":{"kind":"limit_exceeded","limit":"line_bytes","max":10,"got":11,"hint":null}}"#
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
