import Glibc
import MovieServer
import TestSupport
import Testing

struct ProcessStartTests {
  /// It was not after a larger block had been freed: six megabytes were left of building the catalogue.
  @Test func memory_that_a_thread_freed_is_returned() async {
    await #expect(processExitsWith: .success) {
      ProcessStart.prepare()
      free(malloc(20 << 20))
      let figures = ProcessFigures(getpid())
      let before = figures.residentBytes
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
      #expect(figures.peakMemory > before + (10 << 20))
      #expect(figures.residentBytes < before + (4 << 20))
    }
  }
}

private func useBlocks(_ count: Int) {
  let size = 64 << 10
  let blocks = (0..<count).compactMap { _ in malloc(size) }
  for block in blocks { memset(block, 1, size) }
  for block in blocks { free(block) }
}
