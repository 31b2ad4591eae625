import CCurl
import EventLoop
import Glibc

/// libcurl, loaded when the first request needs it.
@LoopActor enum CurlLibrary {
  /// A folder where each certificate is named by its hash, so that only the needed ones are read: reading the
  /// single file with all of them takes 20 ms. Nil if this libcurl knows no such folder.
  private(set) static var certificateFolder: String?
  private static var isReady = false
  private static let lane = BlockingLane("the folder of the libraries", deadline: .seconds(20))

  /// Off the loop: this loads some thirty libraries.
  ///
  /// - Throws: `unsupported` if libcurl is missing or has no TLS. The next call searches again.
  static func load(for host: String) async throws(HTTPError) {
    guard !isReady else { return }
    let found: Result<String?, Missing>
    do throws(LaneError) {
      found = try await lane.call { find() }
    } catch {
      found = .failure(Missing(reason: "\(error)"))
    }
    switch found {
    case .success(let folder):
      certificateFolder = folder
      isReady = true
    case .failure(let missing):
      throw HTTPError(
        .unsupported, host: host,
        "cannot load libcurl, which is libcurl4 on Debian, libcurl on Fedora, curl on Arch (\(missing.reason))"
      )
    }
  }

  /// Nil, or why it cannot be loaded. It takes some milliseconds.
  nonisolated static func fault() -> String? {
    if case .failure(let missing) = find() { missing.reason } else { nil }
  }

  private struct Missing: Error {
    let reason: String
  }

  private nonisolated static func find() -> Result<String?, Missing> {
    var reason = [CChar](repeating: 0, count: 512)
    guard ccurl_load(&reason, reason.count) else {
      return .failure(
        Missing(
          reason: String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)))
    }
    guard let version = ccurl_version_info(), version.pointee.features & CURL_VERSION_SSL != 0 else {
      return .failure(Missing(reason: "the installed libcurl has no TLS"))
    }
    return .success(version.pointee.capath.map { String(cString: $0) }.flatMap { hasHashes($0) ? $0 : nil })
  }

  nonisolated static func hasHashes(_ path: String) -> Bool {
    var found = glob_t()
    defer { globfree(&found) }
    return glob(path + "/????????.0", GLOB_NOSORT, nil, &found) == 0
  }
}
