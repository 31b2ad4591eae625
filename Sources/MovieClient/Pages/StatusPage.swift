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
    let account = AccountPage.facts(account, in: zone).map { [(localized("account"), $0)] } ?? []
    let lines = (facts(status, socket: socket, in: zone) + account).map { name, value in
      let block = Paragraph.text(
        TerminalText.cleaned(value), indent: 13, first: name, width: screen.textWidth)
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

  private static func facts(
    _ status: JSONView<DaemonStatus>, socket: String, in zone: LocalTime
  ) -> [(String, String)] {
    let (cache, catalogue) = (status.cache, status.catalogue)
    let version = status.version ?? "?"
    let facts = [
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
      (localized("catalogue"), CataloguePage.facts(catalogue, in: zone)),
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
    let sync = status.sync.map { [(localized("sync"), SyncCheck.summary($0))] } ?? []
    return facts + clock(status) + shared(cache.shared) + sync
  }

  /// If it is wrong.
  private static func clock(_ status: JSONView<DaemonStatus>) -> [(String, String)] {
    status.clockBehind.map { [(localized("clock"), localized("\(Quantity.milliseconds($0)) behind"))] } ?? []
  }

  private static func shared(_ shared: JSONView<SharedCacheStatus>?) -> [(String, String)] {
    guard let shared, let address = shared.address else { return [] }
    var state = ValueWord.text(shared[\.state])
    if shared.state == .down { state += ": \(SharedCacheCheck.trouble(shared))" }
    return [
      (localized("shared"), "\(address), \(state), \(Quantity.count(shared.hits ?? 0, .hit))")
    ]
  }
}
