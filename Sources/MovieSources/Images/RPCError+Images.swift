import JSONRPC
import MovieProtocol

extension RPCError {
  /// Pictures have a base URL of their own.
  var aboutImages: RPCError {
    var error = self
    error.hint = hint?.replacing("tmdb.base_url", with: "tmdb.image_base_url")
    return error
  }

  static func imageMissing(_ name: Upstream.Name) -> RPCError {
    RPCError(
      .notFound, "\(name.title) has no such picture",
      hint: "request the title again: it may have another picture now", details: ["resource": "image"])
  }

  static let imageNotStored = RPCError(
    .notFound, "the picture is not cached", hint: "omit cache_only to fetch it",
    details: ["resource": "image"])

  static func unfitImage(_ name: Upstream.Name, _ reason: String) -> RPCError {
    unavailable(
      name, .upstreamError, "the picture sent by \(name.title) cannot be used: \(reason)",
      hint: "try another size")
  }

  static func imageUnwritten(_ detail: String) -> RPCError {
    RPCError(
      .storageError, "the picture cannot be stored: \(detail)",
      hint: "free space on the disk, or set folders.cache to another folder")
  }

  /// The limit is filled by files named within the hour.
  static func tooManyImages(_ maxBytes: Int, _ bytes: Int) -> RPCError {
    .limitExceeded(
      "images_bytes", max: maxBytes, got: bytes,
      hint: "pictures used in the last hour are not deleted: request smaller ones, wait, or raise the limit")
  }
}
