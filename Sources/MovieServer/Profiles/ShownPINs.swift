import EventLoop

/// The PINs that one connection has shown, as the locks they open.
@LoopActor
struct ShownPINs {
  private var locks: [PINLock] = []

  func contains(_ lock: PINLock?) -> Bool { locks.contains { $0 === lock } }

  /// - Parameter all: the locks of all profiles. PINs that have changed since are removed.
  mutating func add(_ lock: PINLock, of all: [PINLock]) {
    locks = all.filter { known in known === lock || contains(known) }
  }

  mutating func remove(_ lock: PINLock?) { locks.removeAll { $0 === lock } }
}
