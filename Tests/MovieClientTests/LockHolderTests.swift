import Testing

@testable import MovieClient

@Suite struct LockHolderTests {
  @Test func lines_of_a_daemon_are_read() {
    let holder = LockHolder(text: "pid 4242, socket /run/user/1000/a, b/socket\nend_ms 20000\n")
    #expect(holder?.pid == 4242)
    #expect(holder?.socket == "/run/user/1000/a, b/socket")
    #expect(holder?.endsWithin == .seconds(20))
  }

  @Test(arguments: [
    ("", 10), ("\n", 10), ("\nend_ms ", 10), ("\nend_ms -1", 10), ("\nend_ms 99999999999", 10),
    ("\nend_ms 0", 0), ("\nend_ms 4000000000", 65),
  ])
  func time_to_its_end_is_bounded(_ more: String, _ seconds: Int) {
    #expect(LockHolder(text: "pid 4242, socket /s" + more)?.endsWithin == .seconds(seconds))
  }

  @Test(arguments: [
    "", "pid 4242", "pid 4242, socket s", "pid 1, socket /s", "pid -7, socket /s",
    "pid 99999999999, socket /s", "end_ms 1\npid 4242, socket /s",
  ])
  func other_text_names_nobody(_ text: String) {
    #expect(LockHolder(text: text) == nil)
  }
}
