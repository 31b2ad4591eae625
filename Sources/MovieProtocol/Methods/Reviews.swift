import JSONRPC

package enum ReviewsMethod: RPCMethod {
  package static let method = Method(
    "reviews", "read what users of TMDB wrote about a title",
    description: """
      In the language of the request, or in English where there is none in it. Only TMDB has reviews: without \
      a key it is `upstream_unauthorized`, unless the answer is cached.
      """,
    parameters: [.key, .page, .pageSize, .titleWords],
    alternatives: [.key, .titleWords],
    aboutTitles: true,
    result: Review.page.schema,
    example: ["key": "movie/438631"])
}

/// A review of a title: https://developer.themoviedb.org/reference/movie-reviews
package struct Review: Sendable, Equatable {
  package var author: String
  /// 0 to 10.
  package var rating: Double?
  package var content: String
  package var createdAt: Timestamp?
  package var url: String?

  package init(author: String, content: String) { (self.author, self.content) = (author, content) }
}

extension Review: JSONObject {
  package static let shape = Shape<Self>("Review") {
    Member("author", \.author, "Name of the author.")
    Member("rating", \.rating, "0 to 10; null if there is none.")
    Member("content", \.content, "The text, in Markdown; a long one is cut and ends with an ellipsis.")
    Member("created_at", \.createdAt, "When it was written.")
    Member("url", \.url, "Its page at TMDB.")
  }

  package static let page = Shape<Page<Review>>("ReviewPage") {
    Page.members("In TMDB's order.")
    Member("match", \.match, BestMatch.about)
    Member.meta
  }
}
