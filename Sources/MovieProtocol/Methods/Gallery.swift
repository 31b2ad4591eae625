import JSONRPC

package enum GalleryMethod: RPCMethod {
  package static let kind = Param(
    "kind", .word(ListedPicture.kinds), "Only pictures of this kind; default: all.")

  package static let method = Method(
    "images", "list the pictures of a title",
    description: """
      Those in the language of the request, without any text, and in English: the same answer of TMDB that \
      detail is made of. image fetches one of them by its path. Without a key these are the poster and the \
      backdrop that the catalogue has.
      """,
    parameters: [.key, kind, .page, .pageSize, .titleWords],
    alternatives: [.key, .titleWords],
    aboutTitles: true,
    result: ListedPicture.page.schema,
    example: ["key": "movie/438631", "kind": "backdrop"])
}

/// A picture of a title: https://developer.themoviedb.org/reference/movie-images
package struct ListedPicture: Sendable, Equatable {
  package var kind: ImageKind
  package var path: String
  package var width: Int?
  package var height: Int?
  /// Of the text on it; nil: it has none.
  package var language: String?
  package var voteAverage: Double?

  package init(_ kind: ImageKind, _ path: String) { (self.kind, self.path) = (kind, path) }

  package static let kinds = [ImageKind.poster, .backdrop, .logo].map(\.rawValue)
}

extension ListedPicture: JSONObject {
  package static let shape = Shape<Self>("Picture") {
    Member("kind", \.kind.rawValue, "What it shows.", words: kinds)
    Member("path", \.path, "Send it to image, with kind.")
    Member("width", \.width, "Pixels.")
    Member("height", \.height, "Pixels.")
    Member("language", \.language, "Of the text on it; null: it has none.")
    Member("vote_average", \.voteAverage, "0 to 10.")
  }

  package static let page = Shape<Page<ListedPicture>>("PicturePage") {
    Page.members("Posters, backdrops, logos; of each those in the language first, then without text.")
    Member("match", \.match, BestMatch.about)
    Member.meta
  }
}
