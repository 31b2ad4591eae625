import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// A result that a client follows: requested again when the profile's settings or lists change, and when it is
/// too old.
@LoopActor
final class LiveResult<Source: LiveSource> {
  private let source: Source
  /// The last result, and the number of changes when it was requested; nil: there is none yet.
  private var found: (value: Source.Value, changes: Int)?
  /// Counts the changes of settings, lists, the day or the data of titles.
  private var changes = 0
  /// Whose state it is; it keeps this.
  fileprivate weak var topic: Topic?
  /// What it is made for; the profile owns the topic.
  private weak var server: Server?
  private weak var profile: Profile?
  /// Set while a client follows.
  private var timer: LoopTimer?
  private var refreshing: Task<Void, Never>?
  private var throttle = Throttle(interval: .seconds(1))

  /// The delay after a failed refresh.
  private static var retry: Duration { .seconds(300) }
  /// The timeout of a refresh.
  private static var patience: Duration { .seconds(60) }

  init(_ source: Source) { self.source = source }

  var value: Source.Value? { found?.value }

  /// Nil before the first load.
  var reader: (server: Server, profile: Profile)? {
    guard let server, let profile else { return nil }
    return (server, profile)
  }

  /// Whether it is loaded, is what a new request would get, and is kept up to date.
  var isKnown: Bool { found?.changes == changes && timer != nil }

  func load(_ server: Server, _ profile: Profile, deadline: LoopInstant?) async throws {
    if isKnown { return }
    server.updateClock()
    (self.server, self.profile) = (server, profile)
    defer { schedule() }
    var options = FetchOptions(profile.settings, day: server.day)
    options.deadline = deadline
    let changes = changes
    apply(try await source.find(server, profile, options), changes, server)
  }

  func encoded() -> [UInt8] {
    guard let found, let reader else { return Array("{}".utf8) }
    return source.encoded(found.value, reader.server, reader.profile)
  }

  /// The first client follows it, or the last one has left: then there is no timer. The value stays, for a
  /// client whose subscription waits for other topics.
  func setObserved(_ isObserved: Bool) {
    timer?.close()
    timer = isObserved ? LoopTimer() : nil
    if isObserved { return schedule() }
    refreshing?.cancel()
    (refreshing, throttle) = (nil, Throttle(interval: .seconds(1)))
  }

  /// Settings, lists, the day or the data of titles have changed, and the result may have.
  func resultsChanged() {
    changes &+= 1
    refreshSoon()
  }

  private func refreshSoon() {
    // A refresh under way checks this at its end.
    guard refreshing == nil, timer != nil, reader != nil else { return }
    switch throttle.change(at: EventLoop.now) {
    case .publish: refresh()
    case .wait(let moment): timer?.start(at: moment) { self.refresh() }
    case .nothing: break
    }
  }

  private func schedule() {
    guard let found, let reader else { return }
    guard found.changes == changes else { return refreshSoon() }
    _ = throttle.stop()
    guard let lifetime = source.lifetime(of: found.value, reader.server) else { return }
    timer?.start(after: lifetime) {
      reader.server.updateClock()
      self.refresh(maxAge: .seconds(60))
    }
  }

  private func refresh(maxAge: Duration? = nil) {
    guard refreshing == nil, let (server, profile) = reader else { return }
    throttle.published(at: EventLoop.now)
    var options = FetchOptions(profile.settings, day: server.day)
    (options.priority, options.deadline) = (.prefetch, EventLoop.now + Self.patience)
    options.maxAge = maxAge
    let changes = changes
    refreshing = LoopTask.start { [options] in
      let new = try? await self.source.find(server, profile, options)
      // The last client has left; another may have come.
      guard !Task.isCancelled else { return }
      self.refreshing = nil
      if let new { self.apply(new, changes, server) }
      if new != nil || changes != self.changes {
        self.schedule()
      } else {
        self.timer?.start(after: Self.retry) {
          server.updateClock()
          self.refresh(maxAge: maxAge)
        }
      }
    }
  }

  private func apply(_ new: Source.Value, _ changes: Int, _ server: Server) {
    // A request that began later may have ended first.
    if let found, found.changes > changes { return }
    let old = value
    found = (new, changes)
    if timer != nil, let topic { source.replaced(old, by: new, server, topic) }
  }
}

/// The part of a ``LiveResult`` that differs between topics.
@LoopActor
protocol LiveSource: Sendable {
  associatedtype Value: Sendable

  /// - Parameter options: have a `maxAge` if only the age of the last result is the reason.
  func find(_ server: Server, _ profile: Profile, _ options: FetchOptions) async throws -> Value
  /// Called when a client follows and there is a new result, which may be the same.
  func replaced(_ old: Value?, by new: Value, _ server: Server, _ topic: Topic)
  /// The time after which it is requested again although nothing has changed; nil: never.
  func lifetime(of value: Value, _ server: Server) -> Duration?
  func encoded(_ value: Value, _ server: Server, _ profile: Profile) -> [UInt8]
}

extension LiveSource {
  /// A method's result, as `write` writes it, with its `meta`.
  func result(_ meta: Meta, reserving capacity: Int, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(reserving: capacity)
    write(&writer)
    var metaWriter = JSONWriter()
    meta.write(into: &metaWriter)
    let aged = metaWriter.bytes.aged(
      EncodedResult.Age.all(of: [meta], in: metaWriter), at: .now)
    return Array(writer.bytes.dropLast()) + Array(#","meta":"#.utf8) + aged + Array("}".utf8)
  }
}

extension TopicSource {
  @LoopActor init(_ description: TopicDescription, _ live: LiveResult<some LiveSource>) {
    self.init(
      description,
      waiting: Waiting(
        isKnown: { _, _ in live.isKnown },
        untilKnown: { try await live.load($0, $1, deadline: $2) })
    ) { _ in live.encoded() }
    attach = { live.topic = $0 }
    setObserved = { live.setObserved($0) }
    resultsChanged = { live.resultsChanged() }
  }
}
