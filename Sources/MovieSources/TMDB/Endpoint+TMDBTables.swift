import JSONRPC
import MovieProtocol

/// https://developer.themoviedb.org/reference/genre-movie-list and genre-tv-list
extension Endpoint where Answer == TMDBGenreTable {
  static func genres(_ mediaType: Title.MediaType, language: String) -> Endpoint {
    Endpoint(.tmdb, "/genre/\(mediaType.rawValue)/list", [QueryItem("language", language)], kind: .table) {
      body throws(UndecodableAnswer) in try TMDBGenreTable(body)
    }
  }
}

/// English names only: TMDB's "native" names are in the requested language.
extension Endpoint where Answer == TMDBCodeTable {
  /// https://developer.themoviedb.org/reference/configuration-countries
  static func countries() -> Endpoint {
    Endpoint(.tmdb, "/configuration/countries", kind: .table) { body throws(UndecodableAnswer) in
      try TMDBCodeTable(body, code: "iso_3166_1")
    }
  }

  /// https://developer.themoviedb.org/reference/configuration-languages
  static func languages() -> Endpoint {
    Endpoint(.tmdb, "/configuration/languages", kind: .table) { body throws(UndecodableAnswer) in
      try TMDBCodeTable(body, code: "iso_639_1")
    }
  }

  /// Countries with data about where titles can be watched:
  /// https://developer.themoviedb.org/reference/watch-providers-available-regions
  static func providerCountries() -> Endpoint {
    Endpoint(.tmdb, "/watch/providers/regions", kind: .table) { body throws(UndecodableAnswer) in
      try TMDBCodeTable(body, code: "iso_3166_1", in: "results")
    }
  }
}

/// https://developer.themoviedb.org/reference/watch-providers-movie-list and watch-provider-tv-list
extension Endpoint where Answer == TMDBProviderTable {
  static func providers(_ mediaType: Title.MediaType, country: String, language: String) -> Endpoint {
    Endpoint(
      .tmdb, "/watch/providers/\(mediaType.rawValue)",
      [QueryItem("language", language), QueryItem("watch_region", country)], kind: .table
    ) { body throws(UndecodableAnswer) in try TMDBProviderTable(body, country: country) }
  }
}
