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

  @Test func shared_topics_need_no_pin_and_the_others_are_told() async throws {
    let server = await make()
    // No connection that is made later has sent it.
    _ = try await server.connect().ask("profiles.update", #"{"name":"default","new_pin":"1234"}"#)
    let client = try await server.connect()
    let names = TopicTable.all.map { $0.name == "browse:LIST" ? "browse:popular" : $0.name }
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    let reply = try client.ask("subscribe", #"{"topics":[\#(list)]}"#)["result"]
    #expect(reply?["topics"]?.objectValue?.map(\.name) == ["downloads", "player", "profiles", "server"])
    let failed = reply?["errors"]?.objectValue ?? []
    #expect(failed.map(\.name) == names.filter { reply?["topics"]?[$0] == nil })
    for (name, error) in failed.map({ ($0.name, $0.value["data"]) }) {
      #expect(error?["kind"] == "forbidden" && error?["needs"] == "pin", "\(name)")
    }
    // They are not followed: nothing of theirs comes.
    #expect(await server.see { $0.sessions.last?.subscriptions.followProfile } == false)
    #expect(try client.ask("subscribe", #"{"topics":["library"]}"#).kind == "forbidden")
  }

  @Test func another_limit_keeps_the_region_of_the_one_before() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12,"age_region":"DE"}"#)
    let lower = try client.ask("profiles.update", #"{"name":"Kids","age_limit":6}"#)
    #expect(row(lower, "Kids")?["age_limit"] == 6 && row(lower, "Kids")?["age_region"] == "DE")
    let other = try client.ask("profiles.update", #"{"name":"Kids","age_limit":12,"age_region":"FR"}"#)
    #expect(row(other, "Kids")?["age_region"] == "FR")
  }

  /// Of a library that is older.
  @Test func limit_without_a_region_goes_by_that_of_the_configuration() async throws {
    let library = Library(folder: nil)
    _ = try await library.createProfile(StoredProfile("Kids", ageLimit: 12), maximum: 9)
    var configuration = Configuration()
    configuration[.region] = .text("DE")
    let server = await InProcess.make(configuration, titles: NoTitles(), library: library)
    let child = try await server.connect()
    _ = try child.ask("hello", #"{"profile":"Kids"}"#)
    _ = try child.ask("settings.update", #"{"set":{"region":"FR"}}"#)
    #expect(row(try child.ask("profiles"), "Kids")?["age_region"] == "DE")
  }
}
