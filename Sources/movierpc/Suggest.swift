import ArgumentParser
import MovieClient

struct Suggest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Complete what is being typed.",
    usage: "movierpc suggest WORDS ... [--limit 10] [--type movie|tv] [options]",
    discussion: """
      What search finds, with less about each title, always from what is
      known locally: for menus that ask at every key.

        movierpc suggest blade ru
        movierpc suggest du --limit 5 --as rofi
      """)

  @Argument(help: "What was typed so far.")
  var words: [String]

  @Option(help: ArgumentHelp("Titles at most, 1 to 20.", valueName: "n"))
  var limit: String?

  @OptionGroup var type: TypeArguments
  @OptionGroup var answer: AnswerArguments
  @OptionGroup var picker: PickerArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    let q = words.joined(separator: " ")
    var params = MethodParams("suggest")
    params.add("q", q)
    params.add("limit", limit)
    type.add(to: &params)
    let form = try answer.form(ifEmpty: "nothing found for \"\(q)\"", picker: picker)
    try Ask.show(params, connection.options, form, TitleTable.text)
  }
}
