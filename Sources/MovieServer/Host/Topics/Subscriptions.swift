import EventLoop

/// What one connection follows, and which events are due.
@LoopActor
struct Subscriptions {
  private var named: [(name: String, subscribers: [Subscriber])] = []
  private var made = 0
  /// The subscribers of all subscriptions, oldest first.
  private var subscribers: [Subscriber] = []
  /// Where the next check for due events begins, so that none is forgotten if not all fit.
  private var next = 0

  /// A subscriber may be behind its topic.
  private(set) var areDue = false
  /// The last events written.
  private(set) var span = EventSpan()

  var count: Int { named.count }
  var isEmpty: Bool { named.isEmpty }
  /// One of the topics belongs to the profile.
  var followProfile: Bool { subscribers.contains { !$0.topic.isShared } }

  mutating func add(_ topics: [Topic], of session: Session) -> String {
    made += 1
    let name = "s\(made)"
    let head = EventText.head(subscription: name)
    let added = topics.map { Subscriber(session, $0, head: head) }
    for subscriber in added { subscriber.topic.add(subscriber) }
    named.append((name, added))
    subscribers += added
    return name
  }

  /// Returns false if there is no subscription of that name.
  mutating func remove(_ name: String) -> Bool {
    guard let index = named.firstIndex(where: { $0.name == name }) else { return false }
    for subscriber in named.remove(at: index).subscribers { subscriber.topic.remove(subscriber) }
    subscribers = named.flatMap(\.subscribers)
    next = 0
    if subscribers.isEmpty { areDue = false }
    return true
  }

  /// Those with a topic of the profile.
  mutating func removeAllOfProfile() {
    for (name, subscribers) in named where subscribers.contains(where: { !$0.topic.isShared }) {
      _ = remove(name)
    }
  }

  mutating func removeAll() {
    for subscriber in subscribers { subscriber.topic.remove(subscriber) }
    named = []
    subscribers = []
    next = 0
    areDue = false
  }

  mutating func markDue() { areDue = true }
  mutating func didWrite(_ span: EventSpan) { self.span = span }

  /// Passes each subscriber that is behind to `write`, until that returns false because no more fits: then the
  /// rest stays due.
  mutating func writeDue(_ write: @LoopActor (Subscriber) -> Bool) {
    for _ in subscribers.indices {
      let subscriber = subscribers[next]
      if subscriber.cursor.isBehind(subscriber.topic.revision), !write(subscriber) { return }
      next = next + 1 < subscribers.count ? next + 1 : 0
    }
    areDue = false
  }
}
