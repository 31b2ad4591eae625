import Glibc

/// Paths for the daemon, which leaves the folder it was started in.
package enum AbsolutePath {
  package static func of(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
