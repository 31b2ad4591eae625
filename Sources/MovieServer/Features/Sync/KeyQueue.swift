import EventLoop
import MovieStore

/// Journals whose keys have to be made. A key takes a second of a core and 256 MiB, and a stranger can write a
/// new salt at any time: so one is made at a look, in the order in which they came, and once some did not fit, none
/// for a while after each that does not.
@LoopActor
struct KeyQueue {
  private static let pause: Duration = .seconds(30)
  /// So many may fail without a pause: the journals of others may be behind them.
  static let patience = 32

  private(set) var waiting: [String] = []
  private var pausedUntil = LoopInstant.distantPast
  private var isUsed = false
  private var failures = 0

  /// At the beginning of a look.
  ///
  /// - Parameter names: of the files that are there.
  mutating func begin(_ names: Set<String>) {
    waiting.removeAll { !names.contains($0) }
    isUsed = false
  }

  /// Whether the file's key may be made now.
  func admits(_ file: SyncFile) -> Bool {
    !isUsed && EventLoop.now >= pausedUntil && (waiting.first ?? file.name) == file.name
  }

  mutating func wait(_ file: SyncFile) {
    if !waiting.contains(file.name) { waiting.append(file.name) }
  }

  /// The file that was admitted was read.
  ///
  /// - Parameter fits: whether its key was the right one, and is kept.
  mutating func end(_ file: SyncFile, fits: Bool) {
    waiting.removeAll { $0 == file.name }
    isUsed = true
    guard !fits else { return }
    failures = min(failures + 1, Self.patience)
    if failures == Self.patience { pausedUntil = EventLoop.now + Self.pause }
  }

  /// The next look has something to do at once.
  var isReady: Bool { !waiting.isEmpty && EventLoop.now >= pausedUntil }
}
