import JSONRPC

package enum SuggestMethod: RPCMethod {
  package static let q = Param(required: "q", .text(1...200, trimmed: true), "The text typed so far.")
  package static let limit = Param("limit", .integer(1...20), default: 10, "Maximum number of titles.")
  package static let include = Param(
    "include", .choices(SearchMethod.Include.self), default: [],
    "What else to complete: people, for a text of three letters or more. Default: nothing.")

  package static let method = Method(
    "suggest", "complete a title while you type",
    description: """
      Finds the local titles of search, in the same order, with the few fields that a list of completions \
      shows. If TMDB has answered a search for the same text, its titles follow. It never waits for \
      the network.
      """,
    parameters: [q, limit, .mediaChoice, include],
    result: answer.schema,
    errors: [.notFound, .forbidden, .storageError],
    example: ["q": "blade ru"])

  package static let answer = Shape<(titles: [Title], people: [Person]?)>("Suggestions") {
    Member("results", \.titles, in: Title.suggestion, "Best first.")
    Member("people", \.people, in: Person.shape, SearchMethod.aboutPeople)
    Member.meta
  }
}

/// The parameters of `suggest`.
package struct SuggestParams: Sendable, Equatable {
  package var q: String
  package var limit: Int
  package var mediaType: Title.MediaType?

  package init(_ arguments: Arguments) {
    q = arguments[SuggestMethod.q]
    limit = arguments[SuggestMethod.limit]
    mediaType = arguments[.mediaChoice].mediaType
  }
}

extension Title {
  /// The few members that a list of completions shows.
  fileprivate static let suggestion = Shape<Title>("Suggestion") {
    Member("key", \.key, "Names the title everywhere.")
    Member("media_type", \.mediaType, "A film or a series.")
    Member("title", \.title, "TMDB's title, or its name for tv.")
    Member("year", \.year, "Of the release.")
    Member("vote_average", \.voteAverage, "0 to 10.")
    Member("poster_path", \.posterPath, "TMDB's path.")
  }
}
