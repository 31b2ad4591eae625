import JSONRPC

package enum ReleasesMethod: RPCMethod {
  package static let daysBack = Param(
    "days_back", .integer(0...365), default: 0, "From so many days before today.")
  package static let daysAhead = Param(
    "days_ahead", .integer(0...365), default: 14, "To so many days after today.")

  package static let method = Method(
    "releases", "when the titles of the watchlist come out",
    description: """
      Films by their dates in the region: cinemas, digital, on disc. Where TMDB has none for it, those of the country where \
      the film came out first. Series by their last and their next episode. Films marked as watched are left out. Topic \
      `releases` has what comes out today.
      """,
    parameters: [daysBack, daysAhead],
    aboutTitles: true,
    result: .object([
      TitleRelease.results,
      .init("total_results", .integer("In all; `results` has the first 500.")),
      .init(
        "pending",
        .integer(
          "Titles whose dates are still to be fetched from TMDB: only their first release is known, or nothing."
        )),
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
    daysBack = arguments[ReleasesMethod.daysBack]
    daysAhead = arguments[ReleasesMethod.daysAhead]
  }

  package func days(around today: Day) -> ClosedRange<Int> {
    today.days - daysBack...today.days + daysAhead
  }
}
