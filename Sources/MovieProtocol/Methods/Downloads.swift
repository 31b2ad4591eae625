import JSONRPC

// Titles stored for offline use.

package enum DownloadsMethod: RPCMethod {
  package static let state = Param("state", .choice(Download.State.self), "Only downloads in this state.")

  package static let method = Method(
    "downloads", "list the downloads",
    description: """
      Unfinished downloads first, in the order of the queue; then finished ones, newest first. The topic \
      `downloads` has the same order.
      """,
    parameters: [state, .page, .pageSize],
    result: Download.page.schema, errors: [.forbidden, .storageError])
}

package enum DownloadsAddMethod: RPCMethod {
  package static let assets = Param(
    "assets", .choices(Download.Asset.Kind.self), default: Download.Asset.Kind.usual,
    "The assets to fetch; detail is always included.")

  package static let method = Method(
    "downloads.add", "download a title for offline use",
    description: """
      The answer is sent when the title's detail is stored. Poster, backdrop and, if iTunes has one, the \
      preview are fetched afterwards. A title has one download: a second request adds assets, and tries its \
      failed or absent assets again. trailer needs yt-dlp.
      """,
    parameters: [.key, assets, .titleName],
    alternatives: [.key, .titleName],
    result: Download.schema,
    errors: [
      .notFound, .ambiguous, .storageError, .limitExceeded, .notAvailable, .upstreamUnavailable,
      .upstreamUnauthorized,
      .rateLimited, .forbidden,
    ],
    example: ["key": "movie/438631"])
}

package enum DownloadsGetMethod: RPCMethod {
  package static let method = Method(
    "downloads.get", "show one download",
    description: "The download is named by its title's key, or by the title's name.",
    parameters: [.downloadKey, .titleName], alternatives: [.downloadKey, .titleName],
    result: Download.schema, errors: [.notFound, .ambiguous, .forbidden, .storageError],
    example: ["key": "movie/438631"])
}

package enum DownloadsPauseMethod: RPCMethod {
  package static let method = Method.many(
    "downloads.pause", "pause a download",
    "Bytes already fetched are kept. A finished download stays as it is.")
}

package enum DownloadsResumeMethod: RPCMethod {
  package static let method = Method.many(
    "downloads.resume", "resume a paused or failed download",
    "It continues where it stopped, unless the file has changed on the server.")
}

package enum DownloadsRemoveMethod: RPCMethod {
  package static let method = Method(
    "downloads.remove", "stop a download and remove its files",
    description: "The answer is sent when entry and files are removed; it has the download's last state.",
    parameters: [.downloadKey, .titleName], alternatives: [.downloadKey, .titleName],
    result: Download.schema, errors: [.notFound, .ambiguous, .forbidden, .storageError],
    example: ["key": "movie/438631"])
}

extension Method {
  fileprivate static func many(_ name: String, _ summary: String, _ description: String) -> Method {
    Method(
      name, summary,
      description: """
        \(description) Without key and title it applies to all. The answer is a list like that of \
        downloads: of one download, or the first page of all.
        """,
      parameters: [.optionalDownloadKey, .titleName],
      alternatives: [.optionalDownloadKey, .titleName], needsAlternative: false,
      result: Download.page.schema, errors: [.notFound, .ambiguous, .forbidden, .storageError],
      example: ["key": "movie/438631"])
  }
}

extension Parameter {
  package static let downloadKey = Param("key", .titleKey, "The download's title.")
  package static let optionalDownloadKey = Param(
    "key", .titleKey, "The download's title; default: all downloads.")
}
