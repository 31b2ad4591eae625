import Glibc
import JSONRPC
import TestSupport
import Testing

/// `movierpc library export` and `import`, against daemons they start themselves.
@Suite struct ExchangeCommandTests {
  private func filled() throws -> Home {
    let home = try Home()
    for words in [
      ["watchlist", "add", "movie/438631", "--note", "with Ana"], ["favorites", "add", "tv/1396"],
      ["settings", "set", "page_size", "7"], ["search", "dune"],
    ] { #expect(try home.client(words).status == 0, "\(words)") }
    return home
  }

  @Test func export_is_an_entry_a_line_and_goes_into_another_home() throws {
    let (home, other) = (try filled(), try Home())
    let exported = try home.client(["library", "export"])
    #expect(exported.status == 0 && exported.errors == "")
    let kinds = try exported.output.split(separator: "\n").map { try JSONValue(parsing: String($0))["kind"] }
    #expect(kinds == ["settings", "watchlist", "favorites", "search"])
    let file = other.path + "/copy.jsonl"
    let written = try home.client(["library", "export", "--file", file])
    #expect(written.status == 0 && written.output == "" && written.errors == "4 entries in \(file)\n")
    #expect(TemporaryFolder.read(file) == exported.output)
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try home.client(["library", "export", "--file", file, "--force"]).status == 0)
    #expect(try home.client(["library", "export", "--file", "-"]).output == exported.output)
    let dry = try other.client(["library", "import", file, "--dry-run", "--text"])
    #expect(
      dry.output
        == "4 would be added, 0 would be updated, 0 unchanged\nin the file: 1 for the watchlist, 1 for the favourites\n",
      "\(dry.errors)")
    #expect(try other.client(["library", "export"]).output == "")
    let imported = try other.client(["library", "import", file])
    #expect(
      imported.output
        == #"{"dry_run":false,"added":4,"updated":0,"unchanged":0,"unmatched":[],"unmatched_total":0,"pending":0,"dropped":[],"change":1,"taken_for":{"watchlist":1,"watched":0,"favorites":1}}"#
        + "\n"
    )
    #expect(try other.client(["library", "export"]).output == exported.output)
  }

  /// What waits for TMDB is in no list yet.
  @Test func export_says_how_many_titles_are_pending() throws {
    let home = try filled()
    let file = home.path + "/watchlist.csv"
    try TemporaryFolder.write("Date,Name,Year,Letterboxd URI\n2026-01-02,No Such Film,1999,u\n", to: file)
    #expect(try home.client(["library", "import", file]).status == 6)
    let exported = try home.client(["library", "export"])
    #expect(exported.status == 0)
    #expect(
      exported.errors
        == "not in the export, since they are pending: 1 title; see movierpc library pending\n")
  }

  @Test func standard_input_is_imported_and_leaves_no_file() throws {
    let (home, other) = (try filled(), try Home())
    let exported = try home.client(["library", "export", "--json"]).output
    let imported = try other.client(["library", "import", "-", "--text"], input: exported)
    #expect(imported.output.hasPrefix("4 added, 0 updated, 0 unchanged\n"), "\(imported.errors)")
    #expect(try other.client(["library", "export"]).output == exported)
    // Of an import that was killed: there is no such process.
    try TemporaryFolder.write("x", to: other.path + "/run/movierpc/import.99999999")
    let odd = try other.client(["library", "import", "-", "--format", "movierpc"], input: "Dune\n")
    #expect(odd.status != 0 && odd.errors.contains("standard input"), "\(odd.errors)")
    let alike = try other.client(
      ["library", "import", "-"], input: "Date,Name,Year,Letterboxd URI\r\n2026-01-02,Dune,2021,u\r\n")
    #expect(alike.status == 1, "\(alike.errors)")
    #expect(
      alike.errors == """
        movierpc: standard input could be any of watchlist.csv, watched.csv, likes/films.csv: they look the same inside
        import it under the name that it has in the archive

        """)
    let unknown = try other.client(["library", "import", "-"], input: "Dune\n")
    #expect(
      unknown.status == 1
        && unknown.errors.hasSuffix(
          """
          movierpc: standard input is in no known format
          give --format: one of movierpc, letterboxd, imdb, trakt

          """),
      "\(unknown.errors)")
    #expect(!ProcessFigures.names(in: other.path + "/run/movierpc").contains { $0.hasPrefix("import") })
  }

  @Test func file_is_named_from_where_the_client_is_and_its_format_is_guessed() throws {
    let home = try Home()
    try TemporaryFolder.write(
      "Date,Name,Year,Letterboxd URI\n2026-01-02,Dune,2021,u\n2026-01-03,No Such Film,1999,u\n",
      to: home.path + "/watchlist.csv")
    try home.client(["daemon", "start"])
    let shell = try Program(
      "/bin/sh",
      ["-c", "cd \(home.path) && exec \(SpawnedDaemon.clientPath) library import watchlist.csv --text"],
      environment: home.environment.merging(["COLUMNS": "80"]) { $1 }
    ).wait()
    #expect(
      shell.output == """
        1 added, 0 updated, 0 unchanged
        in the file: 2 for the watchlist

        1 not imported:

        LINE  TITLE         YEAR  WHY
           3  No Such Film  1999  TMDB may know it, but no key is set

        """, "\(shell.errors)")
    #expect(shell.status == 6)
    #expect(shell.errors.contains("not imported from the file: 1 row"), "\(shell.errors)")
    let pending = try home.client(["library", "pending", "--text"])
    #expect(pending.status == 0 && pending.output.contains("watchlist  No Such Film  1999"), "\(pending)")
    let cleared = try home.client(["library", "pending", "--clear", "--text"])
    #expect(cleared.output == "the pending titles were cleared\n")
    #expect(try home.client(["library", "pending", "--text"]).errors == "nothing is pending\n")
    #expect(try home.client(["library", "pending", "--clear", "--page", "2"]).status == 2)
  }

  @Test func archive_is_imported_as_it_was_downloaded_and_undone() throws {
    let home = try Home()
    let film = "Date,Name,Year,Letterboxd URI,Rating\n2026-01-02,Dune,2021,u,4.5\n"
    let archive = ZIPFile(["profile.csv": "Username\nana\n", "ratings.csv": film]).bytes
    try TemporaryFolder.write(bytes: archive, to: home.path + "/ana.zip")
    let dry = try home.client(["library", "import", home.path + "/ana.zip", "--dry-run", "--text"])
    #expect(dry.status == 5, "\(dry.errors)")
    #expect(
      dry.output
        == "1 would be added, 0 would be updated, 0 unchanged\nin the file: 1 watched\n\nnot kept from the file: ratings.csv Rating 1\n"
    )
    #expect(dry.errors.contains("fields of the file that were not kept: 1"))
    #expect(try home.client(["library", "undo"]).status == 5)
    #expect(try home.client(["library", "import", home.path + "/ana.zip"]).status == 5)
    #expect(try home.client(["library", "cancel", "--text"]).output == "No import is in progress.\n")
    // It can be undone after a restart.
    #expect(try home.client(["daemon", "restart"]).status == 0)
    #expect(
      try home.client(["library", "undo", "--text"]).output == "the last import was undone: 1 entry\n")
    #expect(try home.client(["watchlist", "--json"]).output.contains(#""total_results":0"#))
  }

  @Test func what_cannot_be_done_is_said_before_anything_is_sent() throws {
    let home = try Home()
    try TemporaryFolder.write("hello", to: home.path + "/hello")
    for (words, status, text) in [
      (["library", "import", home.path + "/hello", "--format", "netflix"], 2, "--format must be "),
      (["library", "import"], 2, "library"),
      (["library", "import", home.path, "--json", "--text"], 2, "cannot be combined"),
      (["library", "export", "--file", home.path + "/no/such"], 1, "No such file"),
    ] as [([String], Int32, String)] {
      let outcome = try home.client(words)
      #expect(outcome.status == status && outcome.errors.contains(text), "\(words) \(outcome)")
      #expect(outcome.output == "", "\(words)")
    }
    // The daemon's own words.
    for (words, text) in [
      (["/none"], "No such file"), (["/hello"], "give --format: one of movierpc, letterboxd, imdb, trakt"),
      (["/hello", "--format", "imdb"], "has no header of an IMDb list"),
      ([""], "give the path of a file, not of a folder"),
    ] {
      let refused = try home.client(["library", "import", home.path + words[0]] + words.dropFirst())
      #expect(refused.status == 1 && refused.errors.contains(text), "\(refused.errors)")
    }
    for (name, text) in [("/none", "No such file"), ("", "give the path of a file, not of a folder")] {
      let refused = try home.client(["catalogue", "import", home.path + name])
      #expect(refused.status == 1 && refused.errors.contains(text), "\(refused.errors)")
    }
  }

  @Test func failed_export_leaves_the_file_that_was_there() throws {
    let home = try Home()
    let file = home.path + "/copy.jsonl"
    try TemporaryFolder.write("before", to: file)
    let refused = try home.client(["library", "export", "--file", file])
    #expect(refused.status == 1 && refused.errors.contains("exists already"), "\(refused.errors)")
    // Said before a daemon is started for it.
    #expect(access(home.socket, F_OK) != 0)
    let outcome = try home.client(["library", "export", "--file", file, "--force", "--profile", "nobody"])
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(TemporaryFolder.read(file) == "before")
    #expect(ProcessFigures.names(in: home.path).filter { $0.hasPrefix("copy") } == ["copy.jsonl"])
  }
}
