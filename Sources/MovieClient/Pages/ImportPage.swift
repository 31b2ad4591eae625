package import JSONRPC
import MovieProtocol

/// The result of `library.import` as text for people.
package enum ImportPage {
  private typealias ResultView = JSONView<LibraryImportResult.Value>

  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let result = JSONView(result, LibraryImportResult.shape)
    let (added, updated) = (result.added ?? 0, result.updated ?? 0)
    let unchanged = result.unchanged ?? 0
    let counts =
      result.isDryRun == true
      ? localized("\(added) would be added, \(updated) would be updated, \(unchanged) unchanged")
      : localized("\(added) added, \(updated) updated, \(unchanged) unchanged")
    var text = Paragraph.text(counts, width: screen.textWidth)
    let taken = taken(result)
    if !taken.isEmpty {
      text += Paragraph.text(localized("in the file: \(taken)"), width: screen.textWidth)
    }
    let dropped = dropped(result)
    if !dropped.isEmpty {
      text += "\n" + Paragraph.text(localized("not kept from the file: \(dropped)"), width: screen.textWidth)
    }
    let rows = result.list(\.unmatched, LibraryImportResult.unmatched)
    guard !rows.isEmpty else { return text }
    let total = result.unmatchedTotal ?? 0
    text += "\n" + localized("\(total) not imported:") + "\n\n" + table(rows).text(on: screen)
    let named = rows.filter { !keys($0).isEmpty }
    if !named.isEmpty { text += "\n" }
    for row in named {
      text += Paragraph.text("\(Cell.text(row[\.title])): \(keys(row))", width: screen.textWidth)
    }
    if total > rows.count { text += "\n" + localized("and \(total - rows.count) more") + "\n" }
    return text
  }

  private static func table(
    _ rows: [JSONView<LibraryImportResult.Unmatched>]
  ) -> Table<JSONView<LibraryImportResult.Unmatched>> {
    // Of an archive, and of a JSON document that may be one long line.
    let hasFiles = rows.contains { $0.file != nil }
    let hasItems = rows.contains { $0.item != nil }
    return Table(
      rows,
      (hasFiles ? [.column("FILE", \.file, style: .dim, leavesAs: 1)] : []) + [
        .column(hasItems ? "ITEM" : "LINE", .right) { row in
          let item = row[\.item] ?? .null
          return Cell.text(item.isNull ? row[\.line] : item)
        },
        .column("TITLE", \.title, style: .strong, least: 16),
        .column("YEAR", \.year, .right, leavesAs: 0), .column("WHY", style: .dim, least: 16, cell: reason),
      ])
  }

  /// The titles that a row may mean, which stand below the table: a column would cut them.
  private static func keys(_ row: JSONView<LibraryImportResult.Unmatched>) -> String {
    (row[\.keys]?.arrayValue ?? []).map { Cell.text($0) }.joined(separator: ", ")
  }

  private static func reason(_ row: JSONView<LibraryImportResult.Unmatched>) -> String {
    let (reason, keys) = (row.message ?? "", keys(row))
    return !keys.isEmpty && reason.hasSuffix(": \(keys)") ? String(reason.dropLast(keys.count + 2)) : reason
  }

  /// `2 for the watchlist, 1 watched`
  private static func taken(_ result: ResultView) -> String {
    let taken = JSONView(result[\.takenFor] ?? .null, LibraryImportResult.takenFor)
    let (listed, watched) = (taken.watchlist ?? 0, taken.watched ?? 0)
    let favorites = taken.favorites ?? 0
    return [
      listed > 0 ? localized("\(listed) for the watchlist") : nil,
      watched > 0 ? localized("\(watched) watched") : nil,
      favorites > 0 ? localized("\(favorites) for the favourites") : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// `Rating 12, diary.csv Tags 3, lists/best.csv 40`
  private static func dropped(_ result: ResultView) -> String {
    result.list(\.dropped, LibraryImportResult.dropped).map { row in
      let parts = [row.file, row.field, row.count.map { "\($0)" }].compactMap(\.self)
      return TerminalText.cleaned(parts.joined(separator: " "))
    }.joined(separator: ", ")
  }

  /// The result of `library.undo`.
  package static func undone(_ result: JSONValue, on screen: Screen) -> String {
    let result = JSONView(result, LibraryUndoResult.shape)
    let rows = result.list(\.kept, LibraryUndoResult.kept)
    var text = screen.sentence(
      localized("the last import was undone: \(Quantity.count(result.undone ?? 0, .entry))"))
    guard !rows.isEmpty else { return text }
    let table = Table(
      rows,
      [
        .column("LIST", style: .dim, leavesAs: 0) { ValueWord.text($0[\.list]) },
        .column("KEY", \.key, leavesAs: 1), .column("TITLE", \.title, style: .strong, least: 16),
      ])
    text += "\n" + screen.sentence(localized("Kept, because you have changed it since:")) + "\n"
    text += table.text(on: screen)
    let total = result.keptTotal ?? rows.count
    if total > rows.count { text += "\n" + localized("and \(total - rows.count) more") + "\n" }
    return text
  }

  /// Some of the file is not in the library, or would not be.
  package static func failure(_ result: JSONValue) -> CommandError? {
    let result = JSONView(result, LibraryImportResult.shape)
    let (total, pending) = (result.unmatchedTotal ?? 0, result.pending ?? 0)
    guard total > 0 else {
      let count = result.list(\.dropped, LibraryImportResult.dropped).count
      return count == 0 ? nil : CommandError(.notFound, "fields of the file that were not kept: \(count)")
    }
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

/// The catalogue and what was added to it, as text for people.
package enum CataloguePage {
  /// The result of `catalogue.import` or `catalogue.update`.
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let result = JSONView(result, CatalogueChange.shape)
    guard result.changed == true else {
      return screen.sentence(
        localized("the catalogue is up to date (export of \(result.exportDay ?? "?"))"))
    }
    let total = Quantity.count(result.titles ?? 0, .title)
    let text = screen.sentence(
      localized("\(result.added ?? 0) added, \(result.updated ?? 0) updated; the catalogue has \(total)"))
    let skipped = (result[\.skipped]?.objectValue ?? []).map { "\($0.name) \($0.value.intValue ?? 0)" }
    guard !skipped.isEmpty else { return text }
    return text + screen.remark(localized("lines skipped: \(skipped.joined(separator: ", "))"))
  }

  /// `catalogue` of `status`.
  package static func status(_ catalogue: JSONValue, on screen: Screen) -> String {
    screen.sentence(JSONView<CatalogueStatus>(catalogue).message ?? "?")
  }

  /// `42%  [########----------]`, from a state of topic `server`; nil: there is none.
  package static func progress(_ state: JSONValue?) -> String? {
    let tasks = JSONView<ServerState>(state ?? .null).list(\.tasks, ServerState.task)
    guard let task = tasks.first(where: { $0.name?.hasPrefix("catalogue.") == true }) else { return nil }
    let percent = task.done ?? 0
    return "\(percent)%  [\(ProgressLine.bar(percent, width: 40))]"
  }
}
