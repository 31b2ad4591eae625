import EventLoop
import MovieProtocol
import MovieStore
import MovieSync

// Reading the journals of other devices.
extension FolderSync {
  /// - Returns: whether all of it is in the library now, or it is no journal that its reader's passphrase fits. Of
  ///   this device's own journal that is also what is older than the memory of others, or ahead of a clock that was
  ///   set back, but not what the library has written there itself.
  /// - Parameter knownOfOwn: of the own journal, the number of the last change that this library has written.
  func merge(
    _ file: SyncFile, _ known: SyncFile?, _ folder: FolderAccess, _ rules: SyncRules,
    _ status: inout SyncStatus, knownOfOwn: Int? = nil
  ) async throws -> Bool {
    let (now, reached, isOwn) = (time.now, time.reached, knownOfOwn != nil)
    let (mark, latest) = (known?.mark ?? JournalReader.Mark(), isOwn ? .max : now.milliseconds)
    var reader: JournalReader
    switch try await open(file, after: mark, latest, folder, knownOfOwn) {
    case .success(let read): reader = read
    case .failure(JournalFault.noMemory): throw JournalFault.noMemory
    case .failure(JournalFault.keyNeeded):
      keyQueue.wait(file)
      return false
    case .failure(let error):
      let state = Self.state(of: error)
      faulty.add(file, state, (error as? JournalFault)?.header)
      return ![.newer, .tooLarge, .unreadable].contains(state)
    }
    guard isOwn || !reader.isForgotten(now: reached.milliseconds) else {
      faulty.add(file, .forgotten)
      return false
    }
    let found = file
    var file = file
    (file.device, file.deviceName) = (reader.header.device, reader.header.name)
    let start = known?.mark ?? reader.mark
    var (isAtEnd, room, refused) = (false, SyncRoom?.none, 0)
    repeat {
      let (changes, next, end) = try await folder.call { [reader] _ in
        var reader = reader
        let changes = reader.next(Self.batch)
        return (changes, reader, reader.isAtEnd ? reader.mark : nil)
      }
      (reader, isAtEnd) = (next, end != nil)
      file.badLines = (reader.isContinued ? known?.badLines ?? 0 : 0) + reader.badLines
      // A line that is too far ahead is looked for again, from where the file was read before.
      file.mark = reader.earliestAhead == nil ? end ?? start : start
      file.aheadUntil = reader.earliestAhead.map {
        Timestamp(milliseconds: $0.milliseconds - HybridClock.tolerance)
      }
      let merged = try await profiles.library.perform { [file, room] library throws(LibraryError) in
        try await library.merge(
          changes, from: end == nil ? file.unread : file, rules, isOwn: isOwn, room: room, now: now,
          reached: reached)
      }
      apply(merged, &status)
      if merged.isFull { return false }
      (room, refused) = (merged.room, refused + merged.refused)
    } while !isAtEnd
    if refused > 0 {
      // From its beginning once it has changed, and after a restart or a reset.
      try await forget([found.name])
      faulty.add(found, .full, reader.header)
      return false
    }
    faulty.remove(found)
    if isOwn, reader.newest > HybridClock.latest(now: now.milliseconds) {
      tidiedAt = nil
      try await tidy()
    }
    return true
  }

  /// Its key is only made when it is its turn.
  private func open(
    _ file: SyncFile, after mark: JournalReader.Mark, _ latest: Int64, _ folder: FolderAccess,
    _ knownOfOwn: Int?
  ) async throws(SyncFolder.Fault) -> Result<JournalReader, any Error> {
    func open(mayMakeKey: Bool) async throws(SyncFolder.Fault) -> Result<JournalReader, any Error> {
      try await folder.call { [keys] files in
        Result {
          try JournalReader(
            files.read(file), keys: keys, mayMakeKey: mayMakeKey, after: mark, known: knownOfOwn,
            now: latest)
        }
      }
    }
    let opened = try await open(mayMakeKey: knownOfOwn != nil)
    guard case .failure(JournalFault.keyNeeded) = opened, keyQueue.admits(file) else { return opened }
    let made = try await open(mayMakeKey: true)
    keyQueue.end(file, fits: (try? made.get()) != nil)
    return made
  }

  private nonisolated static func state(of error: any Error) -> SyncFileStatus.State {
    switch error {
    case JournalFault.newer: .newer
    case JournalFault.unencrypted: .unencrypted
    case JournalFault.encrypted: .encrypted
    case JournalFault.otherPassphrase: .otherPassphrase
    case JournalFault.tooLarge, SyncFolder.Fault.tooLarge: .tooLarge
    case is JournalFault: .notAJournal
    default: .unreadable
    }
  }

  func describe(_ files: [SyncFile], _ known: [SyncFile], _ now: Timestamp) -> [SyncFileStatus] {
    files.map { file in
      let read = known.first { $0.name == file.name }
      var status = SyncFileStatus(name: file.name, state: .ok)
      status.device = read?.device?.description
      status.deviceName = read?.deviceName
      if let newest = read?.mark.newest, newest > .zero {
        status.changedAt = Timestamp(milliseconds: newest.milliseconds)
      }
      if keyQueue.waiting.contains(file.name) {
        status.state = .waiting
      } else if let fault = faulty[file] {
        status.state = fault.state
        status.device = fault.header?.device.description ?? status.device
        status.deviceName = fault.header?.name ?? status.deviceName
      } else if read?.aheadUntil.map({ now < $0 }) == true {
        status.state = .ahead
      } else if read?.badLines ?? 0 > 0 {
        status.state = .damaged
      }
      return status
    }
  }

  /// Reads this device's own journal as others do.
  ///
  /// - Returns: the journal, unless it is damaged; and whether the passphrase, or the lack of it, fits.
  func readOwn(
    _ file: SyncFile?, _ folder: FolderAccess
  ) async throws(SyncFolder.Fault) -> (journal: OwnJournal?, isReadable: Bool) {
    guard let file else { return (nil, false) }
    return try await folder.call { [keys] files in
      guard var reader = try? JournalReader(files.read(file), keys: keys, now: .max) else {
        return (nil, false)
      }
      while !reader.isAtEnd { _ = reader.next(Self.batch) }
      return (reader.badLines == 0 ? OwnJournal(cipher: reader.cipher) : nil, true)
    }
  }
}
