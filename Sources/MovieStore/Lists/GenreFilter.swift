import MovieProtocol

/// `878,18` is both, `878|18` either; names may stand for numbers. And binds stronger: `drama,war|western` is
/// a drama of war, or a western.
package struct GenreFilter: Sendable, Equatable {
  package enum Fault: Error, Equatable {
    /// A name or number that is no genre, and the genre that may have been meant.
    case unknown(String, nearest: String?)
  }

  /// Numbers of genres; a title fits if it has all of one of these.
  package let alternatives: [[Int]]

  package init(parsing text: String, mediaType: CatalogueTitle.MediaType) throws(Fault) {
    var alternatives: [[Int]] = []
    for alternative in text.split(separator: "|", omittingEmptySubsequences: false) {
      var ids: [Int] = []
      for name in alternative.split(separator: ",", omittingEmptySubsequences: false) {
        ids.append(try Self.id(String(name), mediaType))
      }
      alternatives.append(ids)
    }
    self.alternatives = alternatives
  }

  private static func id(_ text: String, _ mediaType: CatalogueTitle.MediaType) throws(Fault) -> Int {
    let genres = Genres.all(mediaType)
    let wanted = folded(text)
    if let genre = genres.first(where: { folded($0.name) == wanted || String($0.id) == wanted }) {
      return genre.id
    }
    let near = Spelling.nearest(to: wanted, among: genres.map { folded($0.name) })
    throw .unknown(text, nearest: genres.first { folded($0.name) == near }?.name)
  }

  /// Letters and digits only: "sci-fi & fantasy" is "Sci-Fi & Fantasy".
  private static func folded(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
