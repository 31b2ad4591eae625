import MovieProtocol

/// The shared folder, if there is one, by the daemon's status.
enum SyncCheck {
  private static let name = "sync"

  static func findings(_ status: JSONView<DaemonStatus>) -> [Finding] {
    guard let sync = status.sync else { return [] }
    return [folder(sync)] + sync.files.compactMap(file)
  }

  /// For a page that has one line for it.
  static func summary(_ sync: JSONView<SyncStatus>) -> String {
    let text = folder(sync).message
    return sync.files.contains(where: isLocked) ? localized("\(text) (movierpc doctor says why)") : text
  }

  /// Where it is, and who else uses it.
  private static func facts(_ sync: JSONView<SyncStatus>) -> String {
    func names(_ isIncluded: (JSONView<SyncFileStatus>) -> Bool) -> String {
      Set(sync.files.filter(isIncluded).compactMap { file in file.device.map { file.deviceName ?? $0 } })
        .sorted().joined(separator: ", ")
    }
    let (others, locked) = (names { !isLocked($0) }, names(isLocked))
    var folder = sync.folder ?? "?"
    if sync.isEncrypted == true { folder = localized("\(folder), encrypted") }
    if others.isEmpty, locked.isEmpty {
      return localized("\(folder); no other machine has written there yet")
    }
    let shared = others.isEmpty ? folder : localized("\(folder); shared with \(others)")
    return locked.isEmpty ? shared : localized("\(shared); not read: \(locked)")
  }

  /// This machine's passphrase, or the lack of it, does not fit.
  private static func isLocked(_ file: JSONView<SyncFileStatus>) -> Bool {
    switch file.state {
    case .unencrypted, .encrypted, .otherPassphrase: true
    default: false
    }
  }

  private static func folder(_ sync: JSONView<SyncStatus>) -> Finding {
    let folder = sync.folder ?? "?"
    let reason = sync.message ?? "?"
    switch sync.state {
    case .ok: return Finding(name, .ok, "\(facts(sync))")
    case .starting: return Finding(name, .note, "\(folder): not read yet")
    case .away:
      return Finding(
        name, .warning, "\(folder): there is no such folder now; changes wait for it",
        hint: "mount it, or create it: mkdir -p \(ShellWord.quoted(folder))")
    case .unreadable, .unwritable:
      return Finding(
        name, .problem, "\(folder): \(reason)",
        hint: "you need to be able to read and write there, and there must be room; changes wait for it")
    case .noPassphrase:
      return Finding(
        name, .problem, "\(folder): \(reason)",
        hint: "make it as man movierpc-sync says, and chmod 600; nothing is read or written until then")
    case .noLibsodium:
      return Finding(
        name, .problem, "\(folder): \(reason)",
        hint:
          "install libsodium23 on Debian, libsodium on Fedora or Arch; nothing is read or written until then")
    case .full:
      return Finding(
        name, .warning, "\(folder): not all was added: \(reason)",
        hint: "remove some titles, or set limits.library_entries")
    case .recordFull:
      return Finding(
        name, .problem, "\(folder): not all was read: \(reason)",
        hint: "move files out of it that are of no machine of yours, then movierpc sync reset")
    case .tooManyFiles:
      return Finding(
        name, .warning, "\(folder): \(reason)",
        hint: "delete the files there whose machines are gone, and copies that a sync program has made")
    case .failed: return Finding(name, .problem, "\(folder): \(reason)", hint: "see the daemon's log")
    case nil: return Finding(name, .note, "\(folder): \(sync.text(\.state) ?? "?")")
    }
  }

  /// Nil if there is nothing to report.
  private static func file(_ file: JSONView<SyncFileStatus>) -> Finding? {
    let path = file.name ?? "?"
    let of = file.deviceName.map { " (\($0))" } ?? ""
    switch file.state {
    case .ok, nil: return nil
    case .damaged:
      return Finding(
        name, .warning, "\(path)\(of): some lines are damaged and were skipped",
        hint: "on its own machine: movierpc daemon restart, which writes it again")
    case .ahead:
      return Finding(
        name, .warning, "\(path)\(of): some changes are more than a day ahead of this machine's clock",
        hint: "compare the clocks of both machines (date)")
    case .forgotten:
      return Finding(
        name, .note, "\(path)\(of): nothing was written there for a year, so it is not read any more",
        hint: "delete it if that machine is gone")
    case .newer:
      return Finding(
        name, .problem, "\(path): a later version of movierpc wrote it",
        hint: "install the same version on this machine")
    case .full:
      return Finding(
        name, .warning, "\(path)\(of) has more than is taken from one machine, so not all of it is read",
        hint: "move it out of the folder if it is of no machine of yours, then movierpc sync reset")
    case .unencrypted:
      return Finding(
        name, .warning, "\(path)\(of) is not encrypted, so it is not read",
        hint: "set sync.passphrase_file on that machine, or delete the file if it is not used any more")
    case .encrypted:
      return Finding(
        name, .warning, "\(path)\(of) is encrypted, so it is not read",
        hint: "set sync.passphrase_file on this machine, with the same passphrase")
    case .waiting:
      return Finding(
        name, .note, "\(path)\(of) waits until its key is made, which takes up to a minute",
        hint: "movierpc doctor again")
    case .otherPassphrase:
      return Finding(
        name, .warning, "\(path)\(of) is encrypted with another passphrase, so it is not read",
        hint: "copy the passphrase file from one machine to the other")
    case .notAJournal:
      return Finding(
        name, .warning, "\(path) is no journal of movierpc, or is damaged at its beginning",
        hint: "move it out of the shared folder, unless it is still being copied")
    case .tooLarge, .unreadable:
      return Finding(
        name, .warning, "\(path) is too large or cannot be read",
        hint: "ls -l shows which; a journal has at most 64 MiB")
    case .badName:
      return Finding(
        name, .warning, "\(path): this name is no UTF-8, so the file is not read",
        hint: "rename it, with only letters, digits and - before .jsonl")
    }
  }
}

/// The store of `cache.shared`, as the daemon finds it. It is never a problem: the daemon works without it.
enum SharedCacheCheck {
  /// Nil: there is none.
  static func finding(_ status: JSONView<DaemonStatus>) -> Finding? {
    guard let shared = status.cache.shared, let address = shared.address else { return nil }
    let name = "shared cache"
    switch shared.state {
    case .unused: return Finding(name, .note, "\(address): not used yet")
    case .ok: return Finding(name, .ok, "\(address), \(shared.hits ?? 0) answers found there")
    case .down:
      return Finding(
        name, .warning, "\(address) \(trouble(shared)); the daemon works without it",
        hint: "\(remedy(shared)); the daemon tries it again by itself")
    case nil: return nil
    }
  }

  /// "does not answer in time"
  static func trouble(_ shared: JSONView<SharedCacheStatus>) -> String {
    let detail = shared.detail ?? ""
    return switch shared.reason {
    case .unreachable: localized("cannot be reached (\(detail))")
    case .tls: localized("does not connect by TLS (\(detail))")
    case .timeout: localized("does not answer in time")
    case .closed: localized("closes the connection")
    case .protocolError: localized("answers unlike a Redis or Valkey server (\(detail))")
    case .refused: localized("refuses commands (\(detail))")
    case nil: localized("does not work")
    }
  }

  private static func remedy(_ shared: JSONView<SharedCacheStatus>) -> String {
    switch (shared.reason, shared.detail) {
    case (.refused, "OOM"): localized("let it remove old entries: maxmemory-policy allkeys-lru")
    case (.refused, "WRONGPASS"), (.refused, "NOAUTH"), (.refused, "NOPERM"):
      localized("correct user and password of cache.shared in config.toml, or what the user may do")
    case (.tls, _): localized("check the server's TLS port and certificate, and cache.shared in config.toml")
    default: localized("check the server, and cache.shared in config.toml")
    }
  }
}
