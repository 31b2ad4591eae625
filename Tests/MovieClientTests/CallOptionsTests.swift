import Testing

@testable import MovieClient

struct CallOptionsTests {
  @Test func options_stand_anywhere() throws {
    let options = try CallOptions([
      "--timeout", "2.5", "search", "--envelope", "q=dune", "--socket=/a=b", "--no-spawn", "-", "--profile",
      "kids",
    ])
    #expect(options.words == ["search", "q=dune", "-"])
    #expect(options.envelope)
    #expect(options.connection.timeout == Seconds("2.5"))
    #expect(options.connection.socket == "/a=b")
    #expect(!options.connection.mayStart)
    #expect(options.connection.profile == "kids")
    #expect(!options.wantsHelp)
  }

  @Test func nothing_is_an_option_after_two_dashes() throws {
    #expect(try CallOptions(["a", "--", "--help", "--"]).words == ["a", "--help", "--"])
  }

  @Test(arguments: ["-h", "--help"])
  func help_may_stand_anywhere(_ word: String) throws {
    #expect(try CallOptions(["search", word]).wantsHelp)
  }

  @Test(arguments: [
    (["--year=2021"], "there is no option --year=2021"),
    (["-x"], "there is no option -x"),
    (["--profiles", "x"], "there is no option --profiles"),
    (["--profile"], "--profile needs a value"),
    (["--no-spawn=1"], "there is no option --no-spawn=1"),
    (["--timeout"], "--timeout needs a value"),
    (["--color", "red"], "--color must be auto, always or never, not \"red\""),
    (["--socket="], "--socket needs a value"),
    (["--timeout", "soon"], "--timeout must be seconds, over 0 and at most 86400, not \"soon\""),
  ])
  func wrong_options_are_usage_errors(_ words: [String], _ message: String) {
    let failure = #expect(throws: CommandError.self) { try CallOptions(words) }
    #expect(failure?.status == .usage)
    #expect(failure?.message == message)
  }

  @Test func a_parameter_with_dashes_is_mended() {
    #expect(
      throws: CommandError.usage(
        "there is no option --year=2021", hint: "a parameter has no dashes: year=2021")
    ) {
      try CallOptions(["search", "--year=2021"])
    }
  }

  @Test(arguments: [
    (["status"], [], []), (["--socket", "p", "status"], ["--socket", "p"], []),
    (
      ["--socket=p", "--no-spawn", "--timeout", "1", "x", "--json"],
      ["--socket=p", "--no-spawn", "--timeout", "1"], []
    ),
    (["--profile", "kids", "-P", "x", "search"], ["--profile", "kids", "-P", "x"], []),
    (
      ["--json", "--color", "never", "-f", "{title}", "-T", "--format=x", "--as", "fzf", "search"],
      ["--color", "never"], ["--json", "-f", "{title}", "-T", "--format=x", "--as", "fzf"]
    ),
    (["--socket"], ["--socket"], []), (["--help"], [], []), (["--", "--json"], [], []), ([], [], []),
  ])
  func leading_options_are_told_apart(_ words: [String], _ connection: [String], _ output: [String]) throws {
    let leading = try LeadingOptions(words)
    #expect(leading.connection + leading.limit == connection && leading.output == output)
    #expect(leading.count == connection.count + output.count)
  }

  @Test(arguments: [["--color", "search", "dune"], ["--json", "--timeout", "search"], ["--color="]])
  func command_is_no_value_of_a_leading_option(_ words: [String]) {
    let failure = #expect(throws: CommandError.self) { try LeadingOptions(words) }
    #expect(failure?.status == .usage && failure?.hint != nil)
  }

  @Test func json_on_one_line_and_a_format_are_options_of_call() throws {
    #expect(try CallOptions(["ping", "-j", "--color", "never"]).json)
    #expect(try CallOptions(["ping", "-f", "{x}", "-P", "kids"]).connection.profile == "kids")
    #expect(throws: CommandError.self) { try CallOptions(["-j"], allowsEnvelope: false) }
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
