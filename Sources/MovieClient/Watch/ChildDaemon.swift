import Glibc

/// The daemon that a follower has started. Unlike other commands a follower keeps running, as its daemon's
/// parent.
struct ChildDaemon {
  typealias FindLaunch = (_ socket: String) throws(CommandError) -> DaemonLaunch

  private var start: DaemonStart?
  /// Set until it has been waited for; only then may the next one be started.
  private var child: pid_t?

  /// Readable when ``progress()`` has something to read; -1 while none is being started.
  var descriptor: CInt { start?.descriptor ?? -1 }

  mutating func begin(socket: String, _ launch: FindLaunch) throws(CommandError) {
    // A killed daemon closes its sockets shortly before it has ended.
    for _ in 0..<20 where child != nil {
      collect()
      if child != nil { Wait.pause(milliseconds: 5) }
    }
    if let child { throw .unreachable("the daemon was started (pid \(child)) but accepts no connection") }
    let start = try DaemonStart(try launch(socket), socket: socket)
    child = start.child.pid
    self.start = start
  }

  /// - Returns: true when it listens.
  mutating func progress() throws(CommandError) -> Bool {
    guard let start else { return false }
    do throws(CommandError) {
      guard try start.poll() else { return false }
      self.start = nil
      return true
    } catch {
      self.start = nil
      throw error
    }
  }

  /// - Returns: why the start counts as failed; nil when none is being started.
  mutating func giveUp() -> CommandError? {
    defer { start = nil }
    return start?.silence
  }

  /// Otherwise a daemon that has ended would stay a zombie. Never waits.
  ///
  /// While it is being started it is left to `progress`, which reports how it ended.
  mutating func collect() {
    guard start == nil, let child, waitpid(child, nil, WNOHANG) != 0 else { return }
    self.child = nil
  }

  /// It may end without any other event that would wake us: we are not connected to it.
  func mayEndUnseen(_ connection: Connection?) -> Bool {
    guard start == nil, let child else { return false }
    return connection?.peerPID != child
  }
}

/// Pauses between retries, each twice as long as the one before.
package struct ReconnectBackoff: Equatable, Sendable {
  private let first: Duration
  package let maxPause: Duration
  private var pause: Duration

  package init(first: Duration, maxPause: Duration) {
    self.first = first
    self.maxPause = maxPause
    pause = first
  }

  package mutating func next() -> Duration {
    defer { pause = min(pause * 2, maxPause) }
    return pause
  }

  /// There was no pause since the last ``reset()``.
  package var isFresh: Bool { pause == first }

  package mutating func reset() { pause = first }
}
