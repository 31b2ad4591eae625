internal import CLibuv

/// What happened to a watched descriptor.
package struct PollEvents: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let readable = PollEvents(rawValue: 1)
  package static let writable = PollEvents(rawValue: 2)
  /// An exceptional condition (POLLPRI), for example when the kernel has changed the list of mounts.
  package static let exceptional = PollEvents(rawValue: 8)
  /// The descriptor has an error, or is no longer open. The source has stopped.
  package static let failed = PollEvents(rawValue: 4)
}

/// Watches a descriptor that other code reads, writes and closes (https://docs.libuv.org/en/v1.x/poll.html).
/// Level-triggered: the body is called again as long as the condition holds.
@LoopActor package final class PollSource: Handle {
  private var body: (@LoopActor (PollEvents) -> Void)?

  private var poll: UnsafeMutablePointer<uv_poll_t> {
    UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_poll_t.self)
  }

  /// Makes the descriptor non-blocking. Stop the source before the descriptor is closed: libuv aborts the
  /// process when a descriptor it was just told to watch turns out to be closed, and it would watch whatever
  /// gets the number next.
  ///
  /// - Throws: `EEXIST` when the loop already watches the descriptor, `EPERM` for a regular file.
  package init(descriptor: CInt) throws(UVError) {
    try super.init(
      UV_POLL, "watch descriptor \(descriptor)",
      trying: { memory in
        uv_poll_init(Loop.shared.uv, memory.assumingMemoryBound(to: uv_poll_t.self), descriptor)
      })
  }

  /// Starts watching, or changes the events to watch for. With none it stops.
  package func start(
    readable: Bool, writable: Bool, exceptional: Bool = false,
    _ body: @escaping @LoopActor (PollEvents) -> Void
  ) {
    guard !isClosing else { return }
    guard readable || writable || exceptional else { return stop() }
    self.body = body
    var events: UInt32 = 0
    if exceptional { events |= UV_PRIORITIZED.rawValue }
    if readable { events |= UV_READABLE.rawValue }
    if writable { events |= UV_WRITABLE.rawValue }
    uv_poll_start(poll, CInt(events), polled)
  }

  package func stop() {
    guard !isClosing else { return }
    body = nil
    uv_poll_stop(poll)
  }

  fileprivate func happened(_ status: CInt, _ events: UInt32) {
    var happened: PollEvents = []
    if events & UV_READABLE.rawValue != 0 { happened.insert(.readable) }
    if events & UV_WRITABLE.rawValue != 0 { happened.insert(.writable) }
    if events & UV_PRIORITIZED.rawValue != 0 { happened.insert(.exceptional) }
    if status < 0 { happened = .failed }
    body?(happened)
  }

  override func willClose() { body = nil }
}

private func polled(_ handle: UnsafeMutablePointer<uv_poll_t>?, _ status: CInt, _ events: CInt) {
  guard let source = PollSource.of(handle) else { return }
  LoopActor.assumeIsolated { source.happened(status, UInt32(truncatingIfNeeded: events)) }
}
