package import JSONRPC
package import MovieProtocol

/// The result of `releases` as text for people.
package enum ReleasesPage {
  /// - Parameter today: the user's local date.
  package static func text(
    _ result: JSONValue, on screen: Screen, today: Day = Day.local(at: .now).day
  ) -> String {
    let result = JSONView(result, ReleasesMethod.answer)
    let rows = result.results
    let notes = self.notes(result.total ?? 0, result.pending ?? 0, shown: rows.count, on: screen)
    let meta = MetaLines.text(result.meta, on: screen)
    // Notes about an empty list are printed separately from the answer, unless more results may follow
    // shortly.
    guard !rows.isEmpty else { return notes.isEmpty ? "" : notes + meta }
    return ListPage.text(
      rows, of: result.json, legend: { _ in notes }, on: screen,
      [
        .column("DATE", \.release.day), .column("", leavesAs: 2) { day($0[\.release.day], today) },
        .column("TITLE", \.title, style: .strong, least: 24),
        .column("KIND", least: 12, leavesAs: 1) {
          $0.text(\.release.episode) ?? people($0) ?? ValueWord.text($0[\.release.kind])
        },
        .column("COUNTRY", leavesAs: 0) { $0.text(\.release.country) ?? "" },
        .column("KEY", \.key, style: .accent),
      ])
  }

  /// Whose title it is, if that is why it is there.
  static func people(_ release: JSONView<TitleRelease>) -> String? {
    let names = release.people.compactMap(\.name)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// `today`; empty for a day that has no name.
  private static func day(_ value: JSONValue?, _ today: Day) -> String {
    guard let day = Day(Cell.text(value)) else { return "" }
    return switch today.distance(to: day) {
    case -1: localized("yesterday")
    case 0: localized("today")
    case 1: localized("tomorrow")
    default: ""
    }
  }

  private static func notes(_ total: Int, _ pending: Int, shown: Int, on screen: Screen) -> String {
    var notes: [String] = []
    if total > shown, shown > 0 {
      notes.append(
        localized("\(shown) of \(Quantity.count(total, .release)); choose fewer days to see the others."))
    }
    if pending > 0 {
      let rest = localized("Dates of \(Quantity.count(pending, .title)) are not fetched from TMDB yet.")
      notes.append(shown == 0 ? localized("No known release in these days.") + " " + rest : rest)
    }
    return notes.map { screen.remark($0) }.joined()
  }
}
