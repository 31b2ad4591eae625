import Glibc
import TestSupport
import Testing

/// What cannot be written is no success: scripts that fill a disk would take half an answer for a whole one.
@Suite struct FullOutputTests {
  private func run(_ home: Home, _ words: [String], input: String? = nil) throws -> Program.Outcome {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(full >= 0)
    defer { close(full) }
    return try home.client(words, input: input, descriptors: [1: full])
  }

  @Test func every_command_says_that_its_output_is_full() throws {
    let home = try Home()
    #expect(try home.client(["watchlist", "add", "movie/438631"]).status == 0)
    for words in [
      ["call", "ping"], ["call", "--envelope", "nonsense"], ["call", "watchlist", "--format", "{title}"],
      ["library", "export"], ["search", "dune"], ["search", "dune", "--text"], ["watchlist", "--as", "fzf"],
      ["searches"], ["settings"], ["status"], ["clients"], ["doctor"], ["methods"], ["describe", "search"],
      ["completions", "bash"], ["--help"], ["search", "--help"], ["--version"], ["watch", "server"],
      ["daemon", "start"], ["daemon", "run", "--help"], ["daemon", "run", "--check-config"],
      ["daemon", "stop"],
    ] {
      let outcome = try run(home, words)
      #expect(outcome.status == 1, "\(words)")
      #expect(outcome.errors.contains("standard output: No space left on device"), "\(words)")
    }
    let pipe = try run(home, ["pipe"], input: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n")
    #expect(pipe.status == 1 && pipe.errors.contains("No space left on device"))
  }
}
