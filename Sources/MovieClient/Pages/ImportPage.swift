package import JSONRPC
import MovieProtocol

/// The result of `library.import` as text for people.
package enum ImportPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let result = JSONView(result, LibraryImportResult.shape)
    let (added, updated) = (result.added ?? 0, result.updated ?? 0)
    let unchanged = result.unchanged ?? 0
    let counts =
      result.isDryRun == true
      ? localized("\(added) would be added, \(updated) would be updated, \(unchanged) unchanged")
      : localized("\(added) added, \(updated) updated, \(unchanged) unchanged")
    var text = Paragraph.text(counts, width: screen.textWidth)
    let rows = result.list(\.unmatched, LibraryImportResult.unmatched)
    guard !rows.isEmpty else { return text }
    var table = Table([
      Table.Column("LINE", .right), Table.Column("TITLE", style: .strong, least: 16),
      Table.Column("YEAR", .right, leavesAs: 0), Table.Column("WHY", style: .dim, least: 16),
    ])
    for row in rows {
      table.add([
        Cell.text(row[\.line]), Cell.text(row[\.title]), Cell.text(row[\.year]),
        DaemonText.localized(Cell.text(row[\.reason])),
      ])
    }
    let total = result.unmatchedTotal ?? 0
    text += "\n" + localized("\(total) not imported:") + "\n\n" + table.text(on: screen)
    if total > rows.count { text += "\n" + localized("and \(total - rows.count) more") + "\n" }
    return text
  }

  /// Some of the file is not in the library, or would not be.
  package static func failure(_ result: JSONValue) -> CommandError? {
    let result = JSONView(result, LibraryImportResult.shape)
    let (total, pending) = (result.unmatchedTotal ?? 0, result.pending ?? 0)
    guard total > 0 else { return nil }
    let message = localized("not imported from the file: \(Quantity.count(total, .row))")
    guard pending > 0 else { return CommandError(.notFound, "\(message)") }
    // A dry run stores nothing that could be tried again.
    return CommandError(
      .tryLater, "\(message)",
      hint: result.isDryRun == true
        ? "\(pending) need TMDB, which has no key or cannot be reached; an import would try again later"
        : "pending until TMDB has a key and can be reached: \(pending); see movierpc library pending")
  }

  /// The progress of an import, from a state of topic `server`; nil: there is none.
  package static func progress(_ state: JSONValue?) -> String? {
    let tasks = JSONView<ServerState>(state ?? .null).list(\.tasks, ServerState.task)
    guard let task = tasks.first(where: { $0.name == "library.import" }) else { return nil }
    guard let total = task.total else { return localized("reading the file") }
    let waiting = task.waiting ?? 0
    return localized("\(task.done ?? 0) of \(Quantity.count(total, .title)) looked up")
      + (waiting > 0 ? localized(", \(waiting) wait for TMDB") : "")
  }
}
