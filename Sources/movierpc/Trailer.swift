import ArgumentParser
import MovieClient

struct Trailer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trailer",
    abstract: "Show where a title's trailer is.",
    usage: "movierpc trailer KEY | WORDS ... [--types trailer teaser ...] [options]",
    discussion: """
      The best one first, then the others. KEY and WORDS are as for detail.

        movierpc trailer movie/438631
        movierpc trailer dune --json | jq -r .best.url
        movierpc trailer dune --types trailer clip --format '{url}'

      Exit status 5: there is no such title.
      """)

  @Argument(help: "A title's key, or words of its name.")
  var title: [String]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Which videos: trailer, teaser, clip, featurette, preview, search ...", valueName: "type"))
  var types: [String] = []

  @OptionGroup var answer: AnswerArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("trailer")
    params.add("types", types.flatMap { $0.split(separator: ",").map(String.init) })
    freshness.add(to: &params)
    try TitleCommand.show(
      params, title: title, freshness, connection.options,
      try answer.form(ifEmpty: "no video of this title is known"), TrailerPage.text)
  }
}
