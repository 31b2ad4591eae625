import CCurl
import EventLoop

/// libcurl, found when the first request wants it.
@LoopActor enum CurlLibrary {
  private static var isReady = false

  /// - Throws: `unsupported` where it is missing or can no TLS. It is looked for again at the next call.
  static func load(for host: String) throws(HTTPError) {
    guard !isReady else { return }
    if let reason = ccurl_load() {
      throw HTTPError(
        .unsupported, host: host,
        "libcurl cannot be used; install the Debian package libcurl4 (\(String(cString: reason)))")
    }
    guard let version = ccurl_version_info(), version.pointee.features & CURL_VERSION_SSL != 0 else {
      throw HTTPError(
        .unsupported, host: host, "this libcurl can no TLS; install the Debian package libcurl4")
    }
    isReady = true
  }
}
