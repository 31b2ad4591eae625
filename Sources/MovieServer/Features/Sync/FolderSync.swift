import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol
import MovieStore
import MovieSync

/// Keeps the library the same as those of the user's other machines, through the folder that `sync.folder` names:
/// see Protocol/sync.md.
///
/// One look at the folder at a time: it reads what others have written, then writes what this library has not
/// written yet. A look is taken soon after a change of the library or of the folder, and now and then, since not
/// every file system reports changes.
@LoopActor
final class FolderSync {
  /// After a change, so that more of it can follow.
  private static let pause: Duration = .milliseconds(150)
  /// While the folder is away.
  private static let awayInterval: Duration = .seconds(5)
  /// How long a reset waits for a look that is under way.
  private static let resetLimit: Duration = .seconds(10)

  var interval: Duration = .seconds(30)
  let profiles: Profiles
  let time: ClockCheck
  private let logger: Logger
  let machine: String
  private var limits: Limits
  private var folder: FolderAccess?
  private(set) var passphraseFile: String?
  private var watch: FolderWatch?
  private let timer = LoopTimer()
  private var task: Task<Void, Never>?
  private var isWanted = false
  /// The timer runs for a change, not for the interval.
  private var isSoon = false
  private var isClosed = false
  private var isResetting = false
  private var status: SyncStatus?
  var faulty = FaultyFiles()
  var keyQueue = KeyQueue()
  /// Of the passphrase in use; nil: there is none.
  var keys: JournalKeys?
  /// This device's journal, if lines may be appended to it; nil: it was not read yet, or has to be written again.
  var journal: OwnJournal?
  /// Whether its own journal was read, as it was found in this folder.
  var isChecked = false
  /// Of this run.
  var tidiedAt: Timestamp?
  /// Called when titles were added of which only the name is known.
  var onNewTitles: (@LoopActor () -> Void)?

  init(_ profiles: Profiles, _ time: ClockCheck, dataFolder: String, limits: Limits, logger: Logger) {
    (self.profiles, self.time, self.limits, self.logger) = (profiles, time, limits, logger)
    machine = MachineID.of(dataFolder: dataFolder)
  }

  func use(folder path: String?, passphraseFile: String?, _ limits: Limits) {
    (self.limits, self.passphraseFile) = (limits, passphraseFile)
    // By their bytes: `String` takes two spellings of one letter for equal, a disk does not.
    guard path.map({ Array($0.utf8) }) != folder.map({ Array($0.path.utf8) }) else { return schedule() }
    folder?.giveUp()
    folder = path.map { path in
      FolderAccess(SyncFolder(path: path)) { [weak self] in self?.reportSilence(of: path) }
    }
    watch?.close()
    watch = nil
    forgetWhatWasRead()
    status = path.map { SyncStatus(folder: $0) }
    status?.isEncrypted = passphraseFile != nil
    schedule()
  }

  /// Something has changed, here or in the folder.
  func schedule() {
    guard folder != nil, !isClosed, !isResetting, profiles.library.isLoaded else { return }
    guard task == nil else { return isWanted = true }
    // Not from the last of many changes on.
    guard !isSoon, !isFull else { return }
    isSoon = true
    timer.start(after: Self.pause) { [weak self] in self?.begin() }
  }

  /// An attempt to write to a folder without room is itself a change of the folder: only the interval counts.
  private var isFull: Bool { status?.state == .unwritable }

  /// Called now and then while there is no folder: what could be shared is recorded all the same.
  func tidyWithoutFolder() {
    guard folder == nil, task == nil, !isClosed, !isResetting, profiles.library.isLoaded else { return }
    task = LoopTask.start {
      try? await self.time.look()
      try? await self.tidy()
      self.task = nil
      if self.isWanted { self.schedule() }
    }
  }

  /// What the daemon was told until now is written, if the folder is there and answers in time.
  func end(by deadline: LoopInstant) async {
    isClosed = true
    timer.close()
    let limit = LoopTimer()
    limit.start(at: deadline) { [folder] in folder?.giveUp() }
    await task?.value
    if let folder, profiles.library.isLoaded { await run(folder) }
    limit.close()
    folder?.giveUp()
    watch?.close()
    watch = nil
  }

  /// Forgets all that was recorded, and what is known of the time. What the library has counts as added now, as
  /// when it began to share a folder, and its journal is written anew.
  ///
  /// - Parameter change: makes the library's part of it. Only that holds up other changes: the folder may hang.
  /// - Returns: false if no folder was ever shared.
  /// - Throws: `RPCError` if the folder does not answer; then nothing has changed.
  func reset(
    _ change: @LoopActor (@LoopActor () async throws -> Bool) async throws -> Bool
  ) async throws -> Bool {
    isResetting = true
    defer {
      isResetting = false
      schedule()
    }
    // A look that is under way would write what it has read before.
    guard await isIdle() else {
      let resource = folder.map { Message.words($0.path) } ?? .dataFolder
      throw RPCError(.storageError, .unresponsive(resource), Advice(.checkDisk))
    }
    let hasRecord = try await change { [profiles] in
      try await profiles.library.perform { library throws(LibraryError) in try await library.resetSync() }
    }
    time.forget()
    forgetWhatWasRead()
    return hasRecord
  }

  /// Once the look that is under way has ended; false: it hangs.
  private func isIdle() async -> Bool {
    guard let task else { return true }
    let isSilent = status?.message == .syncFolderSilent
    if await EventLoop.value(within: isSilent ? .zero : Self.resetLimit, of: { await task.value }) != nil {
      return true
    }
    if let folder { reportSilence(of: folder.path) }
    return false
  }

  func describe() -> SyncStatus? { status }

  /// What may be in the library, and what is shared.
  var rules: SyncRules {
    SyncRules(
      shared: Dictionary(
        profiles.all.map { ($0.name, $0.settings.shared) }, uniquingKeysWith: { one, _ in one }),
      maxEntries: limits.libraryEntries, maxSearches: limits.searches)
  }

  private func begin() {
    isSoon = false
    guard let folder, task == nil, !isClosed, !isResetting else { return }
    isWanted = false
    task = LoopTask.start {
      await self.run(folder)
      self.task = nil
      guard !self.isClosed else { return }
      if self.isWanted || self.keyQueue.isReady, !self.isFull { return self.schedule() }
      let wait = self.status?.state == .away ? Self.awayInterval : self.interval
      self.timer.start(after: wait) { [weak self] in self?.begin() }
    }
  }

  private func run(_ folder: FolderAccess) async {
    var status = SyncStatus(folder: folder.path)
    status.isEncrypted = passphraseFile != nil
    do {
      try await time.look()
      try await tidy()
      let isWatched = watch != nil
      let (queue, names) = try await folder.call { files throws(SyncFolder.Fault) in
        (isWatched ? nil : try? FolderWatch.Queue(files.path), try files.names())
      }
      // Without a watch there is still the interval.
      if let queue, watch == nil, !isClosed {
        watch = try? FolderWatch(queue, where: SyncFolder.isJournal) { [weak self] in self?.schedule() }
      }
      try await usePassphrase(folder)
      try await exchange(folder, names, &status)
    } catch let fault as SyncFolder.Fault {
      (status.state, status.message) = fault.described
    } catch let fault as PassphraseFile.Fault {
      (status.state, status.message) = fault.described
    } catch JournalFault.noMemory {
      (status.state, status.message) = (.failed, .syncKeyMemory)
    } catch {
      (status.state, status.message) = (.failed, .words("\(error)"))
    }
    // Another folder may have been named meanwhile.
    guard self.folder === folder else { return }
    // Other files may have come in its place.
    if status.state == .away {
      watch?.close()
      watch = nil
    }
    report(status)
  }

  private func reportSilence(of path: String) {
    var status = SyncStatus(folder: path)
    status.isEncrypted = passphraseFile != nil
    (status.state, status.message) = SyncFolder.Fault.silent.described
    report(status)
  }

  /// A fault is logged when it comes and when it goes, not at each look.
  private func report(_ new: SyncStatus) {
    var new = new
    if new.device == nil, let status {
      (new.device, new.exportedAt, new.mergedAt) = (status.device, status.exportedAt, status.mergedAt)
      new.files = status.files
    }
    let isNews = new.state != status?.state || new.message != status?.message
    if isNews, let message = new.message {
      logger.log(
        level: new.state == .away ? .notice : .warning, "the shared folder cannot be used",
        metadata: ["reason": "\(message)"])
    } else if isNews {
      logger.notice("the shared folder is in use", metadata: ["folder": "\(new.folder)"])
    }
    status = new
  }
}

extension SyncFolder.Fault {
  fileprivate var described: (SyncStatus.State, Message) {
    switch self {
    case .away: (.away, .syncFolderAway)
    case .silent: (.unreadable, .syncFolderSilent)
    case .unreadable(let error): (.unreadable, .words("\(error)"))
    case .unmerged(let name): (.unreadable, .syncUnmerged(name))
    case .unwritable(let error): (.unwritable, .words("\(error)"))
    case .tooLarge(let name): (.unwritable, .syncTooLarge(name, SyncFolder.maxBytes >> 20))
    }
  }
}

/// Tells a library from its copy on another machine, or in another folder.
enum MachineID {
  static func of(dataFolder: String) -> String {
    let number = (try? TextFile.read("/etc/machine-id", atMost: 64)).map {
      String(decoding: $0, as: UTF8.self)
    }
    return (number ?? hostName).split(whereSeparator: \.isWhitespace).joined() + " " + dataFolder
  }

  static var hostName: String {
    var name = [UInt8](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
  }
}
