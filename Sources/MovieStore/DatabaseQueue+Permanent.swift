import GRDB

extension DatabaseQueue {
  /// Retains this queue for ever, closed or not, and returns it: some hundred bytes.
  ///
  /// GRDB marks its dispatch queue with a value of its own, and when such a queue is disposed of, libdispatch
  /// frees that value on a worker thread (`_dispatch_queue_dispose`). With the first worker it starts a
  /// monitor that wakes up every second from then on, and ends the process if it has no free descriptor at
  /// that moment (https://github.com/swiftlang/swift-corelibs-libdispatch, src/queue.c and
  /// src/event/workqueue.c). A queue that is never disposed of does not use libdispatch's threads at all. You
  /// must close its database yourself.
  func permanent() -> DatabaseQueue {
    _ = Unmanaged.passRetained(self)
    return self
  }
}
