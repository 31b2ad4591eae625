import ArgumentParser
import MovieClient

struct Detail: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detail",
    abstract: "Show all about one title.",
    usage: "movierpc detail KEY | WORDS ... [options]",
    discussion: """
      KEY is what lists show: movie/438631, tv/1399; or imdb/tt1160419.
      Anything else is looked for, and the best match is shown; standard
      error tells which it is. A year in parentheses counts.

        movierpc detail movie/438631
        movierpc detail blade runner
        movierpc detail 'Dune (2021)' --json | jq -r .director[]

      Exit status 5: there is no such title.
      """)

  @Argument(help: "A title's key, or words of its name.")
  var title: [String]

  @OptionGroup var answer: AnswerArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("detail")
    freshness.add(to: &params)
    try TitleCommand.show(
      params, title: title, freshness, connection.options, try answer.form(), DetailPage.text)
  }
}
