import JSONRPC

// The tables that contain the values of other parameters.

package enum GenresMethod: RPCMethod {
  package static let method = Method(
    "genres", "list the genres",
    description:
      "TMDB's genres. A number means the same for films and series, but each has genres that the other lacks.",
    parameters: [.mediaChoice],
    aboutTitles: true,
    result: .object([
      .init(
        "results",
        .list(
          .object([
            .init("id", .integer("Use it as genre in browse.")),
            .init("name", .text("Name of the genre; genre also accepts it.")),
            .init("media_type", .choice(Title.MediaType.allCases.map(\.rawValue), "Films or series.")),
          ]), "By name.")),
      .init("meta", Meta.schema),
    ]))
}

package enum CountriesMethod: RPCMethod {
  package static let method = Method(
    "countries", "list the countries",
    description:
      "Use them in region, countries and country. where_to_watch: TMDB has offers for this country.",
    aboutTitles: true,
    result: .object([
      .init(
        "results",
        .list(
          .object([
            .init("code", .text("ISO 3166-1, two capital letters.")),
            .init("name", .text("In English.")),
            .init("native_name", .text("In a language of the country.")),
            .init("where_to_watch", .boolean("TMDB has offers for this country.")),
          ]), "By name.")),
      .init("meta", Meta.schema),
    ]))
}

package enum LanguagesMethod: RPCMethod {
  package static let method = Method(
    "languages", "list the languages",
    description: "Use them in language, alone or with a country: de or de-DE.",
    aboutTitles: true,
    result: .object([
      .init(
        "results",
        .list(
          .object([
            .init("code", .text("ISO 639-1, two small letters.")),
            .init("name", .text("In English.")),
            .init("native_name", .text("In the language itself.")),
          ]), "By name.")),
      .init("meta", Meta.schema),
    ]))
}
