package import JSONRPC
import MovieProtocol

/// Titles in rows: the result of `search`, `browse` and `suggest` as text for people.
package enum TitleTable {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let titles = JSONView<TitlePage>(result).results
    guard !titles.isEmpty else { return "" }
    var table = Table(columns)
    for title in titles { add(title, to: &table, screen) }
    return table.text(on: screen)
      + footer(result, legend: TitleMarks.legend(titles, in: table, on: screen), on: screen)
  }

  private static var columns: [Table.Column] {
    [
      TitleMarks.column,
      Table.Column("TITLE", style: .strong, least: 24),
      Table.Column("YEAR", .right, leavesAs: 4),
      Table.Column("TYPE", leavesAs: 1),
      Table.Column("RATING", .right, leavesAs: 2),
      Table.Column("GENRES", style: .dim, least: 20, isExtra: true),
      Table.Column("FOUND BY", style: .dim, least: 20, isExtra: true),
      Table.Column("KEY", style: .accent, leavesAs: 3),
    ]
  }

  private static func add(_ title: JSONView<Title>, to table: inout Table, _ screen: Screen) {
    let cells = TitleCells(title)
    table.add([
      TitleMarks.signs(title, on: screen), cells.title, cells.year, cells.type, cells.rating,
      // There is room for one of them, and the reason is news.
      cells.matched.isEmpty ? cells.genres : "", cells.matched, cells.key,
    ])
  }

  /// Titles under headings, if a page has more than one list.
  static func short() -> Table {
    Table(
      [
        TitleMarks.column, Table.Column("", least: 24), Table.Column("", .right, style: .dim, leavesAs: 1),
        Table.Column("", .right, leavesAs: 0), Table.Column("", style: .accent),
      ], hasHeader: false, indent: 2)
  }

  static func addShort(_ title: JSONView<Title>, to table: inout Table, _ screen: Screen) {
    let cells = TitleCells(title)
    table.add([TitleMarks.signs(title, on: screen), cells.title, cells.year, cells.rating, cells.key])
  }

  /// - Parameters:
  ///   - legend: explains the marks.
  ///   - hasAll: the command accepts `--all`.
  static func footer(
    _ result: JSONValue, legend: String, hasAll: Bool = false, on screen: Screen
  ) -> String {
    let more = screen.remark(more(result, .title, hasAll: hasAll) ?? "")
    let foot = more + legend + MetaLines.text(JSONView<TitlePage>(result).meta, on: screen)
    return foot.isEmpty ? "" : "\n" + foot
  }

  /// `20 of 43 titles; --page 2 for more`, or `20 of 721 titles, --all for all`; nil at the end of the list.
  ///
  /// - Parameter noun: for one row.
  package static func more(_ result: JSONValue, _ noun: Quantity.Noun, hasAll: Bool) -> String? {
    let (count, shown) = (JSONView<PageCount>(result), JSONView<TitlePage>(result).results.count)
    guard let next = count.nextPage else {
      return hasAll && shown >= TitlePage.maxRows
        ? localized("a list ends at \(TitlePage.maxRows); movierpc library export has all") : nil
    }
    let total = Quantity.rows(count.totalResults ?? 0, noun)
    let page = count.page ?? 1
    if hasAll, page == 1 { return localized("\(shown) of \(total); --all shows all") }
    let pages = count.totalPages ?? page
    return page > 1
      ? localized("page \(page) of \(pages), \(total) in all; --page \(next) for more")
      : localized("\(shown) of \(total); --page \(next) for more")
  }
}
