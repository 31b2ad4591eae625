import JSONRPC
import Testing

@testable import MovieClient

struct ExitStatusTests {
  /// The contract's table of errors, column by column.
  @Test(arguments: [
    ("parse_error", -32700, 2), ("invalid_request", -32600, 2), ("method_not_found", -32601, 2),
    ("invalid_params", -32602, 2), ("internal_error", -32603, 1), ("cancelled", -32800, 1),
    ("not_found", 1001, 5), ("upstream_unavailable", 1002, 6), ("upstream_unauthorized", 1003, 4),
    ("rate_limited", 1004, 6), ("timeout", 1005, 6), ("limit_exceeded", 1006, 1),
    ("overloaded", 1007, 6),
    ("conflict", 1008, 1), ("storage_error", 1009, 1), ("not_available", 1010, 1),
    ("forbidden", 1011, 1), ("ambiguous", 1012, 5),
  ])
  func every_kind_has_the_status_of_the_contract(_ kind: String, _ code: Int, _ status: CInt) {
    #expect(ExitStatus(kind: kind, code: code).rawValue == status)
    #expect(ExitStatus(kind: nil, code: code).rawValue == status)
    #expect(RPCError.Kind.all.contains(.init(name: kind, code: code)))
  }

  @Test func the_kind_outweighs_the_code() {
    #expect(ExitStatus(kind: "of_the_future", code: 1001) == .failed)
    #expect(ExitStatus(kind: "not_found", code: -1) == .notFound)
    #expect(ExitStatus(kind: nil, code: nil) == .failed)
  }
}
