import EventLoop
import Logging
import MovieProtocol
import MovieSources
import MovieStore

// The server and its features.
extension Server {
  func tell(_ event: ServerEvent) {
    hear(event)
    for feature in features { feature.hear(event, from: self) }
  }

  /// Called once, at the end of the initialisation.
  func beginFeatures() {
    tasks.onChange = { [serverTopic] in serverTopic.changed($0) }
    // Weak: work that has begun, such as a read of the library, may end after the server has.
    profiles.onEvent = { [weak self] in self?.tell($0) }
    upstreams?.onNetworkChange = { [weak self] in
      guard let self else { return }
      tell(.networkChanged(isOnline: titles.status.network == .online))
    }
    upstreams?.onRecovery = { [weak self] in self?.tell(.upstreamRecovered) }
    profiles.onFlush = { [weak self] in await self?.flush($0) }
    for feature in features { feature.begin(in: self) }
    for profile in profiles.all { tell(.profileAdded(profile)) }
    tell(.settingsChanged)
  }

  /// Those of the host itself.
  static var handlers: [MethodHandler] {
    TopicHandlers.handlers + ConnectionHandlers.handlers + ServiceHandlers.handlers
  }

  /// The feature of this type, for its own handlers and topics.
  func feature<F: Feature>(_ type: F.Type = F.self) -> F {
    guard let found = find(type) else { preconditionFailure("\(type) is not in Features.swift") }
    return found
  }

  func find<F: Feature>(_ type: F.Type = F.self) -> F? {
    features.first { Swift.type(of: $0) == type } as? F
  }

  /// A topic of the profile. Some are made when they are first followed.
  func topic(_ name: String, of profile: Profile) -> Topic? {
    if let topic = profile.topics.named(name) { return topic }
    return features.lazy.compactMap { $0.topic(named: name) }.first.map { profile.topics.add($0) }
  }

  /// When this returns, the library has all that clients know of the profile.
  func flush(_ profile: Profile) async {
    for feature in features { await feature.flush(profile) }
  }

  /// The library can be closed when this returns.
  func endFeatures() async {
    for feature in features { await feature.end(by: endsAt) }
  }

  private func hear(_ event: ServerEvent) {
    switch event {
    case .libraryLoaded: beginAgain()
    case .settingsChanged: upstreams?.use(Upstreams.Settings(profiles.shared))
    case .networkChanged: serverTopic.changed()
    case .profilesChanged: profilesTopic.changed()
    case .profileLocked(let profile): closeSubscribers(of: profile)
    default: break
    }
  }

  /// The initial profile is known now. Before the library is first read, nothing that depends on it was
  /// answered. Afterwards, subscriptions and answers of these connections belong to another profile: they
  /// have to connect again.
  private func beginAgain() {
    let strangers = sessions.filter { $0.profile !== profiles.initial }
    guard profiles.isReady else {
      for session in strangers { session.select(profiles.initial) }
      return
    }
    guard !strangers.isEmpty else { return }
    logger.notice(
      "connections closed: the library is readable now, and the initial profile is another one",
      metadata: ["count": "\(strangers.count)"])
    for session in strangers { session.drain() }
  }

  /// Called for a profile that has been locked: connections that follow its topics have to show the PIN.
  ///
  /// - Parameter requester: stays open without them, so that it can be answered.
  func closeSubscribers(of profile: Profile, besides requester: Session? = nil) {
    for session in sessions where session.profile === profile && session.subscriptions.followProfile {
      guard !session.isAdmitted(to: profile) else { continue }
      if session === requester {
        session.endSubscriptionsToProfile()
      } else {
        session.close(because: "profile was locked")
      }
    }
  }
}
