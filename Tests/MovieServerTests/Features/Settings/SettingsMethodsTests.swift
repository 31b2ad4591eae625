import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct SettingsMethodsTests {
  private func ask(_ id: Int, _ params: String = "{}") -> String {
    Ask.method(id, params == "{}" ? "settings" : "settings.update", params)
  }

  /// Without a catalogue, which would be made for each of them.
  private func make(
    library: Library = Library(folder: nil), environment: [String: String] = [:]
  ) async -> InProcess {
    await InProcess.make(titles: FailingTitles(), library: library, environment: environment)
  }

  @Test func every_setting_is_told() async throws {
    let client = try await make().connect()
    let settings = try client.call(ask(1))["result"]?["settings"]?.objectValue ?? []
    #expect(settings.map(\.name) == Setting.all.map(\.name))
    #expect(settings.allSatisfy { $0.value.objectValue?.map(\.name) == ["value", "from"] })
    let described = try client.call(Ask.method(2, "settings.describe"))["result"]?["settings"]
    for (name, setting) in settings.map({ ($0.name, $0.value) }) {
      #expect(described?[name]?["value"] == setting["value"] && described?[name]?["from"] == setting["from"])
      #expect(described?[name]?["description"]?.stringValue?.isEmpty == false)
    }
  }

  @Test(
    arguments: [
      (#"{"set":{"regin":"DE"}}"#, "invalid_params", "set.regin", "did you mean region?"),
      (#"{"reset":["regin"]}"#, "invalid_params", "reset.regin", "did you mean region?"),
      (#"{"set":{"tmdb":{"key":"hidden"}}}"#, "invalid_params", "set.tmdb", "did you mean tmdb.key?"),
      (
        #"{"set":{"xyzzy":"hidden"}}"#, "invalid_params", "set.xyzzy",
        "see the settings"
      ),
      // A key in the place of its name.
      (
        #"{"set":{"hidden0123456789abcdef":"x"}}"#, "invalid_params", "set",
        "see the settings"
      ),
      (
        #"{"reset":["hidden0123456789abcdef"]}"#, "invalid_params", "reset",
        "see the settings"
      ),
      (#"{"set":{"page_size":"7"}}"#, "invalid_params", "set.page_size", #"send {"set":{"page_size":7}}"#),
      (#"{"set":{"page_size":0}}"#, "invalid_params", "set.page_size", nil),
      (#"{"set":{"region":"de"}}"#, "invalid_params", "set.region", #"send {"set":{"region":"DE"}}"#),
      (
        #"{"set":{"countries":"DE"}}"#, "invalid_params", "set.countries",
        #"send {"set":{"countries":["DE"]}}"#
      ),
      (
        #"{"set":{"region":null}}"#, "invalid_params", "set.region",
        "restore the default"
      ),
      (
        #"{"set":{"region":"DE","region":"AT"}}"#, "invalid_params", "set.region", "leave one of them out"
      ),
      (
        #"{"set":{"region":"DE"},"reset":["region"]}"#, "invalid_params", "reset.region",
        "remove it from reset to set it, or from set to restore the default"
      ),
      (#"{"set":{"tmdb.key":"hidden hidden"}}"#, "invalid_params", "set.tmdb.key", nil),
      (#"{"set":{"tmdb.key":["hidden"]}}"#, "invalid_params", "set.tmdb.key", nil),
      (
        #"{"set":{"youtube.key":null}}"#, "invalid_params", "set.youtube.key",
        "restore the default"
      ),
      (#"{"set":"hidden"}"#, "invalid_params", "set", nil),
      (#"{"reset":[1]}"#, "invalid_params", "reset", nil),
      (#"{"set":{"limits.depth":8}}"#, "forbidden", nil, nil),
      (#"{"reset":["folders.data"]}"#, "forbidden", nil, nil),
      (#"{"set":{"tmdb.base_url":"http://hidden"}}"#, "forbidden", nil, nil),
    ] as [(String, String, String?, String?)])
  func a_wrong_change_is_refused_by_name(
    _ params: String, _ kind: String, _ parameter: String?, _ hint: String?
  ) async throws {
    let server = await make()
    let client = try await server.connect()
    let generation = await server.see { $0.profiles.initial.generation }
    let reply = try client.call(ask(1, params))
    let data = reply["error"]?["data"]
    #expect(reply.kind == kind)
    #expect(data?["param"]?.stringValue == parameter)
    if kind == "forbidden" {
      #expect(data?["needs"]?.isNull == true && data?["retry_after_ms"]?.isNull == true)
      #expect(data?["hint"]?.stringValue?.contains("/movierpc/config.toml") == true)
      #expect(data?["hint"]?.stringValue?.contains("restart the daemon") == true)
    } else {
      #expect(data?["hint"]?.stringValue == hint)
      #expect(data?["expected"]?.stringValue?.isEmpty == false)
    }
    #expect(!reply.text().contains("hidden"))
    #expect(await server.see { $0.profiles.initial.generation } == generation)
  }

  @Test func what_the_environment_fixes_cannot_be_changed() async throws {
    let server = await make(environment: ["TMDB_API_KEY": "hidden"])
    let client = try await server.connect()
    for params in [#"{"set":{"tmdb.key":"other","page_size":7}}"#, #"{"reset":["tmdb.key"]}"#] {
      let reply = try client.call(ask(1, params))
      #expect(reply.kind == "conflict" && reply["error"]?["data"]?["state"] == "environment")
      #expect(!reply.text().contains("hidden"))
    }
    let settings = try client.call(ask(2))["result"]?["settings"]
    #expect(settings?["tmdb.key"]?["from"] == "environment" && settings?["page_size"]?["value"] == 20)
    // The other one is free.
    #expect(try client.call(ask(3, #"{"set":{"youtube.key":"abc"}}"#))["result"] != nil)
  }

  @Test func a_change_counts_from_the_next_request() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    await titles.releaseAll()
    #expect(try client.reply()["result"]?["page_size"]?.intValue == 20)
    _ = try client.call(ask(2, #"{"set":{"page_size":3}}"#))
    // The same bytes; what was kept for them is not what they mean now.
    try client.send(Ask.search(3, "a"))
    await titles.untilAsked(2)
    await titles.releaseAll()
    #expect(try client.reply()["result"]?["page_size"]?.intValue == 3)
  }

  /// More than may be under way at once. `IntegrationTests` has a thousand.
  @Test func changes_sent_at_once_are_made_in_their_order() async throws {
    let client = try await make().connect()
    try client.send((1...150).map { ask($0, #"{"set":{"debounce_ms":\#($0)}}"#) }.joined(separator: "\n"))
    client.shutDown()
    let replies = try client.lines().map { try JSONValue(parsing: $0) }
    #expect(replies.map(\.id) == Array(1...150))
    let values = replies.map { $0["result"]?["settings"]?["debounce_ms"]?["value"]?.intValue }
    #expect(values == Array(1...150))
  }

  @Test func neither_time_nor_cancel_cuts_a_change() async throws {
    let library = Library(folder: nil)
    let server = await make(library: library)
    let client = try await server.connect()
    _ = try client.call(ask(1))
    // All in one read: the cancel is looked at while the change is under way.
    try client.send(
      [ask(2, #"{"set":{"region":"DE"},"timeout_ms":1}"#), Ask.cancel(3, of: 2)].joined(separator: "\n"))
    #expect(try client.reply().text() == #"{"jsonrpc":"2.0","id":3,"result":{"cancelled":false}}"#)
    #expect(try client.reply()["result"]?["settings"]?["region"]?["value"] == "DE")
    #expect(await server.see { $0.inFlight.count } == 0)
  }

  @Test func a_client_that_vanishes_has_its_changes_made() async throws {
    let library = Library(folder: nil)
    let server = await make(library: library)
    _ = try await server.connect().call(ask(1))
    do {
      let client = try await server.connect()
      try client.send((1...50).map { ask($0, #"{"set":{"page_size":\#($0)}}"#) }.joined(separator: "\n"))
    }
    #expect(await server.until { $0.profiles.initial.settings.pageSize == 50 && $0.inFlight.count == 0 })
    #expect(try await library.settings().first?.value == "50")
  }

  @Test func a_library_that_fails_is_a_storage_error_with_what_to_do() async throws {
    let server = await make(library: Library(folder: "/proc/movierpc"))
    let client = try await server.connect()
    #expect(try client.call(ask(1))["result"] != nil)
    let reply = try client.call(ask(2, #"{"set":{"tmdb.key":"hidden"}}"#))
    #expect(reply.kind == "storage_error" && !reply.text().contains("hidden"))
    #expect(reply["error"]?["message"]?.stringValue?.contains("/proc/movierpc/library.sqlite") == true)
    #expect(reply["error"]?["data"]?["hint"]?.isNull == false)
  }
}
