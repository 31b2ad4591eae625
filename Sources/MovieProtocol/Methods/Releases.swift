import JSONRPC

package enum ReleasesMethod: RPCMethod {
  package static let daysBack = Param(
    "days_back", .integer(0...365), default: 0, "First day, counted back from today.")
  package static let daysAhead = Param(
    "days_ahead", .integer(0...365), default: 14, "Last day, counted from today.")

  package static let method = Method(
    "releases", "list release dates of the watchlist's titles, and of people",
    description: """
      A title is listed once for each day and kind; today is the day in the user's time zone. Films have \
      dates in the region: cinemas, digital, on disc. If TMDB has none for the region, the dates are those \
      of the country where the film came out first; festivals and premieres are no releases. Series have \
      their last and their next episode. Films marked as watched are left out, and titles that an age \
      limit hides, which meta.hidden counts. The titles of people that the profile follows have the kind followed, \
      `people`, and the day of their first release anywhere, unless they are on the watchlist or watched; they are \
      fetched in the background, each person's once a day. Without a key, and until TMDB has been asked, only the date \
      is known that the title had when it was put on the list, with the country null. The answer has the \
      dates known so far: unknown ones are looked up within timeout_ms, then in the background, and \
      pending counts them; ask again, or follow the topic `releases`, which has today's.
      """,
    parameters: [daysBack, daysAhead],
    aboutTitles: true,
    result: answer.schema,
    example: ["days_back": 7])

  package static let answer = Shape<(results: [TitleRelease], total: Int, pending: Int)>("Releases") {
    Member("results", \.results, "By date, then by title.")
    Member("total_results", \.total, "Number of releases; `results` has the first 500.")
    Member(
      "pending", \.pending,
      "Titles whose dates, and people whose titles, are not yet fetched from TMDB.")
    Member.meta
  }
}
