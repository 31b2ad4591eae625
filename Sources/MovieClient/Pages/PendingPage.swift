package import JSONRPC
import MovieProtocol

/// The results of `library.pending` and `library.pending.clear` as text for people.
package enum PendingPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let titles = JSONView(result, PendingTitle.page).results
    guard !titles.isEmpty else { return "" }
    var table = Table([
      Table.Column("LIST", style: .dim, leavesAs: 1), Table.Column("TITLE", style: .strong, least: 16),
      Table.Column("YEAR", .right, leavesAs: 0), Table.Column("WHY", style: .dim, least: 16),
    ])
    for title in titles {
      let name = title[\.title] ?? .null
      table.add([
        ValueWord.text(title[\.list]), Cell.text(name.isNull ? title[\.keys]?[0] : name),
        Cell.text(title[\.year]), title.message ?? "",
      ])
    }
    let more = TitleTable.more(result, .title, hasAll: true).map { "\n" + screen.remark($0) } ?? ""
    return table.text(on: screen) + more
  }

  package static func cleared(_ result: JSONValue) -> String {
    let isChanged = JSONView(result, Changed.shape)[\.self] == true
    return (isChanged ? localized("the pending titles were cleared") : localized("nothing was pending"))
      + "\n"
  }
}
