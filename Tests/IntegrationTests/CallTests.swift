import Glibc
import JSONRPC
import TestSupport
import Testing

/// `movierpc call` against a daemon it starts itself.
@Suite struct CallTests {
  @Test func search_for_dune_finds_the_best_known_first() throws {
    let outcome = try Home().client(["call", "search", #"<"q":"dune">"#])
    let titles = try JSONValue(parsing: outcome.output)["results"]?.arrayValue?.map {
      "\($0["title"]?.stringValue ?? "") (\($0["year"]?.text() ?? ""))"
    }
    #expect(titles?.prefix(3) == ["Dune (2021)", "Dune (1984)", "Dune: Part Two (2024)"])
    #expect(outcome.status == 0 && outcome.errors == "")
  }

  @Test func all_forms_of_parameters_give_the_same_bytes() throws {
    let home = try Home()
    let forms: [(words: [String], input: String?)] = [
      ([#"{"q":"dune","page_size":2}"#], nil), ([#"<"q":"dune","page_size":2>"#], nil),
      (["q=dune", "page_size=2"], nil),
      ([#"q:="dune""#, "page_size:=2"], nil), ([#"["dune","any",null,1,2]"#], nil),
      (["-"], #"{"q":"dune","page_size":2}"#), (["-"], "<\n  \"q\": \"dune\",\n  \"page_size\": 2\n>\n"),
      (["--timeout", "240", "q=dune", "page_size=2"], nil),
    ]
    let outputs = try forms.map { try home.client(["call", "search"] + $0.words, input: $0.input) }
    let first = try #require(withoutMeta(outputs[0].output))
    #expect(first.contains(#","results":[{"key":"movie/438631""#))
    for (form, outcome) in zip(forms, outputs) {
      #expect(outcome.status == 0 && outcome.errors == "", "\(form) \(outcome.errors)")
      #expect(withoutMeta(outcome.output) == first, "\(form)")
      #expect(outcome.output.hasSuffix("}}\n"))
    }
  }

  /// The result up to its `meta`, which tells of the moment.
  private func withoutMeta(_ text: String) -> String? {
    let text = Array(text.utf8)
    let name = Array(#","meta":{"#.utf8)
    let place = text.indices.last { text[$0...].starts(with: name) }
    return place.map { String(decoding: text[..<$0], as: UTF8.self) }
  }

  @Test func empty_list_is_done_too() throws {
    let outcome = try Home().client(["call", "search", "q=xyzzy"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#","results":[]"#))
  }

  /// What makes which exit status, and what standard error says about it.
  @Test(arguments: [
    (
      ["search", "q="], 2,
      "movierpc: q must be text, 1 to 200 characters, not \"\" (invalid_params)\n"
    ),
    (
      ["search", "q=dune", "year=1"], 2,
      "movierpc: year must be an integer, 1870 to 2100, not 1 (invalid_params)\n"
    ),
    (
      ["serch"], 2,
      "movierpc: there is no method \"serch\" (method_not_found)\ndid you mean: movierpc call search\n"
    ),
    (
      ["hello", "require=telepathy"], 1,
      "movierpc: this daemon has no \"telepathy\" (not_available)\nit has titles, library, "
    ),
    (
      ["search", "dune"], 2,
      "movierpc: \"dune\" is neither JSON nor a name=text pair\ndid you mean: movierpc call search q=dune\n"
    ),
    (["search", "{\"q\":\"dune\""], 2, "movierpc: PARAMS"),
    (["search", "q=dune", "q=alien"], 2, "movierpc: q is given twice\n"),
    (
      ["search", "q=dune", "year=next"], 2,
      "movierpc: year must be an integer, 1870 to 2100, not \"next\"\nsee movierpc describe search\n"
    ),
    (["--nonsense", "ping"], 2, "movierpc: there is no option --nonsense\n"),
    (["--timeout", "0", "ping"], 2, "movierpc: --timeout must be seconds"),
    ([], 2, "movierpc: call needs the name of a method\n"),
    (["hello", "profile=nobody"], 5, "movierpc: there is no profile \"nobody\" (not_found)\n"),
    (
      ["search", "q=dune", "debounce_ms=2000", "timeout_ms=1"], 6,
      "movierpc: not finished in 1 ms (timeout)\na longer timeout_ms may help\n"
    ),
    (
      ["search", "q=dune", "debounce_ms=2000", "--timeout", "0.3"], 124,
      "movierpc: no answer within 0.3 s (timeout)\n"
    ),
  ])
  func failure_has_its_status_and_its_words(_ words: [String], _ status: Int32, _ errors: String) throws {
    let outcome = try Home().client(["call"] + words)
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix(errors), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  /// What was used wrongly starts no daemon.
  @Test func wrong_usage_sends_nothing() throws {
    let home = try Home()
    _ = try home.client(["call", "search", "dune"])
    #expect(access(home.socket + ".lock", F_OK) != 0)
  }

  @Test func envelope_is_the_whole_reply() throws {
    let home = try Home()
    let good = try home.client(["call", "ping", "--envelope"])
    #expect(good.output == #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"# + "\n")
    let bad = try home.client(["call", "--envelope", "hello", "profile=nobody"])
    #expect(bad.status == 5)
    #expect(bad.output.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":1001,"#))
    #expect(bad.errors == "")
  }

  @Test func too_many_connections_is_try_later() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.connections = 1"])
    let holder = try daemon.connect()
    // One that follows a topic does not give way, however long it is idle.
    _ = try holder.call(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["server"]}}"#)
    let outcome = try Program.run(SpawnedDaemon.clientPath, ["call", "ping", "--socket", daemon.socket])
    #expect(outcome.status == 6)
    #expect(outcome.errors.hasPrefix("movierpc: there are 1 connections already (overloaded)\n"))
  }

  @Test func no_spawn_is_obeyed() throws {
    let home = try Home()
    for words in [
      ["call", "ping", "--no-spawn"], ["--no-spawn", "call", "ping"], ["pipe", "--no-spawn"], ["status"],
      ["clients"],
    ] {
      let outcome = try home.client(words)
      #expect(outcome.status == 3)
      #expect(
        outcome.errors
          == "movierpc: the daemon is not running (unreachable)\nmovierpc daemon start starts it\n")
    }
    #expect(access(home.path + "/run", F_OK) != 0)
  }

  @Test func reader_of_the_output_that_left_ends_it_quietly() throws {
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    close(ends[0])
    defer { close(ends[1]) }
    let home = try Home()
    let outcome = try home.client(["call", "rpc.discover"], descriptors: [1: ends[1]])
    _ = try home.client(["daemon", "stop"])
    #expect(outcome.status == 128 + SIGPIPE)
    #expect(outcome.errors == "")
  }

  @Test func signal_ends_it_with_128_and_its_number() throws {
    let home = try Home()
    // It never answers.
    let listener = try BoundSocket(home.path + "/other")
    let client = try home.start(["call", "ping", "--socket", listener.path, "--timeout", "240"])
    let peer = LineClient(descriptor: accept(listener.descriptor, nil, nil))
    _ = try peer.line()
    client.signal(SIGTERM)
    #expect(try client.wait().status == 128 + SIGTERM)
  }

  @Test func something_else_at_the_socket_is_told_apart() throws {
    let home = try Home()
    let listener = try BoundSocket(home.path + "/other")
    let client = try home.start(["call", "ping", "--socket", listener.path])
    let descriptor = accept(listener.descriptor, nil, nil)
    let peer = LineClient(descriptor: descriptor)
    _ = try peer.line()
    try peer.send("220 ready")
    let outcome = try client.wait()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("the program that listens at \(listener.path) is not movierpcd"))
  }
}
