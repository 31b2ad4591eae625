import JSONRPC

extension Method {
  package static let releases = Method(
    "releases", "when the titles of the watchlist come out",
    description: """
      Films by their dates in the region: cinemas, digital, on disc. Where TMDB has none for it, those of the country where \
      the film came out first. Series by their last and their next episode. Films marked as watched are left out. Topic \
      `releases` has what comes out today.
      """,
    parameters: [
      Parameter("days_back", .integer(0...365), default: .integer(0), "From so many days before today."),
      Parameter("days_ahead", .integer(0...365), default: .integer(14), "To so many days after today."),
    ],
    aboutTitles: true,
    result: .object([
      TitleRelease.results,
      .init("total_results", .integer("In all; `results` has the first 500.")),
      .init(
        "pending",
        .integer(
          "Titles TMDB is still to be asked about, of which only their first release is known, or nothing.")),
      .init("meta", Meta.schema),
    ]),
    errors: [.storageError], example: ["days_back": 7])
}

/// The parameters of `releases`.
package struct ReleasesParams: Sendable, Equatable {
  package var daysBack: Int
  package var daysAhead: Int

  /// The maximum number of results.
  package static let most = 500

  package init(_ arguments: Arguments) {
    daysBack = arguments.integer("days_back") ?? 0
    daysAhead = arguments.integer("days_ahead") ?? 14
  }

  package func days(around today: Day) -> ClosedRange<Int> {
    today.days - daysBack...today.days + daysAhead
  }
}
