import ArgumentParser
import MovieClient

struct Releases: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "releases",
    abstract: "See when the titles of the watchlist come out.",
    usage: "movierpc releases [--days-back 0] [--days-ahead 14] [options]",
    discussion: """
      Films in the cinemas, online and on disc, by the dates of your region
      (movierpc settings region); series by their last and next episode.
      Films marked as watched are left out. Dates come from TMDB: without a
      key only the first release of each title is known.

        movierpc releases
        movierpc releases --days-back 7 --days-ahead 60
        movierpc releases --days-ahead 0 --format '{title} ({kind})'
        movierpc watch releases --as waybar
      """)

  @Option(help: ArgumentHelp("From so many days before today, 0 to 365.", valueName: "n"))
  var daysBack: String?

  @Option(help: ArgumentHelp("To so many days after today, 0 to 365.", valueName: "n"))
  var daysAhead: String?

  @OptionGroup var answer: AnswerArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("releases")
    params.add("days_back", daysBack)
    params.add("days_ahead", daysAhead)
    freshness.add(to: &params)
    let form = try answer.form(ifEmpty: "nothing on the watchlist comes out in these days")
    try Ask.show(params, connection.options, form) { ReleasesPage.text($0, on: $1) }
  }
}
