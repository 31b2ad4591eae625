package import JSONRPC

/// The result of `clients` as text for people.
package enum ClientsPage {
  package static func text(_ result: JSONValue) -> String {
    var table = Table([
      ("PID", .right), ("CLIENT", .left), ("PROFILE", .left), ("SINCE", .left), ("REQUESTS", .right),
      ("UNDER WAY", .right), ("WAITING", .right), ("LAST", .left),
    ])
    for client in result["clients"]?.arrayValue ?? [] {
      let name = [client["client"], client["version"]].compactMap { $0?.stringValue }.joined(separator: " ")
      let isSelf = client["self"]?.boolValue == true
      table.add([
        Cell.text(client["pid"]), isSelf ? "(this command)" : name.isEmpty ? "-" : name,
        Cell.text(client["profile"]), Cell.text(client["connected_at"]), Cell.text(client["requests"]),
        Cell.text(client["in_flight"]), Quantity.bytes(client["waiting_bytes"]?.intValue ?? 0),
        Cell.text(client["last_method"]),
      ])
    }
    return table.text
  }
}
