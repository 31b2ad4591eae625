import Glibc
import JSONRPC
import MovieProtocol
import MovieStore

/// Whether folders and the log can be used.
enum FolderChecks {
  /// Less than the library and the log of its changes may need.
  private static let littleRoom = 1 << 20

  /// - Parameter setting: names another one.
  static func folder(_ name: String, _ path: String, _ setting: Setting) -> DoctorFinding {
    guard let facts = FileFacts(path) else {
      let above = FileFacts.existingFolder(above: path)
      return FileFacts.canMake(path)
        ? DoctorFinding(name, .ok, .notThereYet(path))
        : DoctorFinding(
          name, .problem, .cannotBeCreated(path, above),
          Advice(.chownOrSet(above, "\(setting.name) in config.toml")))
    }
    guard facts.kind == .folder else {
      return DoctorFinding(name, .problem, .isNoFolder(path), .restart(.moveOrSet(setting.name)))
    }
    guard FileFacts.isWritable(path) else {
      let message: Message = setting === Setting.dataFolder ? .listsReadOnly(path) : .cannotBeWritten(path)
      return DoctorFinding(name, .problem, message, Advice(.makeYours))
    }
    let user = geteuid()
    guard facts.owner == user else {
      return DoctorFinding(
        name, .warning, .ofOtherUser(path, Int(facts.owner)),
        Advice(.chownAll(Int(user), ShellWord.quoted(path))))
    }
    if let free = FileFacts.freeBytes(path), free < littleRoom {
      return DoctorFinding(
        name, .problem, .tooLittleRoom(path, MessageBytes(littleRoom)), Advice(.freeSpace))
    }
    return DoctorFinding(name, .ok, .words(path))
  }

  static func log(_ path: String) -> DoctorFinding {
    let name = "log"
    guard let facts = FileFacts(path) else {
      guard FileFacts.canMake(path) else {
        let above = FileFacts.existingFolder(above: path)
        return DoctorFinding(
          name, .warning, .withoutLog(.cannotBeCreated(path, above), .noLog),
          Advice(.chownOrSet(above, "XDG_STATE_HOME")))
      }
      return DoctorFinding(name, .ok, .logLater(path))
    }
    guard facts.kind == .file, FileFacts.isWritable(path) else {
      return DoctorFinding(
        name, .warning, .withoutLog(.cannotBeWritten(path), .noLog),
        Advice(.chmod("u+w", ShellWord.quoted(path))))
    }
    return DoctorFinding(name, .ok, .withSize(path, MessageBytes(facts.bytes)))
  }

  /// The catalogue, by its file only.
  static func catalogue(in cache: String) -> DoctorFinding {
    let path = cache + "/catalogue.index"
    let message = FileFacts(path).map { Message.withSize(path, MessageBytes($0.bytes)) }
    return DoctorFinding("catalogue", .ok, message ?? .createdAtStart)
  }
}

/// `library.sqlite` and the files next to it, by name and time.
enum LibraryChecks {
  private static let name = "library"
  /// A daemon that runs for an hour, or exits normally, has made a copy long before.
  private static let copyIsLate: Duration = .seconds(3 * 86_400)
  /// The library is not restored more often.
  private static let maxShown = 8
  private static let maxReportBytes = 2048

  /// - Parameter fault: why the library cannot be used.
  static func findings(in folder: String, _ fault: RPCError?) -> [DoctorFinding] {
    if let fault { return [DoctorFinding(name, .problem, fault.text, fault.advice)] + restored(folder) }
    // Something else stands there: another finding reports it.
    if let facts = FileFacts(folder), facts.kind != .folder { return [] }
    return [present(folder + "/library.sqlite")] + restored(folder)
  }

  private static func present(_ path: String) -> DoctorFinding {
    guard let facts = FileFacts(path) else { return DoctorFinding(name, .ok, .createdAtStart) }
    guard FileFacts.isWritable(path) else {
      return DoctorFinding(
        name, .problem, .listsReadOnly(path), Advice(.chmod("u+w", ShellWord.quoted(path))))
    }
    let library: Message = .withSize(path, MessageBytes(facts.bytes))
    let changedAt = max(facts.changedAt, FileFacts(path + "-wal")?.changedAt ?? .distantPast)
    guard let copy = FileFacts(path + ".backup") else {
      return DoctorFinding(name, .ok, .notCopiedYet(library))
    }
    let copied: Message = .newestCopy(library, copy.changedAt)
    return changedAt - copy.changedAt < copyIsLate
      ? DoctorFinding(name, .ok, copied)
      : DoctorFinding(name, .warning, .lastChanged(copied, changedAt), .restart(.restartCopies))
  }

  /// The note that is written when the library is replaced with a copy.
  private static func restored(_ folder: String) -> [DoctorFinding] {
    let beginning = "library.sqlite.restored-"
    let reports = DurableFile.names(in: folder).filter { $0.hasPrefix(beginning) }.sorted()
    return reports.suffix(maxShown).map { report in
      let path = "\(folder)/\(report)"
      let bytes = (try? TextFile.read(path, atMost: 1 << 20)) ?? []
      let words = String(decoding: bytes.prefix(maxReportBytes), as: UTF8.self)
      let damaged =
        "\(folder)/library.sqlite.damaged-\(report.dropFirst(beginning.count).prefix { $0 != "." })"
      let files =
        (FileFacts(damaged) == nil ? "" : ShellWord.quoted(damaged) + "* ") + ShellWord.quoted(path)
      return DoctorFinding(
        name, .warning, .words(words.split(whereSeparator: \.isNewline).joined(separator: " ")),
        Advice(.checkListsThenRemove(files)))
    }
  }
}
