import Glibc

/// Where programs under test look for others.
enum ProgramPath {
  static let own = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"

  /// All programs but yt-dlp: a daemon that finds it downloads trailers, and not every machine has it. Where there
  /// is one, a folder beside the tests with a link to each of the others.
  static let withoutDownloader: String = {
    let places = own.split(separator: ":")
    guard places.contains(where: { access("\($0)/yt-dlp", X_OK) == 0 }) else { return own }
    let folder = SpawnedDaemon.folder + "/programs"
    mkdir(folder, 0o755)
    // The first one of a name counts, as in PATH. Those that an earlier run has left stay.
    for place in places {
      for name in ProcessFigures.names(in: String(place)) where name != "yt-dlp" {
        symlink("\(place)/\(name)", "\(folder)/\(name)")
      }
    }
    return folder
  }()
}
