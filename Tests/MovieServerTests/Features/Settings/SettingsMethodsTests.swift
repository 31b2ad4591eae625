import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct SettingsMethodsTests {
  @Test func every_setting_is_told() async throws {
    let client = try await InProcess.make(titles: NoTitles()).connect()
    let settings = try client.ask("settings")["result"]?["settings"]?.objectValue ?? []
    #expect(settings.map(\.name) == Setting.all.map(\.name))
    #expect(settings.allSatisfy { $0.value.objectValue?.map(\.name) == ["value", "from"] })
    let described = try client.ask("settings.describe")["result"]?["settings"]
    for (name, setting) in settings.map({ ($0.name, $0.value) }) {
      #expect(described?[name]?["value"] == setting["value"] && described?[name]?["from"] == setting["from"])
      #expect(described?[name]?["description"]?.stringValue?.isEmpty == false)
    }
  }

  @Test func refused_change_renews_no_results() async throws {
    let server = await InProcess.make(titles: NoTitles())
    let client = try await server.connect()
    let generation = await server.see { $0.profiles.initial.generation }
    #expect(try client.ask("settings.update", #"{"set":{"page_size":3,"xyzzy":1}}"#).kind == "invalid_params")
    #expect(await server.see { $0.profiles.initial.generation } == generation)
  }

  @Test func neither_time_nor_cancel_cuts_a_change() async throws {
    let server = await InProcess.make(titles: NoTitles())
    let client = try await server.connect()
    _ = try client.ask("settings")
    // All in one read: the cancel is looked at while the change is under way.
    let change = Ask.method(2, "settings.update", #"{"set":{"region":"DE"},"timeout_ms":1}"#)
    try client.send(change + "\n" + Ask.cancel(3, of: 2))
    #expect(try client.reply().text() == #"{"jsonrpc":"2.0","id":3,"result":{"cancelled":false}}"#)
    #expect(try client.reply()["result"]?["settings"]?["region"]?["value"] == "DE")
    #expect(await server.see { $0.inFlight.count } == 0)
  }
}
