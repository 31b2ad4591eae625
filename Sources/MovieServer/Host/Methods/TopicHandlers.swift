import EventLoop
import JSONRPC
import MovieProtocol

/// `subscribe` and `unsubscribe`: see `MovieProtocol/Methods/Topics.swift`.
@LoopActor
enum TopicHandlers {
  static let handlers = [
    // An earlier change may select the profile, and so what is followed.
    MethodHandler(
      SubscribeMethod.self, .immediateOrWaiting(subscribeIfKnown, subscribeWhenKnown), role: .follows,
      order: .afterChanges),
    MethodHandler(UnsubscribeMethod.self, .immediate(unsubscribe)),
  ]

  static func subscribeIfKnown(_ call: Call) throws(RPCError) -> Response? {
    try expectTopics(call)
    // The profile is known once the library is read and earlier changes are made.
    guard call.server.profiles.isReady, !call.session.requests.isChanging else { return nil }
    let named = named(call)
    let isKnown = named.compactMap { try? $0.topic.get() }.allSatisfy {
      $0.source.waiting?.isKnown(call.server, call.chosen) ?? true
    }
    return isKnown ? try subscribe(call, named) : nil
  }

  static func subscribeWhenKnown(_ call: Call) async throws -> Response {
    // The connection stays in this profile: see ``Session/followsProfile(before:)``.
    let topics = named(call).compactMap { try? $0.topic.get() }
    let faults = try await topics.concurrentMap { try await fault(of: $0, call) }
    // Cancelled, timed out or closed meanwhile: a client that was told so must not get events.
    if call.request?.isAnswered == true { throw CancellationError() }
    let failed = zip(topics, faults).compactMap { topic, fault in fault.map { (topic, $0) } }
    // The profile may have been locked meanwhile.
    return try subscribe(call, named(call), failed: failed)
  }

  /// Returns when the topic's state is known, or the reason why it is not.
  private static func fault(of topic: Topic, _ call: Call) async throws -> RPCError? {
    do {
      try await topic.source.waiting?.untilKnown(call.server, call.chosen, call.request?.deadline)
      return nil
    } catch let error as CancellationError {
      throw error
    } catch {
      return call.server.wireError(error, of: call)
    }
  }

  /// - Parameter failed: the topics that have no state yet. They are followed.
  private static func subscribe(
    _ call: Call, _ named: [Named], failed: [(topic: Topic, fault: RPCError)] = []
  ) throws(RPCError) -> Response {
    var topics: [Topic] = []
    var present: [Topic] = []
    var faults: [(name: String, value: RPCError)] = []
    for (name, topic) in named {
      switch topic {
      case .failure(let fault): faults.append((name, fault))
      case .success(let topic):
        topics.append(topic)
        if let failure = failed.first(where: { $0.topic === topic }) {
          faults.append((name, failure.fault))
        } else {
          present.append(topic)
        }
      }
    }
    if present.isEmpty, let first = faults.first {
      var fault = first.value
      fault.details.append(JSONMember("topic", .string(Spelling.shortened(first.name))))
      throw fault
    }
    let subscription = try call.session.subscribe(to: topics)
    for (topic, _) in failed where topics.contains(where: { $0 === topic }) {
      topic.seek(call.server, call.chosen)
    }
    let instance = call.server.instance(of: call.chosen)
    // Each run of the daemon counts anew, and each profile by itself.
    let known = call[SubscribeMethod.instance] == instance ? call[SubscribeMethod.revs] : [:]
    return .bytes(
      Subscription.shape.encode(
        (
          subscription, instance, call.chosen.name, JSONMap(faults),
          TopicStates(
            present.map { topic in
              let known = known[topic.name]
              return (topic.name, topic.present(call.session, known: known).snapshot(known: known))
            })
        )))
  }

  /// A name of the request, with its topic or why this connection may not follow it.
  private typealias Named = (name: String, topic: Result<Topic, RPCError>)

  /// Each once, in the order of their first mention.
  private static func named(_ call: Call) -> [Named] {
    var all: [Named] = []
    for name in call[SubscribeMethod.topics] where !all.contains(where: { $0.name == name }) {
      all.append((name, Result { () throws(RPCError) in try topic(name, call) }))
    }
    return all
  }

  private static func topic(_ name: String, _ call: Call) throws(RPCError) -> Topic {
    if let shared = call.server.topics.named(name) { return shared }
    guard TopicTable.topic(named: name) != nil, let topic = call.server.topic(name, of: try call.profile)
    else {
      throw TopicTable.unknown(name)
    }
    return topic
  }

  private static func expectTopics(_ call: Call) throws(RPCError) {
    if call[SubscribeMethod.topics].isEmpty { throw TopicTable.nothing() }
  }

  static func unsubscribe(_ call: Call) throws(RPCError) -> Response {
    let isGone = call.session.subscriptions.remove(call[UnsubscribeMethod.subscription])
    return .bytes(UnsubscribeMethod.answer.encode(isGone))
  }
}
