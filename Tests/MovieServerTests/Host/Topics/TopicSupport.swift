import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport

@testable import MovieServer

/// A topic whose state the test changes: `{"value":N,"filler":"xxx"}`.
@LoopActor
final class TestTopic {
  private(set) var value = 0
  private(set) var encodings = 0
  private let topic: Topic

  /// Bytes of filler in the state.
  private var size: Int
  /// Where it is not known from the start.
  private(set) var isKnown: Bool
  /// Why it cannot be known; nil: it will be.
  var fault: RPCError?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    _ server: InProcess, name: String = "test", interval: Int = 0, progressInterval: Int? = nil,
    size: Int = 0, isKnown: Bool = true
  ) {
    self.size = size
    self.isKnown = isKnown
    let holder = Holder()
    let source = TopicSource(
      TopicDescription(
        name, "a topic of tests", description: "", isShared: true, minInterval: interval,
        progressInterval: progressInterval, state: .anyObject("Whatever.")),
      waiting: TopicSource.Waiting(
        isKnown: { _, _ in holder.test?.isKnown ?? true },
        untilKnown: { _, _, _ in try await holder.test?.untilKnown() })
    ) { _ in holder.test?.encode() ?? [] }
    topic = server.server.topics.add(source)
    holder.test = self
  }

  /// Made before the test topic is.
  private final class Holder {
    var test: TestTopic?
    nonisolated init() {}
  }

  private func encode() -> [UInt8] {
    encodings += 1
    return Array(#"{"value":\#(value),"filler":"\#(String(repeating: "x", count: size))"}"#.utf8)
  }

  private func untilKnown() async throws {
    if let fault { throw fault }
    if !isKnown { await withCheckedContinuation { waiting.append($0) } }
  }

  func becomeKnown() {
    isKnown = true
    for one in waiting { one.resume() }
    waiting = []
  }

  func fail(_ fault: RPCError) { (isKnown, self.fault) = (false, fault) }

  /// From the next change on.
  func grow(to size: Int) { self.size = size }

  var revision: Int { topic.revision }
  var watchers: Int { topic.subscribers.count }
  var isSought: Bool { topic.isSought }

  /// So many changes, each in a turn of its own.
  func change(times: Int = 1, eachTurn: @LoopActor () -> Void = {}) async {
    for _ in 0..<times {
      value += 1
      topic.changed()
      await EndOfTurnWaiter.wait()
      eachTurn()
    }
  }

  /// What may be a change, but is none.
  func touch() { topic.changed() }

  func progress() {
    value += 1
    topic.changed(.progress)
  }

  func set(to value: Int) {
    self.value = value
    topic.changed()
  }

  /// So many changes in one turn.
  func changeTogether(times: Int) {
    for _ in 0..<times {
      value += 1
      topic.changed()
    }
  }
}

extension Ask {
  /// With all the time there is.
  static func subscribe(_ id: Int, _ topics: String...) -> String {
    let names = topics.map { "\"\($0)\"" }.joined(separator: ",")
    return method(id, "subscribe", #"{"topics":[\#(names)],"timeout_ms":120000}"#)
  }

  static func unsubscribe(_ id: Int, _ subscription: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"unsubscribe","params":{"subscription":"\#(subscription)"}}"#
  }
}

/// What a test looks at of an event.
struct ReceivedEvent: Equatable {
  var subscription: String?
  var topic: String?
  var revision: Int?
  var dropped: Int?
  var value: Int?

  /// Nil for what is no event.
  init?(_ message: JSONValue) {
    guard message["method"] == "event", message["id"] == nil, let params = message["params"] else {
      return nil
    }
    subscription = params["subscription"]?.stringValue
    topic = params["topic"]?.stringValue
    revision = params["rev"]?.intValue
    dropped = params["dropped"]?.intValue
    value = params["data"]?["value"]?.intValue
  }

  init(_ subscription: String, _ topic: String, rev: Int, dropped: Int = 0, value: Int?) {
    self.subscription = subscription
    self.topic = topic
    revision = rev
    self.dropped = dropped
    self.value = value
  }
}

extension LineClient {
  /// The next message, which is to be an event.
  func event() throws -> ReceivedEvent? { ReceivedEvent(try reply()) }
}
