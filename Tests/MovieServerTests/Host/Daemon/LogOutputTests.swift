import Glibc
import Logging
import TestSupport
import Testing

@testable import MovieServer

@Suite struct LogOutputTests {
  /// What `body` writes to a pipe.
  private func written(_ format: LogOutput.Format = .plain, _ body: (LogOutput) -> Void) throws -> String {
    let pipe = try TestPipe()
    body(LogOutput(descriptor: pipe.writing, format: format))
    close(pipe.writing)
    return pipe.rest()
  }

  /// A thread writes the file.
  private func writeNow(_ text: String, _ output: LogOutput) {
    output.write(.info, text)
    output.drain(within: .seconds(240))
  }

  @Test(arguments: [
    ("a\nb", "a b"), ("a\r\nb", "a  b"), ("a\u{1b}[31mb", "a [31mb"), ("a\u{0}b\u{7f}", "a b "),
    ("a\u{85}b", "a b"),
    ("a\u{2028}b\u{2029}c", "a b c"), ("a\u{202e}b\u{2066}c", "a b c"), ("Amélie 😀", "Amélie 😀"),
    ("<0>emerg", "<0>emerg"),
  ])
  func one_line_whatever_is_in_it(_ text: String, _ expected: String) throws {
    let line = try written { $0.write(.info, text) }
    #expect(line.hasSuffix(" info: \(expected)\n"))
    #expect(line.prefix(20).hasSuffix("Z"))
    #expect(try written(.journald) { $0.write(.info, text) } == "<6>\(expected)\n")
  }

  @Test func journald_is_told_the_priority() throws {
    let text = try written(.journald) { output in
      for level in Logger.Level.allCases { output.write(level, level.rawValue) }
    }
    #expect(text == "<7>trace\n<7>debug\n<6>info\n<5>notice\n<4>warning\n<3>error\n<2>critical\n")
  }

  @Test func a_long_line_is_cut_between_characters_and_ends() throws {
    for character in ["x", "é", "映", "😀"] {
      let text = try written { output in
        output.write(.info, String(repeating: character, count: 10_000))
        output.write(.info, "next")
      }
      let lines = text.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].utf8.count < 4000)
      #expect(!text.contains("\u{fffd}"))
      #expect(lines[0].hasSuffix("..."))
    }
  }

  @Test func a_full_pipe_is_not_waited_for_and_what_was_lost_is_told() throws {
    let pipe = try TestPipe()
    let output = LogOutput(descriptor: pipe.writing, format: .journald)
    for _ in 1...200 { output.write(.info, String(repeating: "x", count: 3000)) }
    #expect(!pipe.some().isEmpty)
    output.write(.info, "again")
    close(pipe.writing)
    let lines = pipe.rest().split(separator: "\n")
    let lost = lines.dropLast().last.flatMap { Int($0.dropFirst(3).prefix { $0 != " " }) } ?? 0
    #expect(lines.last == "<6>again")
    #expect(lost > 100 && lost < 200)
  }

  /// A folder cannot be replaced by a file.
  @Test func file_stays_bounded_where_the_older_one_cannot_be_replaced() throws {
    let folder = try TemporaryFolder()
    let output = try LogOutput.file(in: folder.path)
    #expect(mkdir(folder.path + "/log.1", 0o700) == 0)
    let line = String(repeating: "x", count: 3000)
    for number in 1...1000 { writeNow("\(number) \(line)", output) }
    let text = TemporaryFolder.read(folder.path + "/log")
    #expect(text.utf8.count <= 1 << 20)
    #expect(text.contains(" 1000 xxx"))
    // Once nothing is in the way, nothing more is lost. A file has about 345 of these lines: it is replaced once.
    #expect(rmdir(folder.path + "/log.1") == 0)
    for number in 1001...1300 { writeNow("\(number) \(line)", output) }
    let all = TemporaryFolder.read(folder.path + "/log.1") + TemporaryFolder.read(folder.path + "/log")
    // To look for each in the text would take minutes.
    let words = all.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 3).dropFirst(2).first ?? ""
    }
    #expect(Set(words).isSuperset(of: (1000...1300).map { Substring("\($0)") }))
    #expect(words.allSatisfy { Int($0) != nil })
  }

  @Test func a_client_cannot_forge_a_field() throws {
    let text = try written(.journald) { output in
      let logger = Logger(label: "test") { _ in LineLogHandler(output: output, level: .info) }
      logger.notice(
        "closed", metadata: ["client": "x pid=1\n<0>\"\\", "pid": "7", "none": "", "plain": "mybar-1"])
      logger.debug("too little")
    }
    #expect(text == #"<5>closed client="x pid=1 <0>\"\\" none="" pid=7 plain=mybar-1"# + "\n")
  }

  @Test func level_is_that_of_all_copies_of_a_logger() throws {
    let text = try written(.journald) { output in
      var logger = Logger(label: "test") { _ in LineLogHandler(output: output, level: .warning) }
      let copy = logger
      copy.info("before")
      logger.logLevel = .info
      copy.info("after")
    }
    #expect(text == "<6>after\n")
  }

  @Test func a_file_becomes_the_older_one_at_a_mebibyte() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state/log"
    let output = try LogOutput.file(in: folder.path + "/state")
    let text = String(repeating: "x", count: 3000)
    for _ in 1...800 { writeNow(text, output) }
    var status = stat()
    for one in [path, path + ".1"] {
      #expect(stat(one, &status) == 0)
      #expect(status.st_size <= 1 << 20)
      #expect(status.st_mode & 0o777 == 0o600)
    }
    #expect(stat(path + ".2", &status) != 0)
    // A new daemon goes on in the same file.
    let size = TemporaryFolder.read(path).utf8.count
    writeNow("hello", try LogOutput.file(in: folder.path + "/state"))
    #expect(TemporaryFolder.read(path).hasSuffix(" info: hello\n"))
    #expect(TemporaryFolder.read(path).utf8.count > size)
  }
}
