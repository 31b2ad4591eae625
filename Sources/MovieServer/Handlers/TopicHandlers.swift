import EventLoop
import JSONRPC
import MovieProtocol

/// `subscribe` and `unsubscribe`: see `MovieProtocol/Methods/Topics.swift`.
@LoopActor
enum TopicHandlers {
  static let handlers = [
    // An earlier change may select the profile, and so what is followed.
    MethodHandler(
      SubscribeMethod.self, .immediateOrWaiting(subscribeIfKnown, subscribeWhenKnown), order: .afterChanges),
    MethodHandler(UnsubscribeMethod.self, .immediate(unsubscribe)),
  ]

  static func subscribeIfKnown(_ call: Call) throws(RPCError) -> Response? {
    // The profile is known once the library is read and earlier changes are made.
    guard call.server.profiles.isReady, !call.session.requests.isChanging else {
      _ = try topics(call)
      return nil
    }
    let (profile, topics) = (try call.profile, try topics(call))
    return topics.allSatisfy({ $0.source.waiting?.isKnown(call.server, profile) ?? true })
      ? try subscribe(call, topics) : nil
  }

  static func subscribeWhenKnown(_ call: Call) async throws -> Response {
    // The connection stays in this profile: see ``Session/follows(before:)``.
    let profile = try call.profile
    let topics = try topics(call)
    let faults = try await topics.concurrentMap { try await fault(of: $0, call, profile) }
    // Cancelled, timed out or closed meanwhile: a client that was told so must not get events.
    if call.request?.isAnswered == true { throw CancellationError() }
    let failed = zip(topics, faults).compactMap { topic, fault in fault.map { (topic, $0) } }
    if failed.count == topics.count, let (topic, first) = failed.first {
      var fault = first
      fault.details.append(JSONMember("topic", .string(topic.name)))
      throw fault
    }
    return try subscribe(call, topics, failed: failed)
  }

  /// Returns when the topic's state is known, or the reason why it is not.
  private static func fault(of topic: Topic, _ call: Call, _ profile: Profile) async throws -> RPCError? {
    do {
      try await topic.source.waiting?.untilKnown(call.server, profile, call.request?.deadline)
      return nil
    } catch let error as CancellationError {
      throw error
    } catch {
      return call.server.wireError(error, of: call)
    }
  }

  /// - Parameter failed: the topics that have no state yet.
  private static func subscribe(
    _ call: Call, _ topics: [Topic], failed: [(topic: Topic, fault: RPCError)] = []
  ) throws(RPCError) -> Response {
    let profile = try call.profile
    let name = try call.session.subscribe(to: topics)
    for (topic, _) in failed { topic.seek(call.server, profile) }
    // Revisions begin again with each start of the daemon.
    let known = call[SubscribeMethod.instance] == call.server.instance ? call[SubscribeMethod.revs] : [:]
    let present = topics.filter { topic in !failed.contains { $0.topic === topic } }
    return .bytes(
      Subscription.shape.encode(
        (
          name, call.server.instance, JSONMap(failed.map { ($0.topic.name, $0.fault) }),
          JSONMap(
            present.map { topic in
              let known = known[topic.name]
              return (topic.name, topic.present(call.session, known: known).snapshot(known: known))
            })
        )))
  }

  /// Each once, in the order of their first mention.
  private static func topics(_ call: Call) throws(RPCError) -> [Topic] {
    let profile = try call.profile
    var topics: [Topic] = []
    for name in call[SubscribeMethod.topics] {
      guard let topic = call.server.topics.named(name) ?? profile.topics.browseTopic(name) else {
        throw TopicTable.unknown(name)
      }
      if !topics.contains(where: { $0 === topic }) { topics.append(topic) }
    }
    guard !topics.isEmpty else { throw TopicTable.nothing() }
    return topics
  }

  static func unsubscribe(_ call: Call) throws(RPCError) -> Response {
    let isGone = call.session.subscriptions.remove(call[UnsubscribeMethod.subscription])
    return .bytes(UnsubscribeMethod.answer.encode(isGone))
  }
}
