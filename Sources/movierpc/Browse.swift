import ArgumentParser
import MovieClient
import MovieProtocol

struct Browse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: localized("Show a list, such as trending or top_rated."),
    usage: "movierpc browse LIST [--type movie|tv|any] [options]",
    discussion: Paragraph.text(localized("The lists are \(lists)."), width: HelpParagraph.width) + "\n"
      + localizedParagraphs(
        """
          movierpc browse top_rated
          movierpc browse trending --type tv
          movierpc browse award --page-size 100 --format '{year}  {title}'
          movierpc browse discover --genre 'science fiction,adventure' \\
            --year 1984 --sort-by vote_average
          movierpc browse popular --as rofi | rofi -dmenu -show-icons

        --window applies to trending, and --genre to --country apply to
        discover. airing_today, on_the_air, --provider and --offer need a
        TMDB key: exit status 4 without one.
        """))

  private static var lists: String { MethodTable.choices("browse", "list").joined(separator: ", ") }

  @Argument(help: .localized("Name of the list."), completion: .list(MethodTable.choices("browse", "list")))
  var list: String

  @OptionGroup var type: TypeArguments
  @OptionGroup var pages: PageArguments

  @Option(
    help: .localized("For trending: the last day or week.", valueName: "day|week"),
    completion: .list(["day", "week"]))
  var window: String?

  @OptionGroup var discover: DiscoverArguments
  @OptionGroup var output: OutputArguments
  @OptionGroup var picker: PickerArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    var params = MethodParams("browse")
    params.add("list", list)
    type.add(to: &params)
    pages.add(to: &params)
    params.add("window", window)
    discover.add(to: &params)
    freshness.add(to: &params)
    var form = try output.form(ifEmpty: "nothing found in \(list)\(pages.place)", picker: picker)
    form.isOfCatalogue = true
    try ResultPrinter.show(params, connection.options, form, TitleTable.text)
  }
}

/// The filters and the order of `browse discover`.
struct DiscoverArguments: ParsableArguments {
  @Option(
    name: .shortAndLong, help: .localized("Names or numbers; , means and, | means or.", valueName: "genre"),
    completion: CompletionValues.genres)
  var genre: String?

  @Option(
    name: [.customShort("y", allowingJoined: true), .long],
    help: .localized("Year of the release.", valueName: "year"))
  var year: String?

  @Option(
    help: .localized(
      "popularity, vote_average, vote_count, release_date or title; .asc or .desc may follow.",
      valueName: "field"),
    completion: .list(MethodTable.choices("browse", "sort_by")))
  var sortBy: String?

  @Option(help: .localized("Minimum number of votes.", valueName: "n"))
  var minVotes: String?

  @Option(help: .localized("Numbers of providers, as in --genre.", valueName: "ids"))
  var provider: String?

  @Option(
    help: .localized("Kind of offer.", valueName: "flatrate|free|ads|rent|buy"),
    completion: .list(["flatrate", "free", "ads", "rent", "buy"]))
  var offer: String?

  @Option(help: .localized("Country of the offer.", valueName: "code"))
  var country: String?

  func add(to params: inout MethodParams) {
    params.add("genre", genre)
    params.add("year", year)
    params.add("sort_by", sortBy)
    params.add("min_votes", minVotes)
    params.add("provider", provider)
    params.add("offer", offer)
    params.add("country", country)
  }
}
