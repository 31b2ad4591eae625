import Testing

@testable import MovieClient

struct TableTests {
  @Test func columns_are_aligned() {
    let rows = [["日本", "7", "a\u{1B}b"], ["x", "12345678", "-"]]
    let table = Table(
      rows,
      [.column("NAME") { $0[0] }, .column("CALLS", .right) { $0[1] }, .column("LAST") { $0[2] }])
    #expect(
      table.text(on: .endless) == """
        NAME     CALLS  LAST
        日本         7  ab
        x     12345678  -

        """)
  }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (24_117_248, "23.0 MiB"),
    (1 << 30, "1.0 GiB"), (Int.max, "8388607.9 TiB"),
  ])
  func bytes_are_readable(_ count: Int, _ shown: String) {
    #expect(Quantity.bytes(count) == shown)
  }

  @Test(arguments: [
    (0, "0 ms"), (850, "850 ms"), (12_000, "12 s"), (303_000, "5 min 3 s"), (7_800_000, "2 h 10 min"),
    (86_400_000, "1 d 0 h"),
  ])
  func times_are_readable(_ milliseconds: Int, _ shown: String) {
    #expect(Quantity.milliseconds(milliseconds) == shown)
  }

  @Test(arguments: [(18, "18 us"), (1200, "1.2 ms"), (3_400_000, "3.4 s")])
  func latencies_are_readable(_ microseconds: Int, _ shown: String) {
    #expect(Quantity.microseconds(microseconds) == shown)
  }

  @Test func paragraphs_break_between_words() {
    let words = String(repeating: "word ", count: 40)
    let lines = Paragraph.text(words, indent: 6, first: "  x").split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 79 })
    #expect(lines.first?.hasPrefix("  x   word") == true)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("      word") })
    #expect(Paragraph.text("a", indent: 4, first: "  long") == "  long\n    a\n")
    #expect(Paragraph.text("", indent: 6, first: "  x") == "  x\n")
  }
}
