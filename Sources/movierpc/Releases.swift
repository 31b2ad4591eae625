import ArgumentParser
import MovieClient

struct Releases: ParsableCommand, AnswerOptions {
  static let configuration = CommandConfiguration(
    commandName: "releases",
    abstract: localized("Show release dates of the watchlist's titles."),
    usage: "movierpc releases [--days-back 0] [--days-ahead 14] [options]",
    discussion: localizedParagraphs(
      """
      Films have dates for cinemas, digital and disc in your region
      (movierpc settings region); series have their last and next episode.
      Films marked as watched are left out. The dates are TMDB's: without a
      key only the first release of each title is known.

        movierpc releases
        movierpc releases --days-back 7 --days-ahead 60
        movierpc releases --days-ahead 0 --format '{title} ({kind})'
        movierpc watch releases --as waybar
      """))

  @Option(help: .localized("Days before today, 0 to 365.", valueName: "n"))
  var daysBack: String?

  @Option(help: .localized("Days after today, 0 to 365.", valueName: "n"))
  var daysAhead: String?

  @OptionGroup var output: OutputArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("releases")
    params.add("days_back", daysBack)
    params.add("days_ahead", daysAhead)
    freshness.add(to: &params)
    let form = try form(ifEmpty: "nothing on your watchlist comes out in these days")
    try show(params, as: form) { ReleasesPage.text($0, on: $1) }
  }
}
