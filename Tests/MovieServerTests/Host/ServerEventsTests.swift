import EventLoop
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct ServerEventsTests {
  @LoopActor
  private final class Log {
    var heard: [String] = []
  }

  private final class Listener: Feature {
    private let name: String
    private let log: Log

    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

    func hear(_ event: ServerEvent, from server: Server) {
      log.heard.append("\(name) \("\(event)".prefix { $0 != "(" })")
      // What an event leads to is heard before the next feature hears of the event itself.
      if name == "first", case .libraryChanged = event { server.tell(.upstreamRecovered) }
    }

    func flush(_ profile: Profile) async { log.heard.append("\(name) flushes \(profile.name)") }
    func end(by deadline: LoopInstant) async { log.heard.append("\(name) ends") }
  }

  private func make(_ log: Log) async -> InProcess {
    let served = await InProcess.make(titles: FailingTitles())
    await served.see { $0.features += [Listener("first", log), Listener("second", log)] }
    return served
  }

  @Test func events_are_heard_in_the_order_of_the_features_before_the_reply() async throws {
    let log = Log()
    let client = try await make(log).connect()
    _ = try client.call(Ask.method(1, "settings.update", #"{"set":{"page_size":7}}"#))
    let heard = await log.heard
    #expect(
      heard == [
        "first profilesChanged", "second profilesChanged", "first settingsChanged", "second settingsChanged",
        "first libraryChanged",
        "first upstreamRecovered", "second upstreamRecovered", "second libraryChanged",
      ])
  }

  @Test func profile_is_heard_of_and_flushed_under_the_name_it_had() async throws {
    let log = Log()
    let client = try await make(log).connect()
    _ = try client.call(Ask.method(1, "profiles.create", #"{"name":"Kids"}"#))
    _ = try client.call(Ask.method(2, "profiles.update", #"{"name":"Kids","new_name":"Teens"}"#))
    _ = try client.call(Ask.method(3, "profiles.remove", #"{"name":"Teens"}"#))
    let expected = ["first profileAdded", "first flushes Kids", "first profileRemoved"]
    let heard = await log.heard.filter { $0.hasPrefix("first flushes") || expected.contains($0) }
    #expect(heard == expected)
  }

  @Test func features_end_in_their_order() async throws {
    let log = Log()
    await make(log).server.endFeatures()
    let heard = await log.heard
    #expect(heard == ["first ends", "second ends"])
  }

  @Test func end_is_told_twice_when_it_begins_and_when_all_connections_are_closed() async throws {
    let log = Log()
    let served = await make(log)
    let client = try await served.connect()
    _ = try client.call(Ask.method(1, "ping"))
    await served.see { $0.onStopped = {} }
    await served.see { $0.stop() }
    let heard = await log.heard
    #expect(heard == ["first stopping", "second stopping", "first stopped", "second stopped"])
  }
}
