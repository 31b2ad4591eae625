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
    (["status"], 0), (["--socket", "p", "status"], 2),
    (["--socket=p", "--no-spawn", "--timeout", "1", "x"], 4),
    (["--profile", "kids", "--profile=x", "search"], 3),
    (["--socket"], 1), (["--help"], 0), ([], 0),
  ])
  func leading_options_are_counted(_ words: [String], _ count: Int) {
    #expect(ConnectionOptions.leading(words) == count)
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
