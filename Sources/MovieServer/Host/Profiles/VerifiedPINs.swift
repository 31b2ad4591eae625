import EventLoop

/// The PINs that one connection has shown, as the locks they open.
@LoopActor
struct VerifiedPINs {
  private var locks: [PINVerifier] = []

  func contains(_ lock: PINVerifier?) -> Bool { locks.contains { $0 === lock } }

  /// - Parameter all: the locks of all profiles. PINs that have changed since are removed.
  mutating func add(_ lock: PINVerifier, of all: [PINVerifier]) {
    locks = all.filter { known in known === lock || contains(known) }
  }

  mutating func remove(_ lock: PINVerifier?) { locks.removeAll { $0 === lock } }
}
