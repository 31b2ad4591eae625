package import JSONRPC

/// The result of `status` as text for people.
package enum StatusPage {
  package static func text(_ status: JSONValue, socket: String) -> String {
    let lines = facts(status, socket: socket).map { name, value in
      name + String(repeating: " ", count: 13 - name.count) + TerminalText.cleaned(value) + "\n"
    }
    let tables = [sources(status), methods(status)].filter { !$0.isEmpty }
    return ([lines.joined()] + tables.map(\.text)).joined(separator: "\n")
  }

  private static func facts(_ status: JSONValue, socket: String) -> [(String, String)] {
    func number(_ value: JSONValue?) -> Int { value?.intValue ?? 0 }
    let cache = status["cache"]
    let catalogue = status["catalogue"]
    let asOf = catalogue?["as_of"]?.stringValue.map { ", as of " + $0 } ?? ""
    let version = status["version"]?.stringValue ?? "?"
    return [
      ("movierpcd", "\(version), protocol \(number(status["protocol"])), pid \(number(status["pid"]))"),
      ("running for", Quantity.milliseconds(number(status["uptime_ms"]))),
      ("socket", socket),
      ("memory", Quantity.bytes(number(status["memory_bytes"]))),
      (
        "clients",
        "\(Quantity.count(number(status["connections"]), "connection")), "
          + "\(Quantity.count(number(status["subscriptions"]), "subscription")), "
          + "\(Quantity.count(number(status["in_flight"]), "request")) in progress"
      ),
      ("network", status["network"]?.stringValue ?? "unknown"),
      ("catalogue", Quantity.count(number(catalogue?["titles"]), "title") + asOf),
      (
        "cache",
        "\(Quantity.count(number(cache?["hits"]), "hit")), \(number(cache?["misses"])) missed, "
          + "\(number(cache?["coalesced"])) shared, \(number(cache?["stale"])) stale"
      ),
      (
        "cache size",
        "\(Quantity.bytes(number(cache?["memory_bytes"]))) in memory, "
          + "\(Quantity.bytes(number(cache?["disk_bytes"]))) on disk, "
          + "\(Quantity.bytes(number(cache?["images_bytes"]))) of pictures"
      ),
    ]
  }

  private static func sources(_ status: JSONValue) -> Table {
    var table = Table([
      ("SOURCE", .left), ("STATE", .left), ("CALLS", .right), ("ERRORS", .right), ("RATE LEFT", .right),
      ("RETRY AT", .left),
    ])
    for source in status["sources"]?.arrayValue ?? [] {
      table.add(["name", "state", "calls", "errors", "rate_left", "retry_at"].map { Cell.text(source[$0]) })
    }
    return table
  }

  private static func methods(_ status: JSONValue) -> Table {
    var table = Table([
      ("METHOD", .left), ("CALLS", .right), ("ERRORS", .right), ("MEDIAN", .right), ("99 OF 100", .right),
    ])
    for method in status["methods"]?.objectValue ?? [] {
      let figures = method.value
      table.add([
        method.name, Cell.text(figures["calls"]), Cell.text(figures["errors"]),
        figures["p50_us"]?.intValue.map(Quantity.microseconds) ?? "-",
        figures["p99_us"]?.intValue.map(Quantity.microseconds) ?? "-",
      ])
    }
    return table
  }
}
