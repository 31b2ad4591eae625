package import JSONRPC
import MovieProtocol

/// The results of `searches` and its changes as text for people.
package enum SearchesPage {
  package static func text(
    _ result: JSONValue, on screen: Screen, in zone: LocalTime = .current
  ) -> String {
    let terms = JSONView(result, SearchTerm.page).results
    guard !terms.isEmpty else { return "" }
    var table = Table([
      Table.Column("WHEN", style: .dim, leavesAs: 1), Table.Column("SEARCH", style: .strong, least: 16),
      Table.Column("TIMES", .right, leavesAs: 0), Table.Column("FOUND", .right, leavesAs: 2),
    ])
    for term in terms {
      table.add([
        zone.minute(term[\.at]), Cell.text(term[\.term]), Cell.text(term[\.count]),
        term.totalResults.map { Quantity.rows($0) } ?? "",
      ])
    }
    return table.text(on: screen)
      + (TitleTable.more(result, .search, hasAll: true).map { "\n" + screen.remark($0) } ?? "")
  }

  /// - Parameter term: nil: all of them.
  package static func removed(_ term: String?, _ result: JSONValue) -> String {
    let isChanged = JSONView(result, Changed.shape)[\.self] == true
    guard let term else {
      return (isChanged ? localized("all searches were removed") : localized("there were no searches")) + "\n"
    }
    return TerminalText.cleaned(
      isChanged ? localized("\"\(term)\" was removed") : localized("\"\(term)\" was not among the searches"))
      + "\n"
  }
}
