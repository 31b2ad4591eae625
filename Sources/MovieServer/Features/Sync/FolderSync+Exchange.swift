import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import MovieSync

// One look at the folder.
extension FolderSync {
  /// Lines and items of one transaction: others get their turn between them.
  nonisolated static let batch = 500
  /// Removals have to be in a journal's snapshot before others forget them.
  private static let snapshotAge: Int64 = 30 * 86_400_000
  /// A journal is written again when what came after its snapshot needs more room than the snapshot.
  private static let slack = 1 << 18

  func exchange(_ folder: FolderAccess, _ names: SyncFolder.Names, _ status: inout SyncStatus) async throws {
    let library = profiles.library
    var state = try await library.perform { [machine] library throws(LibraryError) in
      try await library.beginSync(folder: folder.path, machine: machine)
    }
    let (begun, now) = (time.shown, time.now)
    status.device = state.device.description
    let rules = rules
    state = try await follow(state, rules, &status)

    let ownName = SyncFile.name(of: state.device)
    let listing = try await folder.call { files throws(SyncFolder.Fault) in
      try files.listing(names.usable, own: ownName)
    }
    let (own, others) = (listing.own, listing.others)
    var known = Dictionary(
      try await library.perform { library throws(LibraryError) in try await library.syncFiles() }
        .map { ($0.name, $0) }, uniquingKeysWith: { one, _ in one })
    if !isChecked {
      let isReadable: Bool
      (journal, isReadable) = try await readOwn(own, folder)
      // Those of others may have been read with another passphrase, or with none.
      if !isReadable {
        try await forget(Array(known.keys))
        known = [:]
      }
      isChecked = true
    }
    var isAsLeft = journal != nil && own?.bytes == state.bytes
    // Before the others are read: that may take long.
    if let journal, isAsLeft { isAsLeft = try await append(&state, to: journal, folder, rules, ownName) }
    let present = Set(others.map(\.name))
    faulty.keep(present)
    keyQueue.begin(present)
    for file in others where !file.isRead(known[file.name], now: now) && !faulty.rests(file) {
      _ = try await merge(file, known[file.name], folder, rules, &status)
    }
    try await forget(known.keys.filter { !present.contains($0) }, areGone: true)
    // A journal that is not as it was left may have changes that this library, restored from a backup, lacks. Those
    // that it has are in it as they were written: what was corrected or forgotten since is not to come back.
    var isMerged = true
    if !isAsLeft, !state.isReset, let own {
      isMerged = try await merge(own, nil, folder, rules, &status, knownOfOwn: state.number)
    }
    state = try await self.state()
    status.mergedAt = state.mergedAt
    let read = try await profiles.library.perform { library throws(LibraryError) in
      try await library.syncFiles()
    }
    // As of before they were merged: what is changed here once they are was changed later.
    try await time.look(read.filter { $0.device != state.device }.map(\.mark.newest), at: begun)
    status.files = describe(others, read, now)
    status.files += names.unusable.map { SyncFileStatus(name: $0, state: .badName) }
    if let full = state.full.first {
      (status.state, status.message) = (.full, .syncListFull(full.list.rawValue))
    } else if listing.omitted > 0 {
      (status.state, status.message) = (
        .tooManyFiles, .syncManyFiles(listing.omitted, SyncFolder.maxFiles)
      )
    }

    guard isMerged else { throw SyncFolder.Fault.unmerged(ownName) }
    let isOld = now.milliseconds - state.snapshotAt.milliseconds > Self.snapshotAge
    let since = state.bytes + state.mergedBytes - state.snapshotBytes
    // A new snapshot may show that there is room after all.
    let isCrowded = state.bytes + state.mergedBytes > rules.maxBytes
    let isLong = since > Self.slack + (isCrowded ? 0 : state.snapshotBytes)
    var isAppended = false
    if let journal, isAsLeft, !isOld, !isLong {
      isAppended = try await append(&state, to: journal, folder, rules, ownName)
    }
    if !isAppended { state = try await writeSnapshot(folder, rules, ownName) }
    // Until then the journal in the folder has clocks that are ahead, and may be read.
    if time.lead > 0 { try await time.forgetLead() }
    status.exportedAt = state.exportedAt
    if status.state == .starting { status.state = .ok }
  }

  func forget(_ files: [String], areGone: Bool = false) async throws(LibraryError) {
    guard !files.isEmpty else { return }
    try await profiles.library.perform { library throws(LibraryError) in
      try await library.forgetSyncFiles(files, areGone: areGone)
    }
  }

  func state() async throws(LibraryError) -> SyncState {
    let state = try await profiles.library.perform { library throws(LibraryError) in
      try await library.syncState()
    }
    guard let state else { throw LibraryError.noSyncState }
    return state
  }

  /// Once a day.
  func tidy() async throws(LibraryError) {
    let (now, reached, lead) = (time.now, time.reached, time.lead)
    // A clock that was set back is the reason for much of it.
    if let tidiedAt, lead == 0, tidiedAt <= now, now - tidiedAt <= .seconds(86_400) { return }
    let rules = rules
    try await profiles.library.perform { library throws(LibraryError) in
      guard let state = try await library.syncState() else { return }
      try await library.tidySync(state, now: now, reached: reached, lead: lead, rules)
    }
    tidiedAt = now
  }

  /// If more is shared than before, or there is another profile, or more room.
  private func follow(
    _ state: SyncState, _ rules: SyncRules, _ status: inout SyncStatus
  ) async throws(LibraryError) -> SyncState {
    let isOther = state.shared != rules.text
    if !isOther {
      guard !state.full.isEmpty else { return state }
      let hasRoom = try await profiles.library.perform { library throws(LibraryError) in
        try await library.hasRoom(in: state.full, rules)
      }
      guard hasRoom else { return state }
    }
    var last: SyncItem?
    repeat {
      let (merged, next) = try await profiles.library.perform { [last] library throws(LibraryError) in
        try await library.follow(after: last, limit: Self.batch, rules)
      }
      apply(merged, &status)
      last = next
    } while last != nil
    var state = try await self.state()
    guard isOther else { return state }
    // What could not be used until now was only taken from its own device.
    let read = try await profiles.library.perform { library throws(LibraryError) in
      try await library.syncFiles()
    }
    try await forget(read.map(\.name))
    faulty.removeAll()
    (state.shared, state.bytes) = (rules.text, min(state.bytes, -1))
    return try await saved(state)
  }

  func saved(_ state: SyncState) async throws(LibraryError) -> SyncState {
    try await profiles.library.perform { library throws(LibraryError) in try await library.save(state) }
    return state
  }

  func apply(_ merged: SyncMerged, _ status: inout SyncStatus) {
    profiles.apply(merged)
    if merged.addedTitles > 0 { onNewTitles?() }
    if merged.isFull {
      (status.state, status.message) = (.recordFull, .syncRecordFull)
    }
  }
}
