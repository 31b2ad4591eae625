package import JSONRPC
import MovieProtocol

/// The result of `home` as text for people: the hero, then the rows, all in the same columns.
package enum HomePage {
  package static func text(_ home: JSONValue, on screen: Screen) -> String {
    var page = hero(home["hero"], on: screen)
    var table = TitleTable.short()
    for row in home["rows"]?.arrayValue ?? [] {
      if !table.isEmpty || !page.isEmpty { table.addLine("") }
      table.addLine(heading(row, on: screen))
      for title in JSONView<TitlePage>(row).results { TitleTable.addShort(title, to: &table, screen) }
      if let problem = problem(row) {
        for line in problem { table.addLine("  " + screen.show(line, .dim)) }
      }
    }
    page += table.text(on: screen)
    // Then the command reports the reason.
    guard !page.isEmpty else { return "" }
    let titles = (home["rows"]?.arrayValue ?? []).flatMap { JSONView<TitlePage>($0).results }
    let foot = TitleMarks.legend(titles, on: screen) + MetaLines.text(home["meta"], on: screen)
    return page + (foot.isEmpty ? "" : "\n" + foot)
  }

  private static func hero(_ title: JSONValue?, on screen: Screen) -> String {
    guard let title, !title.isNull else { return "" }
    let detail = JSONView<TitleDetail>(title)
    return DetailPage.head(detail, on: screen) + DetailPage.overview(detail, on: screen)
  }

  /// Its name, and the arguments of `browse` that show more of it.
  private static func heading(_ row: JSONValue, on screen: Screen) -> String {
    func text(_ name: String) -> String { TerminalText.cleaned(row[name]?.stringValue ?? "") }
    let title = text("title").isEmpty ? text("list") : text("title")
    let command = "browse \(text("list")) --type \(text("media_type"))"
    let isRoomy = TerminalText.width(title) + TerminalText.width(command) + 2 <= screen.width
    return screen.show(title, .strong) + (isRoomy ? "  " + screen.show(command, .dim) : "")
  }

  private static func problem(_ row: JSONValue) -> [String]? {
    guard let error = row["error"], let message = error["message"]?.stringValue else { return nil }
    return [message, error["hint"]?.stringValue].compactMap { $0.map(TerminalText.cleaned) }
  }
}
