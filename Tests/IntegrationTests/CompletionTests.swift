import Glibc
import TestSupport
import Testing

/// The completions, in the shells they are for.
@Suite struct CompletionTests {
  @Test(.needs("bash", of: "bash"))
  func completions_are_a_script_of_bash() throws { try expectScript(of: "bash") }

  @Test(.needs("zsh", of: "zsh"))
  func completions_are_a_script_of_zsh() throws { try expectScript(of: "zsh") }

  @Test(.needs("fish", of: "fish"))
  func completions_are_a_script_of_fish() throws { try expectScript(of: "fish") }

  // A name of a profile may be a command to a shell.
  @Test(.needs("bash", of: "bash"))
  func bash_completes_what_the_daemon_knows() throws {
    let home = try known()
    let profiles = ["default", #"\$\(touch\ owned\)"#, "kids"]
    #expect(try inBash("movierpc search --profile ''", home) == profiles)
    #expect(try inBash("movierpc profiles select ki", home) == ["kids"])
    #expect(try inBash("movierpc watchlist remove mo", home) == ["movie/438631"])
    #expect(try inBash("movierpc watchlist remove Du", home) == [#"Dune\ \(2021\)"#])
    #expect(try inBash("movierpc watchlist remove --profile kids mo", home) == ["movie/348"])
    #expect(try inBash("movierpc settings set record_s", home) == ["record_searches"])
    // Of a default subcommand.
    #expect(try inBash("movierpc watchlist --unw", home) == ["--unwatched"])
    #expect(try inBash("movierpc watchlist --unwatched --profile ki", home) == ["kids"])
    #expect(try inBash("movierpc --json watchlist re", home) == ["remove"])
    // Before the command.
    #expect(try inBash("movierpc --profile ki", home) == ["kids"])
    #expect(try inBash("movierpc --profile kids watchlist remo", home) == ["remove"])
    #expect(try inBash("movierpc --profile kids watchlist remove mo", home) == ["movie/348"])
    #expect(try inBash("movierpc help setti", home) == ["settings"])
    #expect(try inBash("movierpc settings set record_searches t", home) == ["true"])
    #expect(try inBash("movierpc settings set catalogue.update ''", home) == ["manual", "weekly"])
    #expect(try inBash("movierpc settings set region AU", home) == ["AU"])
    #expect(try inBash("movierpc discover --genre Wes", home) == ["Western"])
    #expect(try inBash("movierpc detail interste", home).first == #"interstellar\ \(2014\)"#)
    #expect(try inBash("movierpc detail blade ru", home).contains(#"runner\ \(1982\)"#))
    #expect(try inBash("movierpc watchlist add godfath", home).first == #"godfather\ \(1972\)"#)
    #expect(access(home.path + "/owned", F_OK) != 0)
  }

  /// fish and zsh complete only what a person types, so this asks as their scripts do.
  @Test(arguments: [("fish", "\t"), ("zsh", ":")])
  func shell_is_told_what_the_daemon_knows(_ shell: String, _ mark: String) throws {
    let home = try known()
    #expect(
      try words("watchlist remove", for: shell, home)
        == ["movie/438631\(mark)Dune (2021)", "Dune (2021)\(mark)movie/438631"])
    #expect(try words("profiles select", for: shell, home) == ["default", "$(touch owned)", "kids"])
    #expect(
      try words("detail", for: shell, home, of: "interste").first == "interstellar (2014)\(mark)movie/157336")
  }

  @Test(arguments: ["zsh", "fish"])
  func options_of_a_default_subcommand_are_offered(_ shell: String) throws {
    #expect(
      try words("searches", for: shell, Home(), of: "--page-s").contains { $0.hasPrefix("--page-size") })
  }

  /// Of methods, lists, settings and options.
  @Test(arguments: [
    (["describe", "rpc.dis"], ["rpc.discover"]), (["browse", "top"], ["top_rated"]),
    (["watchlist", "--sort-by", "added_at."], ["added_at.asc", "added_at.desc"]),
    (["search", "dune", "--type=m"], ["movie"]),
    (["--as", "rofi", "search", "--pag"], ["--page", "--page-size"]),
    (["library", "import", ""], [":files"]), (["help", "daemon", "re"], ["restart"]),
    (["search", "dune"], []),
  ])
  func client_knows_the_words(_ words: [String], _ offered: [String]) throws {
    let output = try Home().client(["---completion", "bash"] + words).output
    #expect(output.split(separator: "\n").map(String.init) == offered)
  }

  @Test func what_is_completed_starts_no_daemon() throws {
    let home = try Home()
    let outcome = try home.client(
      ["---completion", "bash", "profiles", "select", ""])
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "", "\(outcome)")
    #expect(access(home.socket + ".lock", F_OK) != 0)
  }

  /// A household with three profiles, two of which have a title on their watchlist.
  private func known() throws -> Home {
    let home = try Home()
    for name in ["kids", "$(touch owned)"] { _ = try home.client(["profiles", "create", name]) }
    _ = try home.client(["watchlist", "add", "movie/438631"])
    _ = try home.client(["--profile", "kids", "watchlist", "add", "movie/348"])
    try #require(mkdir(home.path + "/bin", 0o755) == 0)
    try #require(symlink(SpawnedDaemon.clientPath, home.path + "/bin/movierpc") == 0)
    return home
  }

  private func environment(_ home: Home) -> [String: String] {
    home.environment.merging(["PATH": home.path + "/bin:/usr/bin:/bin"]) { $1 }
  }

  /// What bash would offer for the last word of a line: something. A daemon that takes longer than 2 s, as on a busy
  /// machine, is not waited for.
  private func inBash(_ line: String, _ home: Home) throws -> [String] {
    try TemporaryFolder.write(try home.client(["completions", "bash"]).output, to: home.path + "/script")
    let script = #"""
      cd "$1" && source ./script
      eval "COMP_WORDS=($2)"
      COMP_LINE=$2 COMP_POINT=${#2}
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _movierpc movierpc "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    return try Wait.forValue("bash offers something for \(line)") {
      let outcome = try Program.run(
        try Program.find("bash"), ["--norc", "-c", script, "bash", home.path, line],
        environment: environment(home))
      #expect(outcome.errors == "")
      let words = outcome.output.split(separator: "\n").map(String.init)
      return words.isEmpty ? nil : words
    }
  }

  /// What that shell would offer for the first argument of a command: something, as in `inBash`.
  private func words(
    _ command: String, for shell: String, _ home: Home, of word: String = ""
  ) throws -> [String] {
    let command = command.split(separator: " ").map(String.init)
    return try Wait.forValue("\(shell) is told something in time") {
      let outcome = try home.client(["---completion", shell] + command + [word])
      let words = outcome.output.split(separator: "\n").map(String.init)
      return words.isEmpty ? nil : words
    }
  }

  private func expectScript(of shell: String) throws {
    let home = try Home()
    let script = try home.client(["completions", shell])
    #expect(script.status == 0)
    try TemporaryFolder.write(script.output, to: home.path + "/script")
    let outcome = try Program.run(try Program.find(shell), ["-n", home.path + "/script"])
    #expect(outcome.status == 0 && outcome.errors == "")
  }
}
