/// The hosts from which pictures and iTunes previews are fetched: otherwise a client could make the daemon
/// send requests to any server, and so could an upstream.
enum ImageHosts {
  /// Apple's hosts for iTunes pictures and previews.
  private static let apple = ["mzstatic.com", "apple.com"]

  /// - Parameters:
  ///   - url: see `ImagePath.url`.
  ///   - address: the base URL of iTunes; its host is also allowed.
  static func allows(_ url: String, besides address: String) -> Bool {
    guard let (scheme, host) = parts(url) else { return false }
    if let own = parts(address), own == (scheme, host) { return true }
    return scheme == "https" && apple.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// Nil if the host is not spelled plainly. The port counts as a part of it.
  private static func parts(_ url: String) -> (scheme: String, host: String)? {
    let scheme = String(url.prefix { $0 != ":" })
    guard url.dropFirst(scheme.count).hasPrefix("://") else { return nil }
    let host = url.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }.lowercased()
    guard !host.isEmpty,
      host.utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789.-:[]".utf8.contains($0) })
    else { return nil }
    return (scheme, host)
  }
}
