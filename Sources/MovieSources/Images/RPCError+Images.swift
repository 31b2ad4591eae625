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
      hint: "ask for the title again: it may have another one now",
      details: [JSONMember("what", "image")])
  }

  static let imageNotStored = RPCError(
    .notFound, "the picture is not kept", hint: "without cache_only it is fetched",
    details: [JSONMember("what", "image")])

  static func unfitImage(_ name: Upstream.Name, _ reason: String) -> RPCError {
    RPCError(
      .upstreamUnavailable, "what \(name.title) sends as this picture cannot be used: \(reason)",
      hint: "another size may be another file",
      details: [
        JSONMember("source", .string(name.rawValue)), JSONMember(.upstreamError),
        JSONMember("retry_after_ms", .null),
      ])
  }

  static func imageUnwritten(_ detail: String) -> RPCError {
    RPCError(
      .storageError, "the picture cannot be kept: \(detail)",
      hint: "make room on the disk, or set folders.cache to another folder")
  }

  /// The limit is filled by files named within the hour.
  static func tooManyImages(_ maximum: Int, _ bytes: Int) -> RPCError {
    .limitExceeded(
      "images_bytes", max: maximum, got: bytes,
      hint: "those of the last hour may not be deleted yet: ask for smaller ones, later, or raise the limit")
  }
}
