/// A company that makes films and series, or a network that shows a series:
/// https://developer.themoviedb.org/reference/company-details
package struct Company: Sendable, Equatable {
  /// TMDB's number, of companies or of networks; nil if only the name is known.
  package var id: Int?
  package var name: String
  package var logoPath: String?
  /// `US`
  package var originCountry: String?

  package init(id: Int?, name: String, logoPath: String? = nil, originCountry: String? = nil) {
    (self.id, self.name, self.logoPath, self.originCountry) = (id, name, logoPath, originCountry)
  }
}

extension Company: JSONObject {
  package static let shape = Shape("Company", from: Self(id: nil, name: "")) {
    Member("id", \.id, .count, "TMDB's number; null if only the name is known.")
    Member("name", \.name, required: .bytes(1...500), "Name of the company or network.")
    Member("logo_path", \.logoPath, .bytes(1...500), "TMDB's path of a picture.")
    Member("origin_country", \.originCountry, .bytes(2...2), "Its country.")
  }
}

/// A country or a language, with its name.
package struct NamedCode: Sendable, Equatable {
  package var code: String
  package var name: String

  package init(code: String, name: String) { (self.code, self.name) = (code, name) }
}

extension NamedCode: JSONObject {
  package static let shape = Shape("NamedCode", from: Self(code: "", name: "")) {
    Member("code", \.code, required: .bytes(2...8), "ISO 3166-1 of a country, ISO 639-1 of a language.")
    Member("name", \.name, required: .bytes(1...200), "In English.")
  }
}

/// The numbers and names of a title or a person at other services:
/// https://developer.themoviedb.org/reference/movie-external-ids
package struct ExternalIDs: Sendable, Equatable {
  package var imdb: String?
  /// Of a series.
  package var tvdb: Int?
  package var wikidata: String?
  package var facebook: String?
  package var instagram: String?
  package var twitter: String?

  package init() {}
}

extension ExternalIDs: JSONObject {
  package static let shape = Shape("ExternalIDs", from: Self()) {
    Member("imdb_id", \.imdb, .bytes(1...20), "tt1160419; of a person nm0634240.")
    Member("tvdb_id", \.tvdb, .count, "TVDB's number; for tv only.")
    Member("wikidata_id", \.wikidata, .bytes(1...20), "Q60834962.")
    Member("facebook_id", \.facebook, .bytes(1...200), "Name of the page.")
    Member("instagram_id", \.instagram, .bytes(1...200), "Name of the account.")
    Member("twitter_id", \.twitter, .bytes(1...200), "Name of the account.")
  }
}
