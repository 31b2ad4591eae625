/// The queue for upstream, arranged so that one client's many requests do not delay another's one: clients
/// take turns, interactive requests precede prefetches, and the requests of one client stay in order.
struct FairQueue<Element: Sendable>: Sendable {
  /// Identifies an element that is to leave before its turn.
  struct Ticket: Sendable, Hashable {
    fileprivate let number: UInt64
    fileprivate let client: UInt64
    fileprivate let priority: FetchOptions.Priority
  }

  private var interactive = Lane<Element>()
  private var prefetch = Lane<Element>()
  private var nextNumber: UInt64 = 0

  var count: Int { interactive.count + prefetch.count }
  var isEmpty: Bool { count == 0 }

  func count(_ priority: FetchOptions.Priority) -> Int { self[priority].count }

  mutating func append(_ element: Element, client: UInt64, priority: FetchOptions.Priority) -> Ticket {
    nextNumber &+= 1
    self[priority].append(Lane.Entry(number: nextNumber, element: element), of: client)
    return Ticket(number: nextNumber, client: client, priority: priority)
  }

  mutating func popFirst() -> Element? { (interactive.popFirst() ?? prefetch.popFirst())?.element }

  /// Nil: its turn has come already.
  mutating func remove(_ ticket: Ticket) -> Element? {
    self[ticket.priority].remove(ticket.number, of: ticket.client)?.element
  }

  /// How many elements precede a further request of this client, if no other client adds one in the meantime.
  func countBefore(client: UInt64, priority: FetchOptions.Priority) -> Int {
    switch priority {
    case .interactive: interactive.countBefore(client)
    case .prefetch: interactive.count + prefetch.countBefore(client)
    }
  }

  /// Whether it would come sooner as a further interactive request of that client.
  func comesSooner(_ ticket: Ticket, as client: UInt64) -> Bool {
    guard ticket.priority == .interactive else { return true }
    guard ticket.client != client, let ahead = interactive.ahead(of: ticket.number, ticket.client) else {
      return false
    }
    return interactive.count(of: client) < ahead
  }

  private subscript(priority: FetchOptions.Priority) -> Lane<Element> {
    get { priority == .interactive ? interactive : prefetch }
    _modify {
      if priority == .interactive { yield &interactive } else { yield &prefetch }
    }
  }
}

/// The elements of one priority.
private struct Lane<Element: Sendable>: Sendable {
  struct Entry: Sendable {
    let number: UInt64
    let element: Element
  }

  /// Clients with waiting elements, in the order of their turns.
  private var turns: [UInt64] = []
  private var waiting: [UInt64: [Entry]] = [:]
  private(set) var count = 0

  mutating func append(_ entry: Entry, of client: UInt64) {
    if waiting[client] == nil { turns.append(client) }
    waiting[client, default: []].append(entry)
    count += 1
  }

  mutating func popFirst() -> Entry? {
    guard let client = turns.first, let index = waiting.index(forKey: client) else { return nil }
    turns.removeFirst()
    // In place, to avoid a copy of all waiting elements.
    let first = waiting.values[index].removeFirst()
    if waiting.values[index].isEmpty {
      waiting.remove(at: index)
    } else {
      turns.append(client)
    }
    count -= 1
    return first
  }

  mutating func remove(_ number: UInt64, of client: UInt64) -> Entry? {
    guard let place = ahead(of: number, client) else { return nil }
    let entry = waiting[client]?.remove(at: place)
    if waiting[client]?.isEmpty == true {
      waiting[client] = nil
      turns.removeAll { $0 == client }
    }
    count -= 1
    return entry
  }

  func count(of client: UInt64) -> Int { waiting[client]?.count ?? 0 }

  /// How many elements of its own client precede it.
  func ahead(of number: UInt64, _ client: UInt64) -> Int? {
    waiting[client]?.firstIndex { $0.number == number }
  }

  /// Before the n-th turn of a client, each client ahead of it in the row has had n turns, and each client
  /// after it n - 1, or as many as it has elements.
  func countBefore(_ client: UInt64) -> Int {
    let own = count(of: client)
    var (before, hasPassed) = (own, false)
    for other in turns {
      guard other != client else {
        hasPassed = true
        continue
      }
      before += min(count(of: other), hasPassed ? own : own + 1)
    }
    return before
  }
}
