package import JSONRPC
import MovieProtocol

/// The results of `genres`, `countries` and `languages` as text for people.
package enum LookupPage {
  package static func genres(_ result: JSONValue, on screen: Screen) -> String {
    page(
      JSONView(result, Genre.list),
      [Table.Column("ID", .right, style: .accent), Table.Column("NAME", least: 12), Table.Column("TYPE")],
      on: screen
    ) { row in [Cell.text(row[\.id]), Cell.text(row[\.name]), TitleCells.type(row[\.mediaType])] }
  }

  package static func countries(_ result: JSONValue, on screen: Screen) -> String {
    page(
      JSONView(result, Country.list),
      [
        Table.Column("CODE", style: .accent), Table.Column("NAME", least: 12),
        Table.Column("OWN NAME", least: 12, leavesAs: 0), Table.Column("WHERE TO WATCH", leavesAs: 1),
      ], on: screen
    ) { row in
      [row[\.code], row[\.name], row[\.nativeName]].map(Cell.text)
        + [row.hasWhereToWatch == true ? localized("known") : ""]
    }
  }

  package static func languages(_ result: JSONValue, on screen: Screen) -> String {
    page(
      JSONView(result, Language.list),
      [
        Table.Column("CODE", style: .accent), Table.Column("NAME", least: 12),
        Table.Column("OWN NAME", least: 12, leavesAs: 0),
      ], on: screen
    ) { row in [row[\.code], row[\.name], row[\.nativeName]].map(Cell.text) }
  }

  package static func providers(_ result: JSONValue, on screen: Screen) -> String {
    page(
      JSONView(result, Provider.page).results,
      [Table.Column("ID", .right, style: .accent), Table.Column("NAME", least: 12)],
      JSONView(result, Provider.page).meta, on: screen
    ) { row in [row[\.id], row[\.name]].map(Cell.text) }
      + (TitleTable.more(result, .provider, hasAll: false).map { "\n" + screen.remark($0) } ?? "")
  }

  private static func page<Row: JSONObject>(
    _ result: JSONView<[Row]>, _ columns: [Table.Column], on screen: Screen,
    _ cells: (JSONView<Row>) -> [String]
  ) -> String {
    page(result.rows(), columns, result.meta, on: screen, cells)
  }

  private static func page<Row: JSONObject>(
    _ rows: [JSONView<Row>], _ columns: [Table.Column], _ meta: JSONView<Meta>, on screen: Screen,
    _ cells: (JSONView<Row>) -> [String]
  ) -> String {
    guard !rows.isEmpty else { return "" }
    var table = Table(columns)
    for row in rows { table.add(cells(row)) }
    let meta = MetaLines.text(meta, on: screen)
    return table.text(on: screen) + (meta.isEmpty ? "" : "\n" + meta)
  }
}
