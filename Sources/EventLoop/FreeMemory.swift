internal import CLibuv

extension EventLoop {
  /// Gives memory that nobody uses any more back to the system, after a burst: what is freed stays with the
  /// allocator else ([malloc_trim(3)](https://man7.org/linux/man-pages/man3/malloc_trim.3.html)). On a thread of
  /// the pool; whoever allocates meanwhile may have to wait for some milliseconds.
  @LoopActor package static func giveMemoryBack() async {
    await offload { _ = malloc_trim(0) }
  }
}
