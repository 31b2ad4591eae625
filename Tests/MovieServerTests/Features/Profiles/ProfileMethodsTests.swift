import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct ProfileMethodsTests {
  private func make(library: Library = Library(folder: nil)) async -> InProcess {
    await InProcess.make(titles: NoTitles(), library: library)
  }

  private func row(_ reply: JSONValue, _ name: String) -> JSONValue? {
    reply["result"]?["profiles"]?.arrayValue?.first { $0["name"]?.stringValue == name }
  }

  private func names(_ reply: JSONValue) -> [String] {
    reply["result"]?["profiles"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
  }

  private func details(_ reply: JSONValue) -> JSONValue? { reply["error"]?["data"] }

  @Test(arguments: [#""123""#, "1234", #""12\u00003456""#, #""1234\n""#, "[1234]", "true"])
  func pin_that_cannot_be_one_is_not_repeated(_ pin: String) async throws {
    let client = try await make().connect()
    for (method, more) in [
      ("profiles.create", #""name":"x","#), ("profiles.select", #""name":"default","#),
      ("profiles.remove", #""name":"x","#), ("profiles.unlock", #""name":"x","#),
      ("profiles.update", #""name":"x","#), ("hello", ""),
    ] {
      let reply = try client.ask(method, #"{\#(more)"pin":\#(pin)}"#)
      #expect(reply.kind == "invalid_params" && details(reply)?["param"] == "pin")
      #expect(!reply.text().contains("123"))
    }
    let long = String(repeating: "9", count: 65)
    let reply = try client.ask("profiles.create", #"{"name":"x","pin":"\#(long)"}"#)
    #expect(reply.kind == "invalid_params" && !reply.text().contains("999"))
  }

  @Test func chosen_profile_is_this_connections_alone() async throws {
    let server = await make()
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Anna"}"#)
    let reply = try client.ask("profiles.select", #"{"name":"ANNA"}"#)
    #expect(row(reply, "Anna")?["selected"] == true && row(reply, "Anna")?["default"] == false)
    #expect(row(try other.ask("profiles"), "default")?["selected"] == true)
    #expect(try client.ask("hello")["result"]?["profile"] == "Anna")
    #expect(try other.ask("hello")["result"]?["profile"] == "default")
    let clients = try other.ask("clients")["result"]?["clients"]?.arrayValue
    #expect(clients?.map { $0["profile"] } == ["Anna", "default"])
    let unknown = try client.ask("profiles.select", #"{"name":"Ana"}"#)
    #expect(unknown.kind == "not_found" && details(unknown)?["resource"] == "profile")
    #expect(details(unknown)?["hint"] == "did you mean Anna?")
  }

  @Test func new_connections_begin_in_the_default_one() async throws {
    let library = Library(folder: nil)
    let server = await make(library: library)
    let (client, before) = (try await server.connect(), try await server.connect())
    _ = try before.ask("ping")
    _ = try client.ask("profiles.create", #"{"name":"Anna"}"#)
    let reply = try client.ask("profiles.select", #"{"name":"Anna","default":true}"#)
    #expect(row(reply, "Anna")?["default"] == true && row(reply, "default")?["default"] == false)
    #expect(try before.ask("hello")["result"]?["profile"] == "default")
    #expect(try await server.connect().ask("hello")["result"]?["profile"] == "Anna")
    // And after the next start.
    let next = await make(library: library)
    #expect(try await next.connect().ask("hello")["result"]?["profile"] == "Anna")
    _ = try client.ask("profiles.select", #"{"name":"default","default":true}"#)
    #expect(try await server.connect().ask("hello")["result"]?["profile"] == "default")
  }

  @Test func each_has_lists_history_and_settings_of_its_own() async throws {
    let server = await InProcess.make()
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Anna"}"#)
    _ = try client.ask("hello", #"{"profile":"Anna"}"#)
    _ = try client.ask("favorites.add", #"{"key":"movie/157336"}"#)
    _ = try client.ask("settings.update", #"{"set":{"page_size":3}}"#)
    let mine = try client.ask("search", #"{"q":"interstellar"}"#)["result"]
    let theirs = try other.ask("search", #"{"q":"interstellar","record":false}"#)["result"]
    #expect(mine?["page_size"] == 3 && theirs?["page_size"] == 20)
    #expect(mine?["results"]?[0]?["user_state"]?["favorite"] == true)
    #expect(theirs?["results"]?[0]?["user_state"]?["favorite"] == false)
    #expect(try client.ask("favorites")["result"]?["total_results"] == 1)
    #expect(try other.ask("favorites")["result"]?["total_results"] == 0)
    #expect(try client.ask("searches")["result"]?["results"]?.arrayValue?.count == 1)
    #expect(try other.ask("searches")["result"]?["results"]?.arrayValue?.isEmpty == true)
    // What all share is there for all, at once.
    _ = try other.ask("settings.update", #"{"set":{"itunes.enabled":true}}"#)
    #expect(try client.ask("settings")["result"]?["settings"]?["itunes.enabled"]?["value"] == true)
  }

  @Test func topics_are_those_of_the_profile() async throws {
    let server = await InProcess.make()
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Anna"}"#)
    _ = try client.ask("hello", #"{"profile":"Anna"}"#)
    for one in [client, other] { _ = try one.ask("subscribe", #"{"topics":["library","settings"]}"#) }
    let changer = try await server.connect()
    _ = try changer.ask("hello", #"{"profile":"Anna"}"#)
    _ = try changer.ask("favorites.add", #"{"key":"movie/157336"}"#)
    #expect(try client.reply()["params"]?["data"]?["favorites"] == 1)
    _ = try changer.ask("settings.update", #"{"set":{"region":"DE"}}"#)
    #expect(
      try client.reply()["params"]?["data"]?["settings"]?["region"]?["value"] == "DE")
    // Of default, nothing has changed: its next message is the answer.
    #expect(try other.ask("ping")["result"]?["pong"] == true)
  }

  @Test func subscription_sent_behind_a_choice_is_in_the_chosen_profile() async throws {
    let server = await make()
    let client = try await server.connect()
    _ = try client.ask("profiles.create", #"{"name":"Anna","pin":"1234"}"#)
    // The PIN takes a while.
    try client.send(
      Ask.method(1, "profiles.select", #"{"name":"Anna","pin":"1234"}"#) + "\n"
        + Ask.method(2, "subscribe", #"{"topics":["settings"]}"#))
    #expect(try client.reply()["result"]?["profiles"] != nil)
    #expect(try client.reply()["result"]?["subscription"] != nil)
    let other = try await server.connect()
    _ = try other.ask("hello", #"{"profile":"Anna","pin":"1234"}"#)
    _ = try other.ask("settings.update", #"{"set":{"region":"DE"}}"#)
    #expect(try client.reply()["method"] == "event")
  }

  @Test(arguments: ["", "Eva"]) func change_that_waits_for_a_title_is_made_in_its_profile_only(
    _ newName: String
  ) async throws {
    let titles = SlowDetails()
    let server = await InProcess.make(titles: titles)
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try other.ask("profiles.create", #"{"name":"Anna"}"#)
    _ = try client.ask("profiles.select", #"{"name":"Anna"}"#)
    try client.send(Ask.method(1, "favorites.add", #"{"key":"movie/1"}"#))
    await titles.untilAsked()
    if newName.isEmpty {
      #expect(try other.ask("profiles.remove", #"{"name":"Anna"}"#)["result"] != nil)
    } else {
      let change = #"{"name":"Anna","new_name":"\#(newName)"}"#
      #expect(try other.ask("profiles.update", change)["result"] != nil)
    }
    #expect(try other.ask("profiles.create", #"{"name":"Anna"}"#)["result"] != nil)
    await titles.release()
    let reply = try client.reply()
    #expect(newName.isEmpty ? reply.kind == "not_found" : reply["result"]?["changed"] == true)
    let favorites = await server.see { $0.profiles.all.map { "\($0.name) \($0.lists.favorites)" } }
    #expect(favorites.filter { $0.hasSuffix("1") } == (newName.isEmpty ? [] : ["\(newName) 1"]))
  }

  @Test func changes_of_one_profile_by_two_connections_are_all_kept() async throws {
    let server = await make()
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Kids"}"#)
    // The PIN takes a while.
    try client.send(Ask.method(1, "profiles.update", #"{"name":"Kids","new_pin":"1234"}"#))
    #expect(try other.ask("profiles.update", #"{"name":"Kids","age_limit":12}"#)["result"] != nil)
    #expect(try client.reply()["result"] != nil)
    let kids = try #require(row(try other.ask("profiles"), "Kids"))
    #expect(kids["age_limit"] == 12 && kids["has_pin"] == true, "\(kids.text())")
  }

  @Test func reads_are_answered_in_the_profile_they_were_sent_in() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    _ = try client.ask("profiles.create", #"{"name":"Anna"}"#)
    _ = try client.ask("profiles.select", #"{"name":"Anna"}"#)
    _ = try client.ask("settings.update", #"{"set":{"page_size":3}}"#)
    _ = try client.ask("favorites.add", #"{"key":"movie/157336"}"#)
    _ = try client.ask("profiles.select", #"{"name":"default"}"#)
    try client.send(
      [
        Ask.method(1, "search", #"{"q":"interstellar"}"#), Ask.method(2, "favorites"),
        Ask.method(3, "profiles"), Ask.method(4, "profiles.select", #"{"name":"Anna"}"#),
        Ask.method(5, "search", #"{"q":"interstellar"}"#), Ask.method(6, "favorites"),
      ].joined(separator: "\n"))
    var replies: [Int: JSONValue] = [:]
    for _ in 1...6 {
      let reply = try client.reply()
      replies[reply.id ?? 0] = reply
    }
    #expect(replies[1]?["result"]?["page_size"] == 20 && replies[5]?["result"]?["page_size"] == 3)
    #expect(replies[1]?["result"]?["results"]?[0]?["user_state"]?["favorite"] == false)
    #expect(replies[2]?["result"]?["total_results"] == 0 && replies[6]?["result"]?["total_results"] == 1)
    #expect(replies[3].flatMap { row($0, "default") }?["selected"] == true)
    #expect(replies[4].flatMap { row($0, "Anna") }?["selected"] == true)
    // What was searched is in the history of the one who searched.
    #expect(try client.ask("searches")["result"]?["results"]?.arrayValue?.count == 1)
  }

  @Test func choice_behind_a_subscription_that_waits_is_refused() async throws {
    let server = await make()
    let topic = await TestTopic(server, isKnown: false)
    let client = try await server.connect()
    for name in ["Anna", "Bob"] { _ = try client.ask("profiles.create", #"{"name":"\#(name)"}"#) }
    try client.send(
      Ask.method(1, "profiles.select", #"{"name":"Anna"}"#) + "\n" + Ask.subscribe(2, "test", "settings")
        + "\n" + Ask.method(3, "profiles.select", #"{"name":"Bob"}"#))
    #expect(try client.reply()["result"]?["profiles"] != nil)
    let refused = try client.reply()
    #expect(refused.id == 3 && refused.kind == "conflict" && details(refused)?["state"] == "subscribed")
    #expect(try client.ask("profiles.remove", #"{"name":"Anna"}"#).kind == "conflict")
    await topic.becomeKnown()
    #expect(try client.reply()["result"]?["subscription"] == "s1")
    #expect(try client.ask("hello")["result"]?["profile"] == "Anna")
  }

  // The end of a profile.

  @Test func deleted_profile_is_gone_and_who_deleted_it_goes_on_in_the_default_one() async throws {
    let server = await make()
    let (client, other) = (try await server.connect(), try await server.connect())
    for name in ["Kids", "Anna"] { _ = try client.ask("profiles.create", #"{"name":"\#(name)"}"#) }
    _ = try client.ask("profiles.select", #"{"name":"Kids"}"#)
    _ = try other.ask("profiles.select", #"{"name":"Anna","default":true}"#)
    let reply = try client.ask("profiles.remove", #"{"name":"kids"}"#)
    #expect(names(reply) == ["default", "Anna"] && row(reply, "Anna")?["selected"] == true)
    // That was the one where new ones begin.
    let last = try other.ask("profiles.remove", #"{"name":"Anna"}"#)
    #expect(names(last) == ["default"])
    #expect(row(last, "default")?["default"] == true && row(last, "default")?["selected"] == true)
    let always = try other.ask("profiles.remove", #"{"name":"default"}"#)
    #expect(always.kind == "conflict" && details(always)?["state"] == "default")
    #expect(try other.ask("profiles.remove", #"{"name":"Kids"}"#).kind == "not_found")
  }

  @Test func who_is_left_in_it_is_told_and_changes_nothing_of_anybody() async throws {
    let server = await InProcess.make()
    let (client, left) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":3}"#)
    _ = try left.ask("hello", #"{"profile":"Kids"}"#)
    _ = try left.ask("search", #"{"q":"interstellar"}"#)
    _ = try client.ask("profiles.remove", #"{"name":"Kids"}"#)
    for (method, params) in [
      ("search", #"{"q":"interstellar"}"#), ("favorites.add", #"{"key":"movie/157336"}"#),
      ("favorites", "{}"),
      ("searches", "{}"), ("settings", "{}"), ("settings.update", #"{"set":{"page_size":3}}"#),
      ("subscribe", #"{"topics":["library"]}"#), ("profiles.create", #"{"name":"x"}"#),
      ("profiles.remove", #"{"name":"Kids"}"#),
    ] {
      let reply = try left.ask(method, params)
      #expect(reply.kind == "not_found" && details(reply)?["resource"] == "profile", "\(method)")
    }
    #expect(try left.ask("ping").kind == nil && left.ask("status").kind == nil)
    #expect(try left.ask("profiles")["result"]?["profiles"]?[0]?["selected"] == false)
    #expect(try client.ask("favorites")["result"]?["total_results"] == 0)
    #expect(try left.ask("profiles.select", #"{"name":"default"}"#).kind == nil)
    #expect(try left.ask("search", #"{"q":"interstellar"}"#).kind == nil)
  }

  @Test func profile_that_somebody_follows_stays() async throws {
    let server = await make()
    let (client, follower) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Kids"}"#)
    _ = try follower.ask("hello", #"{"profile":"Kids"}"#)
    let subscription = try follower.ask("subscribe", #"{"topics":["library"]}"#)["result"]?["subscription"]
    let reply = try client.ask("profiles.remove", #"{"name":"Kids"}"#)
    #expect(reply.kind == "conflict" && details(reply)?["state"] == "subscribed")
    _ = try follower.ask("unsubscribe", #"{"subscription":\#(subscription?.text() ?? "")}"#)
    #expect(try client.ask("profiles.remove", #"{"name":"Kids"}"#).kind == nil)
  }

  @Test func without_a_library_nothing_is_changed() async throws {
    let client = try await make(library: Library(folder: "/proc/movierpc")).connect()
    for (method, params) in [
      ("profiles.create", #"{"name":"x"}"#), ("profiles.create", #"{"name":"y","pin":"1234"}"#),
      ("profiles.update", #"{"name":"default","new_pin":"1234"}"#),
    ] {
      #expect(try client.ask(method, params).kind == "storage_error")
    }
    #expect(names(try client.ask("profiles")) == ["default"])
  }

  @Test func library_that_can_be_read_later_leaves_nobody_in_another_profile_than_he_follows() async throws {
    let (good, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let library = Library(folder: good.path)
    _ = try await library.createProfile(StoredProfile("Anna"), maximum: 9)
    _ = try await library.makeDefault("Anna")
    await library.close()
    let file = folder.path + "/library.sqlite"
    try TemporaryFolder.write(String(repeating: "garbage ", count: 100), to: file)
    let server = await make(library: Library(folder: folder.path))
    let (follower, asker) = (try await server.connect(), try await server.connect())
    #expect(try follower.call(Ask.subscribe(1, "server"))["result"] != nil)
    #expect(try asker.ask("watchlist").kind == "storage_error")
    #expect(rename(good.path + "/library.sqlite", file) == 0)
    // All that was asked is answered; then both begin again.
    #expect(try asker.ask("watchlist")["result"]?["total_results"] == 0)
    #expect(try asker.line() == nil)
    #expect(try follower.line() == nil)
    #expect(try await server.connect().ask("hello")["result"]?["profile"] == "Anna")
  }
}

extension LineClient {
  func ask(_ method: String, _ params: String = "{}") throws -> JSONValue {
    try call(Ask.method(1, method, params))
  }
}

extension Ask {
  /// With all the time there is, where `params` do not say.
  static func method(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(patient(params))}"#
  }

  private static func patient(_ params: String) -> String {
    guard params.hasPrefix("{"), !params.contains("timeout_ms") else { return params }
    return #"{"timeout_ms":120000"# + (params == "{}" ? "" : ",") + params.dropFirst()
  }
}
