/// A service that shows or sells titles:
/// https://developer.themoviedb.org/reference/watch-providers-movie-list
package struct Provider: Sendable, Equatable {
  package var id: Int
  package var name: String
  package var logoPath: String?

  package init(id: Int, name: String, logoPath: String?) {
    (self.id, self.name, self.logoPath) = (id, name, logoPath)
  }
}

extension Provider: JSONObject {
  package static let shape = Shape<Self>("Provider") {
    Member("id", \.id, "TMDB's number; use it as provider.")
    Member("name", \.name, "Name of the provider.")
    Member("logo_path", \.logoPath, "TMDB's path of a picture.")
  }

  /// The answer of `providers`.
  package static let page = Shape<Page<Provider>>("ProviderPage") {
    Page.members("Most used first.")
    Member.meta
  }
}
