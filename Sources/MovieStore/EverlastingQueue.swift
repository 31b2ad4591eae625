import GRDB

extension DatabaseQueue {
  /// Keeps this queue for ever, closed or not, and returns it: some hundred bytes.
  ///
  /// GRDB marks its dispatch queue with a value of its own, and when such a queue goes away libdispatch frees
  /// that value on a worker thread (`_dispatch_queue_dispose`). With the first worker it starts a monitor
  /// that wakes up every second from then on, and ends the process if there is no descriptor left for it at
  /// that moment (https://github.com/swiftlang/swift-corelibs-libdispatch, src/queue.c and
  /// src/event/workqueue.c). A queue that stays does not use libdispatch's threads at all. Its database must
  /// be closed by hand.
  func permanent() -> DatabaseQueue {
    _ = Unmanaged.passRetained(self)
    return self
  }
}
