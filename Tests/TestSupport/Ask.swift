package import JSONRPC

/// Lines of requests.
package enum Ask {
  package static func ping(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# }

  /// With all the time there is, where `params` do not say: tests that run together keep each other waiting.
  package static func method(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(patient(params))}"#
  }

  private static func patient(_ params: String) -> String {
    guard params.hasPrefix("{"), !params.contains("timeout_ms") else { return params }
    return #"{"timeout_ms":120000"# + (params == "{}" ? "" : ",") + params.dropFirst()
  }
}

extension JSONValue {
  package var id: Int? { self["id"]?.intValue }
  package var kind: String? { self["error"]?["data"]?["kind"]?.stringValue }
  package var meta: JSONValue? { self["result"]?["meta"] }
  /// Of the results of a reply.
  package var keys: [String] {
    self["result"]?["results"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
  }
}
