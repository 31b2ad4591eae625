import MovieProtocol
import Testing

@testable import MovieClient

struct CommandParserTests {
  @Test(arguments: [
    ["--format", "{key}", "--year", "2021", "search", "dune", "part"],
    ["search", "dune", "--year=2021", "part", "-f", "{key}"],
    ["-f{key}", "search", "-y2021", "--", "dune", "part"], ["search", "-y=2021", "-f={key}", "dune", "part"],
    ["search", "-y", "1", "dune", "-y", "2021", "part", "--format={key}"],
  ])
  func options_stand_anywhere(_ words: [String]) throws {
    let invocation = try CommandParser(words).invocation()
    #expect(invocation.path == ["search"])
    #expect(invocation.words == ["dune", "part"])
    #expect(invocation["year"] == "2021" && invocation["format"] == "{key}")
    #expect(
      try invocation.params().json().map { String(decoding: $0, as: UTF8.self) }
        == #"{"q":"dune part","year":2021}"#)
  }

  @Test(arguments: [
    ("10", #"{"q":"dune"}"#), ("20.5", #"{"q":"dune","timeout_ms":20500}"#),
    ("4000", #"{"q":"dune","timeout_ms":120000}"#),
  ])
  func daemon_takes_as_long_as_the_client_waits(_ seconds: String, _ params: String) throws {
    let invocation = try CommandParser(["search", "dune", "--timeout", seconds]).invocation()
    #expect(try invocation.params().json().map { String(decoding: $0, as: UTF8.self) } == params)
  }

  @Test(arguments: [
    (["watchlist", "--json", "add", "dune"], ["watchlist", "add"], "add"),
    (["watchlist", "--unwatched"], ["watchlist"], "list"), (["download", "dune"], ["download"], "add"),
    (["settings", "page_size"], ["settings"], "show"), (["download", "--", "stop"], ["download"], "add"),
    (["--socket", "/s", "completions", "bash"], ["completions"], "completions"),
    (["daemon", "run", "--help", "--", "-x"], ["daemon", "run"], "run"),
  ])
  func words_name_the_command(_ words: [String], _ path: [String], _ name: String) throws {
    let invocation = try CommandParser(words).invocation()
    #expect(invocation.path == path && invocation.command.name == name && !invocation.wantsHelp)
  }

  @Test func nothing_is_an_option_after_two_dashes() throws {
    #expect(
      try CommandParser(["search", "a", "--", "--help", "--"]).invocation().words == ["a", "--help", "--"])
    #expect(try CommandParser(["daemon", "run", "--", "-h"]).invocation().words == ["--", "-h"])
  }

  @Test func flags_are_joined_and_lists_end_at_an_option() throws {
    let home = try CommandParser(["home", "--rows", "popular", "trending/tv,award", "-n", "3", "-j"])
      .invocation()
    #expect(
      try home.params().json().map { String(decoding: $0, as: UTF8.self) }
        == #"{"rows":["popular","trending/tv","award"],"row_size":3}"#)
    let call = try CommandParser(["call", "-jP", "kids", "ping"]).invocation()
    #expect(call.has("json") && call.connection.profile == "kids" && call.words == ["ping"])
  }

  @Test(arguments: [
    ["player", "seek", "-10"], ["search", "-30"], ["home", "--seed", "-5"], ["search", "-"],
  ])
  func numbers_may_be_negative(_ words: [String]) throws {
    let invocation = try CommandParser(words).invocation()
    #expect(invocation.words.last == words.last || invocation["seed"] == "-5")
  }

  @Test(arguments: [
    ["-h"], ["search", "--help"], ["help"], [], ["library"], ["search", "--bogus", "-h"],
    ["--json", "-h"], ["watchlist", "--help"], ["search", "--year", "x", "--help"],
  ])
  func help_is_shown(_ words: [String]) throws {
    let invocation = try CommandParser(words).invocation()
    #expect(invocation.wantsHelp || invocation.command.name == "help")
  }

  @Test(arguments: [
    (["search", "--yer=2021", "x"], "there is no option --yer"), (["-x"], "there is no option -x"),
    (["--json", "-x"], "there is no option -x"), (["--json"], "a command is missing"),
    (["-n5"], "a command is missing"), (["-P", "kids"], "a command is missing"),
    (["search", "x", "--profiles", "x"], "there is no option --profiles"),
    (["search", "x", "--profile"], "--profile needs a value"),
    (["search", "x", "-n", "--json"], "-n needs a value"),
    (["--socket=", "search", "x"], "--socket needs a value"),
    (["search", "x", "--no-spawn=1"], "--no-spawn takes no value, not \"1\""),
    (["--color", "search", "x"], "--color must be one of auto, always, never, not \"search\""),
    (["daemon", "log", "--lines", "-1"], "--lines must be an integer, 0 to 1000000000, not -1"),
    (
      ["search", "x", "--timeout", "soon"],
      "--timeout must be seconds, over 0 and at most 86400, not \"soon\""
    ),
    (["search"], "missing argument: WORDS ..."), (["clients", "x"], "unexpected argument: x"),
    // A word that stands where an option's value should.
    (["search", "--page-size", "dune"], "--page-size must be an integer, not \"dune\""),
    (["-n", "dune", "search"], "-n must be an integer, not \"dune\""),
    (["search", "--type", "dune"], "--type must be one of any, movie, tv, not \"dune\""),
    (["search", "--region", "dune"], "--region must be a country like DE, not \"dune\""),
    (["suggest", "-n", "dune"], "-n must be an integer, not \"dune\""),
    (["search", "--type", "film"], "missing argument: WORDS ..."),
    (["search", "-n", "5"], "missing argument: WORDS ..."),
    (["search", "x", "--json", "--as", "fzf"], "--json and --as cannot be combined"),
    (
      ["watch", "server", "--as", "wayber"],
      "--as must be one of json, plain, waybar, polybar, i3blocks, i3status-rs, tmux, not \"wayber\""
    ),
    (["completions", "csh"], "SHELL must be one of bash, zsh, fish, not \"csh\""),
    (["watch", "server", "--timeout", "1"], "watch takes no --timeout"),
    (["--timeout", "1", "watch", "server"], "watch takes no --timeout"),
    (["--timeout=1", "daemon", "log"], "daemon log takes no --timeout"),
    (
      ["library", "--json"],
      "library needs one of these commands before options: export, import, cancel, undo, pending"
    ),
  ])
  func mistakes_are_told(_ words: [String], _ message: String) {
    let mistake = #expect(throws: CommandMistake.self) { try CommandParser(words).invocation() }
    #expect(mistake?.error.status == .usage && mistake?.error.message == message)
  }

  @Test func library_import_has_a_format_of_its_own() throws {
    let invocation = try CommandParser(["library", "import", "x", "--format", "imdb", "--json"]).invocation()
    #expect(invocation["format"] == "imdb")
  }

  @Test(arguments: ["1", "0.5", ".5", "86400", "007"])
  func seconds_are_plain_numbers(_ text: String) {
    #expect(Seconds(text) != nil)
  }

  @Test(arguments: ["", "0", "-1", "+1", "nan", "inf", "1e3", "0x1", "1 ", "86401", "1,5", "."])
  func other_lengths_of_time_are_refused(_ text: String) {
    #expect(Seconds(text) == nil)
  }
}
