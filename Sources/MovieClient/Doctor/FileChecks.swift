import Glibc
import MovieProtocol

/// Files and folders the daemon reads and writes.
enum FileChecks {
  /// - Parameter socket: the socket of the daemon whose log it is.
  static func log(_ socket: String, _ environment: DoctorEnvironment) -> Finding {
    guard !UserUnit.isUsed(for: socket, environment: environment.variable) else {
      return Finding("log", .ok, "\(UserUnit.log): systemd starts the daemon")
    }
    let path = Environment.logPath(environment: environment.variable)
    let without = localized("a daemon started by a client runs without a log")
    guard let facts = FileFacts(path) else {
      guard FileFacts.canMake(path) else {
        let above = FileFacts.existingFolder(above: path)
        return Finding(
          "log", .warning, "\(path) cannot be created: \(above) is not writable for you; \(without)",
          hint: "chown \(above), or set XDG_STATE_HOME")
      }
      return Finding("log", .ok, "\(path), when a client starts the daemon; not there yet")
    }
    guard facts.kind == .file, FileFacts.isWritable(path) else {
      return Finding(
        "log", .warning, "\(path) cannot be written; \(without)", hint: "chmod u+w \(ShellWord.quoted(path))")
    }
    return Finding("log", .ok, "\(path), \(Quantity.bytes(facts.bytes))")
  }

  /// - Parameter path: as reported by the daemon or the environment.
  static func folder(_ name: String, _ path: String?, _ environment: DoctorEnvironment) -> Finding {
    guard let path else { return homeless(name) }
    guard let facts = FileFacts(path) else {
      let above = FileFacts.existingFolder(above: path)
      return FileFacts.canMake(path)
        ? Finding(name, .ok, "\(path) does not exist yet; the daemon creates it")
        : Finding(
          name, .problem, "\(path) cannot be created: \(above) is not writable for you",
          hint:
            "chown \(above), or set folders.\(name == "cache folder" ? "cache" : "data") in config.toml"
        )
    }
    guard facts.kind == .folder else {
      let setting = name == "cache folder" ? "folders.cache" : "folders.data"
      return Finding(
        name, .problem, "\(path) is not a folder",
        hint: "move it away, or set \(setting) in config.toml; then movierpc daemon restart")
    }
    guard FileFacts.isWritable(path) else {
      return Finding(
        name, .problem,
        name == "data folder"
          ? "\(path) cannot be written: your lists are shown, but cannot be changed"
          : "\(path) cannot be written",
        hint: "make it yours (chown), with mode 700")
    }
    guard facts.owner == environment.uid else {
      return Finding(
        name, .warning, "\(path) belongs to user \(facts.owner), not to you",
        hint: "chown -R \(environment.uid) \(ShellWord.quoted(path))")
    }
    return Finding(name, .ok, "\(path)")
  }

  static func homeless(_ name: String) -> Finding {
    Finding(
      name, .warning, "HOME is not set; the daemon uses your account's home", hint: "export HOME=/home/YOU")
  }
}

/// The attributes of a file, from [lstat(2)](https://man7.org/linux/man-pages/man2/lstat.2.html).
struct FileFacts {
  enum Kind: Equatable { case file, folder, socket, other }

  let kind: Kind
  let owner: uid_t
  /// The nine permission bits.
  let mode: mode_t
  let bytes: Int
  /// When its content last changed.
  let changedAt: Timestamp

  /// Nil if nothing exists there, or nothing that we may access.
  init?(_ path: String, followingLinks: Bool = true) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFSOCK: .socket
      default: .other
      }
    owner = status.st_uid
    mode = status.st_mode & 0o777
    bytes = Int(status.st_size)
    changedAt = Timestamp(status.st_mtim)
  }

  var isPrivate: Bool { mode & 0o077 == 0 }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// The names in a folder with this prefix, sorted; none if it cannot be read.
  static func names(in folder: String, beginning: String) -> [String] {
    LibC.names(in: folder).filter { $0.hasPrefix(beginning) }.sorted()
  }

  /// The first `count` bytes of a regular file; "" if there is none.
  static func beginning(of path: String, _ count: Int) -> String {
    String(decoding: LibC.beginning(of: path, count) ?? [], as: UTF8.self)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The nearest existing folder above, in which a missing one would be created.
  static func existingFolder(above path: String) -> String {
    var folder = folder(of: path)
    while folder != "/", folder != ".", FileFacts(folder) == nil { folder = Self.folder(of: folder) }
    return folder
  }

  /// Whether a missing folder or file could be created, including the folders above it.
  static func canMake(_ path: String) -> Bool {
    let above = existingFolder(above: path)
    return FileFacts(above)?.kind == .folder && isWritable(above)
  }
}
