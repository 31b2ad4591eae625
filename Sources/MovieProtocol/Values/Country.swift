/// A country by its ISO 3166-1 code, https://www.iso.org/iso-3166-country-codes.html.
package struct Country: Sendable, Equatable {
  /// `DE`
  package var code: String
  /// In English.
  package var name: String
  /// In the country's main official language; in English if there is none.
  package var nativeName: String
  /// TMDB has data about where titles can be watched there:
  /// https://developer.themoviedb.org/reference/watch-providers-available-regions
  package var hasWhereToWatch: Bool

  package init(code: String, name: String, nativeName: String, hasWhereToWatch: Bool) {
    (self.code, self.name) = (code, name)
    (self.nativeName, self.hasWhereToWatch) = (nativeName, hasWhereToWatch)
  }
}

extension Country: JSONObject {
  package static let shape = Shape<Self>("Country") {
    Member("code", \.code, "ISO 3166-1, two capital letters.")
    Member("name", \.name, "In English.")
    Member("native_name", \.nativeName, "In a language of the country.")
    Member("where_to_watch", \.hasWhereToWatch, "TMDB has offers for this country.")
  }

  /// The answer of `countries`.
  package static let list = Shape<[Country]>("Countries") {
    Member("results", \.self, "By name.")
    Member.meta
  }
}
