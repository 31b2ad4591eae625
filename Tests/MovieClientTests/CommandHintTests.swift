import Testing

@testable import MovieClient

struct CommandHintTests {
  private let hints = CommandHint(
    commands: ["search", "detail", "download", "watchlist", "player", "daemon"],
    verbs: [
      "download": ["add", "list", "ls", "show", "get", "pause", "resume", "remove", "rm", "delete"],
      "watchlist": ["list", "add", "remove"], "player": ["pause", "seek"], "daemon": ["stop"],
    ]
  ) { words in words != ["detail"] }

  @Test(arguments: [
    (["detial", "x"], "did you mean: movierpc detail x"), (["detial"], "see movierpc detail --help"),
    (["movie/438631"], "did you mean: movierpc detail movie/438631"),
    (["tt1160419"], "did you mean: movierpc detail tt1160419"),
    (["ping"], "call a method like this: movierpc call ping"),
    (["downloads"], "did you mean: movierpc download list"),
    (["downloads.get", "movie/1"], "did you mean: movierpc download get movie/1"),
    (["seek", "5"], "did you mean: movierpc player seek 5"),
    (["find", "it's"], "did you mean: movierpc search 'it'\\''s'"),
    (
      ["dune", "--x", "part"],
      "to find a title: movierpc search 'dune part'\nmovierpc --help lists the commands"
    ),
  ])
  func unknown_command_gets_a_hint(_ words: [String], _ hint: String) {
    #expect(hints.line(words) == hint)
  }

  /// A suggestion may be pasted without a look.
  @Test(arguments: [
    ("--yes", "--text", false), ("--foo", "--json", false), ("--genre", "--year", false),
    ("--lang", "--page", false), ("--yaer", "--year", true), ("--lang", "--language", true),
    ("--formt", "--format", true),
  ])
  func option_is_corrected_only_if_it_is_near(_ wrong: String, _ meant: String, _ isNear: Bool) {
    let message = "Unknown option '\(wrong)'. Did you mean '\(meant)'?"
    #expect((CommandHint.nearOption(message) != nil) == isNear)
    #expect(
      CommandHint.withoutFarOption(message) == (isNear ? message : "Unknown option '\(wrong)'"))
    #expect((hints.corrected(["search", "dune", wrong], message) != nil) == isNear)
  }

  @Test(arguments: [
    (["download", "stop"], "did you mean: movierpc download pause"),
    (["download", "lst"], "did you mean: movierpc download list"),
    (["download", "cancel", "dune"], "did you mean: movierpc download remove dune"),
    (["watchlist", "dune"], "did you mean: movierpc watchlist add dune"),
    (["watchlist", "ad", "dune"], "did you mean: movierpc watchlist add dune"),
    (["watchlist", "status"], "see movierpc watchlist --help"),
    (["watchlist", "toggle"], "see movierpc watchlist --help"),
  ])
  func unknown_verb_gets_a_hint(_ words: [String], _ hint: String) {
    #expect(hints.verbLine(words, usual: "add") == hint)
  }

  @Test(arguments: [
    ("stop", true), ("pasue", true), ("lsit", true), ("delte", true), ("remvoe", true), ("LIST", true),
    ("dune", false), ("heat", false), ("alien", false), ("jaws", false), ("up", false), ("it", false),
  ])
  func verbs_are_told_from_titles(_ word: String, _ isVerb: Bool) {
    #expect(VerbHint.isVerb(word, among: hints.verbs["download"] ?? []) == isVerb)
  }

  @Test(
    arguments: [
      (
        ["browse", "topp"], CommandError.usage("LIST must be top, not \"topp\"").corrected("topp", "top"),
        "did you mean: movierpc browse top"
      ),
      (
        ["a", "--as=jsn"], .usage("--as has no form \"jsn\"").corrected("jsn", "json"),
        "did you mean: movierpc a --as=json"
      ),
      (
        ["a", "--format", "{titel} x"], .usage("no field \"titel\"").corrected("titel", "title"),
        "did you mean: movierpc a --format '{title} x'"
      ),
      (["a", "b"], .usage("not \"c\"").corrected("c", "d"), nil),
      (["a", "b"], .usage("not \"b\"", hint: "leave it out"), nil),
    ] as [([String], CommandError, String?)])
  func wrong_word_is_replaced(_ words: [String], _ failure: CommandError, _ line: String?) {
    #expect(hints.corrected(words, failure) == line)
  }
}
