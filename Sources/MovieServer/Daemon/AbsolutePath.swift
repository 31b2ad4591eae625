import Glibc

/// The daemon leaves the folder it was started in, so paths it needs later must be absolute.
enum AbsolutePath {
  static func of(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
