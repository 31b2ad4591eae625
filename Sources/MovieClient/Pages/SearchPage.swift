import JSONRPC
import MovieProtocol

/// The result of `search` and `suggest`: titles, and below them the people, if they were asked for.
enum SearchPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    let titles = TitleTable.text(result, on: screen)
    let people = JSONView(result, SearchMethod.answer)[\.people]?.arrayValue ?? []
    guard !people.isEmpty else { return titles }
    let table = PeoplePage.short(people.map { JSONView<Person>($0) })
    return (titles.isEmpty ? "" : titles + "\n") + screen.show(localized("People"), .strong) + "\n"
      + table.text(on: screen)
      + (titles.isEmpty ? "\n" + MetaLines.text(JSONView<TitlePage>(result).meta, on: screen) : "")
  }
}
