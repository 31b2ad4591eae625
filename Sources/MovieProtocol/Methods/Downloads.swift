import JSONRPC

// Titles stored for offline use.

package enum DownloadsMethod: RPCMethod {
  package static let state = Param("state", .choice(Download.State.self), "Only downloads in this state.")

  package static let method = Method(
    "downloads", "list the downloads",
    description: """
      Shared by all profiles. Unfinished downloads first, in the order of the queue; then finished ones, \
      newest first. The topic `downloads` has the same order. rev changes when a download is added, \
      removed or finished, and with state also when one enters or leaves that state.
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
      The answer is sent when the title's detail is stored. Poster, backdrop and, if iTunes has one and \
      itunes.enabled is set, the preview are fetched afterwards. A title has one download: a second \
      request adds assets, and tries its failed or absent assets again. trailer needs yt-dlp, else \
      `not_available`. A file continues where it stopped, also after a restart. While a server cannot be \
      reached the download is queued, with the error of the last try.
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
  package static let method = Method.one(
    "downloads.get", "show one download",
    "The download is named by its title's key, or by the title's name.")
}

package enum DownloadsPauseMethod: RPCMethod {
  package static let method = Method.one(
    "downloads.pause", "pause a download",
    "Bytes already fetched are kept. A finished download stays as it is.")
}

package enum DownloadsPauseAllMethod: RPCMethod {
  package static let method = Method.all("downloads.pause.all", "pause all downloads")
}

package enum DownloadsResumeMethod: RPCMethod {
  package static let method = Method.one(
    "downloads.resume", "resume a paused or failed download",
    "It continues where it stopped, unless the file has changed on the server.")
}

package enum DownloadsResumeAllMethod: RPCMethod {
  package static let method = Method.all("downloads.resume.all", "resume all paused and failed downloads")
}

package enum DownloadsRemoveMethod: RPCMethod {
  package static let method = Method.one(
    "downloads.remove", "stop a download and remove its files",
    "The answer is sent when entry and files are removed; it has the download's last state.")
}

extension Method {
  fileprivate static func one(_ name: String, _ summary: String, _ description: String) -> Method {
    Method(
      name, summary, description: description,
      parameters: [.downloadKey, .titleName], alternatives: [.downloadKey, .titleName],
      result: Download.schema, errors: [.notFound, .ambiguous, .forbidden, .storageError],
      example: ["key": "movie/438631"])
  }

  fileprivate static func all(_ name: String, _ summary: String) -> Method {
    Method(
      name, summary, description: "The answer is the first page of `downloads`.",
      result: Download.page.schema, errors: [.notFound, .forbidden, .storageError])
  }
}

extension Parameter {
  package static let downloadKey = Param("key", .titleKey, "The download's title.")
}
