import JSONRPC
import MovieProtocol

extension ListedPicture {
  /// Nil: it has no path.
  init?(tmdb json: JSONValue, _ kind: ImageKind) {
    guard let path = json.imagePath("file_path") else { return nil }
    self.init(kind, path)
    (width, height) = (json.positive("width"), json.positive("height"))
    language = json.code("iso_639_1")
    voteAverage = json.number("vote_average", in: 0...10)
  }
}
