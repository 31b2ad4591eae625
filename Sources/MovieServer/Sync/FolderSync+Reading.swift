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
    let opened: Result<JournalReader, any Error> = await EventLoop.offload {
      Result { try JournalReader(folder.read(file), after: mark, now: now.milliseconds) }
    }
    var reader: JournalReader
    switch opened {
    case .success(let read): reader = read
    case .failure(let error):
      faulty[file.name] = (file, Self.state(of: error))
      return
    }
    guard !reader.isForgotten(now: now.milliseconds) else {
      faulty[file.name] = (file, .forgotten)
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
      } else if read?.aheadUntil.map({ now < $0 }) == true {
        status.state = .ahead
      } else if read?.badLines ?? 0 > 0 {
        status.state = .damaged
      }
      return status
    }
  }

  /// Whether every line of this device's own journal can be read by others.
  func isWhole(_ file: SyncFile, _ folder: SyncFolder) async -> Bool {
    await EventLoop.offload {
      guard var reader = try? JournalReader(folder.read(file), now: .max) else { return false }
      while !reader.isAtEnd { _ = reader.next(Self.batch) }
      return reader.badLines == 0
    }
  }
}
