import EventLoop
import MovieProtocol
import MovieStore
import MovieSync

// Writing this device's own journal.
extension FolderSync {
  /// - Returns: false if the journal is not as it was left.
  func append(
    _ state: inout SyncState, to journal: OwnJournal, _ folder: SyncFolder, _ rules: SyncRules,
    _ name: String
  ) async throws -> Bool {
    while true {
      let (changes, upTo) = try await profiles.library.perform { [state] library throws(LibraryError) in
        try await library.unexported(state, limit: Self.batch)
      }
      guard upTo > state.exported else { return true }
      var lines: [UInt8] = []
      for change in changes where rules.exports(change.item) {
        guard
          let line = JournalLine.encode(
            change, number: state.number + 1, owner: state.device, cipher: journal.cipher)
        else { continue }
        state.number += 1
        lines += line
      }
      if !lines.isEmpty {
        let size = state.bytes
        let written = await EventLoop.offload { [lines] in
          Result { () throws(SyncFolder.Fault) in try folder.append(lines, to: name, size: size) }
        }
        guard let bytes = try written.get() else { return false }
        (state.bytes, state.exportedAt) = (bytes, clock.now())
      }
      state.exported = upTo
      state = try await saved(state)
    }
  }

  /// Writes all that is known, of other devices too: one journal that is left is enough.
  func writeSnapshot(
    _ state: SyncState, _ folder: SyncFolder, _ rules: SyncRules, _ name: String
  ) async throws -> SyncState {
    // Later changes are appended, whether they are in the snapshot or not.
    var state = try await self.state()
    let header = JournalHeader(
      state.device, name: MachineID.hostName, clock: HybridClock(milliseconds: clock.now().milliseconds),
      number: state.number)
    let (line, cipher) = header.encoded(try await key())
    var (lines, last, isFirst) = (line, SyncItem?.none, true)
    repeat {
      let (changes, next) = try await profiles.library.perform { [last] library throws(LibraryError) in
        try await library.snapshot(after: last, limit: Self.batch)
      }
      for change in changes where rules.exports(change.item) {
        lines += JournalLine.encode(change, number: nil, owner: state.device, cipher: cipher) ?? []
      }
      try await EventLoop.offload { [lines, isFirst] in
        Result { () throws(SyncFolder.Fault) in
          try folder.writeSnapshot(lines, of: name, isFirst: isFirst)
        }
      }.get()
      (lines, last, isFirst) = ([], next, false)
    } while last != nil
    let bytes = try await EventLoop.offload {
      Result { () throws(SyncFolder.Fault) in try folder.finishSnapshot(of: name) }
    }.get()
    journal = OwnJournal(cipher: cipher)
    (state.bytes, state.snapshotBytes, state.snapshotAt) = (bytes, bytes, header.clock)
    (state.exported, state.exportedAt) = (state.clock, clock.now())
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
