import JSONRPC
import MovieProtocol
import MovieSources

/// What the requests to upstreams have shown. None is sent to find out more.
enum NetworkChecks {
  static func findings(_ status: UpstreamStatus, proxy: DoctorFinding?) -> [DoctorFinding] {
    [network(status, hasProxy: proxy != nil), proxy].compactMap(\.self)
      + status.sources.compactMap { source($0, isOffline: status.network == .offline) }
  }

  private static func network(_ status: UpstreamStatus, hasProxy: Bool) -> DoctorFinding {
    let name = "network"
    switch status.network {
    case .online: return DoctorFinding(name, .ok, .networkAnswers)
    case .offline:
      return DoctorFinding(
        name, .warning, .networkSilent, Advice(hasProxy ? .seeProxy(.checkLogin) : .checkLogin))
    case .unknown where status.sources.contains { $0.calls > 0 }:
      return DoctorFinding(name, .warning, .networkFailed, Advice(.seeLog))
    case .unknown: return DoctorFinding(name, .note, .networkUnused)
    }
  }

  /// Whether there is a key, its origin, and whether TMDB accepts it. Never the key itself.
  static func key(_ key: SettingLayers.ResolvedSetting, _ source: SourceStatus?) -> DoctorFinding {
    let name = "TMDB key"
    let set = Advice(.getKey(Advice.tmdbKeyPage), .setting(Setting.tmdbKey.name))
    // Doing without one is a choice.
    guard key.value != nil else { return DoctorFinding(name, .note, .keyMissing, set) }
    let origin = origin(of: key)
    switch source?.state {
    case .refused:
      let again = Advice(.compareKey(Advice.tmdbKeyPage), .setting(Setting.tmdbKey.name))
      return DoctorFinding(
        name, .problem, .keyRefusedByTMDB(origin),
        place(of: key).map { .restart(.correctKey(Advice.tmdbKeyPage, $0)) } ?? again)
    case .ok where source?.hasAnswered == true: return DoctorFinding(name, .ok, .keyAccepted(origin))
    case .ok: return DoctorFinding(name, .ok, .keyUnused(origin))
    default: return DoctorFinding(name, .ok, origin)
    }
  }

  static func origin(of key: SettingLayers.ResolvedSetting) -> Message {
    switch key.origin {
    case .library: .keySetByClient
    case .file: .keySetInFile
    case .environment, .default: .keySetInEnvironment
    }
  }

  /// Where it has to be corrected: a source with lower precedence has no effect. Nil: in the settings.
  private static func place(of key: SettingLayers.ResolvedSetting) -> String? {
    switch key.origin {
    case .file: "tmdb.key in config.toml"
    case .environment: Setting.tmdbKey.variable
    case .library, .default: nil
    }
  }

  /// Nil if it is reported elsewhere (a missing or rejected TMDB key) or there is nothing to report.
  private static func source(_ source: SourceStatus, isOffline: Bool) -> DoctorFinding? {
    func finding(_ state: DoctorFinding.State, _ message: Message, _ advice: Advice? = nil) -> DoctorFinding {
      DoctorFinding(source.title, state, message, advice)
    }
    let (calls, errors, isTMDB) = (source.calls, source.errors, source.name == "tmdb")
    switch source.state {
    case .ok where calls == 0: return nil
    case .ok where !source.hasAnswered:
      return finding(.warning, .noAnswerYet(errors, calls), Advice(.seeNetwork))
    case .ok: return finding(.ok, .sourceUsed(calls, errors))
    case .noKey where source.name == "youtube":
      return finding(.note, .sourceNeedsKey, Advice(.setItsKey, .setting(Setting.youtubeKey.name)))
    case .refused where isTMDB, .noKey: return nil
    case .off:
      let isSetting = source.name == "itunes"
      return finding(
        .note, .sourceOff, isSetting ? Advice(.turnOn, .setting(Setting.itunes.name)) : nil)
    case .refused:
      let key = "\(source.name).key"
      return finding(.problem, .keyRefused(source.title), Advice(.setKeyOrVariable(key), .setting(key)))
    case .limited: return finding(.warning, .rateLimitReached(source.title), source.triesAgain)
    case .down:
      let address = "\(source.name).base_url"
      switch source.reason {
      case .upstreamError: return finding(.warning, .sourceFails(errors, calls), source.triesAgain)
      case .intercepted:
        return finding(
          .warning, .sourceReplaced(errors, calls), Advice(.openBrowser(Setting.proxy.name, address)))
      default:
        return finding(
          .warning, .sourceWrong(errors, calls), Advice(isOffline ? .seeNetwork : .checkClockOr(address)))
      }
    }
  }
}

extension SourceStatus {
  fileprivate var triesAgain: Advice {
    Advice(retryAt.map { .triesAgainAt($0) } ?? .daemonTriesAgain)
  }

  /// The name that users know.
  fileprivate var title: String {
    switch name {
    case "tmdb": "TMDB"
    case "itunes": "iTunes"
    case "youtube": "YouTube"
    default: name
    }
  }
}
