import JSONRPC

// The tables that contain the values of other parameters.

package enum GenresMethod: RPCMethod {
  package static let method = Method(
    "genres", "list the genres",
    description:
      """
      TMDB's genres, with a key in the requested language. A number means the same for films and series, but each \
      has genres that the other lacks.
      """,
    parameters: [.mediaChoice],
    aboutTitles: true,
    result: Genre.list.schema)
}

package enum CountriesMethod: RPCMethod {
  package static let method = Method(
    "countries", "list the countries",
    description:
      "Use them in region, countries and country. where_to_watch: TMDB has offers for this country.",
    aboutTitles: true,
    result: Country.list.schema)
}

package enum LanguagesMethod: RPCMethod {
  package static let method = Method(
    "languages", "list the languages",
    description: "Use them in language, alone or with a country: de or de-DE.",
    aboutTitles: true,
    result: Language.list.schema)
}
