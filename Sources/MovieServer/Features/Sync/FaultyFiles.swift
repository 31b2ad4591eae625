import EventLoop
import MovieProtocol
import MovieStore
import MovieSync

/// Files of the folder that are no journals, or none that can be read. One that changes all the time, as only a
/// stranger's does, is tried less and less.
@LoopActor
struct FaultyFiles {
  struct Fault {
    /// As it was when that was found.
    var file: SyncFile
    var state: SyncFileStatus.State
    /// If it is only the passphrase that does not fit.
    var header: JournalHeader?
    fileprivate var count = 1
    fileprivate var restsUntil: LoopInstant
  }

  /// Faults in a row of one file, before it rests: it may be on its way still.
  private static let patience = 3
  private static let firstRest: Duration = .seconds(10)
  private static let maxRest: Duration = .seconds(3600)

  private var faults: [String: Fault] = [:]

  /// The fault that was found last, unless the file is another one since, and is read again.
  subscript(file: SyncFile) -> Fault? {
    faults[file.name].flatMap { $0.file == file || EventLoop.now < $0.restsUntil ? $0 : nil }
  }

  /// It need not be read now. What could not be read may be readable by now: its time and size say nothing.
  func rests(_ file: SyncFile) -> Bool {
    guard let fault = faults[file.name] else { return false }
    return fault.file == file && fault.state != .unreadable || EventLoop.now < fault.restsUntil
  }

  mutating func add(_ file: SyncFile, _ state: SyncFileStatus.State, _ header: JournalHeader? = nil) {
    let count = (faults[file.name]?.count ?? 0) + 1
    var rest = Duration.zero
    if count >= Self.patience, state != .unreadable {
      rest = min(Self.firstRest * (1 << min(count - Self.patience, 10)), Self.maxRest)
    }
    faults[file.name] = Fault(
      file: file, state: state, header: header, count: count, restsUntil: EventLoop.now + rest)
  }

  mutating func remove(_ file: SyncFile) { faults[file.name] = nil }

  mutating func keep(_ names: Set<String>) { faults = faults.filter { names.contains($0.key) } }

  mutating func removeAll() { faults = [:] }
}
