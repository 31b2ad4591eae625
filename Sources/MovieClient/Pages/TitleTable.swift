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
        // On most screens there is room for one of them, and the reason is news.
        .column("GENRES", style: .dim, least: 20, isExtra: true) {
          $0.matched.isEmpty || screen.width >= 140 ? $0.genres : ""
        },
        .column("FOUND BY", style: .dim, least: 20, leavesAs: 3, cell: \.matched),
        .column("KEY", style: .accent, leavesAs: 3, cell: \.key),
      ])
  }

  /// For titles under headings, if a page has more than one list.
  static func short(on screen: Screen) -> Table<TitleCells> {
    Table(
      [],
      [
        TitleMarks.column(on: screen, of: \.view), .column("", least: 24, cell: \.title),
        .column("", .right, style: .dim, leavesAs: 2, cell: \.year),
        .column("", .right, leavesAs: 0, cell: \.rating),
        .column("", style: .accent, leavesAs: 1, cell: \.key),
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

/// The result of `home` as text for people: the hero, then the rows, all in the same columns.
package enum HomePage {
  package static func text(_ home: JSONValue, on screen: Screen) -> String {
    let rows = JSONView(home, HomeRow.list).rows()
    var page = hero(home["hero"], on: screen)
    var table = TitleTable.short(on: screen)
    for row in rows {
      if !table.isEmpty || !page.isEmpty { table.addLine("") }
      table.addLine(heading(row, on: screen))
      table.add(row.titles.map(TitleCells.init))
      for line in problem(row) {
        let text = Paragraph.text(line, indent: 2, width: screen.textWidth)
        for part in text.split(separator: "\n") { table.addLine(screen.show(String(part), .dim)) }
      }
    }
    page += table.text(on: screen)
    // Then the command reports the reason.
    guard !page.isEmpty else { return "" }
    let meta = JSONView(home, HomeRow.list).meta
    let legend = TitleMarks.legend(rows.flatMap(\.titles), in: table, on: screen)
    let foot = legend + MetaLines.text(meta, on: screen)
    return page + (foot.isEmpty ? "" : "\n" + foot)
  }

  private static func hero(_ title: JSONValue?, on screen: Screen) -> String {
    guard let title, !title.isNull else { return "" }
    let detail = JSONView<TitleDetail>(title)
    return DetailPage.head(detail, on: screen) + DetailPage.overview(detail, on: screen)
  }

  /// Its name, and the arguments of `browse` that show more of it.
  private static func heading(_ row: JSONView<HomeRow>, on screen: Screen) -> String {
    let list = TerminalText.cleaned(row.text(\.row.list) ?? "")
    let heading = TerminalText.cleaned(LocalizedText(key: row.heading ?? "").text)
    let title = heading.isEmpty ? list : heading
    let command = "browse \(list) --type \(TerminalText.cleaned(row.text(\.row.mediaType) ?? ""))"
    let isRoomy = TerminalText.width(title) + TerminalText.width(command) + 2 <= screen.width
    return screen.show(TerminalText.cut(title, to: screen.width, ellipsis: screen.ellipsis), .strong)
      + (isRoomy ? "  " + screen.show(command, .dim) : "")
  }

  private static func problem(_ row: JSONView<HomeRow>) -> [String] {
    let fault = JSONView<Failure>(row[\.fault] ?? .null)
    return [fault.message, ErrorReply.hint(fault.json)].compactMap(\.self)
  }
}
