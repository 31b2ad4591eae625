import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

// Shared by the commands of the watchlist and of the favourites.

/// Selects and sorts the titles of a list.
struct LibraryArguments: ParsableArguments {
  @OptionGroup var type: TypeArguments

  @Option(
    name: .shortAndLong, help: .localized("Names or numbers; , means and, | means or.", valueName: "genre"),
    completion: CompletionValues.genres)
  var genre: String?

  @Option(
    help: .localized(
      "added_at, title, release_date, vote_average, vote_count or popularity; .asc or .desc may follow.",
      valueName: "field"),
    completion: .list(MethodTable.choices("watchlist", "sort_by")))
  var sortBy: String?

  /// In the order of the contract, without the parameters that only the watchlist has.
  func add(to params: inout MethodParams) {
    params.add("genre", genre)
    type.add(to: &params)
    params.add("sort_by", sortBy)
  }

  /// Why there is nothing to show.
  ///
  /// - Parameter place: of the page.
  func emptiness(of list: EmptyList, _ place: String, isFiltered: Bool = false) -> String {
    let isWhole = !isFiltered && genre == nil && type.type == nil && place.isEmpty
    return isWhole ? list.text : list.nothingFound(place)
  }
}

/// The titles to change, with a condition on their revision.
struct ChangeArguments: AnswerOptions {
  @Argument(
    help: .localized("Keys of titles, or words of one's name."),
    completion: CompletionTitles.listedOrSuggested)
  var title: [String]

  @Option(
    help: .localized("Change the entry only if it has this rev; 0: only if there is none.", valueName: "n"))
  var ifRev: String?

  @OptionGroup var output: OutputArguments
  @OptionGroup var connection: ConnectionArguments
}
