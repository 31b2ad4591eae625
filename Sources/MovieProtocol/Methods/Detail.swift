package import JSONRPC

package enum DetailMethod: RPCMethod {
  package static let id = Param(
    "id", .integer(1...999_999_999_999_999), "TMDB's number; with media_type, instead of key.")
  package static let mediaType = Param(
    "media_type", .choice(Title.MediaType.self), "A film or a series; used with id.")

  package static let fields = Param.fields(of: TitleDetail.shape)

  package static let method = Method(
    "detail", "show all facts about one title",
    description: """
      The title is named by key, by title, or by id (TMDB's number) with media_type. At most 20 cast, 12 \
      crew, 20 videos, 12 similar and 12 recommendations; no title is in both of the last. Cast and crew \
      of a series are those of all seasons, people of the most episodes first. partial: the answer has \
      local facts only; a later one may have more. where_to_watch has the countries of the setting \
      countries. A title that no source knows is `not_found`. imdb/ttN needs TMDB or an import of IMDb's \
      files, and itunes/N needs itunes.enabled.
      """,
    parameters: [.key, id, mediaType, .titleWords, fields],
    alternatives: [.key, id, .titleWords],
    aboutTitles: true,
    result: answer.schema,
    example: ["key": "movie/438631"])

  package static let answer = Shape<(detail: TitleDetail, entry: LibraryEntry?, match: BestMatch?)>("Detail")
  {
    Member(of: \.detail)
    Member("entry", \.entry, "What is stored about it on the watchlist; null: it is not on it.")
    Member("match", \.match, BestMatch.about)
  }
}

extension TitleKey {
  /// The title that a request of `detail` names by `id` and `media_type`; nil: it names one in another way.
  package static func byNumber(_ arguments: Arguments) throws(RPCError) -> TitleKey? {
    switch (arguments[DetailMethod.id], arguments[DetailMethod.mediaType]) {
    case (nil, nil): return nil
    case (let id?, let mediaType?): return .tmdb(mediaType, id)
    case (let id?, nil):
      throw .parameter(
        "media_type", .numberNeedsMediaType(MessageParameter("media_type")), expected: "movie or tv",
        Advice(
          .sendEither(
            MessageExcerpt("{\"key\":\"movie/\(id)\"}"), MessageExcerpt("{\"key\":\"tv/\(id)\"}"))))
    case (nil, _?):
      throw .parameter(
        "media_type", .mediaTypeNeedsNumber(MessageParameter("media_type"), MessageParameter("id")),
        expected: "id with media_type, or key",
        Advice(.leaveParameterOut(MessageParameter("media_type")), .param("media_type", .null)))
    }
  }
}
