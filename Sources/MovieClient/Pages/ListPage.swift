package import JSONRPC
import MovieProtocol

/// A list as text for people: a table of its rows, and below it how many there are, what the signs mean and where
/// it comes from.
package enum ListPage {
  /// Empty without rows: then the command reports the reason.
  ///
  /// - Parameters:
  ///   - noun: for one row; nil: the list has no pages.
  ///   - hasAll: the command accepts `--all`.
  ///   - legend: explains signs in the table.
  static func text<Row>(
    _ rows: [Row], of result: JSONValue, _ noun: Quantity.Noun? = nil, hasAll: Bool = true,
    legend: (Table<Row>) -> String = { _ in "" }, on screen: Screen, _ columns: [Table<Row>.Column]
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let table = Table(rows, columns)
    let foot = [
      screen.remark(noun.flatMap { more(result, $0, hasAll: hasAll) } ?? ""), legend(table),
      MetaLines.text(JSONView<TitlePage>(result).meta, on: screen),
    ].joined()
    return table.text(on: screen) + (foot.isEmpty ? "" : "\n" + foot)
  }

  /// `20 of 43 titles; --page 2 for more`, or `20 of 721 titles, --all for all`; nil at the end of the list.
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

/// The results of `genres`, `countries`, `languages` and `providers`.
package enum LookupPage {
  package static func genres(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, Genre.list).rows(), of: result, on: screen,
      [
        .column("ID", \.id, .right, style: .accent), .column("NAME", \.name, least: 12),
        .column("TYPE") { TitleCells.type($0[\.mediaType]) },
      ])
  }

  package static func countries(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, Country.list).rows(), of: result, on: screen,
      [
        .column("CODE", \.code, style: .accent), .column("NAME", \.name, least: 12),
        .column("OWN NAME", \.nativeName, least: 12, leavesAs: 0),
        .column("WHERE TO WATCH", leavesAs: 1) { $0.hasWhereToWatch == true ? localized("known") : "" },
      ])
  }

  package static func languages(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, Language.list).rows(), of: result, on: screen,
      [
        .column("CODE", \.code, style: .accent), .column("NAME", \.name, least: 12),
        .column("OWN NAME", \.nativeName, least: 12, leavesAs: 0),
      ])
  }

  package static func providers(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, Provider.page).results, of: result, .provider, hasAll: false, on: screen,
      [.column("ID", \.id, .right, style: .accent), .column("NAME", \.name, least: 12)])
  }
}

/// The result of `clients`.
package enum ClientsPage {
  package static func text(
    _ result: JSONValue, on screen: Screen, in zone: LocalTime = .current
  ) -> String {
    ListPage.text(
      JSONView(result, ClientStatus.list).rows(), of: result, on: screen,
      [
        .column("PID", \.pid, .right), .column("CLIENT", style: .strong, least: 16, cell: name),
        .column("PROFILE", \.profile, least: 8, leavesAs: 4),
        .column("SINCE", leavesAs: 3) { zone.minute($0[\.connectedAt]) },
        .column("REQUESTS", \.requests, .right, leavesAs: 2),
        .column("UNDER WAY", \.inFlight, .right, leavesAs: 1),
        .column("WAITING", .right, leavesAs: 0) { Quantity.bytes($0.waitingBytes ?? 0) },
        .column("LAST", \.lastMethod, least: 8, leavesAs: 5),
      ])
  }

  private static func name(_ client: JSONView<ClientStatus>) -> String {
    let name = [client.client, client.version].compactMap(\.self).joined(separator: " ")
    return client.isSelf == true ? localized("(this command)") : name.isEmpty ? "-" : name
  }
}

/// The results of `searches` and its changes.
package enum SearchesPage {
  package static func text(
    _ result: JSONValue, on screen: Screen, in zone: LocalTime = .current
  ) -> String {
    ListPage.text(
      JSONView(result, SearchTerm.page).results, of: result, .search, on: screen,
      [
        .column("WHEN", style: .dim, leavesAs: 1) { zone.minute($0[\.at]) },
        .column("SEARCH", \.term, style: .strong, least: 16),
        .column("TIMES", \.count, .right, leavesAs: 0),
        .column("FOUND", .right, leavesAs: 2) { $0.totalResults.map { Quantity.rows($0) } ?? "" },
      ])
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

/// The results of `library.pending` and `library.pending.clear`.
package enum PendingPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, PendingTitle.page).results, of: result, .title, on: screen,
      [
        .column("LIST", style: .dim, leavesAs: 1) { ValueWord.text($0[\.list]) },
        .column("TITLE", style: .strong, least: 16) { title in
          let name = title[\.title] ?? .null
          return Cell.text(name.isNull ? title[\.keys]?[0] : name)
        },
        .column("YEAR", \.year, .right, leavesAs: 0),
        .column("WHY", style: .dim, least: 16) { $0.message ?? "" },
      ])
  }

  package static func cleared(_ result: JSONValue) -> String {
    let isChanged = JSONView(result, Changed.shape)[\.self] == true
    return (isChanged ? localized("the pending titles were cleared") : localized("nothing was pending"))
      + "\n"
  }
}
