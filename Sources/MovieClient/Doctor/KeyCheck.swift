import JSONRPC
import MovieProtocol

/// The TMDB key: whether there is one, its source, and whether TMDB accepts it. The key itself is never seen
/// here: the daemon reports only that it is set.
enum KeyCheck {
  private static let name = "TMDB key"
  private static let page = "https://www.themoviedb.org/settings/api"

  /// - Parameter settings: of the daemon; nil if it reports none.
  static func finding(
    _ source: JSONView<SourceStatus>?, _ settings: JSONValue?, _ environment: DoctorEnvironment
  ) -> Finding {
    guard let key = settings?["tmdb.key"].map(JSONView<SettingState>.init),
      let isSet = SettingValue.isSet(key[\.value])
    else { return withoutDaemon(environment) }
    guard isSet else { return missing(environment) }
    let from = key.text(\.origin)
    let origin = words(from)
    switch source?.state {
    case .refused:
      return Finding(
        name, .problem, "\(origin), but TMDB refuses it",
        hint: "compare it with \(page), a v3 key or v4 token; then \(remedy(from))")
    case .ok where source?.hasAnswered == true: return Finding(name, .ok, "\(origin); TMDB accepts it")
    case .ok: return Finding(name, .ok, "\(origin); not used yet")
    default: return Finding(name, .ok, "\(origin)")
    }
  }

  static func withoutDaemon(_ environment: DoctorEnvironment) -> Finding {
    environment["TMDB_API_KEY"] == nil
      ? Finding(name, .note, "unknown: the daemon is not running, or its profile is locked")
      : Finding(name, .ok, "set, from the environment")
  }

  private static func missing(_ environment: DoctorEnvironment) -> Finding {
    // A daemon reads it once, when it starts.
    let isHere = environment["TMDB_API_KEY"] != nil
    // Doing without one is a choice.
    return Finding(
      name, isHere ? .warning : .note, "not set: only the built-in catalogue is searched",
      hint: isHere
        ? "TMDB_API_KEY is set here, but not in the daemon's environment: movierpc daemon restart"
        : "get a v3 key or v4 token at \(page), then movierpc settings set tmdb.key")
  }

  private static func words(_ from: String?) -> String {
    switch from {
    case "library": localized("set, by movierpc settings")
    case "file": localized("set, from config.toml")
    case "environment": localized("set, from the environment")
    default: localized("set")
    }
  }

  /// Change the key at its source: a source with lower precedence has no effect.
  private static func remedy(_ from: String?) -> String {
    switch from {
    case "environment": localized("correct TMDB_API_KEY, movierpc daemon restart")
    case "file": localized("correct tmdb.key in config.toml, movierpc daemon restart")
    default: "movierpc settings set tmdb.key"
    }
  }
}

/// The TMDB account of the profile in which commands start.
enum AccountCheck {
  private static let name = "account"

  /// Nil: there is none, or the daemon is older.
  static func finding(_ caller: inout RPCClient) -> Finding? {
    (try? caller.json("account.status")).flatMap(finding)
  }

  /// - Parameter result: of `account.status`.
  static func finding(_ result: JSONValue) -> Finding? {
    let status = JSONView<AccountStatus>(result)
    guard let facts = AccountPage.facts(result, in: .current) else { return nil }
    guard status.state != .revoked else {
      return Finding(name, .problem, "\(facts)", hint: "movierpc account connect")
    }
    guard status.error == nil else {
      return Finding(name, .warning, "\(facts)", hint: "movierpc account sync tries it now")
    }
    return Finding(name, status.question == nil ? .ok : .warning, "\(facts)")
  }
}
