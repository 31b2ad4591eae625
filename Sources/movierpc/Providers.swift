import ArgumentParser
import MovieClient

struct Providers: ParsableCommand, AnswerOptions {
  static let configuration = CommandConfiguration(
    commandName: "providers",
    abstract: localized("List the streaming services and shops of a country."),
    usage: "movierpc providers [--country DE] [--type movie|tv] [options]",
    discussion: localizedParagraphs(
      """
      Names and numbers for browse discover --provider. Needs a TMDB key:
      exit status 4 without one.

        movierpc providers --country DE --page-size 100
        movierpc browse discover --provider 8 --country DE
      """))

  @Option(help: .localized("Country of the offers; default: your region.", valueName: "code"))
  var country: String?

  @Option(
    name: [.customLong("type"), .customLong("media-type")],
    help: .localized("Providers of films or of series; default: films.", valueName: "movie|tv"),
    completion: .list(["movie", "tv"]))
  var type: String?

  @OptionGroup var pages: PageArguments
  @OptionGroup var output: OutputArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("providers")
    params.add("country", country)
    params.add("media_type", type)
    pages.add(to: &params)
    freshness.add(to: &params)
    let form = try form(ifEmpty: "no providers are known\(pages.place)")
    try show(params, as: form, LookupPage.providers)
  }
}
