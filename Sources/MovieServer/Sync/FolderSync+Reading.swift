import EventLoop
import MovieProtocol
import MovieStore
import MovieSync

// Reading the journals of other devices.
extension FolderSync {
  func isKnownFault(_ file: SyncFile) -> Bool { faulty[file.name]?.file == file }

  func merge(
    _ file: SyncFile, _ known: SyncFile?, _ folder: SyncFolder, _ rules: SyncRules,
    _ status: inout SyncStatus
  ) async throws {
    let now = clock.now()
    let mark = known?.mark ?? JournalReader.Mark()
    let opened: Result<JournalReader, any Error> = await EventLoop.offload { [keys] in
      Result { try JournalReader(folder.read(file), keys: keys, after: mark, now: now.milliseconds) }
    }
    var reader: JournalReader
    switch opened {
    case .success(let read): reader = read
    case .failure(JournalFault.noMemory): throw JournalFault.noMemory
    case .failure(let error):
      faulty[file.name] = (file, Self.state(of: error), (error as? JournalFault)?.header)
      return
    }
    guard !reader.isForgotten(now: now.milliseconds) else {
      faulty[file.name] = (file, .forgotten, nil)
      return
    }
    faulty[file.name] = nil
    var file = file
    (file.device, file.deviceName) = (reader.header.device, reader.header.name)
    // A line that is too far ahead is looked for again, from where the file was read before.
    let start = known?.mark ?? reader.mark
    repeat {
      let (changes, next) = await EventLoop.offload { [reader] in
        var reader = reader
        return (reader.next(Self.batch), reader)
      }
      reader = next
      file.badLines = (reader.isContinued ? known?.badLines ?? 0 : 0) + reader.badLines
      file.mark = reader.isAtEnd && reader.earliestAhead == nil ? reader.mark : start
      file.aheadUntil = reader.earliestAhead.map {
        Timestamp(milliseconds: $0.milliseconds - HybridClock.tolerance)
      }
      let merged = try await profiles.library.perform { [file] library throws(LibraryError) in
        try await library.merge(changes, from: reader.isAtEnd ? file : file.unread, rules, now: now)
      }
      apply(merged, &status)
    } while !reader.isAtEnd
  }

  private nonisolated static func state(of error: any Error) -> SyncFileStatus.State {
    switch error {
    case JournalFault.newer: .newer
    case JournalFault.unencrypted: .unencrypted
    case JournalFault.encrypted: .encrypted
    case JournalFault.otherPassphrase: .otherPassphrase
    case JournalFault.tooLarge, SyncFolder.Fault.tooLarge: .tooLarge
    case is JournalFault: .foreign
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
  func readOwn(_ file: SyncFile?, _ folder: SyncFolder) async -> (journal: OwnJournal?, isReadable: Bool) {
    guard let file else { return (nil, false) }
    return await EventLoop.offload { [keys] in
      guard var reader = try? JournalReader(folder.read(file), keys: keys, now: .max) else {
        return (nil, false)
      }
      while !reader.isAtEnd { _ = reader.next(Self.batch) }
      return (reader.badLines == 0 ? OwnJournal(cipher: reader.cipher) : nil, true)
    }
  }
}
