/// Who waits for upstream, so that no client's many requests keep another's one waiting: clients in turn,
/// what somebody waits for before what is only prepared, and the requests of one client in their order.
struct FairQueue<Element: Sendable>: Sendable {
  /// Finds an element again that is to leave before its turn.
  struct Ticket: Sendable, Hashable {
    fileprivate let number: UInt64
    fileprivate let client: UInt64
    fileprivate let priority: Asking.Priority
  }

  private var interactive = Lane<Element>()
  private var prefetch = Lane<Element>()
  private var nextNumber: UInt64 = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element, client: UInt64, priority: Asking.Priority) -> Ticket {
    nextNumber &+= 1
    self[priority].append(Lane.Entry(number: nextNumber, element: element), of: client)
    count += 1
    return Ticket(number: nextNumber, client: client, priority: priority)
  }

  mutating func popFirst() -> Element? {
    guard let entry = interactive.popFirst() ?? prefetch.popFirst() else { return nil }
    count -= 1
    return entry.element
  }

  /// Nil: its turn has come already.
  mutating func remove(_ ticket: Ticket) -> Element? {
    guard let entry = self[ticket.priority].remove(ticket.number, of: ticket.client) else { return nil }
    count -= 1
    return entry.element
  }

  /// How many come before a further request of this client, if nobody else came in the meantime.
  func countBefore(client: UInt64, priority: Asking.Priority) -> Int {
    switch priority {
    case .interactive: interactive.countBefore(client)
    case .prefetch: interactive.count + prefetch.countBefore(client)
    }
  }

  private subscript(priority: Asking.Priority) -> Lane<Element> {
    get { priority == .interactive ? interactive : prefetch }
    _modify {
      if priority == .interactive { yield &interactive } else { yield &prefetch }
    }
  }
}

/// Those of one priority.
private struct Lane<Element: Sendable>: Sendable {
  struct Entry: Sendable {
    let number: UInt64
    let element: Element
  }

  /// Clients that wait, the next one first.
  private var turns: [UInt64] = []
  private var waiting: [UInt64: [Entry]] = [:]

  var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

  mutating func append(_ entry: Entry, of client: UInt64) {
    if waiting[client] == nil { turns.append(client) }
    waiting[client, default: []].append(entry)
  }

  mutating func popFirst() -> Entry? {
    guard let client = turns.first, var entries = waiting[client] else { return nil }
    turns.removeFirst()
    let first = entries.removeFirst()
    if entries.isEmpty {
      waiting[client] = nil
    } else {
      waiting[client] = entries
      turns.append(client)
    }
    return first
  }

  mutating func remove(_ number: UInt64, of client: UInt64) -> Entry? {
    guard let index = waiting[client]?.firstIndex(where: { $0.number == number }) else { return nil }
    let entry = waiting[client]?.remove(at: index)
    if waiting[client]?.isEmpty == true {
      waiting[client] = nil
      turns.removeAll { $0 == client }
    }
    return entry
  }

  /// By its n-th turn every other client has had n of its own, or all it has.
  func countBefore(_ client: UInt64) -> Int {
    let own = waiting[client]?.count ?? 0
    return waiting.reduce(0) { $0 + ($1.key == client ? own : Swift.min($1.value.count, own + 1)) }
  }
}
