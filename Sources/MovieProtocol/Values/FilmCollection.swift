/// Films that belong together. Names are TMDB's
/// (https://developer.themoviedb.org/reference/collection-details).
package struct FilmCollection: Sendable, Equatable {
  /// TMDB's number; nil if only the name is known.
  package var id: Int?
  package var name: String
  package var overview: String?
  package var posterPath: String?
  package var backdropPath: String?
  /// In the order of their release.
  package var parts: [Title] = []
  /// Only local data was available.
  package var isPartial = false

  package init(id: Int?, name: String) { (self.id, self.name) = (id, name) }

  /// As messages name it.
  package static func text(_ id: Int) -> String { "collection/\(id)" }

  package static let maxParts = 200
}

extension FilmCollection: JSONObject {
  package static let shape = Shape<Self>("FilmCollection") {
    Member("id", \.id, "TMDB's number; null if only the name is known.")
    Member("name", \.name, "Dune Collection.")
    Member("overview", \.overview, "Summary; null if unknown, and where a part is hidden.")
    Member("poster_path", \.posterPath, "TMDB's path; null where a part is hidden.")
    Member("backdrop_path", \.backdropPath, "TMDB's path; null where a part is hidden.")
    Member("parts", \.parts, "By release date, those without one last.")
    Member("partial", \.isPartial, "The answer has local facts only.")
    Member.meta
  }
}
