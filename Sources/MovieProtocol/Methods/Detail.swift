package import JSONRPC

package enum DetailMethod: RPCMethod {
  package static let id = Param(
    "id", .integer(1...999_999_999_999_999), "TMDB's number; with media_type, instead of key.")
  package static let mediaType = Param(
    "media_type", .choice(Title.MediaType.self), "A film or a series; used with id.")

  package static let method = Method(
    "detail", "show all facts about one title",
    description: """
      The title is named by key, or by id (TMDB's number) with media_type. At most 20 cast, 12 crew, 20 \
      videos, 12 similar and 12 recommendations. partial: the answer has local facts only; a later one may \
      have more.
      """,
    parameters: [.optionalKey, id, mediaType],
    aboutTitles: true,
    result: TitleDetail.schema,
    example: ["key": "movie/438631"])
}

extension TitleKey {
  /// The title that a request of `detail` names by `key`, or by `id` and `media_type`.
  package init(_ arguments: Arguments) throws(RPCError) {
    let id = arguments[DetailMethod.id]
    switch (arguments[.optionalKey], id, arguments[DetailMethod.mediaType]) {
    case (let key?, nil, nil): self = key
    case (nil, let id?, let mediaType?): self = .tmdb(mediaType, id)
    case (nil, let id?, nil):
      throw .parameter(
        "media_type", "media_type is missing; TMDB numbers films and series separately",
        expected: "movie or tv", hint: "send {\"key\":\"movie/\(id)\"} or {\"key\":\"tv/\(id)\"}")
    case (nil, nil, _):
      throw .parameter(
        "key", "key is missing", expected: ParameterType.titleKey.expectation,
        hint: "send {\"key\":\"movie/438631\"}; search finds the key of a title")
    case (_?, _, _):
      throw .parameter(
        id == nil ? "media_type" : "id",
        "name the title by key, or by id and media_type, not by both",
        expected: "key alone", hint: "leave out id and media_type")
    }
  }
}
