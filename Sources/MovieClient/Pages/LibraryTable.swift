package import JSONRPC
import MovieProtocol

/// The results of `watchlist` and `favorites` as text for people.
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
    let rows = JSONView<LibraryPage>(result).results
    guard !rows.isEmpty else { return "" }
    var table = Table(columns)
    for row in rows {
      let cells = TitleCells(row.title)
      table.add([
        TitleMarks.signs(row.title, without: implied, on: screen), cells.title, cells.year, cells.type,
        cells.rating, row.entry?.note ?? "", zone.day(row.entry?[\.addedAt]), cells.key,
      ])
    }
    let legend = TitleMarks.legend(rows.map(\.title), without: implied, in: table, on: screen)
    return table.text(on: screen) + TitleTable.footer(result, legend: legend, hasAll: true, on: screen)
  }

  private static var columns: [Table.Column] {
    [
      TitleMarks.column,
      Table.Column("TITLE", style: .strong, least: 24),
      Table.Column("YEAR", .right, leavesAs: 3),
      Table.Column("TYPE", leavesAs: 0),
      Table.Column("RATING", .right, leavesAs: 1),
      Table.Column("NOTE", style: .dim, least: 12, leavesAs: 3),
      Table.Column("ADDED", leavesAs: 2),
      Table.Column("KEY", style: .accent),
    ]
  }
}
