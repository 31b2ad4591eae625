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
        ["--profile", "default", "profiles", "delete", "Kids"],
        ["--profile", "default", "profiles.delete", "name=Kids"]
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
      piped.output.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"rev":1,"results":[{"key":"movie/438631""#))
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
        outcome.errors == "nothing found for \"dune\"\n3 titles hidden by the age limit of this profile.\n")
    }
  }

  /// New connections begin in a profile with a PIN.
  private func locked() throws -> Home {
    let home = try Home()
    let made = try home.client(["profiles", "create", "Parents", "--pin", "--text"], input: " 1234\r\n")
    #expect(made.output == "the profile Parents has been created, with a PIN\n", "\(made.errors)")
    let chosen = try home.client(["profiles", "select", "parents", "--default", "--text"])
    #expect(chosen.output == "the profile Parents is the default: new connections begin in it\n")
    return home
  }

  @Test func pin_is_a_line_of_standard_input() throws {
    let home = try locked()
    let left = ["--profile", "default", "browse", "award", "--page-size", "1", "--format", "{media_type}"]
    let right = try home.client(left, input: " 1234\n")
    #expect(right.output == "movie\n" && right.errors == "")
    let wrong = try home.client(left, input: "1234\n")
    #expect(wrong.output == "" && wrong.status == 1)
    #expect(wrong.errors.hasPrefix("movierpc: hello: ") && wrong.errors.contains(" (forbidden)\n"))
    let none = try home.client(left)
    #expect(none.status == 1)
    #expect(
      none.errors.hasSuffix(" (forbidden)\na PIN is typed on a terminal, or is a line of standard input\n"))
    // One to leave it, one to delete it.
    let deleted = try home.client(
      ["--profile", "default", "profiles", "delete", "parents", "--text"], input: " 1234\n 1234\n")
    #expect(
      deleted.output == "the profile parents is gone, with its lists, searches and settings\n",
      "\(deleted.errors)")
    #expect(try home.client(left).output == "movie\n")
  }

  /// The request is not taken for a PIN.
  @Test(arguments: [["call", "search", "-"], ["pipe"]])
  func standard_input_that_is_the_request_is_no_pin(_ words: [String]) throws {
    let outcome = try locked().client(["--profile", "default"] + words, input: #"{"q":"dune"}"# + "\n")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.contains(" (forbidden)\n"))
  }

  @Test func pin_is_asked_for_without_echo() throws {
    let home = try locked()
    let (master, slave) = try CommandTests.terminal()
    defer {
      close(master)
      close(slave)
    }
    func echoes() -> Bool {
      var state = termios()
      return tcgetattr(master, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
    }
    let client = try home.start(["--profile", "default", "call", "ping"], descriptors: [0: slave])
    try Wait.until("the question is asked: \(client.errors)") { client.errors.hasSuffix("): ") }
    #expect(!echoes())
    _ = write(master, " 1234\n", 6)
    let outcome = try client.wait()
    #expect(outcome.output == "{\"pong\":true}\n")
    #expect(
      outcome.errors.hasPrefix("hello: ") && outcome.errors.hasSuffix("\nPIN (what you type is not shown): "))
    #expect(echoes())
  }

  @Test func new_pin_is_asked_for_twice() throws {
    let home = try Home()
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
    #expect(try client.wait().output.contains(#""name":"x","age_limit":null,"has_pin":true"#))
  }
}
