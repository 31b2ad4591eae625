import JSONRPC
import MovieProtocol

extension RPCError {
  /// Pictures have a base URL of their own.
  var aboutImages: RPCError {
    guard advice?.hint == .openBrowser("http.proxy", Setting.tmdbAddress.name) else { return self }
    var error = self
    error.advice?.hint = .openBrowser("http.proxy", Setting.tmdbImageAddress.name)
    return error
  }

  static func imageMissing(_ name: Upstream.Name) -> RPCError {
    RPCError(
      .notFound, .noSuchPicture(name.title), Advice(.requestTitleAgain), details: ["resource": "image"])
  }

  static let imageNotStored = RPCError(
    .notFound, .pictureNotCached, .omitCacheOnly, details: ["resource": "image"])

  static func unfitImage(_ name: Upstream.Name, _ reason: String) -> RPCError {
    unavailable(name, .upstreamError, .pictureUnfit(name.title, reason), Advice(.tryOtherSize))
  }

  static func imageUnwritten(_ detail: String) -> RPCError {
    RPCError(.storageError, .pictureUnwritten(detail), Advice(.freeSpaceOrMoveCache))
  }

  /// The limit is filled by files named within the hour.
  static func tooManyImages(_ maxBytes: Int, _ bytes: Int) -> RPCError {
    .limitExceeded("images_bytes", max: maxBytes, got: bytes, Advice(.picturesAreInUse))
  }
}
