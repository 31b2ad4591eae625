import ArgumentParser
import MovieClient
import MovieProtocol

struct HomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: localized("Show a start screen: one film at the top, and rows of titles."),
    discussion: localizedParagraphs(
      """
      Rows are lists of browse, alone or with a type. The same seed chooses
      the same hero.

        movierpc home
        movierpc home --row-size 3 --rows trending/movie award
        movierpc home --as fzf
      """))

  @Option(
    parsing: .upToNextOption,
    help: .localized("Lists, such as popular or trending/tv.", valueName: "list[/type]"))
  var rows: [String] = []

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: .localized("Titles per row, 1 to 20.", valueName: "n"))
  var rowSize: String?

  @Option(parsing: .unconditional, help: .localized("Chooses the hero.", valueName: "number"))
  var seed: String?

  @OptionGroup var output: OutputArguments
  @OptionGroup var picker: PickerArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("home")
    params.add("rows", rows.flatMap { $0.split(separator: ",").map(String.init) })
    params.add("row_size", rowSize)
    params.add("seed", seed)
    freshness.add(to: &params)
    var form = try output.form(ifEmpty: "there is nothing to show", picker: picker)
    form.isOfCatalogue = true
    try ResultPrinter.show(params, connection.options, form, HomePage.text)
  }
}
