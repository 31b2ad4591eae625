import JSONRPC
import MovieProtocol

/// The result of `season` as text for people.
enum SeasonPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    let season = JSONView<SeasonDetail>(result)
    let heading = TitleCells.heading(season.title ?? "", season.text(\.key) ?? "", on: screen)
    let figures = [
      TerminalText.cleaned(season.name ?? ""), Quantity.count(season.episodes.count, .episode),
      rating(season.voteAverage), TerminalText.cleaned(season.airDate ?? ""),
    ].filter { !$0.isEmpty }.joined(separator: screen.separator)
    let head = heading + "\n" + Paragraph.text(figures, width: screen.textWidth)
    let overview = TerminalText.cleaned(season.overview ?? "")
    let table = Table(
      season.episodes,
      [
        .column("EPISODE", style: .accent, cell: code),
        .column("NAME", style: .strong, least: 20) { $0.name ?? "" },
        .column("DATE", leavesAs: 2) { $0.airDate ?? "" },
        .column("LENGTH", .right, leavesAs: 0) { $0.runtime.map { Quantity.minutes($0) } ?? "" },
        .column("RATING", .right, leavesAs: 1) { rating($0.voteAverage) },
      ])
    let parts = [
      head, overview.isEmpty ? "" : Paragraph.text(overview, width: screen.textWidth),
      table.isEmpty ? "" : table.text(on: screen), MetaLines.text(season.meta, on: screen),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func code(_ episode: JSONView<Episode>) -> String {
    guard let season = episode.seasonNumber, let number = episode.number else { return "" }
    return Episode.label(season: season, number: number, name: nil)
  }

  private static func rating(_ average: Double?) -> String {
    guard let average, average > 0, average <= 10 else { return "" }
    return Quantity.tenths(Int((average * 10).rounded()))
  }
}
