internal import CLibuv

/// What the allocator does with memory that was freed.
extension EventLoop {
  /// Bytes that each heap keeps behind its last block.
  private static let (maxKept, maxKeptAtWork): (CInt, CInt) = (1 << 20, 64 << 20)
  @LoopActor private static var isAtWork = false

  /// Lets the allocator keep at most a megabyte behind the last block of each heap; otherwise it keeps twice the
  /// size of the largest block that was ever freed
  /// ([mallopt(3)](https://man7.org/linux/man-pages/man3/mallopt.3.html)). Call it before any thread starts.
  package static func keepLittleFreeMemory() {
    mallopt(M_TRIM_THRESHOLD, maxKept)
    // Larger blocks have mappings of their own, which go when they are freed. Setting one of the two keeps both
    // from growing with what is freed; the default of this one is 128 KB, and a mapping costs a system call.
    mallopt(M_MMAP_THRESHOLD, maxKept)
  }

  /// A turn has freed more than is kept for the next one.
  @LoopActor package static var hasFreedBuffers: Bool { Loop.shared.outputBuffers.hasFreed }

  /// Lets it keep more until `giveMemoryBack`: turns that free as much would return it to the system, and the next
  /// ones fetch it again page by page.
  @LoopActor package static func keepFreeMemory() {
    Loop.shared.outputBuffers.hasFreed = false
    guard !isAtWork else { return }
    isAtWork = true
    mallopt(M_TRIM_THRESHOLD, maxKeptAtWork)
  }

  /// Returns unused memory to the system, after a burst: otherwise the allocator keeps freed memory
  /// ([malloc_trim(3)](https://man7.org/linux/man-pages/man3/malloc_trim.3.html)). Runs on a thread of the
  /// pool; other threads that allocate meanwhile may wait for some milliseconds.
  @LoopActor package static func giveMemoryBack() async {
    isAtWork = false
    mallopt(M_TRIM_THRESHOLD, maxKept)
    await offload { _ = malloc_trim(0) }
  }
}
