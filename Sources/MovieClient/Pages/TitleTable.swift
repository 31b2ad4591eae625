package import JSONRPC
import MovieProtocol

/// Titles in rows: the result of `search`, `browse` and `suggest` as text for people.
package enum TitleTable {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let titles = JSONView<TitlePage>(result).results
    return ListPage.text(
      titles.map(TitleCells.init), of: result, .title, hasAll: false,
      legend: { TitleMarks.legend(titles, in: $0, on: screen) }, on: screen,
      [
        TitleMarks.column(on: screen, of: \.view),
        .column("TITLE", style: .strong, least: 24, cell: \.title),
        .column("YEAR", .right, leavesAs: 4, cell: \.year), .column("TYPE", leavesAs: 1, cell: \.type),
        .column("RATING", .right, leavesAs: 2, cell: \.rating),
        // There is room for one of them, and the reason is news.
        .column("GENRES", style: .dim, least: 20, isExtra: true) { $0.matched.isEmpty ? $0.genres : "" },
        .column("FOUND BY", style: .dim, least: 20, isExtra: true, cell: \.matched),
        .column("KEY", style: .accent, leavesAs: 3, cell: \.key),
      ])
  }

  /// For titles under headings, if a page has more than one list.
  static func short(on screen: Screen) -> Table<TitleCells> {
    Table(
      [],
      [
        TitleMarks.column(on: screen, of: \.view), .column("", least: 24, cell: \.title),
        .column("", .right, style: .dim, leavesAs: 1, cell: \.year),
        .column("", .right, leavesAs: 0, cell: \.rating), .column("", style: .accent, cell: \.key),
      ], hasHeader: false, indent: 2)
  }
}

/// The results of `watchlist` and `favorites`.
package enum LibraryTable {
  package static func watchlist(
    _ result: JSONValue, on screen: Screen, in zone: LocalTime = .current
  ) -> String {
    text(result, .watchlist, on: screen, in: zone)
  }

  package static func favorites(
    _ result: JSONValue, on screen: Screen, in zone: LocalTime = .current
  ) -> String {
    text(result, .favorite, on: screen, in: zone)
  }

  private static func text(
    _ result: JSONValue, _ implied: TitleMarks.Mark, on screen: Screen, in zone: LocalTime
  ) -> String {
    let rows = JSONView<LibraryPage>(result).results.map { (cells: TitleCells($0.title), entry: $0.entry) }
    return ListPage.text(
      rows, of: result, .title,
      legend: { TitleMarks.legend(rows.map(\.cells.view), without: implied, in: $0, on: screen) },
      on: screen,
      [
        TitleMarks.column(without: implied, on: screen, of: \.cells.view),
        .column("TITLE", style: .strong, least: 24, cell: \.cells.title),
        .column("YEAR", .right, leavesAs: 3, cell: \.cells.year),
        .column("TYPE", leavesAs: 0, cell: \.cells.type),
        .column("RATING", .right, leavesAs: 1, cell: \.cells.rating),
        .column("NOTE", style: .dim, least: 12, leavesAs: 3) { $0.entry?.note ?? "" },
        .column("ADDED", leavesAs: 2) { zone.day($0.entry?[\.addedAt]) },
        .column("KEY", style: .accent, cell: \.cells.key),
      ])
  }
}
