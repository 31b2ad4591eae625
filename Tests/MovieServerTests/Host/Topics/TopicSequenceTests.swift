import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Random followers: two topics with states of any size, subscriptions that come and go, alone and in batches
/// that take their time, a client that reads when it likes. Each event is the next state of its subscription,
/// or says how many it skips; none comes before the reply to its `subscribe` or after that to its
/// `unsubscribe`; the last state always comes.
@Suite(.timeLimit(.minutes(20))) struct TopicSequenceTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func every_state_is_told_or_counted(_ seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let soft = [4096, 1 << 20].randomElement(using: &random) ?? 4096
    let (server, titles) = await InProcess.holding {
      $0.writeSoftBytes = soft
      $0.subscriptions = 8
    }
    let topics = [await TestTopic(server, name: "a"), await TestTopic(server, name: "b")]
    let client = try await server.connect()
    var follower = Follower()
    for _ in 0..<300 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try client.send(follower.subscribe(&random))
      case 1: try client.send("[" + follower.subscribe(&random) + "," + follower.search() + "]")
      case 2: try client.send(follower.unsubscribe(&random))
      case 3: await titles.releaseAll()
      case 4..<7:
        while client.hasInput, Bool.random(using: &random) { follower.take(try client.reply()) }
      default:
        let topic = topics[Int.random(in: 0..<2, using: &random)]
        await topic.grow(to: [10, 10, 3000, 60_000].randomElement(using: &random) ?? 10)
        await topic.changeTogether(times: .random(in: 1...3, using: &random))
        if Bool.random(using: &random) { await EndOfTurnWaiter.wait() }
      }
    }
    // One more state of each, after which the follower is to know all.
    let last = follower.ping()
    try client.send(last.line)
    while follower.isWaiting(for: last.id) || follower.hasOpenBatches {
      await titles.releaseAll()
      follower.take(try client.reply())
    }
    for topic in topics { await topic.change() }
    let revisions = ["a": await topics[0].revision, "b": await topics[1].revision]
    while !follower.knows(revisions) { follower.take(try client.reply()) }
    #expect(follower.faults == [])
    #expect(follower.events > 0)
    let live = follower.live.count
    #expect(await server.see { $0.sessions[0].subscriptions.count } == live)
  }
}

/// What a client remembers of its subscriptions, and what went against the contract.
private struct Follower {
  private(set) var live: [String: [String: Int]] = [:]
  private(set) var faults: [String] = []
  private(set) var events = 0
  private var ended: Set<String> = []
  private var ending: [Int: String] = [:]
  private var waiting: Set<Int> = []
  private var batched: Set<Int> = []
  private var ids = 0

  private mutating func next() -> Int {
    ids += 1
    waiting.insert(ids)
    return ids
  }

  mutating func subscribe(_ random: inout SeededGenerator) -> String {
    let id = next()
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return Ask.subscribe(id, "a")
    case 1: return Ask.subscribe(id, "b")
    default: return Ask.subscribe(id, "a", "b")
    }
  }

  mutating func unsubscribe(_ random: inout SeededGenerator) -> String {
    let name = live.keys.sorted().randomElement(using: &random) ?? "s99"
    let id = next()
    ending[id] = name
    return Ask.unsubscribe(id, name)
  }

  mutating func search() -> String {
    let id = next()
    batched.insert(id)
    return Ask.search(id, "held")
  }

  mutating func ping() -> (id: Int, line: String) {
    let id = next()
    return (id, Ask.ping(id))
  }

  func isWaiting(for id: Int) -> Bool { waiting.contains(id) }
  var hasOpenBatches: Bool { !waiting.isDisjoint(with: batched) }

  func knows(_ revisions: [String: Int]) -> Bool {
    live.values.allSatisfy { $0.allSatisfy { $0.value == revisions[$0.key] } }
  }

  mutating func take(_ message: JSONValue) {
    if let event = ReceivedEvent(message) { return take(event) }
    for reply in message.arrayValue ?? [message] {
      guard let id = reply.id, waiting.remove(id) != nil else {
        faults.append("nobody asked: \(reply.text().prefix(200))")
        continue
      }
      if let name = reply["result"]?["subscription"]?.stringValue {
        if live[name] != nil || ended.contains(name) { faults.append("\(name) is there twice") }
        live[name] = [:]
        for topic in reply["result"]?["topics"]?.objectValue ?? [] {
          live[name]?[topic.name] = topic.value["rev"]?.intValue
        }
      } else if reply["result"]?["unsubscribed"] == .bool(true), let name = ending[id] {
        live[name] = nil
        ended.insert(name)
      }
    }
  }

  private mutating func take(_ event: ReceivedEvent) {
    events += 1
    guard let name = event.subscription, let topic = event.topic, let before = live[name]?[topic] else {
      faults.append("an event of what is not subscribed to: \(event)")
      return
    }
    let expected = before + 1 + (event.dropped ?? -1)
    if event.revision != expected { faults.append("\(event), expected rev \(expected)") }
    live[name]?[topic] = event.revision
  }
}
