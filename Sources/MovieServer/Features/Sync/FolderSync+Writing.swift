import EventLoop
import MovieProtocol
import MovieStore
import MovieSync

// Writing this device's own journal.
extension FolderSync {
  /// - Returns: false if the journal has to be written again.
  func append(
    _ state: inout SyncState, to journal: OwnJournal, _ folder: FolderAccess, _ rules: SyncRules,
    _ name: String
  ) async throws -> Bool {
    while true {
      let (changes, upTo) = try await profiles.library.perform { [state] library throws(LibraryError) in
        try await library.unexported(state, limit: Self.batch)
      }
      guard upTo > state.exported else { return true }
      // The journal still has what was forgotten.
      if changes.contains(where: { $0.item.list == RangeTombstones.list }) { return false }
      var lines: [UInt8] = []
      for change in changes where rules.exports(change.item) {
        for part in change.parts {
          guard
            let line = JournalLine.encode(
              part, number: state.number + 1, owner: state.device, cipher: journal.cipher)
          else { continue }
          state.number += 1
          lines += line
        }
      }
      if !lines.isEmpty {
        let size = state.bytes
        let written = try await folder.call { [lines] files throws(SyncFolder.Fault) in
          try files.append(lines, to: name, size: size)
        }
        guard let bytes = written else { return false }
        (state.bytes, state.exportedAt) = (bytes, time.now)
      }
      state.exported = upTo
      state = try await saved(state)
    }
  }

  /// Writes all that is known, of other devices too: one journal that is left is enough.
  func writeSnapshot(
    _ folder: FolderAccess, _ rules: SyncRules, _ name: String
  ) async throws -> SyncState {
    // Later changes are appended, whether they are in the snapshot or not.
    var state = try await self.state()
    // Before it is written: what this library has in its journal is never new to it. Should that fail, it is written
    // again, and not appended to: others would miss the line of that number.
    (state.number, state.bytes) = (state.number + 1, min(state.bytes, -1))
    state = try await saved(state)
    let header = JournalHeader(
      state.device, name: MachineID.hostName, clock: HybridClock(milliseconds: time.now.milliseconds),
      number: state.number)
    let (line, cipher) = header.encoded(try await key())
    var (lines, last, isFirst) = (line, SyncItem?.none, true)
    repeat {
      let (changes, next) = try await profiles.library.perform { [last] library throws(LibraryError) in
        try await library.snapshot(after: last, limit: Self.batch, forOthers: true)
      }
      for change in changes where rules.exports(change.item) {
        for part in change.parts {
          lines += JournalLine.encode(part, number: nil, owner: state.device, cipher: cipher) ?? []
        }
      }
      try await folder.call { [lines, isFirst] files throws(SyncFolder.Fault) in
        try files.writeSnapshot(lines, of: name, isFirst: isFirst)
      }
      (lines, last, isFirst) = ([], next, false)
    } while last != nil
    let bytes = try await folder.call { files throws(SyncFolder.Fault) in
      try files.finishSnapshot(of: name)
    }
    journal = OwnJournal(cipher: cipher)
    (state.bytes, state.snapshotBytes, state.snapshotAt, state.mergedBytes) = (bytes, bytes, header.clock, 0)
    (state.exported, state.exportedAt) = (state.clock, time.now)
    state = try await saved(state)
    return state
  }

  /// The journal keeps its key until the passphrase changes.
  private func key() async throws(JournalFault) -> JournalKey? {
    guard let keys else { return nil }
    if let key = journal?.cipher?.key { return key }
    return try await EventLoop.offload { Result { () throws(JournalFault) in try keys.random() } }.get()
  }
}
