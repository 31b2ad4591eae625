import EventLoop

/// What one connection follows, and which events are due.
@LoopActor
struct Subscriptions {
  private var named: [(name: String, watchers: [Watcher])] = []
  private var made = 0
  /// The watchers of all subscriptions, oldest first.
  private var watchers: [Watcher] = []
  /// Where the next check for due events begins, so that none is forgotten if not all fit.
  private var next = 0

  /// A watcher may be behind its topic.
  private(set) var areDue = false
  /// The last events written.
  private(set) var span = EventSpan()

  var count: Int { named.count }
  var isEmpty: Bool { named.isEmpty }

  mutating func add(_ topics: [Topic], of session: Session) -> String {
    made += 1
    let name = "s\(made)"
    let head = EventText.head(subscription: name)
    let added = topics.map { Watcher(session, $0, head: head) }
    for watcher in added { watcher.topic.add(watcher) }
    named.append((name, added))
    watchers += added
    return name
  }

  /// Returns false if there is no subscription of that name.
  mutating func remove(_ name: String) -> Bool {
    guard let index = named.firstIndex(where: { $0.name == name }) else { return false }
    for watcher in named.remove(at: index).watchers { watcher.topic.remove(watcher) }
    watchers = named.flatMap(\.watchers)
    next = 0
    if watchers.isEmpty { areDue = false }
    return true
  }

  mutating func removeAll() {
    for watcher in watchers { watcher.topic.remove(watcher) }
    named = []
    watchers = []
    next = 0
    areDue = false
  }

  mutating func markDue() { areDue = true }
  mutating func didWrite(_ span: EventSpan) { self.span = span }

  /// Passes each watcher that is behind to `write`, until that returns false because no more fits: then the
  /// rest stays due.
  mutating func writeDue(_ write: @LoopActor (Watcher) -> Bool) {
    for _ in watchers.indices {
      let watcher = watchers[next]
      if watcher.cursor.isBehind(watcher.topic.revision), !write(watcher) { return }
      next = next + 1 < watchers.count ? next + 1 : 0
    }
    areDue = false
  }
}
