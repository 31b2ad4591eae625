import Glibc
import JSONRPC
import TestSupport
import Testing

/// `movierpc profiles` and `--profile`, against a daemon they start themselves.
@Suite struct ProfileCommandTests {
  /// One library for the commands, one for the calls.
  @Test func command_prints_what_call_prints() throws {
    let (one, other) = (try Home(), try Home())
    let pairs = [
      (["profiles"], ["profiles"]),
      (
        ["profiles", "create", "Kids", "--age-limit", "12"], ["profiles.create", "name=Kids", "age_limit=12"]
      ),
      (["profiles", "show"], ["profiles"]),
      (["--profile", "kids", "profiles"], ["--profile=kids", "profiles"]),
      (["profiles", "select", "kids"], ["profiles.select", "name=kids"]),
      (["profiles", "select", "kids", "--default"], ["profiles.select", "name=kids", "default=true"]),
      (["--profile", "default", "profiles"], ["profiles", "--profile", "default"]),
      (
        ["--profile", "default", "profiles", "delete", "Kids", "--yes"],
        ["--profile", "default", "profiles.remove", "name=Kids"]
      ),
    ]
    for (command, call) in pairs {
      let outcome = try one.client(command)
      let expected = try other.client(["call"] + call)
      #expect(outcome.status == 0 && expected.status == 0, "\(command) \(outcome.errors) \(expected.errors)")
      #expect(outcome.output == expected.output, "\(command)")
    }
  }

  @Test func each_profile_has_its_own_library() throws {
    let home = try Home()
    _ = try home.client(["profiles", "create", "Anna"])
    let added = try home.client(["--profile", "anna", "watchlist", "add", "dune", "--text"])
    #expect(added.output == "Dune (2021) is on the watchlist (1 title)\n")
    #expect(try home.client(["watchlist", "--format", "{key}"]).output == "")
    #expect(
      try home.client(["watchlist", "--profile", "Anna", "--format", "{key}"]).output == "movie/438631\n")
    let piped = try home.client(
      ["pipe", "--profile", "Anna"], input: #"{"jsonrpc":"2.0","id":1,"method":"watchlist"}"# + "\n")
    #expect(
      piped.output.hasPrefix(
        #"{"jsonrpc":"2.0","id":1,"result":{"rev":"1","version":1,"results":[{"key":"movie/438631""#))
    #expect(try home.client(["--profile", "Anna", "clients"]).output.contains(#""profile":"Anna""#))
  }

  /// The catalogue has no certificates, so that all is hidden from a profile with an age limit.
  @Test func what_is_hidden_is_told() throws {
    let home = try Home()
    _ = try home.client(["profiles", "create", "kids", "--age-limit", "12"])
    for form in [["--text"], ["--as", "rofi"], ["--format", "{title}"]] {
      let outcome = try home.client(["--profile", "kids", "search", "dune"] + form)
      #expect(outcome.output == "" && outcome.status == 0)
      #expect(
        outcome.errors.contains(
          " titles hidden by the age limit of this profile.\n"
            + "The profile in use is kids, age limit 12 ("), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("Set one: movierpc --profile default settings set tmdb.key\n"))
    }
  }

  /// The README's recipe: the obvious command is the way back.
  @Test func way_into_the_childs_profile_is_the_way_back() throws {
    let home = try Home()
    let made = try home.client(["profiles", "create", "kids", "--age-limit", "12", "--text"])
    #expect(made.output.hasSuffix("Set one: movierpc --profile default settings set tmdb.key\n"))
    let there = try home.client(["profiles", "select", "kids", "--default", "--text"])
    #expect(
      there.output == "the profile kids is now the default of new connections\n"
        + "to go back: movierpc profiles select default --default\n")
    let empty = try home.client(["search", "dune", "--text"])
    #expect(empty.output == "" && empty.errors.contains("The profile in use is kids, age limit 12"))
    let doctor = try home.client(["doctor", "--json"])
    #expect(doctor.output.contains("kids, age limit 12"))
    #expect(doctor.output.contains("select the profile default: movierpc profiles select default --default"))
    let back = try home.client(["profiles", "select", "default", "--default", "--text"])
    #expect(
      back.output == "the profile default is now the default of new connections\n", "\(back.errors)")
    #expect(try home.client(["search", "dune", "--format", "{key}"]).output.contains("movie/438631"))
    _ = try home.client(["profiles", "select", "kids", "--default"])
    #expect(try home.client(["profiles", "delete", "kids", "--yes"]).status == 0)
  }

  @Test func child_cannot_create_a_profile_without_the_pin_of_default() throws {
    let home = try Home()
    #expect(try home.client(["profiles", "add", "kids", "--age-limit", "12"]).status == 0)
    #expect(try home.client(["profiles", "update", "default", "--pin"], input: "4711\n").status == 0)
    let add = ["--profile", "kids", "profiles", "add", "Anna", "--pin", "--text"]
    let without = try home.client(add, input: "1234\n")
    #expect(
      without.status == 1 && without.errors.contains("default has a PIN"), "\(without.errors)")
    #expect(try home.client(["profiles"]).output.contains("Anna") == false)
    // The new PIN, then that of default.
    let made = try home.client(add, input: "1234\n4711\n")
    #expect(made.output == "the profile Anna has been created, with a PIN\n", "\(made.errors)")
  }

  /// Beside `default` there is a profile with a PIN, and with a note that is nobody else's business.
  private func guarded() throws -> Home {
    let home = try Home()
    let made = try home.client(["profiles", "create", "Papa", "--pin", "--text"], input: " 1234\r\n")
    #expect(made.output == "the profile Papa has been created, with a PIN\n", "\(made.errors)")
    let noted = ["--profile", "papa", "watchlist", "add", "movie/438631", "--note", "for her birthday"]
    #expect(try home.client(noted, input: " 1234\n").status == 0)
    return home
  }

  @Test func pin_is_a_line_of_standard_input() throws {
    let home = try guarded()
    let list = ["--profile", "Papa", "watchlist", "--format", "{key}"]
    let right = try home.client(list, input: " 1234\n")
    #expect(right.output == "movie/438631\n" && right.errors == "")
    let wrong = try home.client(list, input: "1234\n")
    #expect(wrong.output == "" && wrong.status == 1)
    #expect(wrong.errors.hasPrefix("movierpc: the PIN of Papa is wrong (forbidden)\n"))
    let none = try home.client(list)
    #expect(none.status == 1 && none.output == "")
    #expect(
      none.errors.hasSuffix(
        " (forbidden)\ntype the PIN on a terminal, or send it as a line of standard input\n"))
    let asked = try home.client(["profiles", "delete", "papa"], input: " 1234\n")
    #expect(asked.status == 1 && asked.output == "")
    #expect(asked.errors.hasSuffix("\nto agree: movierpc profiles remove papa --yes\n"))
    let deleted = try home.client(["profiles", "delete", "papa", "--text", "--yes"], input: " 1234\n")
    #expect(
      deleted.output == "the profile papa was removed, with its lists, searches and settings\n",
      "\(deleted.errors)")
    #expect(try home.client(list).status == 5)
  }

  @Test func unlocked_profile_is_open_to_commands_and_bars_until_it_is_locked() throws {
    let home = try guarded()
    let list = ["--profile", "papa", "watchlist", "--format", "{key}"]
    // Some bars hold its standard input open for ever.
    var input: [CInt] = [-1, -1]
    try #require(pipe(&input) == 0 && input.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 })
    defer { for end in input { close(end) } }
    let bar = try Program(
      SpawnedDaemon.clientPath, ["watch", "library", "--as", "plain", "--profile", "papa"],
      environment: home.environment, descriptors: [0: input[0]])
    try Wait.until("the bar says so: \(bar.output)") { bar.lines.last == "the profile is locked" }
    let opened = try home.client(
      ["profiles", "unlock", "papa", "--minutes", "5", "--text"], input: " 1234\n")
    #expect(
      opened.output.hasPrefix("the profile Papa is unlocked until "), "\(opened.errors)")
    #expect(try home.client(list).output == "movie/438631\n")
    try Wait.until("the bar shows it: \(bar.output)") { bar.lines.last?.hasPrefix("1 ") == true }
    #expect(
      try home.client(["profiles", "lock", "--text"]).output == "all profiles with a PIN require it again\n")
    #expect(try home.client(list).status == 1)
    try Wait.until("the bar says so: \(bar.output)") { bar.lines.last == "the profile is locked" }
  }

  @Test func command_in_a_locked_profile_says_how_to_open_it() throws {
    let home = try Home()
    let set = try home.client(["profiles", "update", "default", "--pin", "--text"], input: "4711\n")
    #expect(set.output.hasPrefix("the profile default has no age limit and a PIN\n"), "\(set.errors)")
    // What a script reads line by line is not taken for a PIN.
    let outcome = try home.client(["watchlist"], input: "4711\n")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.errors.hasPrefix("movierpc: default has a PIN")
        && outcome.errors.contains("profiles unlock default"))
    #expect(try home.client(["doctor"]).output.contains("profiles unlock default"))
    #expect(try home.client(["profiles", "unlock", "default"], input: "4711\n").status == 0)
    #expect(try home.client(["watchlist"]).status == 0)
    #expect(try home.client(["profiles", "update", "default", "--no-pin"]).status == 0)
    #expect(try home.client(["profiles", "update", "default"]).status == 2)
  }

  /// The request is not taken for a PIN.
  @Test(arguments: [["call", "search", "-"], ["pipe"]])
  func standard_input_that_is_the_request_is_no_pin(_ words: [String]) throws {
    let outcome = try guarded().client(["--profile", "papa"] + words, input: #"{"q":"dune"}"# + "\n")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.contains(" (forbidden)\n"))
  }

  @Test func pin_is_asked_for_without_echo() throws {
    let home = try guarded()
    let (master, slave) = try CommandTests.terminal()
    defer {
      close(master)
      close(slave)
    }
    func echoes() -> Bool {
      var state = termios()
      return tcgetattr(master, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
    }
    let client = try home.start(["--profile", "papa", "call", "ping"], descriptors: [0: slave])
    try Wait.until("the question is asked: \(client.errors)") { client.errors.hasSuffix("): ") }
    #expect(!echoes())
    _ = write(master, " 1234\n", 6)
    let outcome = try client.wait()
    #expect(outcome.output == "{\"pong\":true}\n")
    #expect(
      outcome.errors.hasPrefix("Papa has a PIN\n")
        && outcome.errors.hasSuffix("\nPIN (what you type is not shown): "))
    #expect(echoes())
  }

  @Test func present_pin_is_asked_for_before_the_new_one() throws {
    let home = try guarded()
    let (master, slave) = try CommandTests.terminal()
    defer {
      close(master)
      close(slave)
    }
    let client = try home.start(["profiles", "update", "papa", "--pin", "--text"], descriptors: [0: slave])
    for (question, typed) in [
      ("\nPIN", " 1234\n"), ("new PIN", "4711\n"), ("the same PIN again", "4711\n"),
    ] {
      try Wait.until("\(question) is asked for: \(client.errors)") {
        client.errors.hasSuffix(question + " (what you type is not shown): ")
      }
      _ = write(master, typed, typed.utf8.count)
    }
    let outcome = try client.wait()
    #expect(outcome.errors.hasPrefix("papa has a PIN\n"), "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("the profile Papa has no age limit and a PIN\n"), "\(outcome.errors)")
    let list = ["--profile", "papa", "watchlist", "--format", "{key}"]
    #expect(try home.client(list, input: "4711\n").output == "movie/438631\n")
  }

  @Test func new_pin_is_asked_for_twice() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let (master, slave) = try CommandTests.terminal()
    defer {
      close(master)
      close(slave)
    }
    let client = try home.start(["profiles", "create", "x", "--pin", "--json"], descriptors: [0: slave])
    try Wait.until("the question is asked") {
      client.errors.hasSuffix("new PIN (what you type is not shown): ")
    }
    _ = write(master, "1234\n", 5)
    try Wait.until("it is asked again") {
      client.errors.hasSuffix("the same PIN again (what you type is not shown): ")
    }
    _ = write(master, "1234\n", 5)
    #expect(
      try client.wait().output.contains(#""name":"x","age_limit":null,"age_region":null,"has_pin":true"#))
  }
}
