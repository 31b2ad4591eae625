import Testing

@testable import MovieServer

@Suite struct ReadyPipeWriterTests {
  @Test(arguments: [("ready", "ready\n"), ("a\nb\r\nc\n", "a b c\n"), ("", "\n")])
  func it_is_one_line_and_then_the_end(_ text: String, _ expected: String) throws {
    let pipe = try TestPipe()
    ReadyPipeWriter.report(text, to: pipe.writing)
    #expect(pipe.rest() == expected)
  }
}
