import Glibc
import TestSupport
import Testing

@testable import MovieServer

@Suite struct PassphraseFileTests {
  private func read(_ text: String, mode: mode_t = 0o600) throws -> [UInt8]? {
    let folder = try TemporaryFolder()
    let path = folder.path + "/passphrase"
    try TemporaryFolder.write(text, to: path)
    chmod(path, mode)
    return try? PassphraseFile.read(path)
  }

  @Test(arguments: [
    "amber lighthouse", "amber lighthouse\n", " amber lighthouse\t\r\n\n",
  ])
  func blanks_at_the_ends_do_not_count(_ text: String) throws {
    #expect(try read(text) == Array("amber lighthouse".utf8))
  }

  @Test(arguments: ["", "\n", "1234567", "1234567\n", "two lines\nof it\n", "12345678\0"])
  func file_of_another_form_is_refused(_ text: String) throws { #expect(try read(text) == nil) }

  @Test func length_has_bounds() throws {
    for (count, isRight) in [(7, false), (8, true), (512, true), (513, false), (5000, false)] {
      #expect(try (read(String(repeating: "x", count: count)) != nil) == isRight, "\(count)")
    }
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o620, 0o601] as [mode_t])
  func file_that_is_open_to_others_is_refused(_ mode: mode_t) throws {
    #expect(try read("amber lighthouse", mode: mode) == nil)
  }

  @Test func what_is_no_file_is_named() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.path + "/none", "/dev/null"] {
      #expect {
        try PassphraseFile.read(path)
      } throws: {
        "\($0)".contains(path)
      }
    }
  }
}
