import JSONRPC
import MovieProtocol

// The lines of a series, and of who made a title and what it cost.
extension DetailPage {
  static func series(_ detail: JSONView<TitleDetail>) -> [(String, String)] {
    [
      (localized("Next"), detail.nextEpisode.map(episode) ?? ""),
      (localized("Latest"), detail.lastEpisode.map(episode) ?? ""),
      (localized("Seasons"), seasons(detail)), (localized("Network"), companies(detail.networks)),
    ]
  }

  static func production(_ detail: JSONView<TitleDetail>) -> [(String, String)] {
    [
      (localized("Studios"), companies(detail.productionCompanies)),
      (localized("Countries"), names(detail.productionCountries.map(\.name))),
      (localized("Languages"), names(detail.spokenLanguages.map(\.name))),
      (localized("Budget"), detail.budget.map(Quantity.dollars) ?? ""),
      (localized("Revenue"), detail.revenue.map(Quantity.dollars) ?? ""),
    ]
  }

  /// `S02E09 Name, 2026-12-01`
  static func episode(_ episode: JSONView<Episode>) -> String {
    guard let season = episode.seasonNumber, let number = episode.number else { return "" }
    return names([Episode.label(season: season, number: number, name: episode.name), episode.airDate])
  }

  private static func seasons(_ detail: JSONView<TitleDetail>) -> String {
    let all = names(
      detail.seasons.map { season in
        let episodes = season.episodeCount.map { " (\(Quantity.count($0, .episode)))" } ?? ""
        return season.name.map { $0 + episodes }
      })
    guard all.isEmpty else { return all }
    return names([
      detail.numberOfSeasons.map { Quantity.count($0, .season) },
      detail.numberOfEpisodes.map { Quantity.count($0, .episode) },
    ])
  }

  /// Some films have a dozen; --json has all.
  private static let maxCompanies = 4

  private static func companies(_ companies: [JSONView<Company>]) -> String {
    names(companies.prefix(maxCompanies).map(\.name))
  }

  private static func names(_ names: [String?]) -> String {
    names.map { TerminalText.cleaned($0 ?? "") }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
