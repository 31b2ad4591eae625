package import JSONRPC
import MovieProtocol

/// The result of `status` as text for people.
package enum StatusPage {
  package static func text(_ result: JSONValue, socket: String) -> String {
    let status = JSONView<DaemonStatus>(result)
    let lines = facts(status, socket: socket).map { name, value in
      name + String(repeating: " ", count: 13 - name.count) + TerminalText.cleaned(value) + "\n"
    }
    let tables = [sources(status), methods(status)].filter { !$0.isEmpty }
    return ([lines.joined()] + tables.map(\.text)).joined(separator: "\n")
  }

  private static func facts(_ status: JSONView<DaemonStatus>, socket: String) -> [(String, String)] {
    let (cache, catalogue) = (status.cache, status.catalogue)
    let asOf = catalogue.asOf.map { ", as of " + $0 } ?? ""
    let building = catalogue.text(\.state) == "building" ? "; the others are being added" : ""
    let version = status.version ?? "?"
    return [
      ("movierpcd", "\(version), protocol \(status.wire ?? 0), pid \(status.pid ?? 0)"),
      ("running for", Quantity.milliseconds(status.uptime ?? 0)),
      ("socket", socket),
      ("memory", Quantity.bytes(status.memoryBytes ?? 0)),
      (
        "clients",
        "\(Quantity.count(status.connections ?? 0, "connection")), "
          + "\(Quantity.count(status.subscriptions ?? 0, "subscription")), "
          + "\(Quantity.count(status.inFlight ?? 0, "request")) in progress"
      ),
      ("network", status.text(\.network) ?? "unknown"),
      ("catalogue", Quantity.count(catalogue.titles ?? 0, "title") + asOf + building),
      (
        "cache",
        "\(Quantity.count(cache.hits ?? 0, "hit")), \(cache.misses ?? 0) missed, "
          + "\(cache.coalesced ?? 0) shared, \(cache.stale ?? 0) stale"
      ),
      (
        "cache size",
        "\(Quantity.bytes(cache.memoryBytes ?? 0)) in memory, "
          + "\(Quantity.bytes(cache.diskBytes ?? 0)) on disk, "
          + "\(Quantity.bytes(cache.imagesBytes ?? 0)) of pictures"
      ),
    ]
  }

  private static func sources(_ status: JSONView<DaemonStatus>) -> Table {
    var table = Table([
      ("SOURCE", .left), ("STATE", .left), ("CALLS", .right), ("ERRORS", .right), ("RATE LEFT", .right),
      ("RETRY AT", .left),
    ])
    for source in status.sources {
      table.add([
        Cell.text(source[\.name]), Cell.text(source[\.state]), Cell.text(source[\.calls]),
        Cell.text(source[\.errors]), Cell.text(source[\.rateLeft]), Cell.text(source[\.retryAt]),
      ])
    }
    return table
  }

  private static func methods(_ status: JSONView<DaemonStatus>) -> Table {
    var table = Table([
      ("METHOD", .left), ("CALLS", .right), ("ERRORS", .right), ("MEDIAN", .right), ("99 OF 100", .right),
    ])
    for (name, figures) in status.map(\.methods, of: MethodStatus.self) {
      table.add([
        name, Cell.text(figures[\.calls]), Cell.text(figures[\.errors]),
        figures.median.map(Quantity.microseconds) ?? "-",
        figures.percentile99.map(Quantity.microseconds) ?? "-",
      ])
    }
    return table
  }
}
