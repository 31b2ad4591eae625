import JSONRPC

// Titles stored for offline use.

package enum DownloadsMethod: RPCMethod {
  package static let state = Param("state", .choice(Download.State.self), "Only those in this state.")

  package static let method = Method(
    "downloads", "the downloads",
    description: """
      Those not finished first, in the order of the queue, then those that are, the last one first: as topic `downloads`.
      """,
    parameters: [state, .page, .pageSize],
    result: Download.list, errors: [.storageError])
}

package enum DownloadsAddMethod: RPCMethod {
  package static let assets = Param(
    "assets", .choices(Download.Asset.Kind.self), default: Download.Asset.Kind.usual,
    "What is wanted; detail always is.")

  package static let method = Method(
    "downloads.add", "keep a title for offline use",
    description: """
      Its detail is kept when this is answered; poster, backdrop and, where iTunes has one, the preview are fetched \
      then. One download per title: asking again adds assets, and tries again those asked for that failed or were \
      absent. trailer needs yt-dlp.
      """,
    parameters: [.key, assets],
    result: Download.schema,
    errors: [
      .notFound, .storageError, .limitExceeded, .notAvailable, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited, .forbidden,
    ],
    example: ["key": "movie/438631"])
}

package enum DownloadsGetMethod: RPCMethod {
  package static let method = Method(
    "downloads.get", "one download", description: "Named by its title's key.",
    parameters: [.downloadKey],
    result: Download.schema, errors: [.notFound, .forbidden, .storageError], example: ["key": "movie/438631"])
}

package enum DownloadsPauseMethod: RPCMethod {
  package static let method = Method.many(
    "downloads.pause", "let a download wait", "What is there is kept. One that is finished stays as it is.")
}

package enum DownloadsResumeMethod: RPCMethod {
  package static let method = Method.many(
    "downloads.resume", "go on with a download that waits or has failed",
    "It goes on where it was, unless the server has changed the file meanwhile.")
}

package enum DownloadsRemoveMethod: RPCMethod {
  package static let method = Method(
    "downloads.remove", "stop a download and remove its files",
    description: "Entry and files are gone when this is answered, with what the download was.",
    parameters: [.downloadKey],
    result: Download.schema, errors: [.notFound, .forbidden, .storageError], example: ["key": "movie/438631"])
}

extension Method {
  fileprivate static func many(_ name: String, _ summary: String, _ description: String) -> Method {
    Method(
      name, summary,
      description: """
        \(description) Without key it applies to all. Answered with a list like that of downloads: with key of this \
        one download, without it the first page.
        """,
      parameters: [.optionalDownloadKey],
      result: Download.list, errors: [.notFound, .forbidden, .storageError],
      example: ["key": "movie/438631"])
  }
}

extension Download {
  fileprivate static let list = Schema.object(
    PageCount.fields(of: Download.schema, counted: "Downloads there are; at most 10,000."))
}

extension Parameter {
  package static let downloadKey = Param(
    required: "key", .titleKey, "Names the download: the key of its title.")
  package static let optionalDownloadKey = Param("key", .titleKey, "Names the download; none: all.")
}
