import Glibc
import MovieProtocol
package import MovieStore

/// The daemon's folders, by the XDG base directory specification
/// (https://specifications.freedesktop.org/basedir-spec/latest/).
package struct Folders: Sendable, Equatable {
  /// The default path.
  package var configurationFile: String
  package var data: String
  package var cache: String
  package var state: String

  /// - Throws: if not even a home folder is known.
  package init(environment: (String) -> String?) throws(SystemError) {
    guard let home = XDGFolder.named("HOME", environment) ?? Self.homeOfUser() else {
      throw SystemError("find the home folder (set HOME)", code: ENOENT)
    }
    func folder(_ name: String, _ fallback: String) -> String {
      (XDGFolder.named(name, environment) ?? home + fallback) + "/movierpc"
    }
    configurationFile = folder("XDG_CONFIG_HOME", "/.config") + "/config.toml"
    data = folder("XDG_DATA_HOME", "/.local/share")
    cache = folder("XDG_CACHE_HOME", "/.cache")
    state = folder("XDG_STATE_HOME", "/.local/state")
  }

  private static func homeOfUser() -> String? {
    guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
    return String(cString: folder)
  }

  /// Makes a folder and its missing parents, for us alone.
  static func make(_ path: String) throws(SystemError) {
    try DurableFile.makeFolder(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError("access \(path)") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemError("use \(path) as a folder", code: ENOTDIR)
    }
  }
}
