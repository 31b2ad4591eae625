#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The daemon a follower has started. Unlike other commands a follower lives on, as its daemon's parent.
struct OwnDaemon {
  package typealias FindLaunch = (_ socket: String) throws(Failure) -> DaemonLaunch

  private let launch: FindLaunch
  private var start: DaemonStart?
  /// Until it has been waited for; only then may the next one be started.
  private var child: pid_t?

  /// - Parameter launch: finds what to run.
  init(launch: @escaping FindLaunch) { self.launch = launch }

  /// Readable when there is something for ``progress()``; -1 while none is being started.
  var descriptor: CInt { start?.descriptor ?? -1 }

  mutating func begin(socket: String) throws(Failure) {
    // One that was killed closes its sockets a moment before it has ended.
    for _ in 0..<20 where child != nil {
      collect()
      if child != nil { Wait.pause(milliseconds: 5) }
    }
    if let child { throw .unreachable("the daemon that was started, pid \(child), takes no connection") }
    let start = try DaemonStart(try launch(socket), socket: socket)
    child = start.pid
    self.start = start
  }

  /// - Returns: true when it listens.
  mutating func progress() throws(Failure) -> Bool {
    guard let start else { return false }
    do throws(Failure) {
      guard try start.take() else { return false }
      self.start = nil
      return true
    } catch {
      self.start = nil
      throw error
    }
  }

  /// - Returns: why it counts as not started; nil when none is being started.
  mutating func giveUp() -> Failure? {
    defer { start = nil }
    return start?.silence
  }

  /// Without this one that has ended would stay a zombie. Never waits.
  ///
  /// While it is being started it is left to `progress`, which tells how it ended.
  mutating func collect() {
    guard start == nil, let child, waitpid(child, nil, WNOHANG) != 0 else { return }
    self.child = nil
  }

  /// It may end without anything else that would wake us: it serves nobody we are connected to.
  func mayEndUnseen(_ connection: Connection?) -> Bool {
    guard start == nil, let child else { return false }
    return connection?.peerPID != child
  }
}
