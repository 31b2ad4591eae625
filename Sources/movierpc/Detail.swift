import ArgumentParser
import MovieClient

struct Detail: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detail",
    abstract: "Show all facts about one title.",
    usage: "movierpc detail KEY | WORDS ... [options]",
    discussion: """
      KEY is a key from a list: movie/438631, tv/1399; or imdb/tt1160419.
      Any other words are searched for, and the best match is shown; its name
      is printed to standard error. Add a year in parentheses to be exact.

        movierpc detail movie/438631
        movierpc detail blade runner
        movierpc detail 'Dune (2021)' --json | jq -r .director[]

      Exit status 5: there is no such title.
      """)

  @Argument(help: "A title's key, or words of its name.")
  var title: [String]

  @OptionGroup var answer: OutputArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("detail")
    freshness.add(to: &params)
    try TitleCommand.show(
      params, title: title, freshness, connection.options, try answer.form(), DetailPage.text)
  }
}
