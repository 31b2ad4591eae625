import EventLoop
import MovieProtocol
import MovieSources

/// Which titles of what the household shares, its downloads and its player, a profile with an age limit is
/// told of. Each is hidden until that is known.
@LoopActor
final class SharedTitles {
  private struct Verdict {
    let isShown: Bool
    let expiresAt: LoopInstant
  }

  /// A certificate rarely changes.
  private static let lifetime: Duration = .seconds(3600)
  /// Of a verdict without a certificate that upstream may have.
  private static let retry: Duration = .seconds(60)
  /// Of lookups for a topic, for which no request waits.
  private static let patience: Duration = .seconds(10)
  private static let atOnce = 32
  private static let maxVerdicts = 4096

  private var rule: AgeRestriction?
  private var verdicts: [TitleKey: Verdict] = [:]
  /// Looked up in the background, one batch after the other.
  private var waiting: Set<TitleKey> = []
  private var lookup: Task<Void, Never>?

  nonisolated init() {}

  /// What verdicts depend on has changed, such as the key of TMDB.
  func forget() { verdicts = [:] }

  func shows(_ key: TitleKey) -> Bool { verdicts[key]?.isShown ?? false }

  /// Returns when it is known which of `keys` are shown.
  func load(_ keys: [TitleKey], _ titles: ProfileTitles, _ options: FetchOptions) async throws {
    use(titles.ageFilter?.rule)
    let rule = rule
    var rest = unknown(keys)[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(some.count)
      let found = try await some.concurrentMap { key in try await titles.isVisible(key, options) }
      // The limit may have changed meanwhile.
      guard self.rule == rule else { return }
      for (key, verdict) in zip(some, found) {
        verdicts[key] = Verdict(
          isShown: verdict.isShown, expiresAt: EventLoop.now + (verdict.isSure ? Self.lifetime : Self.retry))
      }
    }
  }

  /// The same in the background. `onChange` is called if other titles are shown then.
  func loadSoon(
    _ keys: [TitleKey], _ titles: ProfileTitles, _ options: FetchOptions,
    onChange: @escaping @LoopActor () -> Void
  ) {
    use(titles.ageFilter?.rule)
    waiting.formUnion(unknown(keys))
    guard lookup == nil, !waiting.isEmpty else { return }
    var options = options
    (options.priority, options.deadline) = (.prefetch, EventLoop.now + Self.patience)
    lookup = LoopTask.start { [options] in
      while !self.waiting.isEmpty {
        let keys = Array(self.waiting)
        self.waiting = []
        let before = keys.map(self.shows)
        try? await self.load(keys, titles, options)
        if keys.map(self.shows) != before { onChange() }
      }
      self.lookup = nil
    }
  }

  private func use(_ rule: AgeRestriction?) {
    if rule != self.rule || verdicts.count > Self.maxVerdicts { verdicts = [:] }
    self.rule = rule
  }

  private func unknown(_ keys: [TitleKey]) -> [TitleKey] {
    let now = EventLoop.now
    return keys.filter { key in verdicts[key].map { $0.expiresAt <= now } ?? true }
  }
}

/// For whom the state of the downloads or of the player is made.
enum SharedView: Hashable, Sendable {
  case everything
  /// The titles that the profile's ``SharedTitles`` show.
  case limited(AgeRestriction)
  /// No title: the connection has not sent its profile's PIN.
  case nothing

  @LoopActor init(_ session: Session, in profile: Profile) {
    self =
      session.isAdmitted(to: profile)
      ? profile.ageRestriction.map { SharedView.limited($0) } ?? .everything : .nothing
  }

  /// - Parameter profile: its verdicts have been loaded.
  @LoopActor func shows(_ key: TitleKey, in profile: Profile) -> Bool {
    switch self {
    case .everything: true
    case .limited: profile.sharedTitles.shows(key)
    case .nothing: false
    }
  }
}

extension TopicReader {
  /// Those of `keys` that the reader is told of. One of which that is not known yet is looked up, and hidden.
  @LoopActor func visible(_ keys: [TitleKey]) -> [TitleKey] {
    if case .limited = view {
      profile.sharedTitles.loadSoon(
        keys, ProfileTitles(server.titles, profile, server.profiles.library),
        FetchOptions(profile.settings, day: server.day)
      ) { [weak server] in
        for topic in server?.topics.all ?? [] where topic.source.dependsOnView { topic.changed() }
      }
    }
    return keys.filter { view.shows($0, in: profile) }
  }
}

extension Call {
  /// Those of `keys` that the connection is told of.
  func visible(_ keys: [TitleKey]) async throws -> [TitleKey] {
    let view = SharedView(session, in: chosen)
    if case .limited = view {
      var options = FetchOptions(chosen.settings, day: server.day)
      options.client = session.number
      options.deadline = EventLoop.now + .milliseconds(arguments[.timeout])
      try await chosen.sharedTitles.load(
        keys, ProfileTitles(server.titles, chosen, server.profiles.library), options)
    }
    return keys.filter { view.shows($0, in: chosen) }
  }
}
