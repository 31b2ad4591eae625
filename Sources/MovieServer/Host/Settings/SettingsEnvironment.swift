import Glibc
import JSONRPC
package import MovieProtocol
import MovieStore

/// The daemon's environment at its start, which does not change: defaults from the locale, PATH and the XDG
/// folders, keys from the environment, and the path of the configuration file.
package struct SettingsEnvironment: Sendable {
  package let defaults: [String: ArgumentValue]
  /// Values fixed by the environment.
  package let fixed: [String: ArgumentValue]
  /// Variables with invalid values; their names, never the values.
  package let unusable: [String]
  /// For error messages about settings that only the file can change.
  package let configurationFile: String

  package init(
    environment: (String) -> String?, data: String? = nil, cache: String? = nil,
    configurationFile: String
  ) {
    let system = SystemLanguage.of(environment)
    var defaults: [String: ArgumentValue] = [
      Setting.language.name: .text(system.language), Setting.region.name: .text(system.region),
      Setting.syncShare.name: .texts(SyncedList.allCases.map(\.word)),
    ]
    defaults[Setting.dataFolder.name] = data.map { .text($0) }
    defaults[Setting.cacheFolder.name] = cache.map { .text($0) }
    if Self.has("yt-dlp", environment("PATH")) { defaults[Setting.downloads.name] = .texts(["yt-dlp"]) }
    self.defaults = defaults
    var (fixed, unusable): ([String: ArgumentValue], [String]) = ([:], [])
    for setting in Setting.all {
      guard let variable = setting.variable, let text = environment(variable), !text.isEmpty else { continue }
      if let value = setting.type.check(.string(text)) {
        fixed[setting.name] = value
      } else {
        unusable.append(variable)
      }
    }
    (self.fixed, self.unusable) = (fixed, unusable)
    self.configurationFile = configurationFile
  }

  private static func has(_ program: String, _ path: String?) -> Bool {
    (path ?? "").split(separator: ":").contains { folder in
      var status = stat()
      let file = "\(folder)/\(program)"
      return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(file, X_OK) == 0
    }
  }
}
