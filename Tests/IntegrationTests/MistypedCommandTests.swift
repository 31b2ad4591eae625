import TestSupport
import Testing

/// Commands as people mistype them: none of them acts, and what it suggests can be pasted.
@Suite struct MistypedCommandTests {
  /// The command, its exit status, and a part of standard error.
  static let all: [(command: String, status: Int32, hint: String)] = [
    // Verbs.
    ("download stop", 2, "did you mean: movierpc download pause"),
    ("download lst", 2, "did you mean: movierpc download list"),
    ("download pasue dune", 2, "did you mean: movierpc download pause dune"),
    ("download cancel dune", 2, "did you mean: movierpc download remove dune"),
    ("download --no-wait stop", 2, "to download the title: movierpc download add stop"),
    ("download info", 2, "movierpc download"),
    ("download", 2, "movierpc download dune"),
    ("watchlist lst", 2, "did you mean: movierpc watchlist list"),
    ("watchlist stop", 2, "see movierpc watchlist --help"),
    ("watchlist put dune", 2, "did you mean: movierpc watchlist add dune"),
    ("watchlist remvoe dune", 2, "did you mean: movierpc watchlist remove dune"),
    ("watchlist dune", 2, "did you mean: movierpc watchlist add dune"),
    ("favorites get", 2, "did you mean: movierpc favorites show"),
    ("favorites dlete movie/78", 2, "did you mean: movierpc favorites delete movie/78"),
    ("searches clera", 2, "did you mean: movierpc searches clear"),
    ("searches dune", 2, "see movierpc searches --help"),
    ("history", 2, "did you mean: movierpc searches"),
    ("profiles slect default", 2, "did you mean: movierpc profiles select default"),
    ("profiles new anna", 2, "did you mean: movierpc profiles add anna"),
    ("profiles kids", 2, "see movierpc profiles --help"),
    ("player start", 2, "did you mean: movierpc player resume"),
    ("player vol 50", 2, "did you mean: movierpc player volume 50"),
    ("settings sett region DE", 2, "did you mean: movierpc settings set region DE"),
    ("library list", 2, "see movierpc library --help"),
    ("library exprot", 2, "did you mean: movierpc library export"),
    ("daemon kill", 2, "did you mean: movierpc daemon stop"),
    ("daemon statsu", 2, "did you mean: movierpc daemon status"),
    ("daemon --json", 2, "start, stop, restart, status, log, run"),
    ("--text library", 2, "see movierpc library --help"),
    ("watch server --timeout 1", 2, "timeout 1 movierpc watch"),
    ("watch --timeout 1 server", 2, "timeout 1 movierpc watch"),
    ("--timeout 1 watch server", 2, "timeout 1 movierpc watch"),
    ("daemon log --timeout 1", 2, "timeout 1 movierpc daemon log"),
    ("---completion", 2, "movierpc completions --help"),
    ("---completion nothing", 2, "movierpc completions --help"),
    // Commands.
    ("downloads", 2, "did you mean: movierpc download list"),
    ("watchlsit", 2, "did you mean: movierpc watchlist"),
    ("serach dune", 2, "did you mean: movierpc search dune"),
    ("detial", 2, "see movierpc detail --help"),
    ("find dune", 2, "search for the title: movierpc search dune"),
    ("find https://www.themoviedb.org/collection/10", 2, "movierpc collection 10"),
    ("find https://boxd.it/29qU", 2, "open it in a browser"),
    ("movie/438631", 2, "did you mean: movierpc detail movie/438631"),
    ("list", 2, "did you mean: movierpc watchlist list"),
    ("pause", 2, "did you mean: movierpc player pause"),
    ("trending", 2, "did you mean: movierpc browse trending"),
    ("ping", 2, "call a method like this: movierpc call ping"),
    ("profiles.lock", 2, "did you mean: movierpc profiles lock"),
    ("dune part two", 2, "to find a title: movierpc search 'dune part two'"),
    ("help nosuch", 2, "movierpc --help lists the commands"),
    ("help watchlist lst", 2, "did you mean: movierpc watchlist list"),
    // Options and values.
    ("search dune --type fim", 2, "see movierpc search --help"),
    ("search dune --yaer 2021", 2, "did you mean: movierpc search dune --year 2021"),
    ("search dune --page-size 500", 2, "--page-size must be an integer, 1 to 100, not 500"),
    ("search dune --as json", 2, "see movierpc search --help"),
    ("search dune --format '{nope}'", 2, "no row has a field \"nope\""),
    ("search dune --format '{titel}'", 2, "did you mean: movierpc search dune --format '{title}'"),
    ("browse topp_rated", 2, "did you mean: movierpc browse top_rated"),
    ("discover --genre comdy", 2, "did you mean: movierpc discover --genre Comedy"),
    ("watchlist --sort-by titel", 2, "did you mean: movierpc watchlist --sort-by title"),
    ("settings set regin DE", 2, "did you mean: movierpc settings set region DE"),
    ("settings set region Germany", 2, "region must be a country like DE"),
    ("settings regin", 2, "did you mean: movierpc settings region"),
    ("poster dune --kind postr", 2, "did you mean: movierpc poster dune --kind poster"),
    ("watch downlods", 2, "did you mean: movierpc watch downloads"),
    ("watch downloads --as waybr", 2, "did you mean: movierpc watch downloads --as waybar"),
    ("watchlist add movie/78 dune", 2, "keys and words cannot be mixed"),
    ("detail movie/78 movie/348", 2, "detail takes one title, not 2"),
    ("detail https://example.org/dune", 2, "not the address of a title at TMDB or IMDb"),
    ("player seek soon", 2, "SECONDS must be "),
    ("call serch q=dune", 2, "did you mean: movierpc call search q=dune"),
    ("search dune -y", 2, "see movierpc search --help"),
    ("search dune --typ film", 2, "did you mean: movierpc search dune --type film"),
    ("search dune --type Filme", 2, "--type must be one of any, movie (film), tv (series), not \"Filme\""),
    ("search dune --year=2021-2022", 2, "--year must be an integer, 1870 to 2100"),
    ("browse top-rated", 2, "did you mean: movierpc browse top_rated"),
    ("browse popular movies", 2, "see movierpc browse --help"),
    ("watchlist seen dune", 2, "did you mean: movierpc watchlist watched dune"),
    ("watchlist --sort title", 2, "did you mean: movierpc watchlist --sort-by title"),
    ("settings set page_size=30", 2, "did you mean: movierpc settings set page_size 30"),
    ("settings page_size=30", 2, "did you mean: movierpc settings set page_size 30"),
    ("settings page_size 30", 2, "did you mean: movierpc settings set page_size 30"),
    ("settings set tmdb_key", 2, "did you mean: movierpc settings set tmdb.key"),
    ("settings set tmdb_key 0123456789abcdef", 2, "did you mean: movierpc settings set tmdb.key\n"),
    ("-Pdefault watchlist remove gladiatoren", 5, "list: movierpc --profile default watchlist\n"),
    ("profiles update default --age-limit 12 --no-age-limit", 2, "leave one of them out"),
    ("settings tmdb.key=secret", 2, "run movierpc settings set tmdb.key and type it at the prompt"),
    ("library export movies.jsonl", 2, "did you mean: movierpc library export --file movies.jsonl"),
    ("profiles use default", 2, "did you mean: movierpc profiles select default"),
    ("account journl", 2, "did you mean: movierpc account journal"),
    ("account lst", 2, "did you mean: movierpc account list"),
    ("account info", 2, "did you mean: movierpc account status"),
    ("catalogue shwo", 2, "did you mean: movierpc catalogue show"),
    ("catalogue print", 2, "did you mean: movierpc catalogue status"),
    ("catalog status", 2, "did you mean: movierpc catalogue status"),
    ("watch dune", 2, "the topics are library, watchlist, downloads"),
    ("poster dune --size w999", 2, "did you mean: movierpc poster dune --size w92"),
    ("completions powershell", 2, "see movierpc completions --help"),
    ("version", 2, "did you mean: movierpc --version"),
    ("call search dune", 2, "did you mean: movierpc call search q=dune"),
    ("--text call serch q=dune", 2, "did you mean: movierpc --text call search q=dune"),
    ("call search q=dune year=1", 2, "see movierpc describe search"),
    ("search dune --page -1", 2, "--page must be an integer, 1 to 1000000000, not -1"),
    ("--yaer 2021 search dune", 2, "did you mean: movierpc --year 2021 search dune"),
    ("watchlist --unwatched add dune", 2, "see movierpc watchlist add --help"),
    ("profiles unlock default --minutes 0", 2, "--minutes must be an integer, 1 to 1440, not 0"),
    // As a German or Spanish person types.
    ("suche dune", 2, "did you mean: movierpc search dune"),
    ("buscar dune", 2, "did you mean: movierpc search dune"),
    ("hilfe", 2, "did you mean: movierpc help"),
    ("ayuda", 2, "did you mean: movierpc help"),
    ("merkliste", 2, "did you mean: movierpc watchlist"),
    ("favoritos", 2, "did you mean: movierpc favorites"),
    ("einstellungen", 2, "did you mean: movierpc settings"),
    ("ajustes region", 2, "did you mean: movierpc settings region"),
    ("descargar dune", 2, "did you mean: movierpc download dune"),
    ("reproducir dune", 2, "did you mean: movierpc play dune"),
    ("katalog", 2, "did you mean: movierpc catalogue"),
    ("watchlist entfernen dune", 2, "did you mean: movierpc watchlist remove dune"),
    ("watchlist borrar dune", 2, "did you mean: movierpc watchlist remove dune"),
    ("favorites hinzufügen movie/78", 2, "did you mean: movierpc favorites add movie/78"),
    ("favorites añadir movie/78", 2, "did you mean: movierpc favorites add movie/78"),
    ("download abbrechen", 2, "did you mean: movierpc download pause"),
    ("daemon neustart", 2, "did you mean: movierpc daemon restart"),
    ("profiles wechseln default", 2, "did you mean: movierpc profiles select default"),
    // Right, but impossible.
    ("detail tt1160419", 4, "movierpc settings set tmdb.key"),
    ("download show movie/438631", 5, "movierpc download list"),
    ("watchlist update movie/78 --watched", 5, "movierpc watchlist add movie/78"),
    ("profiles select nosuch", 5, "see the profiles: movierpc profiles"),
    ("--profile defualt watchlist", 5, "did you mean: movierpc --profile default watchlist"),
    ("player pause", 1, "play a title: movierpc play WORDS"),
  ]

  @Test func nothing_is_done_and_the_hint_can_be_pasted() throws {
    #expect(Self.all.count >= 50)
    let home = try Home()
    let before = try state(of: home)
    var remedies: Set<String> = []
    for mistake in Self.all {
      let outcome = try paste("movierpc " + mistake.command, home)
      #expect(outcome.status == mistake.status, "\(mistake.command): \(outcome.errors)")
      #expect(outcome.errors.contains(mistake.hint), "\(mistake.command): \(outcome.errors)")
      #expect(outcome.output == "", "\(mistake.command)")
      remedies.formUnion(outcome.errors.split(separator: "\n").dropFirst().compactMap(remedy))
    }
    #expect(try state(of: home) == before)
    #expect(remedies.count >= 30)
    // A remedy deletes it.
    #expect(try home.client(["favorites", "add", "movie/78"]).status == 0)
    for remedy in remedies.sorted() where !Self.needsMore.contains(where: remedy.contains) {
      let outcome = try paste(remedy, home)
      #expect(outcome.status == 0, "\(remedy): \(outcome.errors)")
    }
  }

  /// Needs a player, a network, a person or a title on a list, writes a file, or does not end.
  private static let needsMore = [
    "movierpc play", "movierpc download dune", "movierpc download add", "movierpc download remove",
    "movierpc download pause dune", "poster", "movierpc watch ", "movierpc daemon log",
    "movierpc player", "set tmdb.key",
    "movierpc detail tt", "movierpc collection 10", "watchlist watched dune", "library export", " WORDS",
  ]

  /// What commands that act would change.
  private func state(of home: Home) throws -> [String] {
    try [["watchlist"], ["favorites"], ["profiles"], ["download", "list"], ["settings", "region"]].map {
      try home.client($0).output
    }
  }

  /// The command in a line of a hint.
  private func remedy(_ line: Substring) -> String? {
    guard let start = line.firstRange(of: "movierpc ")?.lowerBound else { return nil }
    let words = ["lists", "adds", "shows", "prints"]
    // `movierpc profiles lists them`
    let command = line[start...].split(separator: " ").prefix { !words.contains(String($0)) }
    return command.joined(separator: " ").split(separator: ",").first.map(String.init)
  }

  private func paste(_ command: String, _ home: Home) throws -> Program.Outcome {
    let folder = SpawnedDaemon.clientPath.split(separator: "/").dropLast().joined(separator: "/")
    return try Program.run(
      "sh", ["-c", "PATH=/\(folder):$PATH; " + command], environment: home.environment)
  }
}
