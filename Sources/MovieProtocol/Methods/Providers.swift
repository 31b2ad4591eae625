import JSONRPC

package enum ProvidersMethod: RPCMethod {
  package static let country = Param(
    "country", .country, setting: .region, unset: "US", "Where; default: the region.")
  package static let mediaType = Param(
    "media_type", .choice(Title.MediaType.self), default: .movie, "Of films or of series.")

  package static let method = Method(
    "providers", "who shows or sells titles in a country",
    description: "Their numbers are what `provider` of `browse` takes. Needs a TMDB key.",
    parameters: [country, mediaType, .page, .pageSize],
    aboutTitles: true,
    result: .object([
      .init(
        "results",
        .list(
          .object([
            .init("id", .integer("TMDB's number, for provider.")),
            .init("name", .text("For people.")),
            .init("logo_path", .optional(.text("TMDB's path of a picture."))),
          ]), "Those used most first.")),
      .init("page", .integer("As asked for, from 1.")),
      .init("page_size", .integer("As asked for, or the setting.")),
      .init("next_page", .optional(.integer("Null at the end."))),
      .init("total_pages", .integer("total_results by page_size.")),
      .init("total_results", .integer("In all pages.")),
      .init("meta", Meta.schema),
    ]),
    example: ["country": "DE"])
}

/// The parameters of `providers`.
package struct ProvidersParams: Sendable, Equatable {
  /// `DE`
  package var country: String
  package var mediaType: Title.MediaType
  package var page: Int
  package var pageSize: Int

  /// - Parameter arguments: with the settings filled in.
  package init(_ arguments: Arguments) {
    country = arguments[ProvidersMethod.country]
    mediaType = arguments[ProvidersMethod.mediaType]
    page = arguments[.page]
    pageSize = arguments[.pageSize]
  }
}
