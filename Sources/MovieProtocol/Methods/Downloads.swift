import JSONRPC

// Titles stored for offline use.

extension Method {
  package static let download = Method(
    "download", "keep a title for offline use",
    description: """
      Its detail is kept when this is answered; poster, backdrop and, where iTunes has one, the preview are fetched \
      then. One download per title: asking again adds assets, and tries again those asked for that failed or were \
      absent. trailer needs yt-dlp.
      """,
    parameters: [
      Parameter("key", .titleKey, required: true, Parameter.key.summary),
      Parameter(
        "assets", .choices(Download.Asset.Kind.allCases.map(\.rawValue)),
        default: .texts(Download.Asset.Kind.usual.map(\.rawValue)), "What is wanted; detail always is."),
    ],
    result: Download.schema,
    errors: [
      .notFound, .storageError, .limitExceeded, .notAvailable, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited, .forbidden,
    ],
    example: ["key": "movie/438631"])

  package static let downloadList = Method(
    "download.list", "the downloads",
    description: """
      Those not finished first, in the order of the queue, then those that are, the last one first: as topic `downloads`.
      """,
    parameters: [
      Parameter("state", .choice(Download.State.allCases.map(\.rawValue)), "Only those in this state."),
      .page, .pageSize,
    ],
    result: list, errors: [.storageError])

  package static let downloadGet = Method(
    "download.get", "one download", description: "Named by its title's key.",
    parameters: [.downloadKey],
    result: Download.schema, errors: [.notFound, .forbidden, .storageError], example: ["key": "movie/438631"])

  package static let downloadPause = many(
    "download.pause", "let a download wait", "What is there is kept. One that is finished stays as it is.")

  package static let downloadResume = many(
    "download.resume", "go on with a download that waits or has failed",
    "It goes on where it was, unless the server has changed the file meanwhile.")

  package static let downloadDelete = Method(
    "download.delete", "stop a download and remove its files",
    description: "Entry and files are gone when this is answered, with what the download was.",
    parameters: [.downloadKey],
    result: Download.schema, errors: [.notFound, .forbidden, .storageError], example: ["key": "movie/438631"])

  private static func many(_ name: String, _ summary: String, _ description: String) -> Method {
    Method(
      name, summary,
      description: """
        \(description) With key it answers the download; without, it is done to all, and the first page of \
        download.list is answered.
        """,
      parameters: [Parameter("key", .titleKey, "Names the download; none: all.")],
      result: .either(Download.schema, list), errors: [.notFound, .forbidden, .storageError],
      example: ["key": "movie/438631"])
  }

  private static let list = Schema.object(
    PageCount.fields(of: Download.schema, counted: "Downloads there are; at most 10,000."))
}

extension Parameter {
  fileprivate static let downloadKey = Parameter(
    "key", .titleKey, required: true, "Names the download: the key of its title.")
}
