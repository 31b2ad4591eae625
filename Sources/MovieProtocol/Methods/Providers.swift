import JSONRPC

package enum ProvidersMethod: RPCMethod {
  package static let country = Param(
    "country", .country, setting: .region, unset: "US", "Country of the offers; default: the region.")
  package static let mediaType = Param(
    "media_type", .choice(Title.MediaType.self), default: .movie, "Providers of films or of series.")

  package static let method = Method(
    "providers", "list the streaming services and shops of a country",
    description: """
      Use their numbers as `provider` in `discover`; the most used come first. Needs a TMDB key.
      """,
    parameters: [country, mediaType, .page, .pageSize],
    aboutTitles: true,
    result: Provider.page.schema,
    example: ["country": "DE"])
}

/// The parameters of `providers`.
package struct ProvidersParams: Sendable, Equatable {
  /// `DE`
  package var country: String
  package var mediaType: Title.MediaType

  /// - Parameter arguments: with the settings filled in.
  package init(_ arguments: Arguments) {
    country = arguments[ProvidersMethod.country]
    mediaType = arguments[ProvidersMethod.mediaType]
  }
}
