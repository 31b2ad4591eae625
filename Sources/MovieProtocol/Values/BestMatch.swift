/// The title that the words in place of a key found.
///
///     {"key":"movie/841","title":"Dune","original_title":"Dune","year":1984,"media_type":"movie",
///      "corrected":null}
package struct BestMatch: Sendable, Equatable {
  package var title: Title
  /// The words that were searched for beside those of the request; nil: these were right.
  package var corrected: String?

  package init(_ title: Title, corrected: String? = nil) {
    (self.title, self.corrected) = (title, corrected)
  }

  /// As messages name it: `Dune (1984)`.
  package var name: String { title.title + (title.year.map { " (\($0))" } ?? "") }
}

extension BestMatch: JSONObject {
  package static let shape = Shape<Self>("BestMatch") {
    Member("key", \.title.key, "Key of the title.")
    Member("title", \.title.title, "Name of the title.")
    Member("original_title", \.title.originalTitle, "In its own language; null if unknown.")
    Member("year", \.title.year, "Year of the first release.")
    Member("media_type", \.title.mediaType, "A film or a series.")
    Member("corrected", \.corrected, "What was searched for too: the words may be misspelt.")
  }

  /// Of a member with it.
  static let about = "The title that `title` found; null if the key was sent."
}
