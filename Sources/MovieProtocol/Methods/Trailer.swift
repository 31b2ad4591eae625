package import JSONRPC

extension Method {
  package static let trailer = Method(
    "trailer", "trailers and other videos of a title",
    description: """
      best is the first of videos, or null. In the order trailer, teaser, the other types asked for, preview, search; in \
      each the wanted language, English, others; official ones first, newest first. The type search is a page of a \
      video site for a browser, for a title whose videos nobody knows.
      """,
    parameters: [
      .requiredKey,
      Parameter(
        "types", .choices(Video.Kind.allCases.map(\.rawValue)),
        default: .texts(Video.Kind.usual.map(\.rawValue)), "Which videos are wanted."),
    ],
    aboutTitles: true,
    result: .object([
      .init("key", .text("Names the title everywhere.")),
      .init("title", .text("Its title.")),
      .init("best", .optional(Video.schema)),
      .init("videos", .list(Video.schema, "Best first.")),
      .init("meta", Meta.schema),
    ]),
    example: ["key": "movie/438631"])
}

/// The parameters of `trailer`.
package struct TrailerParams: Sendable, Equatable {
  package var key: TitleKey
  package var types: [Video.Kind]
  /// `de` or `de-DE`
  package var language: String

  package init(key: TitleKey, types: [Video.Kind], language: String) {
    (self.key, self.types, self.language) = (key, types, language)
  }

  package init(_ arguments: Arguments) throws(RPCError) {
    guard let key = arguments.text("key").flatMap({ TitleKey($0) }) else {
      throw RPCError(.invalidParams, "key is missing")
    }
    self.key = key
    types = (arguments.texts("types") ?? []).compactMap(Video.Kind.init(rawValue:))
    language = arguments.text("language") ?? "en-US"
  }
}
