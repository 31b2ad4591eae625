import MovieProtocol

/// The store of `cache.shared`, as the daemon finds it. It is never a problem: the daemon works without it.
enum SharedCacheCheck {
  /// Nil: there is none.
  static func finding(_ status: JSONView<DaemonStatus>) -> Finding? {
    guard let shared = status.cache.shared, let address = shared.address else { return nil }
    let name = "shared cache"
    switch shared.state {
    case .unused: return Finding(name, .note, "\(address): not used yet")
    case .ok: return Finding(name, .ok, "\(address), \(shared.hits ?? 0) answers found there")
    case .down:
      return Finding(
        name, .warning, "\(address) \(trouble(shared)); the daemon works without it",
        hint: "\(remedy(shared)); the daemon tries it again by itself")
    case nil: return nil
    }
  }

  /// "does not answer in time"
  static func trouble(_ shared: JSONView<SharedCacheStatus>) -> String {
    let detail = shared.detail ?? ""
    return switch shared.reason {
    case .unreachable: localized("cannot be reached (\(detail))")
    case .tls: localized("does not connect by TLS (\(detail))")
    case .timeout: localized("does not answer in time")
    case .closed: localized("closes the connection")
    case .protocolError: localized("answers unlike a Redis or Valkey server (\(detail))")
    case .refused: localized("refuses commands (\(detail))")
    case nil: localized("does not work")
    }
  }

  private static func remedy(_ shared: JSONView<SharedCacheStatus>) -> String {
    switch (shared.reason, shared.detail) {
    case (.refused, "OOM"): localized("let it remove old entries: maxmemory-policy allkeys-lru")
    case (.refused, "WRONGPASS"), (.refused, "NOAUTH"), (.refused, "NOPERM"):
      localized("correct user and password of cache.shared in config.toml, or what the user may do")
    case (.tls, _): localized("check the server's TLS port and certificate, and cache.shared in config.toml")
    default: localized("check the server, and cache.shared in config.toml")
    }
  }
}
