package import JSONRPC
import MovieProtocol

/// The result of `status` as text for people, with the account of the profile.
package enum StatusPage {
  /// - Parameter account: the result of `account.status`; null: it is not known.
  package static func text(
    _ result: JSONValue, account: JSONValue = .null, socket: String, on screen: Screen,
    in zone: LocalTime = .current
  ) -> String {
    let status = JSONView<DaemonStatus>(result)
    // What not everybody has.
    let others: [(String, String?)] = [
      (
        localized("clock"),
        status.clockBehind.map { localized("\(Quantity.milliseconds($0)) behind") }
      ), (localized("shared cache"), status.cache.shared?.message),
      (localized("sync"), status.sync?.message),
      (localized("account"), JSONView<AccountStatus>(account).message),
    ]
    let rows =
      facts(status, socket: socket) + others.compactMap { name, value in value.map { (name, $0) } }
    let indent = 2 + (rows.map { TerminalText.width($0.0) }.max() ?? 0)
    let lines = rows.map { name, value in
      let block = Paragraph.text(
        TerminalText.cleaned(value), indent: indent, first: name, width: screen.textWidth)
      return screen.show(name, .dim) + block.dropFirst(name.count)
    }
    let tables = [
      ListPage.text(
        status.sources, of: .null, on: screen,
        [
          .column("SOURCE", \.name, style: .strong),
          .column("STATE", least: 12) { ValueWord.text($0[\.state]) },
          .column("CALLS", \.calls, .right, leavesAs: 2), .column("ERRORS", \.errors, .right, leavesAs: 3),
          .column("RATE LEFT", \.rateLeft, .right, leavesAs: 0),
          .column("RETRY AT", leavesAs: 1) { zone.minute($0[\.retryAt]) },
        ]),
      ListPage.text(
        status.map(\.methods, of: MethodStatus.self), of: .null, on: screen,
        [
          .column("METHOD", style: .strong, least: 16, cell: \.name),
          .column("CALLS", .right, leavesAs: 1) { Cell.text($0.value[\.calls]) },
          .column("ERRORS", .right, leavesAs: 0) { Cell.text($0.value[\.errors]) },
          .column("MEDIAN", .right) { $0.value.median.map(Quantity.microseconds) ?? "-" },
          .column("99 OF 100", .right, leavesAs: 2) {
            $0.value.percentile99.map(Quantity.microseconds) ?? "-"
          },
        ]),
    ]
    return ([lines.joined()] + tables.filter { !$0.isEmpty }).joined(separator: "\n")
  }

  private static func facts(_ status: JSONView<DaemonStatus>, socket: String) -> [(String, String)] {
    let cache = status.cache
    let version = status.version ?? "?"
    return [
      ("movierpcd", localized("\(version), protocol \(status.wire ?? 0), pid \(status.pid ?? 0)")),
      (localized("running for"), Quantity.milliseconds(status.uptime ?? 0)),
      (localized("socket"), socket),
      (localized("memory"), Quantity.bytes(status.memoryBytes ?? 0)),
      (
        localized("clients"),
        [
          Quantity.count(status.connections ?? 0, .connection),
          Quantity.count(status.subscriptions ?? 0, .subscription),
          localized("\(Quantity.count(status.inFlight ?? 0, .request)) in progress"),
        ].joined(separator: ", ")
      ),
      (localized("network"), ValueWord.text(status.text(\.network) ?? "unknown")),
      (localized("catalogue"), status.catalogue.message ?? "?"),
      (
        localized("cache"),
        [Quantity.count(cache.hits ?? 0, .hit), localized("\(cache.misses ?? 0) missed")].joined(
          separator: ", ")
      ),
      (
        localized("cache size"),
        [
          localized("\(Quantity.bytes(cache.memoryBytes ?? 0)) in memory"),
          localized("\(Quantity.bytes(cache.diskBytes ?? 0)) on disk"),
          localized("\(Quantity.bytes(cache.imagesBytes ?? 0)) of pictures"),
        ].joined(separator: ", ")
      ),
    ]
  }
}
