import EventLoop
import Glibc
import MovieProtocol
import MovieStore

/// The files of downloads: a folder for each key, in it a file for each asset, named after its kind. No other
/// name ever becomes part of a path. All calls block, so none may run on the loop.
struct DownloadFolder: Sendable {
  typealias Kind = Download.Asset.Kind

  let path: String
  let lane = BlockingLane("the downloads folder")

  func folder(_ key: TitleKey) -> String { "\(path)/\(key)" }

  /// The file of a complete asset.
  func file(_ key: TitleKey, _ kind: Kind) -> String { "\(folder(key))/\(kind.rawValue)" }

  /// The folder in which a program creates its files, with any names.
  func workshop(_ key: TitleKey, _ kind: Kind) -> String { file(key, kind) + ".work" }

  /// A process that writes into the workshop holds a lock on this.
  func lock(_ key: TitleKey, _ kind: Kind) -> String { file(key, kind) + ".lock" }

  func make(_ key: TitleKey) throws(SystemError) { try DurableFile.makeFolder(folder(key)) }

  /// Bytes that may still be written there; nil if unknown.
  func room() -> Int64? {
    FileFacts.freeBytes(FileFacts(path) == nil ? FileFacts.existingFolder(above: path) : path).map(Int64.init)
  }

  /// The size of a file; nil if there is none of that name.
  static func size(_ path: String) -> Int64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// The first bytes of a file.
  static func beginning(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError("read", path) }
    defer { close(descriptor) }
    let count = ContentType.length
    guard let bytes = DurableFile.read(descriptor, size: count, maxBytes: count) else {
      throw SystemError("read", path)
    }
    return bytes
  }

  /// Removes an asset with all files of an unfinished try.
  func remove(_ key: TitleKey, _ kind: Kind) throws(SystemError) {
    let file = file(key, kind)
    for name in [file, file + ".part", file + ".part.tag", lock(key, kind)] { try Self.unlink(name) }
    try Self.empty(workshop(key, kind))
    try Self.removeFolder(workshop(key, kind))
  }

  /// Removes all of a download. Files that are not ours stay, and the folder with them.
  func remove(_ key: TitleKey) throws(SystemError) {
    for kind in Kind.allCases { try remove(key, kind) }
    try Self.removeFolder(folder(key))
  }

  private static func unlink(_ path: String) throws(SystemError) {
    guard Glibc.unlink(path) == 0 || [ENOENT, ENOTDIR, EISDIR].contains(errno) else {
      throw SystemError("remove", path)
    }
  }

  private static func removeFolder(_ path: String) throws(SystemError) {
    guard rmdir(path) == 0 || [ENOENT, ENOTDIR, ENOTEMPTY, EEXIST].contains(errno) else {
      throw SystemError("remove the folder", path)
    }
  }

  /// Removes the contents of a folder, never the target of a link.
  ///
  /// - Parameter depth: how many levels of subfolders are removed.
  static func empty(_ path: String, depth: Int = 8) throws(SystemError) {
    for name in DurableFile.names(in: path, followsLink: false) {
      let place = "\(path)/\(name)"
      if Glibc.unlink(place) == 0 { continue }
      guard errno == EISDIR, depth > 0 else {
        try unlink(place)
        continue
      }
      try empty(place, depth: depth - 1)
      try removeFolder(place)
    }
  }
}
