import EventLoop
import Glibc
import Synchronization

/// Ends a start that a disk holds up, and tells the client that has started the daemon: there is no loop yet that
/// could do either. A service manager has a timeout of its own.
enum StartTimeout {
  /// A client waits 10 s.
  private static let seconds: UInt32 = 8
  private static let path = Mutex<String?>(nil)

  static func begin(readyDescriptor: CInt?) {
    guard let readyDescriptor else { return }
    _ = DetachedThread.start {
      sleep(seconds)
      guard let path = path.withLock({ $0 }) else { return }
      ReadyPipeWriter.report("\(path) does not respond", to: readyDescriptor)
      _exit(EXIT_FAILURE)
    }
  }

  /// Call before the start waits for another file or folder.
  static func waits(for path: String) { self.path.withLock { $0 = path } }

  /// The daemon has started.
  static func end() { path.withLock { $0 = nil } }
}
