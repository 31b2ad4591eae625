import ArgumentParser
import MovieClient

struct Genres: ParsableCommand, AnswerOptions {
  static let configuration = CommandConfiguration(
    commandName: "genres",
    abstract: localized("List the genres of films and series."),
    discussion: localized(
      "Names and numbers for browse discover --genre. Some exist for films or for series only."))

  @OptionGroup var type: TypeArguments
  @OptionGroup var output: OutputArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("genres")
    type.add(to: &params)
    freshness.add(to: &params)
    try show(params, LookupPage.genres)
  }
}

struct Countries: ParsableCommand, AnswerOptions {
  static let configuration = CommandConfiguration(
    commandName: "countries",
    abstract: localized("List the countries and their codes."),
    discussion: localized("For --region, --country and the settings region and countries."))

  @OptionGroup var output: OutputArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("countries")
    freshness.add(to: &params)
    try show(params, LookupPage.countries)
  }
}

struct Languages: ParsableCommand, AnswerOptions {
  static let configuration = CommandConfiguration(
    commandName: "languages",
    abstract: localized("List the languages and their codes."),
    discussion: localized("For --language and the setting language, alone or with a country: de or de-DE."))

  @OptionGroup var output: OutputArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("languages")
    freshness.add(to: &params)
    try show(params, LookupPage.languages)
  }
}
