import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// A PIN given once for all programs, and PINs that are wrong.
@Suite(.timeLimit(.minutes(20))) struct UnlockTests {
  private func make(library: Library = Library(folder: nil)) async throws -> InProcess {
    let server = await InProcess.make(titles: NoTitles(), library: library)
    let client = try await server.connect()
    _ = try client.ask("profiles.create", #"{"name":"Papa","pin":"1234"}"#)
    return server
  }

  private func row(_ reply: JSONValue, _ name: String = "Papa") -> JSONValue? {
    reply["result"]?["profiles"]?.arrayValue?.first { $0["name"]?.stringValue == name }
  }

  private func isLocked(_ reply: JSONValue) -> Bool {
    reply.kind == "forbidden" && reply["error"]?["data"]?["needs"] == "pin"
  }

  @Test func time_that_is_over_locks() async throws {
    let server = try await make()
    let client = try await server.connect()
    let (bar, shown) = (try await server.connect(), try await server.connect())
    _ = try shown.ask("hello", #"{"profile":"Papa","pin":"1234"}"#)
    _ = try client.ask("profiles.unlock", #"{"name":"Papa","pin":"1234"}"#)
    _ = try bar.ask("hello", #"{"profile":"Papa"}"#)
    _ = try bar.ask("subscribe", #"{"topics":["library"]}"#)
    await server.see { server in
      guard let papa = server.profiles.named("Papa") else { return }
      server.profiles.unlock(papa, until: .now)
    }
    #expect(await server.until { $0.profiles.named("Papa")?.isOpen == false })
    #expect(throws: (any Error).self) { while true { _ = try bar.reply() } }
    #expect(row(try client.ask("profiles"))?["locked"] == true)
    // Who has shown the PIN has not done so for a time.
    #expect(try shown.ask("watchlist").kind == nil)
  }

  @Test func wrong_pins_are_counted_for_the_profile_and_not_for_the_connection() async throws {
    let library = Library(folder: nil)
    let server = try await make(library: library)
    for number in 1...PINAttempts.free {
      let reply = try await server.connect().ask("hello", #"{"profile":"Papa","pin":"000\#(number)"}"#)
      #expect(isLocked(reply) && !reply.text().contains("000\(number)"))
    }
    #expect(try await library.load().profiles[1].wrongPINs == PINAttempts.free)
    // A wait that does not end while a busy machine has the test wait.
    try await library.recordPINs(wrong: 20, blockedUntil: .now + PINAttempts.maxWait, profile: "Papa")
    let last = try await InProcess.make(titles: NoTitles(), library: library).connect()
    for (method, params) in [
      ("profiles.select", #"{"name":"Papa","pin":"1234"}"#), ("hello", #"{"profile":"Papa","pin":"1234"}"#),
      ("profiles.unlock", #"{"name":"Papa","pin":"1234"}"#),
      ("profiles.remove", #"{"name":"Papa","pin":"1234"}"#),
      ("profiles.update", #"{"name":"Papa","reset":["pin"],"pin":"1234"}"#),
    ] {
      let reply = try last.ask(method, params)
      #expect(isLocked(reply))
      #expect((1...300_000).contains(reply["error"]?["data"]?["retry_after_ms"]?.intValue ?? 0))
    }
    // Another profile's is not meant.
    _ = try last.ask("profiles.create", #"{"name":"Teens","pin":"1234"}"#)
    #expect(try last.ask("profiles.remove", #"{"name":"Teens","pin":"1234"}"#).kind == nil)
  }

  @Test func wrong_pins_outlive_the_daemon() async throws {
    let library = Library(folder: nil)
    let server = try await make(library: library)
    for _ in 1..<PINAttempts.free {
      _ = try await server.connect().ask("profiles.unlock", #"{"name":"Papa","pin":"0000"}"#)
    }
    #expect(try await library.load().profiles[1].wrongPINs == PINAttempts.free - 1)
    // So many that the wait does not end while a busy machine has the test wait.
    try await library.recordPINs(wrong: 20, blockedUntil: .epoch, profile: "Papa")
    let next = try await InProcess.make(titles: NoTitles(), library: library).connect()
    let reply = try next.ask("profiles.unlock", #"{"name":"Papa","pin":"0000"}"#)
    #expect((reply["error"]?["data"]?["retry_after_ms"]?.intValue ?? 0) > 0)
    let last = try await InProcess.make(titles: NoTitles(), library: library).connect()
    #expect(isLocked(try last.ask("profiles.unlock", #"{"name":"Papa","pin":"1234"}"#)))
    #expect(try await library.load().profiles[1].wrongPINs == 21)
  }

  @Test func right_pin_forgets_the_wrong_ones() async throws {
    let library = Library(folder: nil)
    let client = try await make(library: library).connect()
    _ = try client.ask("profiles.unlock", #"{"name":"Papa","pin":"0000"}"#)
    #expect(try await library.load().profiles[1].wrongPINs == 1)
    _ = try client.ask("profiles.unlock", #"{"name":"Papa","pin":"1234"}"#)
    #expect(try await library.load().profiles[1].wrongPINs == 0)
  }
}
