import EventLoop
import MovieProtocol

/// A state that clients follow. Code that changes it calls ``changed(_:atOnce:)``; at the end of the turn, or
/// when the topic's interval has passed, it is encoded once, and sent to all subscribers unless they have it.
///
/// Owned by ``Topics``; each of its subscribers holds it, and is itself held by its connection.
@LoopActor
final class Topic: EndOfTurn {
  let source: TopicSource
  /// Incremented with each state that a client is sent.
  private(set) var revision = 1
  /// The state has changed since.
  private var isBehind = false
  /// If the source counts: `rev` on the wire of the state of this revision, and of the one before it.
  private var counted: (last: Int, before: Int) = (0, 0)
  private(set) var subscribers: [Subscriber] = []
  private var throttle: Throttle
  private var timer = LoopTimer()
  /// Set while there are subscribers and the state is not available.
  private var search: Task<Void, Never>?
  /// The state of this revision, once its bytes were needed.
  private var encoded: [Form: EventText] = [:]
  /// What subscribers have, or are about to get: a change that comes to the same is none. Empty: unknown.
  private var shown: [Form: EventText] = [:]

  private struct Form: Hashable {
    let use: TopicSource.Use
    /// Nil: all readers are told the same.
    let view: SharedView?
    let profile: ObjectIdentifier?
  }

  // Between two attempts to load the state, and the timeout of one.
  private static let firstPause: Duration = .seconds(1)
  private static let maxPause: Duration = .seconds(30)
  private static let patience: Duration = .seconds(15)

  init(_ source: TopicSource) {
    self.source = source
    throttle = Throttle(
      interval: .milliseconds(source.description.minInterval),
      progressInterval: .milliseconds(source.description.progressInterval))
    source.attach?(self)
  }

  var name: String { source.description.name }
  /// It is the same in all profiles.
  var isShared: Bool { source.description.isShared }
  var isSought: Bool { search != nil }

  /// The state has changed. This only marks it, so it may be called before the change is answered: the reply
  /// is written before the event.
  ///
  /// - Parameters:
  ///   - change: whether there is more to tell than progress.
  ///   - atOnce: publishes regardless of the interval, before this call returns: the event is then written even
  ///     to connections that are closed next.
  func changed(_ change: Throttle.Change = .state, atOnce: Bool = false) {
    guard !subscribers.isEmpty else { return advance() }
    isBehind = true
    if atOnce { return publish() }
    switch throttle.change(change, at: EventLoop.now) {
    case .publish: EventLoop.beforeWriting(self)
    case .wait(let moment): timer.start(at: moment) { self.publish() }
    case .nothing: break
    }
  }

  /// The next reply to `subscribe` and the next event have something else, for which no event is sent.
  func changedQuietly() { encoded = [:] }

  func endOfTurn() {
    // It may have been published meanwhile, or the last subscriber may have left.
    if throttle.isDue { publish() }
  }

  private func publish() {
    timer.stop()
    catchUp()
    let due = subscribers.filter { $0.cursor.isBehind(revision) }
    guard !due.isEmpty else {
      _ = throttle.stop()
      return
    }
    throttle.published(at: EventLoop.now)
    for subscriber in due { subscriber.session.eventIsDue() }
  }

  /// The changes since the last state are the next one, unless they come to the same.
  fileprivate func catchUp() {
    guard isBehind else { return }
    guard !shown.isEmpty, let first = subscribers.first?.session else { return advance() }
    if let count = source.revision?(first.profile), count != counted.last { return advance() }
    let readers = shown.keys.compactMap { form in
      subscribers.first { self.form(.present, $0.session) == form }?.session
    }
    let states = readers.map { (session: $0, data: data(.present, $0)) }
    if !states.isEmpty, states.allSatisfy({ shown[form(.present, $0.session)]?.has($0.data) == true }) {
      isBehind = false
    } else {
      advance()
      for state in states { keep(state.data, state.session) }
    }
  }

  private func advance() {
    isBehind = false
    revision &+= 1
    encoded = [:]
    shown = [:]
    if let profile = subscribers.first?.session.profile, let count = source.revision?(profile) {
      counted = (count, counted.last)
    }
  }

  /// The present state, for the reply to `subscribe`: also while other subscribers wait for its event.
  ///
  /// - Parameter known: the `rev` of the state that the client has. A source that counts says what has changed
  ///   since then.
  func present(_ session: Session, known: Int? = nil) -> EventText {
    catchUp()
    guard let known, let present = source.revision?(session.profile), known != present else {
      return text(.present, session)
    }
    // Not stored: each client may have another one.
    return made(of: data(known < present ? .event(since: known) : .loss, session), session)
  }

  /// The state as an event, for a subscriber that has missed `dropped` states before it.
  func event(dropped: Int, _ session: Session) -> EventText {
    text(dropped == 0 ? .event(since: counted.before) : .loss, session)
  }

  private func text(_ use: TopicSource.Use, _ session: Session) -> EventText {
    // Its forms differ only if the source counts.
    let use = source.revision == nil ? .present : use
    let form = form(use, session)
    if let text = encoded[form] { return text }
    let data = data(use, session)
    if use == .present { return keep(data, session) }
    let text = made(of: data, session)
    encoded[form] = text
    return text
  }

  /// - Parameter data: the present state, which all subscribers of its form have, or get next.
  @discardableResult
  private func keep(_ data: [UInt8], _ session: Session) -> EventText {
    let (form, text) = (form(.present, session), made(of: data, session))
    (encoded[form], shown[form]) = (text, text)
    return text
  }

  private func form(_ use: TopicSource.Use, _ session: Session) -> Form {
    guard source.dependsOnView else { return Form(use: use, view: nil, profile: nil) }
    return Form(
      use: use, view: SharedView(session, in: session.profile), profile: ObjectIdentifier(session.profile))
  }

  private func data(_ use: TopicSource.Use, _ session: Session) -> [UInt8] {
    source.state(
      TopicReader(
        server: session.server, profile: session.profile, use: use,
        view: SharedView(session, in: session.profile)))
  }

  private func made(of data: [UInt8], _ session: Session) -> EventText {
    EventText(
      topic: name, profile: isShared ? nil : session.profile.name,
      revision: source.revision?(session.profile) ?? revision, data: data)
  }

  /// A client follows a topic whose state could not be loaded: the load is retried, ever less often, until it
  /// succeeds, which causes an event.
  func seek(_ server: Server, _ profile: Profile) {
    guard let waiting = source.waiting, !isSought else { return }
    let before = revision
    search = LoopTask.start {
      var pauses = Self.firstPause
      while !waiting.isKnown(server, profile) {
        try? await EventLoop.sleep(for: pauses)
        guard !Task.isCancelled else { return }
        pauses = min(pauses * 2, Self.maxPause)
        try? await waiting.untilKnown(server, profile, EventLoop.now + Self.patience)
      }
      self.search = nil
      // Those for whom it was sought have none, whatever the others have.
      self.shown = [:]
      // The code that loaded it may already have published it.
      if self.revision == before, !self.isBehind { self.changed() }
    }
  }

  func add(_ subscriber: Subscriber) {
    if subscribers.isEmpty, let count = source.revision?(subscriber.session.profile) {
      counted = (count, count)
    }
    subscriber.place = subscribers.count
    subscribers.append(subscriber)
    if subscribers.count == 1 { source.setObserved?(true) }
  }

  /// Removes `subscriber` in constant time: the last one moves into its place.
  func remove(_ subscriber: Subscriber) {
    guard let place = subscriber.place else { return }
    subscriber.place = nil
    let last = subscribers.removeLast()
    if last !== subscriber {
      subscribers[place] = last
      last.place = place
    }
    if subscribers.isEmpty { stop() }
  }

  /// The last subscriber has left: no timer remains, and an unpublished change becomes visible to the next
  /// subscriber. A source that is live only while followed reports no changes from here on, so its next state
  /// may be any.
  private func stop() {
    timer.close()
    search?.cancel()
    (timer, search) = (LoopTimer(), nil)
    if throttle.stop() || source.setObserved != nil { advance() }
    source.setObserved?(false)
  }
}

/// One topic of one subscription.
@LoopActor
final class Subscriber {
  let session: Session
  let topic: Topic
  /// The beginning of its events.
  let head: [UInt8]
  var cursor: EventCursor
  /// Index in ``Topic``, which keeps it current; nil once it has ended.
  var place: Int?

  init(_ session: Session, _ topic: Topic, head: [UInt8]) {
    self.session = session
    self.topic = topic
    self.head = head
    // Its reply has a change for which the others' event waits.
    topic.catchUp()
    cursor = EventCursor(at: topic.revision)
  }
}
