import EventLoop
import Glibc
import Testing

/// Of the whole process, so in one of its own. Not with ThreadSanitizer, which brings another allocator.
struct FreeMemoryTests {
  /// It was not after a larger block had been freed: six megabytes were left of building the catalogue.
  @Test func memory_that_a_thread_freed_is_returned() async {
    await #expect(processExitsWith: .success) {
      EventLoop.keepLittleFreeMemory()
      free(malloc(20 << 20))
      let before = residentBytes()
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { _ in
          // What Swift allocates for itself, the first time, is not to lie behind the blocks.
          for count in [1, 200] { useBlocks(count) }
          return nil
        }, nil)
      try #require(failure == 0)
      pthread_join(thread, nil)
      #expect(before > 0 && residentBytes() < before + (4 << 20))
    }
  }
}

private func useBlocks(_ count: Int) {
  let size = 64 << 10
  let blocks = (0..<count).compactMap { _ in malloc(size) }
  for block in blocks { memset(block, 1, size) }
  for block in blocks { free(block) }
}

/// https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
private func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 100)
  guard fgets(&text, CInt(text.count), file) != nil else { return 0 }
  let fields = text.map { UInt8(bitPattern: $0) }.split(separator: UInt8(ascii: " "))
  return fields.count > 1 ? (Int(String(decoding: fields[1], as: UTF8.self)) ?? 0) * Int(getpagesize()) : 0
}
