package import JSONRPC
import MovieProtocol

/// The TMDB account of a profile, as text for people.
package enum AccountPage {
  /// The result of `account.status`.
  package static func status(_ result: JSONValue, on screen: Screen, in zone: LocalTime = .current) -> String
  {
    let status = JSONView<AccountStatus>(result)
    let name = status.username ?? "?"
    var lines: [String]
    switch status.state {
    case .waiting: lines = [waiting(status, zone)]
    case .connected:
      let moment = zone.minute(status[\.syncedAt])
      lines = [
        moment.isEmpty
          ? localized("connected with the TMDB account \(name)")
          : localized("connected with the TMDB account \(name); last compared at \(moment)")
      ]
    case .revoked:
      lines = [localized("TMDB no longer accepts the session of \(name): movierpc account connect")]
    default: lines = [none]
    }
    if status.state == .connected {
      lines += open(status)
      lines += status.rejected.map { row in
        let title = row.title ?? row[\.key]?.stringValue ?? "?"
        return localized("TMDB did not take \(title): \(row.message ?? "?")")
      }
      let next = zone.minute(status[\.nextSyncAt])
      if !next.isEmpty { lines.append(localized("the next comparison is at \(next)")) }
    }
    if status.state != .revoked, let error = status.error?.message { lines.append(error) }
    return lines.map { Paragraph.text(TerminalText.cleaned($0), width: screen.textWidth) }.joined()
  }

  static var none: String { localized("no TMDB account is connected: movierpc account connect") }

  static func waiting(_ status: JSONView<AccountStatus>, _ zone: LocalTime) -> String {
    localized("waiting until \(zone.minute(status[\.expiresAt])) for your approval at \(status.link ?? "?")")
  }

  /// What waits for the user or for TMDB.
  private static func open(_ status: JSONView<AccountStatus>) -> [String] {
    let count = status.pendingChanges ?? 0
    return
      (status.question == nil
      ? [] : [localized("nothing is changed until you agree: movierpc account sync")])
      + (count > 0 ? [localized("changes not sent to TMDB yet: \(count)")] : [])
  }

  /// The result of `account.sync`.
  package static func sync(_ result: JSONValue, on screen: Screen) -> String {
    let sync = JSONView(result, AccountSync.shape)
    let rows = sync.list(\.changes, AccountChangeRow.shape)
    let total = sync.total ?? rows.count
    var text = ""
    if total == 0 {
      let isSame = (sync.pendingRemovals ?? 0) == 0 && (sync.skipped ?? 0) == 0
      text = screen.sentence(
        isSame ? localized("already in sync") : localized("nothing was changed"))
    } else {
      let heading =
        sync[\.question]?.isNull == false
        ? localized("These changes would be made:") : localized("These changes were made:")
      text = screen.sentence(heading) + "\n" + Table(rows, columns()).text(on: screen)
      if total > rows.count { text += "\n" + screen.sentence(localized("and \(total - rows.count) more")) }
    }
    if let count = sync.pendingRemovals, count > 0 {
      text += screen.sentence(localized("removals to be confirmed in 10 minutes: \(count)"))
    }
    if let count = sync.skipped, count > 0 {
      text += screen.sentence(localized("titles that could not be added: \(count)"))
    }
    return text
  }

  /// The result of `account.journal`.
  package static func journal(_ result: JSONValue, on screen: Screen, in zone: LocalTime = .current) -> String
  {
    ListPage.text(
      JSONView(result, AccountChangeRow.page).results, of: result, .row, on: screen, columns(of: zone))
  }

  /// The result of `account.undo`.
  package static func undone(_ result: JSONValue, on screen: Screen, in zone: LocalTime = .current) -> String
  {
    let undone = JSONView(result, AccountUndone.shape)
    let rows = undone.list(\.undone, AccountChangeRow.shape)
    let kept = undone.list(\.kept, AccountChangeRow.shape)
    var text = ""
    if !rows.isEmpty {
      text += localized("Undone:") + "\n\n" + Table(rows, columns(of: zone)).text(on: screen)
    }
    if !kept.isEmpty {
      text +=
        (text.isEmpty ? "" : "\n")
        + screen.sentence(localized("Kept, because you have changed the title since:")) + "\n"
      text += Table(kept, columns(of: zone)).text(on: screen)
    }
    return text
  }

  /// The result of `account.disconnect`.
  package static func disconnected(_ result: JSONValue, on screen: Screen) -> String {
    let end = JSONView(result, AccountEnd.shape)
    guard end.isChanged == true else { return screen.sentence(localized("no TMDB account was connected")) }
    guard end.isEnded == true else { return screen.sentence(localized("disconnected; TMDB was not told")) }
    return screen.sentence(localized("disconnected, and the session at TMDB has ended"))
  }

  /// - Parameter zone: nil: the changes are not in the journal, which has their numbers and times.
  private static func columns(of zone: LocalTime? = nil) -> [Table<JSONView<AccountChangeRow>>.Column] {
    let changes: [Table<JSONView<AccountChangeRow>>.Column] = [
      .column("TITLE", style: .strong, least: 16) { row in
        let title = row[\.title] ?? .null
        return Cell.text(title.isNull ? row[\.key] : title)
      },
      .column("LIST", style: .dim, leavesAs: 2) { ValueWord.text($0[\.list]) },
      .column("CHANGE", least: 16, cell: change),
    ]
    guard let zone else { return changes }
    return [
      .column("ID", \.id, .right), .column("WHEN", style: .dim, leavesAs: 1) { zone.minute($0[\.at]) },
    ] + changes + [.column("STATE", style: .dim, leavesAs: 0) { ValueWord.text($0[\.state]) }]
  }

  private static func change(_ row: JSONView<AccountChangeRow>) -> String {
    switch (row.side, row.action) {
    case (.tmdb, .added): localized("added at TMDB")
    case (.tmdb, _): localized("removed at TMDB")
    case (_, .added): localized("added here")
    default: localized("removed here")
    }
  }
}
