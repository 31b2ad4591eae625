package import JSONRPC

/// Downloads as text for people: one with its assets, a list, and the progress line while one is running.
package enum DownloadPage {
  package static func text(_ download: JSONValue, on screen: Screen) -> String {
    let head = [
      screen.show(Cell.text(download["title"]), .strong), screen.show(Cell.text(download["key"]), .accent),
    ].joined(separator: " · ")
    var text = head + "\n" + screen.show(status(download), style(download)) + "\n"
    if let reason = reason(download) { text += screen.dim(reason) }
    var table = Table(
      [
        Table.Column("", style: .strong), Table.Column(""), Table.Column("", .right),
      ], hasHeader: false, indent: 2)
    let assets = download["assets"]?.arrayValue ?? []
    for asset in assets {
      table.add([Cell.text(asset["kind"]), Cell.text(asset["state"]), size(asset)])
    }
    // A truncated path is useless.
    let files = assets.compactMap { $0["file"]?.stringValue.map(TerminalText.cleaned) }
    return text + table.text(on: screen) + files.map(screen.dim).joined()
  }

  package static func list(_ result: JSONValue, on screen: Screen) -> String {
    let downloads = result["results"]?.arrayValue ?? []
    guard !downloads.isEmpty else { return "" }
    var table = Table([
      Table.Column("TITLE", style: .strong, least: 20), Table.Column("STATE", least: 12),
      Table.Column("SIZE", .right, leavesAs: 1), Table.Column("KEY", style: .accent),
    ])
    for download in downloads {
      table.add([Cell.text(download["title"]), status(download), size(download), Cell.text(download["key"])])
    }
    let reasons = downloads.compactMap { download in
      reason(download).map { screen.dim("\(Cell.text(download["title"])): \($0)") }
    }.joined()
    let more = TitleTable.more(result, "download", hasAll: true).map { "\n" + screen.dim($0) } ?? ""
    return table.text(on: screen) + (reasons.isEmpty ? "" : "\n" + reasons) + more
  }

  /// `Dune  42%  [########----------]  12.0 MiB of 52.4 MiB, 1.2 MiB/s`
  package static func progress(_ download: JSONValue, width: Int) -> String {
    let title = TerminalText.cut(TerminalText.cleaned(download["title"]?.stringValue ?? ""), to: 30)
    if download["state"]?.stringValue == "queued" {
      let waits = reason(download).map { "is tried again: \($0)" } ?? "waits for its turn"
      return TerminalText.cut("\(title)  \(waits)", to: max(20, width - 1))
    }
    let (bytes, total) = (count(download["bytes"]), download["total_bytes"]?.intValue)
    let rate = count(download["rate"])
    let speed = rate > 0 ? ", \(Quantity.bytes(rate))/s" : ""
    guard let total, total > 0 else { return "\(title)  \(Quantity.bytes(bytes))\(speed)" }
    let percent = percent(bytes, of: total)
    let end = "\(Quantity.bytes(bytes)) of \(Quantity.bytes(total))\(speed)"
    let room = min(40, width - 1 - TerminalText.width(title) - TerminalText.width(end) - 12)
    guard room >= 5 else { return "\(title)  \(percent)%  \(end)" }
    let done = room * percent / 100
    let bar = String(repeating: "#", count: done) + String(repeating: "-", count: room - done)
    return "\(title)  \(percent)%  [\(bar)]  \(end)"
  }

  /// `done`, `downloading 42%`, `queued`
  private static func status(_ download: JSONValue) -> String {
    let state = Cell.text(download["state"])
    guard state == "active" else { return state }
    let (bytes, total) = (count(download["bytes"]), download["total_bytes"]?.intValue ?? 0)
    let percent = total > 0 ? " \(percent(bytes, of: total))%" : ""
    let rate = count(download["rate"])
    return "downloading" + percent + (rate > 0 ? ", \(Quantity.bytes(rate))/s" : "")
  }

  private static func style(_ download: JSONValue) -> Screen.Style {
    switch download["state"]?.stringValue {
    case "done": .good
    case "failed": .bad
    default: .plain
    }
  }

  private static func size(_ value: JSONValue) -> String {
    let (bytes, total) = (count(value["bytes"]), value["total_bytes"]?.intValue)
    if let total, total > bytes { return "\(Quantity.bytes(bytes)) of \(Quantity.bytes(total))" }
    return bytes > 0 ? Quantity.bytes(bytes) : ""
  }

  private static func reason(_ download: JSONValue) -> String? {
    // The error of the last attempt is obsolete while another one is running.
    if download["state"]?.stringValue == "active" { return nil }
    return download["error"]?["message"]?.stringValue.map(TerminalText.cleaned)
  }

  /// For any two values.
  private static func percent(_ bytes: Int, of total: Int) -> Int {
    Int(max(0, min(100, Double(bytes) / Double(max(1, total)) * 100)))
  }

  private static func count(_ value: JSONValue?) -> Int { max(0, value?.intValue ?? 0) }
}
