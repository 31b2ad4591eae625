package import JSONRPC
import MovieProtocol

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
