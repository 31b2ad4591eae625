package import JSONRPC
package import MovieProtocol

/// Downloads as text for people: one with its assets, a list, and the progress line while one is running.
package enum DownloadPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let download = JSONView<Download>(result)
    let head = TitleCells.heading(Cell.text(download[\.title]), Cell.text(download[\.key]), on: screen)
    var text = head + "\n" + screen.show(status(download), style(download)) + "\n"
    if let reason = reason(download) {
      text += screen.remark(reason)
    }
    let table = Table(
      download.assets,
      [
        .column("", style: .strong) { ValueWord.text($0[\.kind]) },
        .column("", least: 12) { ValueWord.text($0[\.state]) },
        .column("", .right, leavesAs: 0) { size($0.bytes, $0.totalBytes) },
      ], hasHeader: false, indent: 2)
    // A truncated path is useless.
    let files = download.assets.compactMap { $0.file.map(TerminalText.cleaned) }
    return text + table.text(on: screen) + files.map(screen.dim).joined()
  }

  package static func list(_ result: JSONValue, on screen: Screen) -> String {
    let downloads = JSONView(result, Download.page).results
    let reasons = reasons(downloads, on: screen)
    return ListPage.text(
      downloads, of: result, .download, legend: { _ in reasons }, on: screen,
      [
        .column("TITLE", \.title, style: .strong, least: 20), .column("STATE", least: 12, cell: status),
        .column("SIZE", .right, leavesAs: 1) { size($0.bytes, $0.totalBytes) },
        .column("KEY", \.key, style: .accent),
      ])
  }

  /// `Dune  42%  [########----------]  12.0 MiB of 52.4 MiB, 1.2 MiB/s`
  package static func progress(_ download: JSONView<Download>, on screen: Screen) -> String {
    let width = screen.width
    let name = TerminalText.cleaned(download.title ?? "")
    let title = TerminalText.cut(name, to: 30, ellipsis: screen.ellipsis)
    if download.state == .queued {
      let waits =
        reason(download).map { localized("is tried again: \($0)") } ?? localized("waits for its turn")
      return TerminalText.cut("\(title)  \(waits)", to: max(20, width - 1), ellipsis: screen.ellipsis)
    }
    let end = ([Quantity.bytes(download.bytes, of: download.totalBytes)] + rate(download)).joined(
      separator: ", ")
    guard let percent = Quantity.percent(download.bytes, of: download.totalBytes) else {
      return "\(title)  \(end)"
    }
    let room = min(40, width - 1 - TerminalText.width(title) - TerminalText.width(end) - 12)
    guard room >= 5 else { return "\(title)  \(percent)%  \(end)" }
    return "\(title)  \(percent)%  [\(ProgressLine.bar(percent, width: room))]  \(end)"
  }

  /// `done`, `downloading 42%, 1.2 MiB/s`, `queued`
  private static func status(_ download: JSONView<Download>) -> String {
    guard download.state == .active else { return ValueWord.text(download[\.state]) }
    let percent = Quantity.percent(download.bytes, of: download.totalBytes).map { " \($0)%" } ?? ""
    return ([ValueWord.text("downloading") + percent] + rate(download)).joined(separator: ", ")
  }

  private static func rate(_ download: JSONView<Download>) -> [String] {
    [Quantity.rate(download.rate)].compactMap(\.self)
  }

  private static func style(_ download: JSONView<Download>) -> Screen.Style {
    switch download.state {
    case .done: .good
    case .failed: .bad
    default: .plain
    }
  }

  private static func size(_ bytes: Int64?, _ total: Int64?) -> String {
    max(bytes ?? 0, total ?? 0) > 0 ? Quantity.bytes(bytes, of: total) : ""
  }

  /// Each once: downloads of one server wait for the same.
  private static func reasons(_ downloads: [JSONView<Download>], on screen: Screen) -> String {
    var all: [(reason: String, titles: [String])] = []
    for download in downloads {
      guard let reason = reason(download) else { continue }
      let title = Cell.text(download[\.title])
      if let place = all.firstIndex(where: { $0.reason == reason }) {
        all[place].titles.append(title)
      } else {
        all.append((reason, [title]))
      }
    }
    return all.map { reason, titles in
      let subject = titles.count == 1 ? titles[0] : Quantity.count(titles.count, .download)
      return screen.remark("\(subject): \(reason)")
    }.joined()
  }

  private static func reason(_ download: JSONView<Download>) -> String? {
    // The error of the last attempt is obsolete while another one is running.
    if download.state == .active { return nil }
    return download.fault?.message
  }
}
