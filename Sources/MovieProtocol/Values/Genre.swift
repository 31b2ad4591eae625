/// A genre of films or of series.
package struct Genre: Sendable, Equatable {
  package var id: Int
  package var name: String
  package var mediaType: Title.MediaType

  package init(id: Int, name: String, mediaType: Title.MediaType) {
    (self.id, self.name, self.mediaType) = (id, name, mediaType)
  }
}

extension Genre: JSONObject {
  package static let shape = Shape<Self>("Genre") {
    Member("id", \.id, "Use it as genre in browse.")
    Member("name", \.name, "Name of the genre; genre also accepts it.")
    Member("media_type", \.mediaType, "Films or series.")
  }

  /// The answer of `genres`.
  package static let list = Shape<[Genre]>("Genres") {
    Member("results", \.self, "By name.")
    Member.meta
  }
}
