import Testing

@testable import MovieClient

struct CommandHintTests {
  private func hint(_ words: [String]) -> String? {
    let parser = CommandParser(words)
    let mistake = #expect(throws: CommandMistake.self) { try parser.invocation() }
    return mistake.flatMap { CommandHint(words: words).error($0, parser.path).hint }
  }

  @Test(arguments: [
    (["detial", "x"], "did you mean: movierpc detail x"), (["detial"], "see movierpc detail --help"),
    (["movie/438631"], "did you mean: movierpc detail movie/438631"),
    (["tt1160419"], "did you mean: movierpc detail tt1160419"),
    (["ping"], "call a method like this: movierpc call ping"),
    (["downloads"], "did you mean: movierpc download list"),
    (["downloads.get", "movie/1"], "did you mean: movierpc download get movie/1"),
    (["seek", "5"], "did you mean: movierpc player seek 5"),
    (["--json", "query", "it's"], "did you mean: movierpc --json search 'it'\\''s'"),
    (
      ["dune", "--x", "part"],
      "to find a title: movierpc search 'dune part'\nmovierpc --help lists the commands"
    ),
  ])
  func unknown_command_gets_a_hint(_ words: [String], _ hint: String) {
    #expect(self.hint(words) == hint)
  }

  /// A suggestion may be pasted without a look.
  @Test(arguments: [
    ("--yes", nil), ("--foo", nil), ("--unwatched", nil), ("--yaer", "--year"), ("--lang", "--language"),
    ("--formt", "--format"), ("--pagesize", "--page-size"),
  ])
  func option_is_corrected_only_if_it_is_near(_ wrong: String, _ meant: String?) {
    #expect(
      hint(["search", "dune", wrong, "1"])
        == (meant.map { "did you mean: movierpc search dune \($0) 1" } ?? "see movierpc search --help"))
    #expect(
      hint(["search", "dune", wrong + "=1"])
        == (meant.map { "did you mean: movierpc search dune \($0)=1" } ?? "see movierpc search --help"))
  }

  @Test func options_that_begin_so_are_named() {
    #expect(hint(["releases", "--days", "30"]) == "there are --days-back, --days-ahead")
    #expect(hint(["releases", "--days-b", "30"]) == "did you mean: movierpc releases --days-back 30")
  }

  @Test(arguments: [
    (["download", "stop"], "did you mean: movierpc download pause"),
    (["download", "lst"], "did you mean: movierpc download list"),
    (["download", "cancel", "dune"], "did you mean: movierpc download remove dune"),
    (["watchlist", "dune"], "did you mean: movierpc watchlist add dune"),
    (["watchlist", "ad", "dune"], "did you mean: movierpc watchlist add dune"),
    (["watchlist", "stop"], "see movierpc watchlist --help"),
    (["watchlist", "-j", "remvoe", "x"], "did you mean: movierpc watchlist -j remove x"),
  ])
  func unknown_verb_gets_a_hint(_ words: [String], _ hint: String) {
    #expect(self.hint(words)?.split(separator: "\n").first.map(String.init) == hint)
  }

  @Test func verb_may_be_a_title() {
    #expect(
      hint(["download", "stop", "it"])
        == "did you mean: movierpc download pause it\nto download the title: movierpc download add stop it")
  }

  @Test(arguments: [
    ("stop", true), ("pasue", true), ("lsit", true), ("delte", true), ("remvoe", true), ("LIST", true),
    ("dune", false), ("heat", false), ("alien", false), ("jaws", false), ("up", false), ("it", false),
  ])
  func verbs_are_told_from_titles(_ word: String, _ isVerb: Bool) {
    #expect(VerbHint.isVerb(word, among: DownloadCommands.group.verbs) == isVerb)
  }

  @Test func a_parameter_with_dashes_is_mended() {
    #expect(hint(["call", "search", "--year=2021"]) == "a parameter has no dashes: year=2021")
  }

  @Test(
    arguments: [
      (
        ["browse", "topp"], CommandError.usage("LIST must be top, not \"topp\"").corrected("topp", "top"),
        "did you mean: movierpc browse top"
      ),
      (
        ["watch", "x", "--as=jsn"], .usage("--as has no form \"jsn\"").corrected("jsn", "json"),
        "did you mean: movierpc watch x --as=json"
      ),
      (
        ["search", "a", "--format", "{titel} x"], .usage("no field \"titel\"").corrected("titel", "title"),
        "did you mean: movierpc search a --format '{title} x'"
      ),
      (["search", "b"], .usage("not \"c\"").corrected("c", "d"), "see movierpc search --help"),
      (["search", "b"], .usage("not \"b\"", hint: "leave it out"), "leave it out"),
    ] as [([String], CommandError, String)])
  func wrong_word_is_replaced(_ words: [String], _ failure: CommandError, _ line: String) {
    #expect(CommandHint(words: words).corrected(failure, [words[0]]).hint == line)
  }
}
