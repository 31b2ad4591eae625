import Glibc
import JSONRPC
import TestSupport
import Testing

/// The commands for people, against a daemon they start themselves.
@Suite struct CommandTests {
  /// A command, and the call that says the same.
  static let pairs: [(command: [String], call: [String])] = [
    (["search", "dune"], ["search", "q=dune"]),
    (
      ["search", "part", "two", "--year", "2024", "--type", "movie", "--page", "1", "--page-size", "2"],
      ["search", "q=part two", "media_type=movie", "year=2024", "page=1", "page_size=2"]
    ),
    (["search", "xyzzy"], ["search", "q=xyzzy"]),
    (["search", "--", "-x"], ["search", "q=-x"]),
    (
      ["search", "dune", "--language", "de-DE", "--region", "AT", "--cache-only", "--max-age-ms", "5"],
      ["search", "q=dune", "max_age_ms=5", "cache_only=true", "language=de-DE", "region=AT"]
    ),
    (
      ["suggest", "du", "--limit", "2", "--media-type", "movie"],
      ["suggest", "q=du", "limit=2", "media_type=movie"]
    ),
    (["browse", "award", "--page-size", "3"], ["browse", "list=award", "page_size=3"]),
    (
      [
        "discover", "--type", "movie", "--genre", "drama,crime", "--year", "1994", "--sort-by",
        "title.desc", "--min-votes", "300",
      ],
      [
        "discover", "media_type=movie", "genre=drama,crime", "year=1994", "sort_by=title.desc",
        "min_votes=300",
      ]
    ),
    (["browse", "trending", "--window", "day"], ["browse", "list=trending", "window=day"]),
    (
      ["home", "--seed", "-7", "--row-size", "2", "--rows", "award", "trending/tv"],
      ["home", #"rows:=["award","trending/tv"]"#, "row_size=2", "seed=-7"]
    ),
    (["home", "--rows", "award,popular", "--seed", "1"], ["home", #"rows:=["award","popular"]"#, "seed=1"]),
    (["detail", "movie/438631"], ["detail", "key=movie/438631"]),
    (["detail", "dune"], ["detail", "title=dune"]),
    (["trailer", "Dune", "(2021)"], ["trailer", "title=Dune (2021)"]),
    (
      ["trailer", "tv/1399", "--types", "teaser", "search"],
      ["trailer", "key=tv/1399", #"types:=["teaser","search"]"#]
    ),
    (["genres", "--type", "tv"], ["genres", "media_type=tv"]),
    (["countries"], ["countries"]), (["languages", "--language", "de"], ["languages", "language=de"]),
    (["watchlist"], ["watchlist"]), (["favorites"], ["favorites"]), (["searches"], ["searches"]),
    (["watchlist", "show"], ["watchlist"]), (["searches", "--page-size", "5"], ["searches", "page_size=5"]),
    (
      [
        "watchlist", "--genre", "drama|war", "--type", "movie", "--unwatched", "--sort-by", "title.desc",
        "--page", "2", "--page-size", "5",
      ],
      [
        "watchlist", "genre=drama|war", "media_type=movie", "watched=false", "sort_by=title.desc", "page=2",
        "page_size=5",
      ]
    ),
    (["watchlist", "--watched"], ["watchlist", "watched=true"]),
    (
      ["favorites", "--media-type", "tv", "--sort-by", "vote_average", "--page-size", "2"],
      ["favorites", "media_type=tv", "sort_by=vote_average", "page_size=2"]
    ),
    (["--profile", "default", "browse", "award"], ["browse", "list=award"]),
    (["browse", "award", "--profile=default"], ["--profile", "default", "browse", "list=award"]),
    (["settings"], ["settings.describe"]),
  ]

  @Test func command_prints_what_call_prints() throws {
    let home = try Home()
    for pair in Self.pairs {
      let call = try home.client(["call"] + pair.call)
      #expect(call.status == 0 && call.output.hasPrefix("{"), "\(pair.call) \(call.errors)")
      // In a pipe, and with --json; options before the command belong to it too.
      for words in [pair.command, ["--timeout", "240"] + json(pair.command), ["--json"] + pair.command] {
        let outcome = try home.client(words)
        #expect(outcome.output == call.output, "\(words) \(outcome.errors)")
        #expect(outcome.status == 0, "\(words)")
      }
    }
  }

  @Test(arguments: [
    (["set", "countries", "DE,AT"], #"set:={"countries":["DE","AT"]}"#, "countries is DE,AT\n"),
    (["set", "page_size", "30"], #"set:={"page_size":30}"#, "page_size is 30\n"),
    (["set", "include_adult", "true"], #"set:={"include_adult":true}"#, "include_adult is true\n"),
    (["reset", "page_size"], #"reset:=["page_size"]"#, "page_size is 20 (the default)\n"),
  ])
  func change_of_a_setting_is_one_line(_ words: [String], _ params: String, _ line: String) throws {
    let home = try Home()
    #expect(try home.client(["settings"] + words).output == line)
    let call = try home.client(["call", "settings.update", params])
    #expect(try home.client(["settings"] + words + ["--json"]).output == call.output)
  }

  @Test(arguments: ["0", "1", "26"]) func help_is_printed_however_narrow_the_terminal(_ columns: String)
    throws
  {
    let outcome = try Home().client(["watchlist", "add", "--help"], environment: ["COLUMNS": columns])
    #expect(outcome.status == 0 && outcome.output.contains("OPTIONS"), "\(outcome)")
  }

  /// But a label or an address that is one word, and a command to be pasted.
  @Test(arguments: [40, 60, 80, 200]) func help_fits_the_terminal(_ width: Int) throws {
    let home = try Home()
    let commands = ["", "search", "play", "download", "settings", "countries", "watch", "call", "pipe"]
    for command in commands {
      for locale in ["C.UTF-8", "de_DE.UTF-8"] {
        let outcome = try home.client(
          command.split(separator: " ").map(String.init) + ["--help"],
          environment: ["COLUMNS": String(width), "LC_ALL": locale])
        #expect(outcome.status == 0)
        for line in outcome.output.split(separator: "\n") where line.count > width {
          let isOneWord = !line.drop(while: \.isWhitespace).contains(where: \.isWhitespace)
          #expect(isOneWord || line.contains("movierpc "), "\(command) \(locale): \(line)")
        }
      }
    }
  }

  @Test func options_of_the_answer_may_stand_before_each_word_of_a_command() throws {
    let home = try Home()
    let line = "movie/438631\n"
    for words in [
      ["--format", "{key}", "watchlist", "add", "dune"], ["watchlist", "--format", "{key}", "add", "dune"],
      ["watchlist", "add", "--format={key}", "dune"], ["watchlist", "-f", "{key}"],
      ["-f", "{key}", "watchlist"],
    ] {
      #expect(try home.client(words).output == line, "\(words)")
    }
    let narrow = ["COLUMNS": "40", "LC_ALL": "C.UTF-8"]
    let table = try home.client(
      ["search", "dune", "-T", "-n", "1", "-t", "movie", "-y", "2021"], environment: narrow)
    #expect(table.output.contains("Dune   2021     7.8  movie/438631\n\n1 of 3 titles; --page 2 for more\n"))
    let coloured = try home.client(["--text", "--color", "always", "search", "dune"], environment: narrow)
    #expect(coloured.output.contains("\u{1B}[1mDune\u{1B}[0m"))
    let ascii = try home.client(
      ["detail", "dune", "--text"], environment: ["LC_ALL": "C", "LANG": "de_AT.UTF-8"])
    #expect(ascii.output.contains("\nfilm - 7.8 of 10 "))
    #expect(try home.client(["--color", "red", "search", "dune"]).status == 2)
    let lost = try home.client(["--color", "search", "dune"])
    #expect(lost.status == 2 && lost.output == "")
    #expect(
      lost.errors == "movierpc: --color must be one of auto, always, never, not \"search\"\n"
        + "see movierpc --help\n")
    for words in [["library", "export"], ["daemon", "start"], ["daemon", "restart"], ["daemon", "stop"]] {
      let common = ["--json", "--profile", "default", "--color", "never", "--timeout", "240"]
      for line in [common + words, words + common, [words[0]] + common + [words[1]]] {
        let outcome = try home.client(line)
        #expect(outcome.status == 0, "\(line) \(outcome.errors)")
        #expect(words[0] == "library" || outcome.output.hasPrefix("{\"pid\":"), "\(outcome.output)")
      }
    }
    #expect(try home.client(["--json", "describe", "ping"]).output.hasPrefix("{"))
  }

  @Test(arguments: [["methods"], ["describe", "ping"], ["call", "ping"], ["catalogue"], ["clients"]])
  func common_options_stand_before_and_after(_ words: [String]) throws {
    let home = try Home()
    _ = try home.client(["daemon", "start"])
    let common = ["--no-spawn", "--profile", "default", "--color", "never", "--timeout", "240"]
    for (form, isJSON) in [("--json", true), ("-j", true), ("--text", false), ("-T", false)] {
      let runs = try [[form] + common + words, words + [form] + common].map { try home.client($0) }
      for run in runs {
        #expect(run.status == 0, "\(words) \(form) \(run.errors)")
        #expect(run.output.hasPrefix("{") == (isJSON || words[0] == "call"), "\(run.output)")
      }
    }
    let refused = try home.client(words + ["--json", "--text"])
    #expect(refused.status == 2 && refused.errors.hasPrefix("movierpc: --json and --text cannot be combined"))
  }

  @Test func call_prints_indented_json_also_in_a_pipe() throws {
    let home = try Home()
    #expect(try home.client(["call", "ping", "--text"]).output == "{\n  \"pong\": true\n}\n")
  }

  private func json(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.count
    return words[..<end] + ["--json"] + words[end...]
  }

  @Test func words_name_what_was_found() throws {
    let home = try Home()
    #expect(try home.client(["detail", "dune"]).errors == "Dune (2021), movie/438631\n")
    #expect(try home.client(["detail", "movie/438631"]).errors == "")
  }

  /// What makes which exit status, and what standard error says about it.
  private static let failures: [(words: [String], status: Int32, errors: String)] = [
    (["detail", "xyzzy"], 5, "movierpc: nothing found for \"xyzzy\" (not_found)\n"),
    (["trailer", "movie/999999999999"], 5, "movierpc: there is no title movie/999999999999 (not_found)\n"),
    (["browse", "airing_today"], 4, "movierpc: the list airing_today requires TMDB"),
    (["browse", "topp_rated"], 2, "movierpc: LIST must be one of trending, "),
    (["browse", "award", "--genre", "28"], 2, "movierpc: "),
    (
      ["search", "dune", "--year", "next"], 2,
      "movierpc: --year must be an integer, 1870 to 2100, not \"next\"\n"
    ),
    (["search", "dune", "--year", "1"], 2, "movierpc: --year must be an integer, 1870 to 2100, not 1\n"),
    (["search"], 2, "movierpc: "), (["search", "dune", "--yaer", "2021"], 2, "movierpc: "),
    (
      ["search", "dune", "--json", "--as", "fzf"], 2,
      "movierpc: --json and --as cannot be combined\n"
    ),
    (["search", "dune", "--as", "dmenu"], 2, "movierpc: "),
    (
      ["search", "dune", "--format", "{titel}"], 2,
      "movierpc: --format: no row has a field \"titel\"\ndid you mean: movierpc search dune --format"
    ),
    (["detail", "dune", "--types", "x"], 2, "movierpc: "),
    (["detial"], 2, "movierpc: there is no command \"detial\"\nsee movierpc detail --help\n"),
    (["settings", "set", "page_size", "many"], 2, "movierpc: \"many\" is not a value of page_size"),
    (["settings", "set", "page_size", "0"], 2, "movierpc: page_size must be "),
    (
      ["settings", "set", "tmdb.key", "abc"], 2, "movierpc: tmdb.key is a secret and must not be an argument"
    ),
    (["settings", "set", "tmdb.key"], 2, "movierpc: no tmdb.key was given\n"),
    // A key is never repeated.
    (
      ["settings", "set", "0123456789abcdef0123456789abcdef", "x"], 2,
      "movierpc: there is no setting of that name\nmovierpc settings --all shows their names\n"
    ),
    (["watchlist", "update", "dune"], 2, "movierpc: name at least one change\n"),
    (
      ["watchlist", "update", "movie/438631", "--watched"], 5,
      "movierpc: movie/438631 is not on the list (not_found)\nadd it: movierpc watchlist add movie/438631\n"
    ),
    (
      ["watchlist", "--watched", "--unwatched"], 2,
      "movierpc: --watched and --unwatched cannot be combined\n"
    ),
    (
      ["watchlist", "remvoe", "it's"], 2,
      "movierpc: watchlist has no command \"remvoe\"\ndid you mean: movierpc watchlist remove 'it'\\''s'\n"
    ),
    (
      ["favorites", "dune"], 2,
      "movierpc: favorites has no command \"dune\"\ndid you mean: movierpc favorites add dune\n"
    ),
    (
      ["watchlist", "add", "movie/438631", "--if-version", "7"], 1,
      "movierpc: movie/438631 is not on the list (conflict)\n"
    ),
    (["watchlist", "add", "dune", "--if-version", "x"], 2, "movierpc: --if-version must be "),
    (["watchlist", "add"], 2, "movierpc: "),
    (
      ["searches", "dune"], 2,
      "movierpc: searches has no command \"dune\"\nsee movierpc searches --help\n"
    ),
    (
      ["profiles", "create", "x", "--pin", "1234"], 2,
      "movierpc: a PIN must not be an argument: other users can read it\n"
    ),
    (
      ["profiles", "create", "Anna", "Maria"], 2,
      "movierpc: a name with blanks needs quotes\ndid you mean: movierpc profiles add 'Anna Maria'\n"
    ),
    (
      ["profiles", "create"], 2,
      "movierpc: missing argument: NAME\nsee movierpc profiles create --help\n"
    ), (["searches", "--page-size", "0"], 2, "movierpc: --page-size must be "),
    (["--profile", "nobody", "search", "dune"], 5, "movierpc: there is no profile \"nobody\" (not_found)\n"),
    (["search", "dune", "--profile", "nobody", "--format", "x"], 5, "movierpc: there is no profile "),
    (["search", "dune", "--no-spawn"], 3, "movierpc: the daemon is not running (unreachable)\n"),
  ]

  @Test(arguments: failures)
  func failure_has_its_status_and_its_words(_ words: [String], _ status: Int32, _ errors: String) throws {
    let outcome = try Home().client(words)
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix(errors), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  /// A program finds the answer all the same.
  @Test func title_without_video_has_its_status_and_its_answer() throws {
    let outcome = try Home().client(["trailer", "movie/438631", "--types", "clip"])
    #expect(outcome.status == 5)
    #expect(outcome.errors == "movierpc: this title has no known video (not_found)\n")
    #expect(outcome.output.contains("\"best\":null"))
  }

  @Test(arguments: [
    ["search", "dune", "--year", "next"], ["settings", "set", "tmdb.key", "abc"],
    ["settings", "set", "page_size", "many"], ["settings", "set", "tmdb.key"],
    ["search", "dune", "--format", "{"],
    ["detail", "dune", "--max-age-ms", "soon"], ["watchlist", "add", "dune", "--if-version", "x"],
    ["watchlist", "update", "dune"], ["profiles", "create", "x", "--pin"], ["favorites", "dune"],
    ["completions", "bash"],
  ])
  func what_is_wrong_in_itself_starts_no_daemon(_ words: [String]) throws {
    let home = try Home()
    _ = try home.client(words)
    #expect(access(home.socket + ".lock", F_OK) != 0)
  }

  @Test func lists_have_their_forms() throws {
    let home = try Home()
    let rofi = try home.client(["search", "dune", "--page-size", "1", "--as", "rofi"])
    #expect(rofi.output == "Dune (2021)\0info\u{1F}movie/438631\n")
    let lines = try home.client(["home", "--rows", "award", "--row-size", "2", "--format", "{key}"])
    #expect(lines.output.split(separator: "\n").allSatisfy { $0.hasPrefix("movie/") })
    #expect(lines.output.split(separator: "\n").count == 2)
    let card = try home.client(["detail", "movie/438631", "--format", "{title}: {directors}, {runtime} min"])
    #expect(card.output == "Dune: Denis Villeneuve, 155 min\n")
    let table = try home.client(
      ["search", "dune", "--text", "--page-size", "3"], environment: ["COLUMNS": "46"])
    #expect(
      table.output.hasPrefix(
        "TITLE           YEAR  RATING  KEY\nDune            2021     7.8  movie/438631\n"))
    let status = try JSONValue(parsing: try home.client(["status"]).output)
    let titles = status["catalogue"]?["titles"]?.intValue ?? 0
    let nothing = try home.client(["search", "xyzzy", "--as", "fzf"])
    #expect(nothing.status == 0 && nothing.output == "")
    #expect(
      nothing.errors == """
        nothing found for "xyzzy"
        Searched the \(titles) titles of the built-in catalogue. A TMDB key adds titles: movierpc settings set tmdb.key

        """)
  }

  @Test(.needs("fzf", of: "fzf"))
  func rows_are_for_fzf() throws {
    let fzf = try Program.find("fzf")
    let rows = try Home().client(["search", "dune", "--as", "fzf"]).output
    let outcome = try Program.run(
      fzf, ["--delimiter", "\t", "--with-nth", "2..", "--filter", "part two"], input: rows)
    #expect(outcome.output.hasPrefix("movie/693134\tDune: Part Two (2024)\t"))
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test func secret_comes_from_standard_input_and_never_out() throws {
    let home = try Home()
    try home.configure([SpawnedDaemon.withoutTMDB])
    let outcome = try home.client(["settings", "set", "tmdb.key"], input: " 0123456789abcdef\n")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("tmdb.key is set"), "\(outcome)")
    #expect(!outcome.output.contains("0123456789abcdef"))
  }

  @Test func doctor_starts_nothing_and_finds_a_daemon_that_runs() throws {
    let home = try Home()
    let before = try home.client(["doctor"])
    #expect(before.status == 0 && before.errors == "")
    #expect(access(home.socket + ".lock", F_OK) != 0)
    _ = try home.client(["call", "ping"])
    let findings = try JSONValue(parsing: try home.client(["doctor", "--json"]).output)["findings"]?
      .arrayValue
    let daemon = findings?.first { $0["name"] == "daemon" }
    #expect(daemon?["state"] == "ok" && daemon?["message"]?.stringValue?.hasPrefix("running, pid ") == true)
    #expect(findings?.first { $0["name"] == "TMDB key" }?["state"] == "note")
    _ = try home.client(["daemon", "stop"])
  }

  /// What is typed is not shown, and the terminal is as it was afterwards, however the client ends.
  @Test(arguments: [nil, SIGTERM, SIGINT, SIGHUP])
  func secret_is_asked_for_without_echo(_ signal: CInt?) throws {
    let home = try Home()
    try home.configure([SpawnedDaemon.withoutTMDB])
    try home.client(["daemon", "start"])
    let (master, slave) = try Self.terminal()
    defer {
      close(master)
      close(slave)
    }
    func echoes() -> Bool {
      var state = termios()
      return tcgetattr(master, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
    }
    #expect(echoes())
    let client = try home.start(["settings", "set", "tmdb.key"], descriptors: [0: slave])
    try Wait.until("the question is asked: \(client.errors)") { client.errors.hasSuffix("): ") }
    #expect(!echoes())
    if let signal {
      client.signal(signal)
      #expect(try client.wait().status == 128 + signal)
    } else {
      _ = write(master, "0123456789abcdef\n", 17)
      #expect(try client.wait().output.hasPrefix("tmdb.key is set"))
    }
    #expect(echoes())
  }

  /// Both ends of a [pty(7)](https://man7.org/linux/man-pages/man7/pty.7.html). posix_openpt(3) and its kin
  /// are not visible to Swift; these are the ioctls behind them.
  static func terminal() throws -> (master: CInt, slave: CInt) {
    let unlock = UInt(0x4004_5431)
    let number = UInt(0x8004_5430)
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var value: CInt = 0
    try #require(master >= 0 && ioctl(master, unlock, &value) == 0 && ioctl(master, number, &value) == 0)
    let slave = open("/dev/pts/\(value)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    return (master, slave)
  }
}
