import ArgumentParser
import MovieClient

struct Suggest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: localized("Complete a title while you type."),
    usage: "movierpc suggest WORDS ... [--limit 10] [--type movie|tv] [options]",
    discussion: localizedParagraphs(
      """
      Finds the same matches as search, from local data only and with fewer
      fields: for menus that update on every keystroke.

        movierpc suggest blade ru
        movierpc suggest du --limit 5 --as rofi
      """))

  @Argument(help: .localized("Words typed so far."))
  var words: [String]

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: .localized("Maximum number of titles, 1 to 20.", valueName: "n")
  )
  var limit: String?

  @OptionGroup var type: TypeArguments
  @OptionGroup var output: OutputArguments
  @OptionGroup var picker: PickerArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    let q = words.joined(separator: " ")
    var params = MethodParams("suggest")
    params.add("q", q)
    params.add("limit", limit)
    type.add(to: &params)
    var form = try output.form(ifEmpty: "nothing found for \"\(q)\"", picker: picker)
    form.search = q
    try ResultPrinter.show(params, connection.options, form, TitleTable.text)
  }
}
