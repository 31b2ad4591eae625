import Dispatch
import EventLoop
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(20))) @LoopActor struct HostResolverTests {
  /// Answers when the test says so.
  private final class Resolver: Sendable {
    let asked = Noted<String>()
    private let answers = DispatchSemaphore(value: 0)

    nonisolated init() {}

    func answer(_ count: Int = 1) { for _ in 0..<count { answers.signal() } }

    func lookUp(_ host: String) -> Result<[String], HostResolver.UnknownHost> {
      asked.note(host)
      answers.wait()
      return host == "none" ? .failure(.init(reason: "no such name")) : .success(["127.0.0.1"])
    }
  }

  private let resolver = Resolver()
  private let names: HostResolver
  private static let hour: Duration = .seconds(3600)

  init() {
    let resolver = resolver
    names = HostResolver { resolver.lookUp($0) }
  }

  private func failure(_ host: String, within: Duration = hour, until deadline: LoopInstant = .distantFuture)
    async
    -> HTTPError?
  {
    do {
      _ = try await names.addresses(of: host, within: within, until: deadline)
    } catch {
      return error as? HTTPError
    }
    return nil
  }

  @Test func requests_that_leave_share_one_lookup() async throws {
    let (names, soon) = (names, EventLoop.now + .milliseconds(1))
    let kinds = try await Array(0..<200).concurrentMap { _ -> HTTPError.Kind? in
      do {
        _ = try await names.addresses(of: "host", within: Self.hour, until: soon)
        return nil
      } catch { return (error as? HTTPError)?.kind }
    }
    #expect(kinds.allSatisfy { $0 == .timeout })
    await resolver.asked.until(count: 1)
    #expect(resolver.asked.all == ["host"])
    // It goes on, and who comes while it does gets what it brings.
    async let later = names.addresses(of: "host", within: Self.hour, until: .distantFuture)
    resolver.answer()
    #expect(try await later == ["127.0.0.1"] && resolver.asked.all == ["host"])
  }

  @Test func silent_name_server_is_told_at_once_to_who_comes_late() async {
    #expect(await failure("host", within: .milliseconds(1))?.kind == .resolve)
    let late = await failure("host", within: .milliseconds(1))
    #expect(late?.kind == .resolve && late?.detail.hasPrefix("no response from the name server for") == true)
    await resolver.asked.until(count: 1)
    #expect(resolver.asked.all == ["host"])
    resolver.answer()
  }

  @Test func few_names_are_looked_up_at_once_and_not_any_number_waits() async throws {
    let names = names
    let tasks = (0..<100).map { number in
      LoopTask.start {
        try? await names.addresses(of: "host\(number)", within: Self.hour, until: .distantFuture)
      }
    }
    await resolver.asked.until(count: 4)
    #expect(await tasks[99].value == nil, "there is no room for it")
    #expect(resolver.asked.all.count == 4)
    resolver.answer(100)
    var found = 0
    for task in tasks where await task.value != nil { found += 1 }
    #expect(found == 68 && resolver.asked.all.count == 68)
  }

  @Test func what_is_known_is_not_looked_up_again_until_it_fails() async throws {
    resolver.answer(2)
    for _ in 1...3 {
      #expect(
        try await names.addresses(of: "host", within: Self.hour, until: .distantFuture) == ["127.0.0.1"])
    }
    #expect(resolver.asked.all.count == 1)
    names.forget("host")
    #expect(try await names.addresses(of: "host", within: Self.hour, until: .distantFuture) == ["127.0.0.1"])
    #expect(resolver.asked.all.count == 2)
  }

  @Test func unknown_name_is_told_and_asked_about_again() async {
    resolver.answer(2)
    for _ in 1...2 {
      let error = await failure("none")
      #expect(error?.kind == .resolve && error?.host == "none")
      #expect(error?.detail == "Could not resolve host: none (no such name)")
    }
    #expect(resolver.asked.all.count == 2)
  }

  @Test func cancelled_one_leaves_at_once() async {
    let names = names
    let task = LoopTask.start { () -> (any Error)? in
      do {
        _ = try await names.addresses(of: "host", within: Self.hour, until: .distantFuture)
        return nil
      } catch { return error }
    }
    await resolver.asked.until(count: 1)
    task.cancel()
    #expect(await task.value is CancellationError)
    resolver.answer()
  }

  @Test func end_leaves_nobody_waiting() async {
    let names = names
    let task = LoopTask.start {
      try? await names.addresses(of: "host", within: Self.hour, until: .distantFuture)
    }
    await resolver.asked.until(count: 1)
    names.close()
    #expect(await task.value == nil)
    #expect(await failure("other") != nil && resolver.asked.all == ["host"])
    resolver.answer()
  }

  @Test func system_knows_this_machine_and_no_invalid_name() throws {
    let addresses = try SystemResolver.lookUp("localhost").get()
    #expect(addresses.contains("127.0.0.1") || addresses.contains("::1"))
    #expect(throws: HostResolver.UnknownHost.self) { try SystemResolver.lookUp("movierpc.invalid").get() }
  }

  /// No resolver knows the name, and the first address is nobody's.
  @Test func curl_takes_the_addresses_that_were_found() async throws {
    let server = try RawServer { peer in _ = peer.bytes() }
    var configuration = HTTPConfiguration(userAgent: "movierpc-test/1", maxConnections: 8)
    configuration.proxy = ""
    let client = HTTPClient(configuration, HostResolver { _ in .success(["::1", "127.0.0.1"]) })
    defer { client.close() }
    _ = try? await client.send(patient("https://movierpc.invalid:\(server.port)/"))
    #expect(server.connections.all.count >= 1)
  }
}
