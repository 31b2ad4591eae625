import EventLoop
import MovieProtocol
import MovieStore
import MovieSync

// Reading the journals of other devices.
extension FolderSync {
  /// It need not be read again. What could not be read may be readable by now: its time and size say nothing.
  func isKnownFault(_ file: SyncFile) -> Bool {
    faulty[file.name].map { $0.file == file && $0.state != .unreadable } ?? false
  }

  /// - Returns: whether all of it is in the library now, or it is no journal that its reader's passphrase fits. Of
  ///   this device's own journal that is also what is older than the memory of others, or ahead of a clock that was
  ///   set back.
  func merge(
    _ file: SyncFile, _ known: SyncFile?, _ folder: FolderAccess, _ rules: SyncRules,
    _ status: inout SyncStatus, isOwn: Bool = false
  ) async throws -> Bool {
    let now = clock.now()
    let (mark, latest) = (known?.mark ?? JournalReader.Mark(), isOwn ? .max : now.milliseconds)
    let opened: Result<JournalReader, any Error> = try await folder.call { [file, keys] files in
      Result { try JournalReader(files.read(file), keys: keys, after: mark, now: latest) }
    }
    var reader: JournalReader
    switch opened {
    case .success(let read): reader = read
    case .failure(JournalFault.noMemory): throw JournalFault.noMemory
    case .failure(let error):
      let state = Self.state(of: error)
      faulty[file.name] = (file, state, (error as? JournalFault)?.header)
      return ![.newer, .tooLarge, .unreadable].contains(state)
    }
    guard isOwn || !reader.isForgotten(now: now.milliseconds) else {
      faulty[file.name] = (file, .forgotten, nil)
      return false
    }
    faulty[file.name] = nil
    var file = file
    (file.device, file.deviceName) = (reader.header.device, reader.header.name)
    let start = known?.mark ?? reader.mark
    var isAtEnd = false
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
      let merged = try await profiles.library.perform { [file] library throws(LibraryError) in
        try await library.merge(changes, from: end == nil ? file.unread : file, rules, now: now)
      }
      apply(merged, &status)
      if merged.isFull { return false }
    } while !isAtEnd
    if isOwn, reader.newest > HybridClock.latest(now: now.milliseconds) {
      tidiedAt = nil
      try await tidy()
    }
    return true
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

  func describe(_ files: [SyncFile], _ now: Timestamp) async throws(LibraryError) -> [SyncFileStatus] {
    let known = try await profiles.library.perform { library throws(LibraryError) in
      try await library.syncFiles()
    }
    return files.map { file in
      let read = known.first { $0.name == file.name }
      var status = SyncFileStatus(name: file.name, state: .ok)
      status.device = read?.device?.description
      status.deviceName = read?.deviceName
      if let newest = read?.mark.newest, newest > .zero {
        status.changedAt = Timestamp(milliseconds: newest.milliseconds)
      }
      if let fault = faulty[file.name], fault.file == file {
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
