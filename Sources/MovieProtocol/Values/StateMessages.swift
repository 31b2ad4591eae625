package import JSONRPC

extension CatalogueStatus {
  /// `81701 titles, as of 2026-07-29; the next weekly update is at 2026-11-28T09:00:00Z`
  package var message: Message {
    guard titles > 0 || isOpen else { return .catalogueOpening }
    var message: Message = asOf.map { .catalogueAsOf(titles, $0) } ?? .catalogueTitles(titles)
    if let exportDay { message = .catalogueWithExport(message, exportDay) }
    switch state {
    case .fetching: message = .catalogueFetching(message, percent ?? 0)
    case .importing: message = .catalogueImporting(message, percent ?? 0)
    case .opening, .ready: break
    }
    if importsLost { message = .catalogueLost(message) }
    guard let nextUpdateAt else { return message }
    return switch updateReason {
    case .metered: .catalogueMetered(message, nextUpdateAt)
    case .battery: .catalogueOnBattery(message, nextUpdateAt)
    case .offline: .catalogueOffline(message, nextUpdateAt)
    case .failed: .catalogueFailed(message, nextUpdateAt)
    case nil: .catalogueNext(message, nextUpdateAt)
    }
  }
}

extension AccountStatus {
  /// `ana, last compared at 2026-11-21T09:00:00Z`; nil: there is no account.
  package var message: Message? {
    guard let username else { return nil }
    guard state != .revoked else { return .accountSessionEnded(username) }
    var message: Message = syncedAt.map { .accountCompared(username, $0) } ?? .words(username)
    if question != nil { message = .accountQuestion(message) }
    if pendingChanges > 0 { message = .accountPending(message, pendingChanges) }
    return error.map { .accountFailed(message, $0.message) } ?? message
  }
}

extension SyncStatus {
  /// Where it is and who else uses it, or what is wrong.
  package var facts: Message {
    let reason = message ?? .words(state.rawValue)
    return switch state {
    case .ok: sharedWith
    case .starting: .syncUnread(folder)
    case .away: .syncAway(folder)
    case .full: .syncNotAdded(folder, reason)
    case .recordFull: .syncPartlyRead(folder, reason)
    case .unreadable, .unwritable, .noPassphrase, .noLibsodium, .tooManyFiles, .failed:
      .syncFault(folder, reason)
    }
  }

  private var sharedWith: Message {
    func machines(_ isLocked: Bool) -> [String] {
      Set(files.filter { $0.isLocked == isLocked }.compactMap { $0.deviceName ?? $0.device }).sorted()
    }
    let (others, locked) = (machines(false), machines(true))
    let place: Message = isEncrypted ? .syncEncrypted(folder) : .words(folder)
    if others.isEmpty, locked.isEmpty { return .syncAlone(place) }
    let shared = others.isEmpty ? place : .syncShared(place, others)
    return locked.isEmpty ? shared : .syncNotRead(shared, locked)
  }
}

extension SyncFileStatus {
  /// This machine's passphrase, or the lack of it, does not fit.
  package var isLocked: Bool { [.unencrypted, .encrypted, .otherPassphrase].contains(state) }
}

extension SharedCacheStatus {
  /// `redis://store:6379 does not answer in time; the daemon works without it`
  package var message: Message {
    switch state {
    case .unused: .sharedUnused(address)
    case .ok: .sharedUsed(address, hits)
    case .down: .sharedDown(address, trouble)
    }
  }

  private var trouble: Message {
    let detail = detail ?? ""
    return switch reason {
    case .unreachable, nil: .sharedUnreachable(detail)
    case .tls: .sharedTLS(detail)
    case .timeout: .sharedSlow
    case .closed: .sharedClosed
    case .protocolError: .sharedForeign(detail)
    case .refused: .sharedRefuses(detail)
    }
  }
}
