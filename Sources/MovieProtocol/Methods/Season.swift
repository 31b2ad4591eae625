import JSONRPC

package enum SeasonMethod: RPCMethod {
  package static let number = Param(
    required: "season_number", .integer(0...10_000), "Number of the season; 0: specials.")

  package static let method = Method(
    "season", "show a season of a series with its episodes",
    description: """
      Only TMDB knows episodes: without a key it is `upstream_unauthorized`, unless the answer is cached. Of a \
      season of many episodes the overviews are cut or left out. Words in place of the key find series only. \
      A series without this season is `not_found`, with the resource season.
      """,
    parameters: [.key, number, .titleWords],
    alternatives: [.key, .titleWords],
    aboutTitles: true,
    result: answer.schema,
    example: ["key": "tv/95396", "season_number": 2])

  package static let answer = Shape<(season: SeasonDetail, match: BestMatch?)>("SeasonWithEpisodes") {
    Member(of: \.season)
    Member("match", \.match, BestMatch.about)
    Member.meta
  }
}
