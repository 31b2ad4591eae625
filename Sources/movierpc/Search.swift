import ArgumentParser
import MovieClient

struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: localized("Find films and series by title."),
    usage: "movierpc search WORDS ... [--year 2021] [--type movie|tv] [options]",
    discussion: localizedParagraphs(
      """
      Case, accents and punctuation are ignored, and the last word may be
      incomplete. Prints a table on a terminal, JSON on one line in a pipe.

        movierpc search dune
        movierpc search blade ru --type movie
        movierpc search alien --page 2 --page-size 50
        movierpc search dune --format '{title} ({year})'
        movierpc search dune --as fzf |
          fzf --delimiter '\\t' --with-nth 2.. | cut -f1

      Use the KEY of a title with movierpc detail and trailer.
      If nothing is found, the exit status is still 0. It is 6 if nothing is
      found because the built-in catalogue is still being built.
      """))

  @Argument(help: .localized("Words to search for."))
  var words: [String]

  @Option(
    name: [.customShort("y", allowingJoined: true), .long],
    help: .localized("Only titles of this year.", valueName: "year"))
  var year: String?

  @OptionGroup var type: TypeArguments
  @OptionGroup var pages: PageArguments
  @OptionGroup var output: OutputArguments
  @OptionGroup var picker: PickerArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    let q = words.joined(separator: " ")
    var params = MethodParams("search")
    params.add("q", q)
    type.add(to: &params)
    params.add("year", year)
    pages.add(to: &params)
    freshness.add(to: &params)
    var form = try output.form(ifEmpty: "nothing found for \"\(q)\"\(pages.place)", picker: picker)
    form.search = q
    try ResultPrinter.show(params, connection.options, form, TitleTable.text)
  }
}
