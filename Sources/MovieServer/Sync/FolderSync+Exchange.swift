import EventLoop
import MovieProtocol
import MovieStore
import MovieSync

// One look at the folder.
extension FolderSync {
  /// Lines and items of one transaction: others get their turn between them.
  nonisolated static let batch = 500
  /// Removals have to be in a journal's snapshot before others forget them.
  private static let snapshotAge: Int64 = 30 * 86_400_000
  /// A journal is written again when its changes need more room than its snapshot.
  private static let slack = 1 << 18

  func exchange(_ folder: SyncFolder, _ files: [SyncFile], _ status: inout SyncStatus) async throws {
    let library = profiles.library
    var state = try await library.perform { [machine] library throws(LibraryError) in
      try await library.beginSync(folder: folder.path, machine: machine)
    }
    let now = clock.now()
    let isFirst = tidiedAt == nil
    if tidiedAt.map({ now - $0 > .seconds(86_400) }) ?? true {
      state = try await tidy(state, now)
    }
    status.device = state.device.description
    let rules = rules
    if state.shared != rules.text { state = try await follow(state, rules, &status) }

    let ownName = SyncFolder.name(of: state.device)
    let own = files.first { $0.name == ownName }
    var known = Dictionary(
      try await library.perform { library throws(LibraryError) in try await library.syncFiles() }
        .map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    if isFirst {
      let isReadable: Bool
      (journal, isReadable) = await readOwn(own, folder)
      // Those of others may have been read with another passphrase, or with none.
      if !isReadable {
        try await forget(Array(known.keys))
        known = [:]
      }
    }
    let isAsLeft = journal != nil && own?.bytes == state.bytes
    let others = files.filter { $0.name != ownName }
    for file in others where !file.isRead(known[file.name], now: now) && !isKnownFault(file) {
      try await merge(file, known[file.name], folder, rules, &status)
    }
    try await forget(known.keys.filter { name in !others.contains { $0.name == name } })
    // A journal that is not as it was left may have changes that this library, restored from a backup, lacks.
    if !isAsLeft, let own { try await merge(own, nil, folder, rules, &status) }
    state = try await self.state()
    status.mergedAt = state.mergedAt
    status.files = try await describe(others, now)

    let isOld = now.milliseconds - state.snapshotAt.milliseconds > Self.snapshotAge
    let isLong = state.bytes > 2 * state.snapshotBytes + Self.slack
    var isAppended = false
    if let journal, isAsLeft, !isOld, !isLong {
      isAppended = try await append(&state, to: journal, folder, rules, ownName)
    }
    if !isAppended { state = try await writeSnapshot(state, folder, rules, ownName) }
    status.exportedAt = state.exportedAt
    if status.state == .starting { status.state = .ok }
  }

  private func forget(_ files: [String]) async throws(LibraryError) {
    guard !files.isEmpty else { return }
    try await profiles.library.perform { library throws(LibraryError) in
      try await library.forgetSyncFiles(files)
    }
  }

  func state() async throws(LibraryError) -> SyncState {
    let state = try await profiles.library.perform { library throws(LibraryError) in
      try await library.syncState()
    }
    guard let state else { throw LibraryError.noSyncState }
    return state
  }

  private func tidy(_ state: SyncState, _ now: Timestamp) async throws(LibraryError) -> SyncState {
    let maxSearches = profiles.historyTerms
    try await profiles.library.perform { library throws(LibraryError) in
      try await library.tidySync(state, now: now, maxSearches: maxSearches)
    }
    tidiedAt = now
    return try await self.state()
  }

  /// More is shared than before, or there is another profile, or more room.
  private func follow(
    _ state: SyncState, _ rules: SyncRules, _ status: inout SyncStatus
  ) async throws(LibraryError) -> SyncState {
    var last: SyncItem?
    repeat {
      let (merged, next) = try await profiles.library.perform { [last] library throws(LibraryError) in
        try await library.follow(after: last, limit: Self.batch, rules)
      }
      apply(merged, &status)
      last = next
    } while last != nil
    var state = try await self.state()
    (state.shared, state.bytes) = (rules.text, -1)
    return try await saved(state)
  }

  func saved(_ state: SyncState) async throws(LibraryError) -> SyncState {
    try await profiles.library.perform { library throws(LibraryError) in try await library.save(state) }
    return state
  }

  func apply(_ merged: SyncMerged, _ status: inout SyncStatus) {
    profiles.apply(merged)
    if merged.addedTitles > 0 { onNewTitles?() }
    if let list = merged.fullList {
      (status.state, status.reason) = (.full, "the \(list.rawValue) has limits.library_entries titles")
    }
    if merged.isFull { (status.state, status.reason) = (.full, "too many titles and searches were removed") }
  }
}
