import Testing

@testable import MovieClient

@Suite struct LockHolderTests {
  @Test func line_of_a_daemon_is_read() {
    let holder = LockHolder(text: "pid 4242, ends within 10000 ms, socket /run/user/1000/a, b/socket")
    #expect(holder?.pid == 4242)
    #expect(holder?.endsWithin == .seconds(10))
    #expect(holder?.socket == "/run/user/1000/a, b/socket")
  }

  @Test func nobody_is_waited_for_longer_than_the_longest_end() {
    let holder = LockHolder(text: "pid 4242, ends within \(Int.max) ms, socket /s")
    #expect(holder?.endsWithin == .seconds(65))
  }

  @Test(arguments: [
    "", "pid 4242", "pid 4242, ends within 1 ms", "pid 4242, ends within 1 ms, socket s",
    "pid 1, ends within 1 ms, socket /s", "pid -7, ends within 1 ms, socket /s",
    "pid 99999999999, ends within 1 ms, socket /s", "pid 4242, ends within -1 ms, socket /s",
    "pid 4242, ends within ms, socket /s", "pid 4242, ends within 99999999999999999999 ms, socket /s",
  ])
  func other_text_names_nobody(_ text: String) {
    #expect(LockHolder(text: text) == nil)
  }
}
