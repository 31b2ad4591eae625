import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct ConfigurationTests {
  @Test(arguments: [
    ("page_size = 5\npage_siez = 5", "2: there is no setting page_siez; did you mean page_size?"),
    ("[limits]\ndepth = 8\nfoo = 1", "3: there is no setting limits.foo"),
    ("page_size = \"20\"", "1: page_size must be an integer, 1 to 100"),
    ("page_size = 0", "1: page_size must be an integer, 1 to 100"),
    ("\n[catalogue]\nembedded = 1", "3: catalogue.embedded must be true or false"),
    ("folders.data = \"relative\"", "1: folders.data must be the absolute path of a folder"),
    ("page_size = 5\n\nlog.level =", "3: "),
  ])
  func mistake_is_named_with_file_and_line(_ text: String, _ fault: String) throws {
    let daemon = try SpawnedDaemon(configuration: [text])
    let outcome = try daemon.outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("movierpcd: \(daemon.configurationFile):\(fault)"), "\(outcome.errors)")
    #expect(access(daemon.socket, F_OK) != 0)
  }

  @Test func check_says_where_files_are_and_starts_nothing() throws {
    let home = try TemporaryFolder()
    let file = home.path + "/config.toml"
    let variables = SpawnedDaemon.environment(home)
    func check(_ text: String) throws -> Program.Outcome {
      try TemporaryFolder.write(text, to: file)
      return try Program.run(
        SpawnedDaemon.path, ["--check-config", "--config", file], environment: variables)
    }
    let good = try check("folders.data = \"/srv/movies\"\n")
    #expect(good.status == 0 && good.errors == "")
    #expect(
      good.output == """
        configuration: \(file)
        data: /srv/movies
        cache: \(home.path)/.cache/movierpc
        log: \(home.path)/.local/state/movierpc/log

        """)
    let secrets = try check(
      "[tmdb]\nkey = \"k\"\n[cache]\nshared = \"redis://:p@host\"\n[player]\ncommand = [\"k\"]\n")
    #expect(secrets.output.hasSuffix("/log\nsecret: tmdb.key\nsecret: cache.shared\n"), "\(secrets.output)")
    #expect(!(try check("cache.shared = \"redis://host\"\n")).output.contains("secret"))
    let bad = try check("\nlog.level = 3\n")
    #expect(bad.status == 1 && bad.output == "")
    #expect(bad.errors.hasPrefix("movierpcd: \(file):2: log.level must be"), "\(bad.errors)")
    #expect(ProcessFigures.names(in: home.path) == ["config.toml"])
  }

  @Test func file_that_somebody_named_must_be_there() throws {
    let home = try TemporaryFolder()
    let missing = home.path + "/missing.toml"
    let byOption = try Program.run(
      SpawnedDaemon.path, ["--config", missing], environment: SpawnedDaemon.environment(home))
    let byVariable = try Program.run(
      SpawnedDaemon.path,
      environment: SpawnedDaemon.environment(home).merging(["MOVIERPC_CONFIG": missing]) { $1 })
    for outcome in [byOption, byVariable] {
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(missing))
    }
  }

  @Test func folders_follow_the_XDG_variables() throws {
    let home = try TemporaryFolder()
    var variables: [String: String] = ["HOME": "", "LANG": "C.UTF-8"]
    for name in ["CONFIG", "DATA", "CACHE", "STATE", "RUNTIME"] {
      variables[name == "RUNTIME" ? "XDG_RUNTIME_DIR" : "XDG_\(name)_HOME"] = home.path + "/" + name
      mkdir(home.path + "/" + name, 0o700)
    }
    mkdir(home.path + "/CONFIG/movierpc", 0o700)
    try TemporaryFolder.write("page_size = 1\n", to: home.path + "/CONFIG/movierpc/config.toml")
    let daemon = try Program(SpawnedDaemon.path, ["--log-file"], environment: variables)
    let client = try Wait.forValue("it listens: \(daemon.errors)") {
      try? LineClient(path: home.path + "/RUNTIME/movierpc/socket")
    }
    let found = try client.call(
      #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune","timeout_ms":120000}}"#)
    #expect(found["result"]?["results"]?.arrayValue?.count == 1, "\(found.text())")
    #expect(access(home.path + "/DATA/movierpc/lock", F_OK) == 0)
    try expectBuild(in: home.path + "/CACHE/movierpc")
    #expect(TemporaryFolder.read(home.path + "/STATE/movierpc/log").contains("listens"))
  }

  /// The daemon builds its catalogue there.
  private func expectBuild(in folder: String) throws {
    try Wait.until("a catalogue in \(folder)") {
      ProcessFigures.names(in: folder).contains { $0.hasPrefix("catalogue.index") }
    }
  }

  @Test func without_them_they_are_in_the_home_folder() throws {
    let daemon = try SpawnedDaemon(arguments: ["--log-file"])
    let client = try daemon.connect()
    _ = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#)
    for file in [
      "/.local/share/movierpc/lock", "/.cache/movierpc/catalogue.index", "/.local/state/movierpc/log",
    ] {
      #expect(access(daemon.home.path + file, F_OK) == 0, "\(file)")
    }
    #expect(Set(ProcessFigures.names(in: daemon.home.path)) == ["config.toml", ".local", ".cache", "run"])
  }

  @Test func folders_of_the_file_go_before_all() throws {
    let home = try TemporaryFolder()
    let daemon = try SpawnedDaemon(
      home: home,
      configuration: ["[folders]", "data = \"\(home.path)/d\"", "cache = \"\(home.path)/c\""])
    _ = try daemon.connect().call(#"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#)
    #expect(access(home.path + "/d/lock", F_OK) == 0)
    try expectBuild(in: home.path + "/c")
  }

  @Test func embedded_catalogue_can_be_left_out() throws {
    let daemon = try SpawnedDaemon(configuration: ["catalogue.embedded = false"])
    let reply = try daemon.connect().call(
      #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#)
    #expect(reply["result"]?["results"]?.text() == "[]")
  }
}
