package import JSONRPC

/// The results of `genres`, `countries` and `languages` as text for people.
package enum LookupPage {
  package static func genres(_ result: JSONValue, on screen: Screen) -> String {
    page(
      result, [Table.Column("ID", .right, style: .accent), Table.Column("NAME"), Table.Column("OF")],
      on: screen
    ) { row in
      let of = row["media_type"]?.stringValue ?? ""
      return [Cell.text(row["id"]), Cell.text(row["name"]), of == "movie" ? "films" : TitleCells.type(of)]
    }
  }

  package static func countries(_ result: JSONValue, on screen: Screen) -> String {
    page(
      result,
      [
        Table.Column("CODE", style: .accent), Table.Column("NAME", least: 12),
        Table.Column("OWN NAME", least: 12, leavesAs: 0), Table.Column("WHERE TO WATCH", leavesAs: 1),
      ], on: screen
    ) { row in
      ["code", "name", "native_name"].map { Cell.text(row[$0]) }
        + [row["where_to_watch"]?.boolValue == true ? "known" : ""]
    }
  }

  package static func languages(_ result: JSONValue, on screen: Screen) -> String {
    page(
      result,
      [
        Table.Column("CODE", style: .accent), Table.Column("NAME", least: 12),
        Table.Column("OWN NAME", least: 12, leavesAs: 0),
      ], on: screen
    ) { row in ["code", "name", "native_name"].map { Cell.text(row[$0]) } }
  }

  private static func page(
    _ result: JSONValue, _ columns: [Table.Column], on screen: Screen, _ cells: (JSONValue) -> [String]
  ) -> String {
    let rows = result["results"]?.arrayValue ?? []
    guard !rows.isEmpty else { return "" }
    var table = Table(columns)
    for row in rows { table.add(cells(row)) }
    let meta = MetaLines.text(result["meta"], on: screen)
    return table.text(on: screen) + (meta.isEmpty ? "" : "\n" + meta)
  }
}
