internal import CLibuv

extension EventLoop {
  /// Returns unused memory to the system, after a burst: otherwise the allocator keeps freed memory
  /// ([malloc_trim(3)](https://man7.org/linux/man-pages/man3/malloc_trim.3.html)). Runs on a thread of the
  /// pool; other threads that allocate meanwhile may wait for some milliseconds.
  @LoopActor package static func giveMemoryBack() async {
    await offload { _ = malloc_trim(0) }
  }
}
