package import JSONRPC
import MovieProtocol

/// The result of `clients` as text for people.
package enum ClientsPage {
  package static func text(
    _ result: JSONValue, on screen: Screen, in zone: LocalTime = .current
  ) -> String {
    var table = Table([
      Table.Column("PID", .right), Table.Column("CLIENT", style: .strong, least: 16),
      Table.Column("PROFILE", least: 8, leavesAs: 4), Table.Column("SINCE", leavesAs: 3),
      Table.Column("REQUESTS", .right, leavesAs: 2), Table.Column("UNDER WAY", .right, leavesAs: 1),
      Table.Column("WAITING", .right, leavesAs: 0), Table.Column("LAST", least: 8, leavesAs: 5),
    ])
    for client in JSONView(result, ClientStatus.list).rows() {
      let name = [client.client, client.version].compactMap(\.self).joined(separator: " ")
      table.add([
        Cell.text(client[\.pid]),
        client.isSelf == true ? localized("(this command)") : name.isEmpty ? "-" : name,
        Cell.text(client[\.profile]), zone.minute(client[\.connectedAt]), Cell.text(client[\.requests]),
        Cell.text(client[\.inFlight]), Quantity.bytes(client.waitingBytes ?? 0),
        Cell.text(client[\.lastMethod]),
      ])
    }
    return table.text(on: screen)
  }
}
