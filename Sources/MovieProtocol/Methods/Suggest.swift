package import JSONRPC

package enum SuggestMethod: RPCMethod {
  package static let q = Param(required: "q", .text(1...200, trimmed: true), "The text typed so far.")
  package static let limit = Param("limit", .integer(1...20), default: 10, "Maximum number of titles.")

  package static let method = Method(
    "suggest", "complete a title while you type",
    description: """
      Finds the same titles as search, in the same order, with the few fields that a list of completions \
      shows. It only reads local data and never waits for the network.
      """,
    parameters: [q, limit, .mediaChoice],
    result: .object([
      .init(
        "results",
        .list(
          .object([
            .init("key", .text("Names the title everywhere.")),
            .init("media_type", .choice(Title.MediaType.allCases.map(\.rawValue), "A film or a series.")),
            .init("title", .text("TMDB's title, or its name for tv.")),
            .init("year", .optional(.integer("Year of the release."))),
            .init("vote_average", .optional(.number("0 to 10."))),
            .init("poster_path", .optional(.text("TMDB's path."))),
          ]), "Best first.")),
      .init("meta", Meta.schema),
    ]),
    errors: [.notFound, .forbidden],
    example: ["q": "blade ru"])
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
  /// The few fields of a suggestion.
  package func writeSuggestion(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("key", key)
      writer.member("media_type", mediaType.rawValue)
      writer.member("title", title)
      writer.member("year", year)
      writer.member("vote_average", voteAverage)
      writer.member("poster_path", posterPath)
    }
  }
}
