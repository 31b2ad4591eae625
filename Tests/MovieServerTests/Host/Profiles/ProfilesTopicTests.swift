import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// Topics where a PIN keeps connections out, and those that tell of it.
@Suite(.timeLimit(.minutes(20))) struct ProfilesTopicTests {
  /// `default` has a PIN, and no connection that is made later has sent it.
  private func make() async throws -> (server: InProcess, household: LineClient) {
    let server = await InProcess.make(titles: NoTitles())
    let client = try await server.connect()
    _ = try client.ask("profiles.update", #"{"name":"default","new_pin":"1234"}"#)
    return (server, client)
  }

  private func row(_ event: JSONValue?, _ name: String = "default") -> JSONValue? {
    event?["data"]?["profiles"]?.arrayValue?.first { $0["name"]?.stringValue == name }
  }

  @Test func shared_topics_need_no_pin_and_the_others_are_told() async throws {
    let (server, _) = try await make()
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

  @Test func unlocking_and_locking_are_told() async throws {
    let (server, household) = try await make()
    let client = try await server.connect()
    let state = try client.ask("subscribe", #"{"topics":["profiles"]}"#)["result"]?["topics"]?["profiles"]
    #expect(
      state?["data"]?.text()
        == #"{"profiles":[{"name":"default","age_limit":null,"age_region":null,"has_pin":true,"locked":true,"unlock_expires_at":null,"default":true}]}"#
    )
    _ = try household.ask("profiles.unlock", #"{"name":"default","pin":"1234"}"#)
    let unlocked = row(try client.reply()["params"])
    #expect(unlocked?["locked"] == false && unlocked?["unlock_expires_at"]?.stringValue != nil)
    #expect(try client.ask("subscribe", #"{"topics":["library"]}"#)["result"]?["subscription"] == "s2")
    _ = try client.ask("unsubscribe", #"{"subscription":"s2"}"#)
    // Who follows only what all share stays connected.
    _ = try household.ask("profiles.lock")
    #expect(row(try client.reply()["params"])?["locked"] == true)
    // When its time is over it is locked, too.
    _ = try household.ask("profiles.unlock", #"{"name":"default","pin":"1234","duration_ms":1000}"#)
    let times = try [client.reply(), client.reply()].map { row($0["params"])?["locked"] }
    #expect(times == [false, true])
  }

  @Test func every_change_of_the_profiles_is_told() async throws {
    let server = await InProcess.make(titles: NoTitles())
    let (client, changer) = (try await server.connect(), try await server.connect())
    _ = try client.ask("subscribe", #"{"topics":["profiles"]}"#)
    func told(_ method: String, _ params: String) throws -> JSONValue? {
      #expect(try changer.ask(method, params).kind == nil)
      let event = try client.reply()["params"]
      #expect(event?["topic"] == "profiles" && event?["profile"] == .null)
      return event
    }
    let made = try told("profiles.create", #"{"name":"Kids","age_limit":6}"#)
    #expect(row(made, "Kids")?["age_limit"] == 6 && row(made, "Kids")?["age_region"] == "US")
    #expect(row(try told("profiles.update", #"{"name":"Kids","age_limit":12}"#), "Kids")?["age_limit"] == 12)
    #expect(row(try told("profiles.update", #"{"name":"Kids","new_name":"Teens"}"#), "Teens") != nil)
    let begun = try told("profiles.select", #"{"name":"Teens","default":true}"#)
    #expect(row(begun, "Teens")?["default"] == true)
    let gone = try told("profiles.remove", #"{"name":"Teens"}"#)
    #expect(row(gone, "Teens") == nil && row(gone)?["default"] == true)
  }
}
