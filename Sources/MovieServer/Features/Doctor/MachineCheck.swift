import Glibc
import HTTPClient
import JSONRPC
import MovieProtocol

/// What the daemon's program finds on the machine, running or not: libraries, programs, and the files and folders
/// that it uses. Blocks as long as a disk does.
struct MachineCheck: Sendable {
  let layers: SettingLayers
  let environment: [String: String]
  let configurationFile: String

  /// In order, with the findings about the library between those of its folders.
  func files(libraryFault: RPCError?) -> [DoctorFinding] {
    let (data, cache) = (layers[.dataFolder]?.text ?? "", layers[.cacheFolder]?.text ?? "")
    return [configurationFinding, FolderChecks.folder("data folder", data, .dataFolder)]
      + LibraryChecks.findings(in: data, libraryFault)
      + [FolderChecks.folder("cache folder", cache, .cacheFolder)]
      // That of a daemon which a client starts; a unit's is in the journal.
      + (folders.map { [FolderChecks.log(LogOutput.path(in: $0.state))] } ?? []) + programs
  }

  private var folders: Folders? { try? Folders(environment: { environment[$0] }) }

  /// The file as it is now: a running daemon may have read an earlier one.
  private var configurationFinding: DoctorFinding {
    let (name, path) = ("configuration", configurationFile)
    let facts = FileFacts(path)
    if let facts, facts.kind != .file || !FileFacts.isReadable(path) {
      return DoctorFinding(
        name, .problem, .fileUnreadable(path), Advice(.chmod("u+r", ShellWord.quoted(path))))
    }
    let isNamed = path != folders?.configurationFile
    do throws(ConfigurationFile.ReadError) {
      let configuration = try ConfigurationFile.read(path, isRequired: isNamed)
      if facts?.isPrivate == false, !configuration.secrets.isEmpty {
        return DoctorFinding(
          name, .warning, .secretsReadable(path), Advice(.chmod("600", ShellWord.quoted(path))))
      }
      let unknown = configuration.values.namesOfUnknownCodes
      if !unknown.isEmpty {
        return DoctorFinding(name, .warning, .codesUnknown(path, unknown), .seeCountries)
      }
    } catch {
      return DoctorFinding(name, .problem, .words(error.description), Advice(.fixConfiguration))
    }
    guard environment["HOME"]?.isEmpty == false else {
      return DoctorFinding(name, .warning, .homeNotSet, Advice(.exportHome))
    }
    return DoctorFinding(name, .ok, facts == nil ? .noConfiguration(path) : .words(path))
  }

  /// Libraries that cannot be loaded.
  var libraries: [DoctorFinding] {
    SystemLibraries.missing().map { missing in
      missing.package == "zlib1g"
        ? DoctorFinding(
          "libz", .problem, .gzipStaysPacked(missing.reason), Advice(.installZlib, .install("libz")))
        : DoctorFinding(
          "libcurl", .problem, .nothingFetched(missing.reason), Advice(.installLibcurl, .install("libcurl")))
    }
  }

  /// The programs that play, fetch and draw.
  private var programs: [DoctorFinding] {
    let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    let uses: [(String, Message)] = [("mpv", .noVideos), ("yt-dlp", .noTrailers), ("chafa", .noPictures)]
    return uses.map { name, without in
      let path = folders.lazy.map { "\($0)/\(name)" }.first(where: FileFacts.isProgram)
      return DoctorFinding(name, .note, path.map { .words($0) } ?? .notInstalled(without))
    }
  }
}

// The proxy used for upstream: `http.proxy`, otherwise the one in the environment
// (https://everything.curl.dev/usingcurl/proxies/env.html).
extension MachineCheck {
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
  /// In curl's order for https.
  private static let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

  /// Nil: there is none, and nothing to report about it.
  func proxy(isOffline: Bool) -> DoctorFinding? {
    let name = "proxy"
    func finding(_ proxy: String, _ place: String, _ change: String) -> DoctorFinding {
      let message: Message = .proxyFrom(Self.shown(proxy), place)
      return isOffline
        ? DoctorFinding(name, .warning, message, .restart(.correctProxy(change)))
        : DoctorFinding(name, .ok, message)
    }
    func value(of variable: String) -> String? {
      environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let proxy = layers[.proxy]?.text, !proxy.isEmpty {
      return finding(proxy, "config.toml", "http.proxy in config.toml")
    }
    guard let variable = Self.variables.first(where: { value(of: $0) != nil }),
      let proxy = value(of: variable)
    else {
      return value(of: "http_proxy") == nil
        ? nil : DoctorFinding(name, .warning, .proxyIgnored, .restart(.setProxy))
    }
    if let scheme = Self.scheme(proxy), !Self.schemes.contains(scheme.lowercased()) {
      return DoctorFinding(
        name, .problem, .proxyUnknown(variable, Spelling.shortened(scheme)),
        .restart(.proxyKinds(Self.schemes)))
    }
    return finding(proxy, variable, variable)
  }

  /// Without name and password, wherever they end: a password may contain an `@` or `/` that is not encoded.
  private static func shown(_ proxy: String) -> String {
    let scheme = scheme(proxy).map { $0 + "://" } ?? ""
    let rest = proxy.dropFirst(scheme.count)
    let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    return Spelling.shortened(scheme + host)
  }

  /// The text before `://`, unless that may be part of a password.
  private static func scheme(_ proxy: String) -> String? {
    guard let mark = proxy.firstRange(of: "://") else { return nil }
    let scheme = proxy[..<mark.lowerBound]
    return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? String(scheme) : nil
  }
}
