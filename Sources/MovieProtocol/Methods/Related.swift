import JSONRPC

package enum RelatedMethod: RPCMethod {
  package enum Kind: String, CaseIterable, Sendable { case similar, recommended }

  package static let kind = Param(
    "kind", .choice(Kind.self), default: .similar,
    "similar: with the same keywords and genres; recommended: liked by those who liked it.")

  package static let method = Method(
    "related", "list titles like one title",
    description: """
      Both lists as TMDB has them, of which detail has the beginning. Without a key they are made of the \
      catalogue, at most 60.
      """,
    parameters: [.key, kind, .page, .pageSize, .titleWords, .titleFields],
    alternatives: [.key, .titleWords],
    aboutTitles: true,
    result: answer.schema,
    example: ["key": "movie/438631", "kind": "similar"])

  package static let answer = Shape<(page: TitlePage, match: BestMatch?)>("RelatedPage") {
    Member(of: \.page)
    Member("match", \.match, BestMatch.about)
  }
}
