import EventLoop

/// The requests of one connection that wait for their answers: how many, how large, and which of them waits
/// for another or replaces it.
@LoopActor
struct RequestSequencer {
  private(set) var count = 0
  /// The size of their parameters.
  private(set) var bytes = 0
  /// The last change requested: each waits for the one before.
  private var lastChange: Request?
  /// The request that waits under each name.
  private var named: [String: Request] = [:]

  var isEmpty: Bool { count == 0 && named.isEmpty }
  /// A change is not done yet.
  var isChanging: Bool { lastChange?.isAnswered == false }

  /// - Returns:
  ///   - before: the change to wait for: changes of one connection are made in the order they were sent,
  ///     however long each takes to fetch its data.
  ///   - replaced: the older request of the same name, to be cancelled at once: its debounce must not end
  ///     while the newer one waits for its turn. At most one waits under a name, because it has replaced the
  ///     one before it.
  mutating func add(_ request: Request) -> (before: Request?, replaced: Request?) {
    count += 1
    bytes += request.bytes
    let order = request.handler.order
    let before = order == .atOnce ? nil : lastChange
    if order == .inTurn { lastChange = request }
    guard let name = request.supersedes else { return (before, nil) }
    return (before, named.updateValue(request, forKey: name))
  }

  mutating func remove(_ request: Request) {
    count -= 1
    bytes -= request.bytes
    if let name = request.supersedes, named[name] === request { named[name] = nil }
    // They hold each other.
    if lastChange === request { lastChange = nil }
  }
}
