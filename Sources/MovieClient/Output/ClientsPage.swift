package import JSONRPC
import MovieProtocol

/// The result of `clients` as text for people.
package enum ClientsPage {
  package static func text(_ result: JSONValue) -> String {
    var table = Table([
      ("PID", .right), ("CLIENT", .left), ("PROFILE", .left), ("SINCE", .left), ("REQUESTS", .right),
      ("UNDER WAY", .right), ("WAITING", .right), ("LAST", .left),
    ])
    for client in JSONView(result, ClientStatus.list).rows() {
      let name = [client.client, client.version].compactMap(\.self).joined(separator: " ")
      table.add([
        Cell.text(client[\.pid]), client.isSelf == true ? "(this command)" : name.isEmpty ? "-" : name,
        Cell.text(client[\.profile]), Cell.text(client[\.connectedAt]), Cell.text(client[\.requests]),
        Cell.text(client[\.inFlight]), Quantity.bytes(client.waitingBytes ?? 0),
        Cell.text(client[\.lastMethod]),
      ])
    }
    return table.text
  }
}
